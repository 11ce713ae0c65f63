import pytest

from models.problems.experiment import Experiment
from models.problems.player_training import PlayerTraining
from models.qd.archive import GridConfig
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from models.settings.config import ConfigError

RANGE = (0.0, 1.0)


@pytest.mark.parametrize("config", [Experiment(), PlayerTraining()], ids=["search", "training"])
@pytest.mark.parametrize(
    ("archive", "message"),
    [
        (GridConfig(measures=("turns", "turns")), "'turns' is named twice"),
        (
            GridConfig(shape=(10_000, 10_000)),
            r"10000 x 10000 = 100,000,000 cells; use at most 10,000,000, .* archive.shape",
        ),
        (
            GridConfig(
                measures=("turns", "hand_size", "mana_spent"), shape=(300,) * 3, ranges=(RANGE,) * 3
            ),
            "300 x 300 x 300 = 27,000,000 cells",
        ),
    ],
)
def test_an_archive_that_cannot_be_filled_is_refused(config, archive, message):
    with pytest.raises(ConfigError, match=message):
        config.but(archive=archive)


@pytest.mark.parametrize("kind", [SlidingConfig, GrowingGridConfig])
def test_a_growing_archive_is_measured_at_its_last_size(kind):
    measures = ("turns", "hand_size", "dust")
    ranges = {"ranges": (RANGE,) * 3} if kind is GrowingGridConfig else {}
    search = Experiment(proposals="mutation")
    assert search.but(archive=kind(measures=measures, last_size=200, **ranges))
    with pytest.raises(ConfigError, match=r"1000 x 1000 x 1000 .* archive.last_size"):
        search.but(archive=kind(measures=measures, last_size=1000, **ranges))

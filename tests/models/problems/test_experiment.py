"""Configurations of searches: what fits together, and what is spent."""

from itertools import accumulate

import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.experiment import Experiment, Spending
from models.problems.players import PlayerTraining
from models.qd.archive import GridConfig
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from models.settings.config import ConfigError

PAPER = Experiment()


def test_a_budget_in_games_is_one_in_decks():
    assert PAPER.n_decks == 10_000
    few = PAPER.but(search__budget_games=100_000, search__n_games=12)
    assert few.n_decks == 8_333
    assert few.search.games == 100_000


def test_without_them_the_manifest_has_no_budget_curve_or_beliefs():
    dumped = PAPER.model_dump(mode="json")
    assert not {"budget_games", "curve_games"} & dumped["search"].keys()
    assert "belief" not in dumped


#: What every manifest has, also those of the first versions.
MANIFEST = {
    "search": "initial_evaluations evaluations n_games batch_size fresh_games",
    "archive": "kind measures shape ranges",
    "player": "fidelity scorer depth width positions replan mulligan mixups generated cards patch",
    "surrogate": "kind hidden targets learning_rate batch_size epochs input_noise holdout",
    "learning": "mode source",
    "inner_loop": "generations batch_size random_decks keep_archive",
}


def test_a_new_setting_does_not_change_older_manifests():
    dumped = PAPER.model_dump(mode="json")
    parts = {name: " ".join(part) for name, part in dumped.items() if isinstance(part, dict)}
    why = "declare a new setting with added_field (models/settings/config.py): older runs lack it"
    assert parts == MANIFEST, why
    rest = dumped.keys() - parts.keys()
    assert rest == {"name", "algorithm", "proposals", "pool", "opponents"}, why


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"search__budget_games": 0}, "greater than or equal to 1"),
        ({"search__budget_games": 5_000},
         r"pays for 25 decks x 200 games; initial_evaluations \(100\) need at least 20000"),
        ({"search__budget_games": 150, "search__initial_evaluations": 0},
         "pays for 0 decks x 200 games"),
        ({"search__curve_games": (50_000, 20_000)}, "must be ascending"),
        ({"search__curve_games": (50_000,), "search__fresh_games": 0}, "set fresh_games"),
        ({"search__curve_games": (100,)}, "between the 200 games of a deck and the 2000000"),
        ({"search__curve_games": (3_000_000,)}, "between the 200 games of a deck"),
        ({"search__n_games": 0}, "greater than or equal to 1"),
    ],
)  # fmt: skip
def test_silly_budgets_are_refused_with_the_fix(changes, message):
    with pytest.raises(ConfigError, match=message):
        PAPER.but(**changes)


RANGE, THREE = (0.0, 1.0), ("turns", "hand_size", "mana_spent")


@pytest.mark.parametrize("config", [Experiment(), PlayerTraining()], ids=["search", "training"])
@pytest.mark.parametrize(
    ("archive", "message"),
    [
        (GridConfig(measures=("turns", "turns")), "'turns' is named twice"),
        (GridConfig(shape=(10_000, 10_000)),
         r"10000 x 10000 = 100,000,000 cells; use at most 10,000,000, .* archive.shape"),
        (GridConfig(measures=THREE, shape=(300,) * 3, ranges=(RANGE,) * 3),
         "300 x 300 x 300 = 27,000,000 cells"),
    ],
)  # fmt: skip
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


@pytest.mark.parametrize("spending", [Spending(12, 24, 100), Spending(7, 7, 0), Spending(5, 2, 31)])
def test_games_and_decks_are_those_of_counting_one_by_one(spending):
    counted = [0, *accumulate(spending.of_deck(number) for number in range(60))]
    assert [spending.of_decks(n) for n in range(61)] == counted
    for games in range(counted[-1]):
        assert spending.decks(games) == max(n for n in range(61) if counted[n] <= games)


def test_the_later_decks_begin_before_the_games_are_exceeded():
    spending = Spending(12, 24, 100)
    assert (spending.of_decks(7), spending.of_deck(7)) == (84, 12)
    assert (spending.of_decks(8), spending.of_deck(8)) == (96, 24)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"surrogate__kind": "linear"}, "needs surrogate.kind gaussian, not linear"),
        ({"search__initial_evaluations": 5}, "needs 10 or more random decks"),
        ({"belief__ways": ("draw", "draw")}, "belief.ways has 2 draws; set surrogate.draws to 2"),
        ({"belief__ways": ()}, "at least 1 item"),
        ({"belief__later_games": 0}, "greater than or equal to 1"),
        ({"learning__mode": "model", "learning__source": "dsa-me"},
         "set learning.mode online or trend"),
        ({"learning__mode": "trend"}, "mode 'trend' cannot have source None"),
        ({"search__budget_games": 100}, "pays for 8 decks x 12 games"),
        ({"search__curve_games": (24,)}, "curve_games begins with 24 games; the first"),
        ({"belief__later_games": 24, "belief__later_after": 24}, "later_after is 24 games; the"),
    ],
)  # fmt: skip
def test_silly_settings_are_refused_with_the_fix(changes, message):
    experiment = experiment_for("bayes-me", SMOKE)
    with pytest.raises(ConfigError, match=message):
        experiment.but(**changes)

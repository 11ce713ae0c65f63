"""The directories of studies: what is read back, and what stops a study from going on."""

import pytest

from flows.studies.league import play as league
from flows.studies.self_play import play as self_play
from flows.studies.tradingstone import play as tradingstone
from models.self_play.ladder import PRESETS, Training, rung
from tasks.storage.files import StoreError, read_json, write_json
from tests.flows.studies.league.conftest import LEAGUE
from tests.flows.studies.tradingstone.conftest import TINY_STUDY

TRAINING = Training(model="b2", settings=rung("b2").config(PRESETS["smoke"]))


@pytest.mark.parametrize(
    ("file", "study", "changes", "message"),
    [
        (league.FILE, LEAGUE, {"seed": 2}, "league.seed: 1 there, 2 now"),
        (league.FILE, LEAGUE, {"decks": LEAGUE.decks[:1]}, "Control Warlock"),
        (self_play.FILE, TRAINING, {"seed": 2}, "training.seed: 1 there, 2 now"),
        (
            self_play.FILE,
            TRAINING,
            {"settings__update__rate": 0.5},
            "training.settings.update.rate: 0.001 there, 0.5 now",
        ),
        (self_play.FILE, TRAINING, {"device": "cuda"}, 'training.device: "cpu" there, "cuda" now'),
        (tradingstone.FILE, TINY_STUDY, {"simulations": 6}, "study.simulations: 5 there, 6 now"),
    ],
)
def test_a_study_goes_on_with_its_own_settings_and_code_only(
    file, study, changes, message, tmp_path
):
    with file.opened(tmp_path / "study", study) as (folder, _):
        pass
    assert file.load(folder)[0] == study == file.check(folder, study)
    with pytest.raises(StoreError, match=f"other settings:\n  .*{message}"):
        file.check(folder, study.but(**changes))
    facts = read_json(folder / file.name)
    write_json(folder / file.name, facts | {"digests": facts["digests"] | {"code": "another"}})
    with pytest.raises(StoreError, match=r"code has changed .* --resume-anyway"):
        file.check(folder, study)
    assert file.check(folder, study, resume_anyway=True) == study

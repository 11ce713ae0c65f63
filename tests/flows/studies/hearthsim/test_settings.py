"""`hearthsim` as a command, on real games."""

from typing import get_args

import pytest

from flows.__main__ import main
from flows.studies.hearthsim.settings import Experiment, Hearthsim, Mode
from models.hearthsim import experiments
from tasks.storage.store import load_run
from tests.flows.studies.playing import finished_in


@pytest.fixture(scope="module")
def study(prefect, tmp_path_factory):
    out = tmp_path_factory.mktemp("hearthsim") / "study"
    for names in (["taunt"], ["taunt", "card-draw"]):
        finished_in(Hearthsim(experiments=names, preset="smoke", games=4, out=out))
    return out


def test_more_experiments_extend_a_study(study):
    names = [f"{name}-{mode}" for name in ("card-draw", "taunt") for mode in ("2014", "clean")]
    assert sorted(path.parent.name for path in study.glob("*/manifest.json")) == names
    assert all(load_run(study / name).is_finished for name in names)
    text = (study / "report" / "report.md").read_text()
    assert "| Taunt | 2014 | 10 x 4 | 40,000 | 1 |" in text
    assert "## Card draw\n" in text


def test_the_report_can_be_written_again(study, tmp_path):
    assert main(["report", str(study), "--out", str(tmp_path)]) == 0
    assert (tmp_path / "report.md").read_bytes() == (study / "report" / "report.md").read_bytes()


def test_the_names_are_those_of_the_experiments():
    assert get_args(Experiment) == get_args(experiments.ExperimentName)
    assert get_args(Mode) == get_args(experiments.Mode)


def test_a_folder_with_other_files_is_refused(tmp_path, refused):
    (tmp_path / "thesis.txt").write_text("mine")
    told = refused("hearthsim", "taunt", "--out", tmp_path)
    assert "is not a folder of runs (it has thesis.txt)" in told


def test_a_run_is_named_after_its_experiments():
    asked = Hearthsim(experiments=["taunt", "divine-shield"], preset="paper")
    assert (asked.title, asked.name) == ("hearthsim-taunt+divine-shield-paper", "hearthsim-paper")
    assert Hearthsim(experiments=list(get_args(Experiment))).title == "hearthsim-quick"

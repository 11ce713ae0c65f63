"""Which study a folder holds."""

import pytest

from models.hearthsim.experiments import EXPERIMENTS as HEARTHSIM
from models.hearthsim.experiments import run_name as hearthsim_run
from models.problems.mesb import EXPERIMENTS as MESB
from models.problems.mesb import run_name as mesb_run
from tasks.studies.dsame.directory import STUDY_FILE
from tasks.studies.known import STUDIES, report_of, study_in
from tasks.studies.league.directory import LEAGUE_FILE
from tasks.studies.self_play.directory import TRAINING_FILE
from tasks.studies.tradingstone.directory import STUDY_FILE as TRADINGSTONE_FILE

FOLDERS = [
    *(("mesb", f"{mesb_run(name, 'control-paladin')}/manifest.json") for name in MESB),
    *(("hearthsim", f"{hearthsim_run(name, '2014')}/manifest.json") for name in HEARTHSIM),
    ("dsame", STUDY_FILE.name),
    ("league", LEAGUE_FILE.name),
    ("self_play", TRAINING_FILE.name),
    ("tradingstone", TRADINGSTONE_FILE.name),
]


@pytest.mark.parametrize(("package", "name"), FOLDERS)
def test_a_study_is_known_by_its_files(package, name, tmp_path):
    assert study_in(tmp_path) is None
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    assert study_in(tmp_path) == package


@pytest.mark.parametrize("package", STUDIES)
def test_a_study_is_known_by_the_tables_of_its_extract(package, tmp_path):
    for name in report_of(package).tables:
        (tmp_path / f"{name}.parquet").touch()
    assert study_in(tmp_path) == package

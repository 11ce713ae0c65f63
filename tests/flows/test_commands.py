"""All commands, and which study a folder holds."""

import pytest

from flows.commands import QUESTIONS, STUDIES, study_in
from flows.studies.study import OneDirectory
from models.hearthsim.experiments import EXPERIMENTS as HEARTHSIM
from models.hearthsim.experiments import run_name as hearthsim_run
from models.problems.mesb import EXPERIMENTS as MESB
from models.problems.mesb import run_name as mesb_run

FOLDERS = [
    *(("mesb", f"{mesb_run(name, 'control-paladin')}/manifest.json") for name in MESB),
    *(("hearthsim", f"{hearthsim_run(name, '2014')}/manifest.json") for name in HEARTHSIM),
    ("balance", f"{mesb_run('before', 'control-paladin', 1)}/manifest.json"),
    ("study", "study.json"),
    *(
        (each.command(), each.part("play").FILE.name)
        for each in STUDIES
        if issubclass(each, OneDirectory)
    ),
]


@pytest.mark.parametrize(("command", "name"), FOLDERS)
def test_a_study_is_known_by_its_files(command, name, tmp_path):
    assert study_in(tmp_path) is None
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).touch()
    assert study_in(tmp_path) is QUESTIONS[command]


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.command())
def test_a_study_is_known_by_the_tables_of_its_extract(study, tmp_path):
    tables = getattr(study.report(), "tables", ())
    for name in tables:
        (tmp_path / f"{name}.parquet").touch()
    assert study_in(tmp_path) is (study if tables else None)

"""A synthetic study and its analysis."""

import pytest

from flows.studies.dsame.tables import Analysis, extract
from tasks.storage.files import write_table
from tests.tasks.synthetic import GAINS, write_study


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "study"
    write_study(path, GAINS, trials=2)
    return path


@pytest.fixture(scope="module")
def analysis(study, tmp_path_factory):
    folder = tmp_path_factory.mktemp("extract")
    for name, table in extract(study).items():
        write_table(folder / f"{name}.parquet", table)
    return Analysis(folder)

"""A synthetic study, its report and its analysis."""

import pytest

from flows.studies.dsame.page import REPORT
from flows.studies.dsame.tables import Analysis
from tests.tasks.synthetic import GAINS, write_study


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "study"
    write_study(path, GAINS, trials=2)
    return path


@pytest.fixture(scope="module")
def report(study):
    return REPORT.write(study)


@pytest.fixture(scope="module")
def analysis(report):
    return Analysis(report.parent)

"""The balance lab on synthetic runs, with one trial per side and with three."""

import pytest

from flows.studies.balance.tables import compare
from tests.tasks.mesb_runs import write_sides

NAME = "control-paladin"
BEFORE = {"Sunwalker": 20.0, "Wisp": -5.0}
AFTER = {"Silverback Patriarch": 20.0, "Wisp": -20.0}


@pytest.fixture(scope="module", params=[1, 3], ids="{} trials".format)
def lab(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("balance") / "lab"
    write_sides(path, NAME, request.param, BEFORE, AFTER)
    return path


@pytest.fixture(scope="module")
def comparison(lab):
    return compare(lab, NAME)

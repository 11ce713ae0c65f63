"""A minimal study of TradingStone, from the command to its report, tables and MLflow run."""

from typing import get_args

import pytest

from flows.studies.tradingstone.settings import Tradingstone
from flows.studies.tradingstone.settings import Variant as AskedVariant
from models.tradingstone.study import SIZES, VARIANTS
from tasks.sql.catalog import query
from tests.flows.studies.playing import finished_in, played
from tests.run_contents import stamps

ASKED = Tradingstone(preset="smoke", rules=["literal"], environments=2, games=4, trainings=1)


@pytest.fixture(scope="module")
def finished(prefect, tmp_path_factory):
    out = tmp_path_factory.mktemp("tradingstone") / "study"
    tiny = {"ppo__steps": 20, "ppo__width": 8, "loss_games": 1, "simulations": 5}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SIZES, "smoke", SIZES["smoke"] | tiny)
        finished_in(ASKED, out=out)
        before = stamps(out, "games/*.parquet")
        played(ASKED, out=out)
    assert stamps(out, "games/*.parquet") == before
    return out


def test_a_study_is_reported_and_answers_in_sql(finished):
    text = (finished / "report" / "report.md").read_text()
    assert "plays the same 8 games" in text
    assert "loss per game by simulations falls" in text
    assert query([finished / "report"], "from win_rates").height == 7
    assert query([finished / "report"], "from losses").height == 19


def test_the_command_knows_all_variants():
    assert get_args(AskedVariant) == VARIANTS
    assert Tradingstone(preset="paper").study.n_games == 2000

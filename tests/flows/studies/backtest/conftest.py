"""A small finished metagame of a date, and a small backtest of it."""

import pytest

from flows.studies.backtest.settings import Backtest
from flows.studies.meta.settings import Meta
from tests.flows.studies.playing import played

SMALL = ["search_games=600", "random_decks=10"]


@pytest.fixture(scope="package")
def metagame(prefect, tmp_path_factory):
    out = tmp_path_factory.mktemp("meta") / "meta"
    assert played(Meta(preset="smoke", date="classic14", settings=SMALL, out=out))[1] == {}
    return out


@pytest.fixture(scope="package")
def finished(metagame, tmp_path_factory):
    out = tmp_path_factory.mktemp("backtest") / "backtest"
    asked = Backtest(metagames=[metagame], preset="smoke", out=out)
    assert played(asked) == (out / "report" / "index.html", {})
    return out

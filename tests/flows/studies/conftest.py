"""A minimal metagame, which backtests and designs read and do not change."""

import pytest

from flows.studies.meta.settings import Meta
from tests.flows.studies.playing import finished_in

SMALL = ["search_games=600", "random_decks=10", "draws=2", "temperature=0.1"]
SMALL += ["player.scorer=aggro"]


@pytest.fixture(scope="session")
def small_metagame(prefect, tmp_path_factory):
    out = tmp_path_factory.mktemp("meta") / "meta"
    return finished_in(Meta(preset="smoke", date="classic14", settings=SMALL, rounds=1, out=out))

"""The finished study of a test module, and a minimal metagame."""

import pytest

from flows.studies.meta.settings import Meta
from tests.flows.studies.playing import finished_in

SMALL = ["search_games=600", "random_decks=10", "draws=2", "temperature=0.1"]
SMALL += ["player.scorer=aggro"]


@pytest.fixture(scope="module")
def finished(request, prefect, tmp_path_factory):
    """The folder of what the module's `asked` asks for in it, played to its report."""
    return finished_in(request.module.asked(tmp_path_factory.mktemp("studies") / "study"))


@pytest.fixture(scope="session")
def small_metagame(prefect, tmp_path_factory):
    """What backtests and designs read and do not change."""
    out = tmp_path_factory.mktemp("meta") / "meta"
    return finished_in(Meta(preset="smoke", date="classic14", settings=SMALL, rounds=1, out=out))

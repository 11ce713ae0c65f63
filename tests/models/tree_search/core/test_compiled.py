import pytest

from engine.core.jit import kernels
from models.tradingstone.core.game import GAME_T, RULES_T
from models.tradingstone.core.match import SEARCHES
from models.tree_search.core import interface, search
from models.tree_search.core.compiled import GameTypes, compile_search


def test_a_digest_without_the_tree_search_is_refused():
    types = GameTypes(GAME_T, RULES_T, RULES_T)
    with pytest.raises(ValueError, match=r"^toy: .* give models.tree_search.core.entry"):
        compile_search(SEARCHES.kernels, types, "toy", *kernels())


def test_the_interface_is_what_the_searches_import_and_a_game_provides():
    names = set(vars(SEARCHES.kernels))
    declared = names & set(vars(interface))
    assert declared == names
    assert all(getattr(search, name) is getattr(interface, name) for name in declared)

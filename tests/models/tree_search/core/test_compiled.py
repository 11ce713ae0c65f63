from inspect import isfunction

import pytest

from engine.core.jit import kernels
from models.tradingstone.core.game import GAME_T, RULES_T
from models.tradingstone.core.match import SEARCHES
from models.tree_search.core import interface, search
from models.tree_search.core.compiled import compile_search


def test_a_digest_without_the_tree_search_is_refused():
    game, types = vars(SEARCHES.kernels), (GAME_T, RULES_T, RULES_T)
    with pytest.raises(ValueError, match=r"^toy: .* give models.tree_search.core.entry"):
        compile_search(game, *types, "toy", *kernels())


def test_the_searches_import_the_whole_interface():
    declared = {each for each in vars(interface).values() if isfunction(each)}
    assert declared - {interface.generic} == set(interface.KERNELS)
    assert all(getattr(search, each.__name__) is each for each in interface.KERNELS)

"""The tree searches, compiled for TradingStone.

Every game names its own nine kernels, as `models.players.search.tree.search` does: the two lists
look alike but share no kernel. TradingStone needs no working memory: its rules also stand for the
`desk` of the interface.
"""

from models.tradingstone.core import game
from models.tradingstone.core.jit import entry, kernel
from models.tradingstone.core.state import GAME_T, RULES_T
from models.tree_search.core.compiled import GameKernels, GameTypes, compile_search

SEARCHES = compile_search(
    GameKernels(
        copy_game=game.copy_game,
        reseed=game.reseed,
        deal=game.deal,
        list_options=game.list_options,
        random_action=game.random_action,
        apply_action=game.apply_action,
        mover=game.mover,
        reward=game.reward,
        evaluate=game.evaluate,
    ),
    GameTypes(game=GAME_T, rules=RULES_T, desk=RULES_T),
    __name__,
    kernel,
    entry,
)

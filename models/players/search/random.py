"""The random player: each of its decisions is one legal action, drawn uniformly.

The end of the turn, every target and every place on the board is an action of its own. It is the
lowest mark of a league, and shows what a game is worth that nobody plays.
"""

from engine.core.jit import INDEX, INT, VOID
from engine.core.rng import scramble
from engine.core.types import RULES_T, VM_T
from models.players.core import entry
from models.players.core.state import SEARCH_T, STRATEGY_T
from models.players.search.states import list_considered, play_in_copy, points_of


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def search_random(rules, vm, side, strategy, seed, search):
    """Draws one action of `search.root` and fills in the answer; see `dispatch.find_plan`.

    The action's outcome is the one state that counts as tried; its score is that of the plan.
    """
    root, options = search.root, search.options
    n = list_considered(root, rules, strategy, options)
    if root.error:
        search.failed = 1
        return
    action = options.actions[(scramble(scramble(seed)) * n) >> 32]
    after = search.beam.games[0]
    search.n_nodes = 1
    if play_in_copy(after, root, rules, vm, seed, 0, action, search):
        search.best = points_of(after, rules, side, strategy, seed, search)
        search.plan[0] = action
        search.n_plan = 1

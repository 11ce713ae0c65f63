"""Everything of the players that is compiled, except the search players in `models.players.search`.

- `models.players.core.state`: the records
- `models.players.core.scorers`: what a scorer sees of a state, and what the state is worth
- `models.players.core.value`: what the value network sees of a state, its output, and the tanh
- `models.players.core.blind`: what a fair player may not know, dealt anew
- `models.players.core.game_loop`: whole games, and what becomes of one side's cards in them

A change of a scorer or a search player compiles the players again but not the engine, and a change
of a deck or a configuration compiles nothing. An outcome that the game loop counts is a field of a
record, and thereby part of the signatures under which kernels are cached.
"""

from engine.core.jit import kernels
from models.players import search
from models.tree_search.core import entry as tree_search

kernel, entry = kernels(__file__, str(search.__file__), on=[tree_search])

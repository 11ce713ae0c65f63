"""Everything of the players that is compiled, except the search players in `models.players.search`.

- `models.players.core.state`: the records
- `models.players.core.sight`: what a scorer sees of a state
- `models.players.core.scorers`: what a state is worth
- `models.players.core.hearthsim`: HearthSim's scorer
- `models.players.core.network`: the scorer with a network
- `models.players.core.blind`: what a fair player may not know, dealt anew
- `models.players.core.game_loop`: whole games
- `models.players.core.jit`: how the kernels of both folders compile

The first import on a machine compiles them, with the engine, and reports it.
"""

from pathlib import Path

from engine.core.jit import say_if_uncompiled

_HERE = Path(__file__).parent
FOLDERS = (_HERE, _HERE.parent / "search")

say_if_uncompiled(*FOLDERS)

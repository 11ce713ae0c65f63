"""Hearthlight as a library: `import hearthlight as hl` (docs/library.md).

Each name is imported on its first use, so this import is quick.

- decks: `Deck`, `DeckError`, `deck_code`, `find_card`, `find_patch`, `named_deck`, `pool`,
  `read_deck`, `rules_for`
- evaluation: `evaluate`, `evaluate_decks`
- a game, action by action: `Game`, `IllegalAction`
- players by name: `NamedPlayer`, `PlayerConfig`, `SearchPlayer`, `play_pair`, `read_player`
- ask and tell: `DeckTask`, `Evaluation`; `EmulatedDeckTask`, without games
- archives: `Archive`, `GridConfig`, `SlidingConfig`
- searches: `ALGORITHMS`, `Experiment`, `search`
- environments: `GameBatch`, `HearthstoneGame`, `make`
- runs: `DeckResults`, `curve`, `elites`, `query`, `read_results`
- errors of settings and of files: `ConfigError`, `StoreError`

`commands` has the functions that are defined here: `evaluate` and `search`.

A deck by its name, its code, and games with it:

>>> import hearthlight as hl
>>> deck = hl.read_deck("Aggro Hunter")
>>> hl.deck_code(deck)
'AAEBAR8aIiWzAb8BgQLcAp0DqAO4A7sDvQPHA9ID2gTeBJIFngWgBbsF1AX7BeIH2wnZCuIM/gwCtQPzDAAA'
>>> hl.evaluate(deck, games=6, seed=1)["n_games"]
6

A position, what a player would do there, and an action:

>>> game = hl.Game.stage(hand=["Fireball"], enemy_board=["Chillwind Yeti"], hero="MAGE")
>>> player = hl.SearchPlayer(hl.read_player("beam:control").config)
>>> print(player.plan(game))
plays Fireball (4) on the enemy hero
uses Fireblast on the enemy hero
ends the turn
>>> game.play("Fireball", "Chillwind Yeti").opponent.board
[]

Two rounds of ask and tell by hand, with the archive of the DSA-ME paper:

>>> task = hl.DeckTask(n_games=6, seed=1)
>>> archive = hl.GridConfig().build(180).to_ribs(seed=2)
>>> for seed in range(2):
...     solutions = task.random_solutions(5, seed)
...     result = task.evaluate(solutions)
...     status = archive.add(solutions, result.objective, result.measures)
>>> archive.stats.num_elites > 1
True

Games for a player of your own, 64 at a time:

>>> games = hl.GameBatch([("Aggro Hunter", "Control Warlock")], n_games=64)
>>> games.observations.shape, games.masks.shape
((64, 840), (64, 2521))
"""

import re
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.decks import Deck, DeckError, deck_code, find_card, pool
    from engine.game import Game, IllegalAction
    from engine.rules import rules_for
    from flows.questions.decks import read_deck
    from hearthlight.commands import evaluate, search
    from models.environments.aec import make
    from models.environments.batch import GameBatch
    from models.environments.hearthstone import HearthstoneGame
    from models.players.config import PlayerConfig
    from models.players.decks import named_deck
    from models.players.evaluations import evaluate_decks
    from models.players.pairs import play_pair
    from models.players.player_names import NamedPlayer, read_player
    from models.players.search_player import SearchPlayer
    from models.problems.algorithms import ALGORITHMS
    from models.problems.deck_task import DeckTask
    from models.problems.experiment import Experiment
    from models.problems.vector_task import EmulatedDeckTask, Evaluation
    from models.qd.archive import Archive, GridConfig
    from models.qd.sliding import SlidingConfig
    from models.settings.config import ConfigError
    from models.settings.patches import find_patch
    from tasks.reports.curves import curve
    from tasks.reports.results import DeckResults, elites, read_results
    from tasks.sql.catalog import query
    from tasks.storage.files import StoreError

_TEXT = Path(__file__).read_text(encoding="utf-8")
#: The module of each name, by the imports above, which only type checkers run.
_HOMES = {
    name: module
    for module, names in re.findall(r"^    from (\S+) import (.+)$", _TEXT, re.M)
    for name in names.split(", ")
}
__all__ = sorted(_HOMES)
__version__ = version("hearthlight")


def __getattr__(name: str) -> Any:
    """Import a public name from its module, and keep it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'hearthlight' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    """Return the public names."""
    return [*__all__, "__version__"]


def _check_packages() -> None:
    """Raise ImportError if another folder's module hides a package of Hearthlight."""
    for name in ("engine", "models", "tasks", "flows"):
        ours, spec = Path(__file__).parents[1] / name / "__init__.py", find_spec(name)
        found = None if spec is None else spec.origin
        if found is None or not ours.samefile(found):
            raise ImportError(
                f"{found} hides Hearthlight's package '{name}': rename it, or run Python in "
                f"another folder. The command `hearthlight` works in every folder."
            )


_check_packages()

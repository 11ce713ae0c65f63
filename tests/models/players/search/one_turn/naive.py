"""The value of a turn without chance: everything is tried, one level of actions at a time."""

import numpy as np

from engine.core.actions import apply
from engine.core.enums import RUNNING
from engine.core.hash import digest
from engine.core.options import list_options
from engine.core.state import OPTIONS, new_vm
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import score
from models.players.core.state import NEURONS
from tests.models.play.hidden import copied

_MOST = 2000  # different states of a level


class UnfitError(Exception):
    """Chance is involved in the turn, a card is drawn, or there are too many states."""


def naive_value(game: Game, config: PlayerConfig, sizes: list[int] | None = None) -> int:
    """The best score of all states in which the turn or the game is over.

    Adds the number of different unfinished states of each level to `sizes`.

    Raises:
        UnfitError: An action draws a random number or a card; or the turn has too many states.
    """
    rules, side = game.rules.tables, int(game.record.active)
    strategy = config.strategy(config.scorer, is_first=side == 0)
    options, vm, neurons = np.zeros(1, OPTIONS)[0], new_vm(), np.zeros(1, NEURONS)[0]
    level, values = [game.record], []
    while level:
        following = {}
        for state in level:
            list_options(state, rules, options)
            for action in options.actions[: options.n].tolist():
                child = copied(state)
                apply(child, rules, vm, action)
                if (
                    child.rng_state != state.rng_state
                    or child.players[side].n_deck != state.players[side].n_deck
                ):
                    raise UnfitError
                if child.active != side or child.result != RUNNING:
                    values.append(score(child, rules, side, strategy, neurons))
                else:
                    following.setdefault(int(digest(child)), child)
        if len(following) > _MOST:
            raise UnfitError
        level = list(following.values())
        if sizes is not None:
            sizes.append(len(level))
    return int(max(values))

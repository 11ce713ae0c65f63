"""Actions in words, as one side hears of them."""

import numpy as np

from engine.core import enums as e
from engine.core.costs import cost_of
from engine.game import Game
from engine.view import action_text


def told(game: Game, code: int, side: int) -> str:
    """Return what an action does; of a secret or a choice of the other side, only that.

    Call it before the action is applied.

    Args:
        game: The position.
        code: The action.
        side: The side that hears of it.
    """
    record, kind, source = game.record, code & 255, (code >> 8) & 255
    mover = int(record.active)
    if mover != side and kind == e.CHOOSE:
        return "chooses a card"
    if mover != side and kind == e.PLAY and _type(game, source) == e.SECRET_CARD:
        place = list(record.players[mover].hand).index(source)
        return f"plays a secret ({int(cost_of(record, game.rules.tables, mover, place))})"
    return action_text(record, game.rules, code)


def secrets_of(record: np.record, side: int) -> list[int]:
    """The entities of a side's secrets."""
    player = record.players[side]
    return player.secrets[: player.n_secrets].tolist()


def revealed(game: Game, before: list[int], side: int) -> list[str]:
    """Names of the secrets of a side that have left play.

    Args:
        game: The position.
        before: The side's secrets at an earlier time, from `secrets_of`.
        side: The side.
    """
    left = [entity for entity in before if entity not in secrets_of(game.record, side)]
    return [game.rules.names[game.record.entities[entity].card] for entity in left]


def _type(game: Game, entity: int) -> int:
    return int(game.rules.tables.cards[game.record.entities[entity].card].type)

"""Actions in words, as one side hears of them."""

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
    return action_text(record, game.rules, code, side)


def _type(game: Game, entity: int) -> int:
    return int(game.rules.tables.cards[game.record.entities[entity].card].type)

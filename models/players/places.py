"""Cards by where they lie: `hand:0`, `own:2`, `enemy:0`, `own-hero`, `enemy-hero`, `power`.

The person's side knows no entity numbers: they follow the order of a deck list, so the number of a
card would tell something about the opponent's deck.
"""

import re
from typing import Any

from engine.core import enums as e
from engine.game import Game
from engine.illegal import IllegalAction, why_illegal
from engine.rules import Rules

OWN_HERO, ENEMY_HERO, POWER = "own-hero", "enemy-hero", "power"
_PLACE = re.compile(r"(hand|own|enemy):(\d{1,2})")
_ASKED = {e.ACTIONS[kind]: kind for kind in (e.PLAY, e.POWER, e.ATTACK)}


def moves_of(game: Game, side: int) -> list[dict[str, Any]]:
    """Return the legal actions of a side as JSON values, in the engine's order.

    Args:
        side: The side; it is empty if the other one is to move.

    Returns:
        For each action its `kind`; `source` and `target`, places or None; `position`, the place of
        a new minion from the left, or None; `choice`, of a Choose One card or of the cards to
        choose from, or None; and `option`, the `name` and `text` of that choice.
    """
    if int(game.record.active) != side:
        return []
    names = places_of(game, side)
    return [_move(game, side, code, names) for code in game.codes()]


def why_not(game: Game, side: int, kind: str, source: str, target: str = "") -> str:
    """Why an action is not legal: the rule that forbids it; empty if nothing does.

    Args:
        side: The side that would play it.
        kind: `play`, `attack` or `hero power`.
        source: The place of what acts.
        target: The place of its target; empty for any.

    Raises:
        IllegalAction: There is no such kind or place.
    """
    if game.result != "running" or int(game.record.active) != side:
        return "the game is over" if game.result != "running" else "it is the opponent's turn"
    if kind not in _ASKED:
        raise IllegalAction(f"{kind[:20]!r} is no action; use one of {', '.join(_ASKED)}")
    code = _ASKED[kind] | _entity(game, side, OWN_HERO if kind == "hero power" else source) << 8
    aim = _entity(game, side, target) if target else 0
    legal = game.codes()
    if any(c & 0xFFFF == code and (not aim or (c >> 16) & 255 == aim) for c in legal):
        return ""
    if kind == "attack" and not aim:
        aim = game.players[1 - side].hero.entity
    return why_illegal(game.record, game.rules, code | aim << 16, legal)


def places_of(game: Game, side: int) -> dict[int, str]:
    """Return the places of all that the side can name, by entity."""
    own, enemy = game.players[side], game.players[1 - side]
    zones = {"hand": own.hand, "own": own.board, "enemy": enemy.board}
    named = {
        card.entity: f"{zone}:{place}"
        for zone, cards in zones.items()
        for place, card in enumerate(cards)
    }
    return named | {own.hero.entity: OWN_HERO, enemy.hero.entity: ENEMY_HERO}


def _entity(game: Game, side: int, place: str) -> int:
    """The entity in a place.

    Raises:
        IllegalAction: There is no such place, or nothing in it.
    """
    for entity, name in places_of(game, side).items():
        if name == place:
            return entity
    known = bool(_PLACE.fullmatch(place)) or place == POWER
    raise IllegalAction("nothing is there any more" if known else "there is no such place")


def _move(game: Game, side: int, code: int, names: dict[int, str]) -> dict[str, Any]:
    kind, source, target = code & 255, (code >> 8) & 255, (code >> 16) & 255
    choice, option = (code >> 32) & 255, _option(game, code)
    card = game.rules.tables.cards[game.record.entities[source].card]
    is_minion = kind == e.PLAY and card.type == e.MINION_CARD
    return {
        "kind": e.ACTIONS[kind],
        "source": POWER if kind == e.POWER else names.get(source),
        "target": names.get(target) if target else None,
        "position": (code >> 24) & 255 if is_minion else None,
        "choice": choice if option is not None else None,
        "option": option,
    }


def _option(game: Game, code: int) -> dict[str, str] | None:
    """The choice of an action: its `name` and `text`; None if it leaves none."""
    kind, choice, rules = code & 255, (code >> 32) & 255, game.rules
    if kind == e.CHOOSE:
        return _named(rules, game.record.entities[game.record.choices[choice]].card)
    if kind == e.PLAY:
        row = int(game.record.entities[(code >> 8) & 255].card)
    elif kind == e.POWER:
        row = int(game.record.players[game.record.active].power)
    else:
        return None
    options = int(rules.tables.cards[row].options)
    return _named(rules, options + choice) if options else None


def _named(rules: Rules, row: int) -> dict[str, str]:
    return {"name": rules.names[row], "text": rules.card_text(rules.ids[row])}

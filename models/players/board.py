"""A position as JSON values: the whole board, or what one side sees of it and can do.

Hidden from a side are the opponent's hand and secrets, the cards of both decks, and the opponent's
choices; of all these the numbers are known. Entity numbers are hidden, too: they follow the order
of a deck list, so the number of a card would tell something about the opponent's deck. A side names
cards by where they lie: `hand:0`, `own:2`, `enemy:0`, `own-hero`, `enemy-hero`, `power`.

The fields of a record are read all at once: a replay shows a hundred boards, and reading through
the handles of `engine.game`, one field at a time, takes ten times as long.
"""

import re
from typing import Any

import numpy as np

from engine.card_handle import TYPES
from engine.core import enums as e
from engine.core.costs import attack_of, cost_of
from engine.core.staging import mana_of, power_cost_of
from engine.core.state import CHARACTER, PLAYER
from engine.game import Game
from engine.illegal import IllegalAction, why_illegal
from engine.rules import Rules
from engine.view import MARKS, keyword_names

_WITH_STATS = ("minion", "weapon")
#: Keywords of minions that can attack in the turn in which they come.
_AWAKE = e.CHARGE | e.RUSH
_CHARACTER, _PLAYER = CHARACTER.names or (), PLAYER.names or ()
#: What both sides see of a player and of its hero.
_SEEN_PLAYER = ("mana", "crystals", "locked", "overload", "deck", "fatigue")
_SEEN_HERO = ("id", "name", "attack", "health", "max_health", "marks", "armor")
OWN_HERO, ENEMY_HERO, POWER = "own-hero", "enemy-hero", "power"
_PLACE = re.compile(r"(hand|own|enemy):(\d{1,2})")
_ASKED = {e.ACTIONS[kind]: kind for kind in (e.PLAY, e.POWER, e.ATTACK)}


def board_of(game: np.record, rules: Rules) -> dict[str, Any]:
    """Return a position as JSON values; `docs/replay-lines.md` describes them.

    Both hands are in it. The cards of the decks are not, only their number.
    """
    return _Board(game, rules).content()


class _Board:
    """A position, read into plain values."""

    def __init__(self, game: np.record, rules: Rules) -> None:
        self.game, self.rules = game, rules
        self.tables = rules.tables
        self.printed = self.tables["cards"]
        self.rattles = self.printed["deathrattle"] != self.printed["deathrattle_stop"]
        self.cards = game["entities"]["card"].tolist()
        self.owners = game["slot_entity"].tolist()
        self.characters = game["characters"].tolist()
        self.players = [dict(zip(_PLAYER, row, strict=True)) for row in game["players"].tolist()]

    def content(self) -> dict[str, Any]:
        game = self.game
        return {
            "turn": int(game["turn"]),
            "active": int(game["active"]),
            "players": [self._player(side) for side in range(2)],
            "choices": [
                self._named(entity) for entity in game["choices"][: game["n_choices"]].tolist()
            ],
        }

    def _player(self, side: int) -> dict[str, Any]:
        player, tables = self.players[side], self.tables
        secrets = player["secrets"][: player["n_secrets"]]
        return {
            "hero": self._character(side) | {"armor": player["armor"]},
            "power": {
                "id": self.rules.ids[player["power"]],
                "name": self.rules.names[player["power"]],
                "cost": int(power_cost_of(self.game, tables, side)),
                "used": bool(player["power_used"]),
            },
            "weapon": self._weapon(player) if player["weapon"] else None,
            "mana": int(mana_of(self.game, side)),
            "crystals": player["crystals"],
            "locked": player["locked"],
            "overload": player["overload"],
            "deck": player["n_deck"],
            "fatigue": player["fatigue"],
            "hand": [self._in_hand(side, place) for place in range(player["n_hand"])],
            "board": [self._minion(side, int(i)) for i in player["board"][: player["n_board"]]],
            "secrets": [self._named(int(entity)) for entity in secrets],
        }

    def _named(self, entity: int) -> dict[str, Any]:
        card = self.cards[entity]
        return {"entity": entity, "id": self.rules.ids[card], "name": self.rules.names[card]}

    def _in_hand(self, side: int, place: int) -> dict[str, Any]:
        entity = int(self.players[side]["hand"][place])
        printed = self.printed[self.cards[entity]]
        kind = TYPES[int(printed["type"])]
        cost = int(cost_of(self.game, self.tables, side, place))
        found = self._named(entity) | {"type": kind, "cost": cost}
        if kind in _WITH_STATS:
            found |= {"attack": int(printed["attack"]), "health": int(printed["health"])}
        return found

    def _character(self, slot: int) -> dict[str, Any]:
        seen = dict(zip(_CHARACTER, self.characters[slot], strict=True))
        shown = keyword_names(seen["keywords"] | seen["aura_keywords"])
        return self._named(self.owners[slot]) | {
            "attack": int(attack_of(self.game, slot)),
            "health": seen["health"],
            "max_health": seen["max_health"],
            "marks": [mark for mark in MARKS if mark in shown],
            "spell_damage": seen["spell_power"],
        }

    def _minion(self, side: int, slot: int) -> dict[str, Any]:
        found = self._character(slot)
        seen = dict(zip(_CHARACTER, self.characters[slot], strict=True))
        keywords = seen["keywords"] | seen["aura_keywords"]
        texts = [
            int(self.tables["attachments"][n & 15]) for n in seen["attached"][: seen["n_attached"]]
        ]
        own = [] if keywords & e.SILENCED else [seen["card"]]
        if any(self.rattles[card] for card in (*own, *texts)):
            found["marks"].append("deathrattle")
        if seen["fresh"] and int(self.game["active"]) == side and not keywords & _AWAKE:
            found["marks"].append("sleeping")
        return found

    def _weapon(self, player: dict[str, Any]) -> dict[str, Any]:
        attack = max(0, player["weapon_attack"] + player["weapon_aura"])
        return self._named(player["weapon_entity"]) | {
            "attack": attack,
            "durability": player["weapon_durability"],
        }


def seen_by(game: np.record, rules: Rules, side: int) -> dict[str, Any]:
    """Return a position as a side sees it.

    Args:
        game: The game (dtype `engine.core.state.GAME`).
        side: The side that looks.

    Returns:
        `turn`, `is_own` (whether it is the side's turn), `choices` of the side, and `own` and
        `enemy`: mana, hero, power, weapon, minions, and the numbers of the cards in hand and deck
        and of the secrets; of `own` also the `hand` and the `secrets`.
    """
    board = board_of(game, rules)
    is_own_choice = int(game["choice_side"]) == side
    own, enemy = board["players"][side], board["players"][1 - side]
    return {
        "turn": board["turn"],
        "is_own": board["active"] == side,
        "choices": [_seen(rules, card) for card in board["choices"] if is_own_choice],
        "own": _open(rules, own)
        | {
            "hand": [_seen(rules, card) for card in own["hand"]],
            "secrets": [_seen(rules, card) for card in own["secrets"]],
        },
        "enemy": _open(rules, enemy),
    }


def _open(rules: Rules, player: dict[str, Any]) -> dict[str, Any]:
    """What both sides see of a player."""
    return {name: player[name] for name in _SEEN_PLAYER} | {
        "hero": {name: player["hero"][name] for name in _SEEN_HERO},
        "power": _seen(rules, player["power"]),
        "weapon": player["weapon"] and _seen(rules, player["weapon"]),
        "board": [_seen(rules, minion) for minion in player["board"]],
        "n_hand": len(player["hand"]),
        "n_secrets": len(player["secrets"]),
    }


def _seen(rules: Rules, card: dict[str, Any]) -> dict[str, Any]:
    """A card without its entity number, with its text."""
    seen = {name: value for name, value in card.items() if name != "entity"}
    return seen | {"text": rules.card_text(card["id"])}


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

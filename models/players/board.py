"""A position as JSON values: the whole board, or what one side sees of it.

Hidden from a side are the opponent's hand and secrets, the cards of both decks, and the opponent's
choices; of all these the numbers are known. Entity numbers are left out there: see `places`.

The fields of a record are read all at once: a replay shows a hundred boards, and reading through
the handles of `engine.game`, one field at a time, takes ten times as long.
"""

from typing import Any

import numpy as np

from engine.card_handle import TYPES
from engine.core import enums as e
from engine.core.costs import attack_of, cost_of
from engine.core.staging import mana_of, power_cost_of
from engine.core.state import CHARACTER, PLAYER
from engine.rules import Rules
from engine.view import MARKS, keyword_names

_WITH_STATS = ("minion", "weapon")
#: Keywords of minions that can attack in the turn in which they come.
_AWAKE = e.CHARGE | e.RUSH
_CHARACTER, _PLAYER = CHARACTER.names or (), PLAYER.names or ()


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


_SEEN_PLAYER = ("mana", "crystals", "locked", "overload", "deck", "fatigue")
_SEEN_HERO = ("id", "name", "attack", "health", "max_health", "marks", "armor")
_SEEN_POWER = ("id", "name", "cost", "used")
_SEEN_MINION = ("id", "name", "attack", "health", "max_health", "marks", "spell_damage")
_SEEN_WEAPON = ("id", "name", "attack", "durability")
_SEEN_CARD = ("id", "name", "type", "cost", "attack", "health")
_SEEN_NAMED = ("id", "name")


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
        "choices": [_of(rules, card, _SEEN_NAMED) for card in board["choices"] if is_own_choice],
        "own": _open(rules, own)
        | {
            "hand": [_of(rules, card, _SEEN_CARD) for card in own["hand"]],
            "secrets": [_of(rules, card, _SEEN_NAMED) for card in own["secrets"]],
        },
        "enemy": _open(rules, enemy),
    }


def _open(rules: Rules, player: dict[str, Any]) -> dict[str, Any]:
    """What both sides see of a player."""
    return {name: player[name] for name in _SEEN_PLAYER} | {
        "hero": {name: player["hero"][name] for name in _SEEN_HERO},
        "power": _of(rules, player["power"], _SEEN_POWER),
        "weapon": player["weapon"] and _of(rules, player["weapon"], _SEEN_WEAPON),
        "board": [_of(rules, minion, _SEEN_MINION) for minion in player["board"]],
        "n_hand": len(player["hand"]),
        "n_secrets": len(player["secrets"]),
    }


def _of(rules: Rules, card: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Some fields of a card, with its text."""
    text = rules.card_text(card["id"])
    return {name: card[name] for name in names if name in card} | {"text": text}

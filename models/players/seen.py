"""A position as one side sees it, as JSON values: what it cannot see is not in them.

Hidden are the opponent's hand and secrets, the cards of both decks, and the opponent's choices; of
all these the numbers are known. Entity numbers are left out: see `places`.
"""

from typing import Any

import numpy as np

from engine.card_data import card_text
from engine.rules import Rules
from models.players.board import board_of

_PLAYER = ("mana", "crystals", "locked", "overload", "deck", "fatigue")
_HERO = ("id", "name", "attack", "health", "max_health", "marks", "armor")
_POWER = ("id", "name", "cost", "used")
_MINION = ("id", "name", "attack", "health", "max_health", "marks", "spell_damage")
_WEAPON = ("id", "name", "attack", "durability")
_CARD = ("id", "name", "type", "cost", "attack", "health")
_NAMED = ("id", "name")


def seen_by(game: np.record, rules: Rules, side: int) -> dict[str, Any]:
    """Return a position as a side sees it.

    Args:
        game: The game (dtype `engine.core.state.GAME`).
        rules: Its cards.
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
        "choices": [_of(card, _NAMED) for card in board["choices"]] if is_own_choice else [],
        "own": _open(own)
        | {
            "hand": [_of(card, _CARD) for card in own["hand"]],
            "secrets": [_of(card, _NAMED) for card in own["secrets"]],
        },
        "enemy": _open(enemy),
    }


def _open(player: dict[str, Any]) -> dict[str, Any]:
    """What both sides see of a player."""
    return {name: player[name] for name in _PLAYER} | {
        "hero": {name: player["hero"][name] for name in _HERO},
        "power": _of(player["power"], _POWER),
        "weapon": player["weapon"] and _of(player["weapon"], _WEAPON),
        "board": [_of(minion, _MINION) for minion in player["board"]],
        "n_hand": len(player["hand"]),
        "n_secrets": len(player["secrets"]),
    }


def _of(card: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Some fields of a card, with its text."""
    return {name: card[name] for name in names if name in card} | {"text": card_text(card["id"])}

"""Why an action is not legal: the rule that forbids it, in words.

Which actions are legal is decided by `engine.core.options` alone; this only explains.
"""

import numpy as np

from engine.core import enums as e
from engine.core.costs import attack_of, cost_of
from engine.core.staging import mana_of, power_cost_of
from engine.rules import Rules


class IllegalAction(ValueError):  # noqa: N818 - the name people look for
    """An action that the rules forbid; the message names the rule."""


def _flags(game: np.record, slot: int) -> int:
    character = game.characters[slot]
    return int(character.keywords) | int(character.aura_keywords)


def _name(game: np.record, rules: Rules, entity: int) -> str:
    return rules.names[game.entities[entity].card]


def why_no_turn(game: np.record, side: int) -> str:
    """Why the side can't act at all now; '' if it can."""
    if game.result != e.RUNNING:
        return "the game is over"
    if game.n_choices:
        return "a choice is pending: choose() first"
    if game.active != side:
        return "it is the other player's turn"
    return ""


def _why_no_target(game: np.record, rules: Rules, side: int, target: int, by_magic: bool) -> str:
    """Why a card that takes a target can't have this one."""
    name = _name(game, rules, target)
    slot = int(game.entities[target].slot)
    if game.entities[target].zone != e.IN_PLAY:
        return f"{name} is not in play"
    flags = _flags(game, slot)
    if game.slot_side[slot] != side and flags & e.STEALTH:
        return f"{name} has stealth: the enemy can't target it"
    if game.slot_side[slot] != side and flags & e.IMMUNE:
        return f"{name} is immune: the enemy can't target it"
    if by_magic and flags & e.ELUSIVE:
        return f"{name} can't be targeted by spells or hero powers"
    return f"{name} does not fit the text"


def _why_not_text(
    game: np.record, rules: Rules, card: np.record, target: int, targets: set[int]
) -> str:
    """Why the target (0: none) of a playable card is wrong; `targets` are the legal ones."""
    if target and not card.target:
        return "it takes no target"
    if target:
        by_magic = card.type not in (e.MINION_CARD, e.WEAPON_CARD)
        return _why_no_target(game, rules, int(game.active), target, by_magic)
    if targets - {0}:
        return "it needs a target"
    if card.target and not card.target_optional:
        return "it has no legal target"
    return "its text can't be played now"


def why_not_play(game: np.record, rules: Rules, entity: int, target: int, targets: set[int]) -> str:
    """Why a card can't be played so.

    Args:
        game: The position.
        rules: The cards.
        entity: The card.
        target: The target wanted, 0 if none.
        targets: Its legal targets now, 0 among them if it is playable without one.
    """
    side = int(game.active)
    player, card = game.players[side], rules.tables.cards[game.entities[entity].card]
    name = _name(game, rules, entity)
    hand = list(player.hand[: player.n_hand])
    if entity not in hand:
        return f"{name} is not in the hand of the player to move"
    cost = cost_of(game, rules.tables, side, hand.index(entity))
    secrets = [game.entities[i].card for i in player.secrets[: player.n_secrets]]
    if cost > mana_of(game, side):
        return f"{name} costs {cost}, the player has {mana_of(game, side)} mana"
    if card.type == e.MINION_CARD and player.n_board >= e.MAX_BOARD:
        return f"the board is full: {e.MAX_BOARD} minions"
    if card.type == e.SECRET_CARD and game.entities[entity].card in secrets:
        return f"{name} is already in play: a player has each secret once"
    if card.type == e.SECRET_CARD and len(secrets) >= e.MAX_SECRETS:
        return f"a player has at most {e.MAX_SECRETS} secrets"
    if target in targets:
        return f"{name} can't go to that place, or has no such choice"
    return f"{name}: {_why_not_text(game, rules, card, target, targets)}"


def why_not_power(game: np.record, rules: Rules, target: int, targets: set[int]) -> str:
    """Why the hero power can't be used so; arguments as for `why_not_play`."""
    side = int(game.active)
    player = game.players[side]
    name, cost = rules.names[player.power], power_cost_of(game, rules.tables, side)
    if player.power_used >= max(1, int(player.power_limit)):
        return f"{name} was already used this turn"
    if cost > mana_of(game, side):
        return f"{name} costs {cost}, the player has {mana_of(game, side)} mana"
    card = rules.tables.cards[player.power]
    return f"{name}: {_why_not_text(game, rules, card, target, targets)}"


def _why_no_attacker(game: np.record, name: str, slot: int) -> str:
    """Why the character can't attack anything now; '' if it can."""
    flags, character = _flags(game, slot), game.characters[slot]
    if flags & e.CANT_ATTACK:
        return f"{name} can't attack"
    if flags & e.FROZEN:
        return f"{name} is frozen"
    if attack_of(game, slot) <= 0:
        return f"{name} has no attack"
    if slot >= 2 and character.fresh and not flags & (e.CHARGE | e.RUSH):
        return f"{name} came into play or changed sides this turn and has no charge"
    return ""


def _why_no_defender(game: np.record, rules: Rules, slot: int, defender: int) -> str:
    side = int(game.slot_side[slot])
    name, other = _name(game, rules, defender), int(game.entities[defender].slot)
    if game.entities[defender].zone != e.IN_PLAY:
        return f"{name} is not in play"
    if game.slot_side[other] == side:
        return f"{name} is no enemy"
    if _flags(game, other) & (e.STEALTH | e.IMMUNE):
        return f"{name} can't be attacked: it is stealthed or immune"
    enemy = game.players[1 - side]
    taunts = [
        i
        for i in enemy.board[: enemy.n_board]
        if _flags(game, i) & e.TAUNT and not _flags(game, i) & (e.STEALTH | e.IMMUNE)
    ]
    if taunts and not _flags(game, other) & e.TAUNT:
        return f"{_name(game, rules, game.slot_entity[taunts[0]])} has taunt"
    fresh = game.characters[slot].fresh and not _flags(game, slot) & e.CHARGE
    if other < 2 and (_flags(game, slot) & e.NO_HERO_ATTACK or fresh):
        return f"{_name(game, rules, game.slot_entity[slot])} can't attack heroes this turn"
    return ""


def why_not_attack(game: np.record, rules: Rules, attacker: int, defender: int) -> str:
    """Why a character can't attack another."""
    name, slot = _name(game, rules, attacker), int(game.entities[attacker].slot)
    if game.entities[attacker].zone != e.IN_PLAY or game.slot_side[slot] != game.active:
        return f"{name} is not in play on the side of the player to move"
    return (
        _why_no_attacker(game, name, slot)
        or _why_no_defender(game, rules, slot, defender)
        or f"{name} has made its attacks this turn"
    )

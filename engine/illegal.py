"""Why an action is not legal: the rule that forbids it, in words.

`engine.core.options` decides which actions are legal; this module only explains.
"""

import numpy as np

from engine.core import enums as e
from engine.core.costs import attack_of, cost_of
from engine.core.staging import mana_of, power_cost_of
from engine.rules import Rules
from engine.view import condition_text, flags_of, selector_text


class IllegalAction(ValueError):  # noqa: N818 - the name people look for
    """An action that the rules forbid; the message names the rule."""


def _name(game: np.record, rules: Rules, entity: int) -> str:
    return rules.names[game.entities[entity].card] or "nothing"


def why_no_turn(game: np.record, side: int) -> str:
    """Why the side can't act at all now; '' if it can."""
    if game.result != e.RUNNING:
        return "the game is over"
    if game.n_choices:
        return "a choice is pending: choose() first"
    if game.active != side:
        return "it is the other player's turn"
    return ""


def _why_no_target(game: np.record, rules: Rules, wanted: str, target: int, by_magic: bool) -> str:
    """Why a text that takes a target, as `wanted` says, can't have this one."""
    side, name = int(game.active), _name(game, rules, target)
    slot = int(game.entities[target].slot)
    if game.entities[target].zone != e.IN_PLAY:
        return f"{name} is not in play"
    flags = flags_of(game, slot)
    if game.slot_side[slot] != side and flags & e.STEALTH:
        return f"{name} has stealth: the enemy can't target it"
    if game.slot_side[slot] != side and flags & e.IMMUNE:
        return f"{name} is immune: the enemy can't target it"
    if by_magic and flags & e.ELUSIVE:
        return f"{name} can't be targeted by spells or hero powers"
    return f"{name} does not fit {wanted}"


def _why_not_text(
    game: np.record, rules: Rules, text: np.record, by_magic: bool, target: int, targets: set[int]
) -> str:
    """Why the target (0: none) of a text is wrong; `targets` are the legal ones, 0 for none."""
    wanted = selector_text(rules, text.target)
    if target and (not text.target or targets == {0}):
        return "it takes no target" + (" now" if text.target else "")
    if target:
        return _why_no_target(game, rules, wanted, target, by_magic)
    if targets:
        return f"it needs a target: {wanted}"
    effects = rules.tables.effects[text.needs : text.needs_stop]
    needs = " and ".join(condition_text(rules, row) for row in effects)
    if text.target:
        return f"it has no legal target: {wanted}" + (f", or lacks {needs}" if needs else "")
    return f"its text can't be played now: it needs {needs}"


def _why_not_chosen(
    game: np.record, rules: Rules, name: str, card: np.record, code: int, legal: list[int]
) -> str:
    """Why a card or hero power that is affordable can't be used with this target and choice."""
    target, position, choice = (code >> 16) & 255, (code >> 24) & 255, (code >> 32) & 255
    n_choices = int(card.n_options) if card.options else 1
    if choice >= n_choices:
        first = int(card.options)
        texts = [f"{i} ({rules.names[first + i]})" for i in range(n_choices if first else 0)]
        has = f"its choices are {', '.join(texts)}" if texts else "it leaves no choice"
        return f"{name} has no such choice: {has}"
    text = rules.tables.cards[int(card.options) + choice] if card.options else card
    same = [c for c in legal if c & 0xFFFF == code & 0xFFFF and c >> 32 == choice]
    targets = {(c >> 16) & 255 for c in same}
    if target in targets:
        n_places = int(game.players[game.active].n_board)
        has = f"the board has places 0 to {n_places}"
        has = has if card.type == e.MINION_CARD else "only minions take one"
        return f"{name} can't go to place {position}: {has}"
    by_magic = card.type not in (e.MINION_CARD, e.WEAPON_CARD)
    return f"{name}: {_why_not_text(game, rules, text, by_magic, target, targets)}"


def _why_not_play(game: np.record, rules: Rules, code: int, legal: list[int]) -> str:
    side, entity = int(game.active), (code >> 8) & 255
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
    return _why_not_chosen(game, rules, name, card, code, legal)


def _why_not_power(game: np.record, rules: Rules, code: int, legal: list[int]) -> str:
    side = int(game.active)
    player = game.players[side]
    name, cost = rules.names[player.power], power_cost_of(game, rules.tables, side)
    if player.power == 0:
        return "the hero has no hero power"
    if player.power_used >= max(1, int(player.power_limit)):
        return f"{name} was already used this turn"
    if cost > mana_of(game, side):
        return f"{name} costs {cost}, the player has {mana_of(game, side)} mana"
    return _why_not_chosen(game, rules, name, rules.tables.cards[player.power], code, legal)


def most_attacks(game: np.record, rules: Rules, slot: int) -> int:
    """How many attacks a character may make in a turn."""
    flags = flags_of(game, slot)
    weapon = rules.tables.cards[game.players[slot].weapon].keywords if slot < 2 else 0
    return 4 if flags & e.MEGA_WINDFURY else 2 if (flags | int(weapon)) & e.WINDFURY else 1


def _why_no_attacker(game: np.record, rules: Rules, name: str, slot: int) -> str:
    """Why the character can't attack anything now; '' if it can."""
    flags, character = flags_of(game, slot), game.characters[slot]
    if flags & e.CANT_ATTACK:
        return f"{name} can't attack"
    if flags & e.FROZEN:
        return f"{name} is frozen"
    if attack_of(game, slot) <= 0:
        return f"{name} has no attack"
    if slot >= 2 and character.fresh and not flags & (e.CHARGE | e.RUSH):
        return f"{name} came into play or changed sides this turn and has no charge"
    if character.attacks_made >= most_attacks(game, rules, slot):
        return f"{name} has made its attacks this turn"
    return ""


def _why_no_defender(game: np.record, rules: Rules, slot: int, defender: int) -> str:
    side = int(game.slot_side[slot])
    name, other = _name(game, rules, defender), int(game.entities[defender].slot)
    if game.entities[defender].zone != e.IN_PLAY:
        return f"{name} is not in play"
    if game.slot_side[other] == side:
        return f"{name} is no enemy"
    if flags_of(game, other) & (e.STEALTH | e.IMMUNE):
        return f"{name} can't be attacked: it is stealthed or immune"
    enemy = game.players[1 - side]
    taunts = [
        i
        for i in enemy.board[: enemy.n_board]
        if flags_of(game, i) & e.TAUNT and not flags_of(game, i) & (e.STEALTH | e.IMMUNE)
    ]
    if taunts and not flags_of(game, other) & e.TAUNT:
        return f"{_name(game, rules, game.slot_entity[taunts[0]])} has taunt"
    fresh = game.characters[slot].fresh and not flags_of(game, slot) & e.CHARGE
    if other < 2 and (flags_of(game, slot) & e.NO_HERO_ATTACK or fresh):
        return f"{_name(game, rules, game.slot_entity[slot])} can't attack heroes this turn"
    return ""


def _why_not_attack(game: np.record, rules: Rules, code: int) -> str:
    attacker, defender = (code >> 8) & 255, (code >> 16) & 255
    name, slot = _name(game, rules, attacker), int(game.entities[attacker].slot)
    if game.entities[attacker].zone != e.IN_PLAY or game.slot_side[slot] != game.active:
        return f"{name} is not in play on the side of the player to move"
    return _why_no_attacker(game, rules, name, slot) or _why_no_defender(
        game, rules, slot, defender
    )


def why_illegal(game: np.record, rules: Rules, code: int, legal: list[int]) -> str:
    """Why an action, which is none of the `legal` ones, is not legal: the rule that forbids it."""
    kind = code & 255
    if kind == e.CHOOSE and game.result == e.RUNNING:
        n = int(game.n_choices)
        return f"there are {n} cards to choose from" if n else "no choice is pending"
    why = why_no_turn(game, int(game.active))
    if why:
        return why
    if kind == e.PLAY:
        return _why_not_play(game, rules, code, legal)
    if kind == e.POWER:
        return _why_not_power(game, rules, code, legal)
    if kind == e.ATTACK:
        return _why_not_attack(game, rules, code)
    return f"{code} is the number of no action"

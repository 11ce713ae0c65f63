"""The legal actions of a state, in the order of SabberStone's options.

Source: SabberStone, Controller.Options: a pending choice only; else EndTurn,
hand cards from the left with every target and every board position, the hero power, attacks of
minions from the left, the hero's attack.
"""

import numpy as np

from engine.core import enums as e
from engine.core.actions import pack, power_cost
from engine.core.amounts import compares, side_amount
from engine.core.costs import attack_of, cost_of, mana_left
from engine.core.jit import BOOL, INDEX, INT, VOID, entry, kernel, linked
from engine.core.select import fits, keywords_of
from engine.core.state import MAX_OPTIONS, POWER_TARGETS_MINIONS
from engine.core.types import CARD_T, EFFECT_T, GAME_T, OPTIONS_T, RULES_T, SELECTOR_T
from engine.core.zones import has_secret


@kernel(VOID, GAME_T, OPTIONS_T, INT)
def _offer(game, options, action):
    if options.n >= MAX_OPTIONS:
        game.error = e.TOO_MANY_REFS
        return
    options.actions[options.n] = action
    options.n += 1


@kernel(INT, GAME_T, RULES_T, INDEX, INDEX)
def _count(game, rules, row, side):
    """How many characters in play fit the selector of the side."""
    selector = rules.selectors[row]
    found = 0
    for slot in range(16):
        if game.slot_entity[slot] and fits(game, rules, selector, side, 0, 0, slot):
            found += 1
    return found


@entry(INT, GAME_T, RULES_T, INDEX, EFFECT_T)
def holds_for(game, rules, side, needs):
    """1 if a condition about playing a card of the side holds, else 0."""
    of = side if needs.of_side != e.ENEMY else 1 - side
    if needs.kind == e.COUNT:
        counted = _count(game, rules, needs.of, side)
    else:
        counted = side_amount(game, rules, of, needs.kind, needs.of)
    return compares(needs, counted)


_holds = linked(holds_for)  # few cards have a condition; options are listed often


@kernel(BOOL, GAME_T, RULES_T, INDEX, CARD_T)
def _can_be_played(game, rules, side, card):
    """Whether the card's own conditions hold."""
    for row in range(card.needs, card.needs_stop):
        if _holds(game, rules, side, rules.effects[row]) == 0:
            return False
    return True


@kernel(BOOL, GAME_T, RULES_T, SELECTOR_T, INDEX, INDEX, BOOL, inline=True)
def _is_target(game, rules, selector, side, slot, by_magic):
    """Whether a card of the side may choose the character (`by_magic`: spell or hero power)."""
    if not fits(game, rules, selector, side, 0, 0, slot):
        return False
    flags = keywords_of(game.characters[slot])
    if by_magic and flags & e.ELUSIVE:
        return False
    return game.slot_side[slot] == side or not flags & (e.STEALTH | e.IMMUNE)


@kernel(VOID, GAME_T, OPTIONS_T, INT, INT, INT, INT, INT)
def _offer_places(game, options, kind, source, target, n_places, choice):
    for position in range(n_places):
        _offer(game, options, pack(kind, source, target, position, choice))


@kernel(INT, GAME_T, RULES_T, OPTIONS_T, SELECTOR_T, INDEX, INDEX, INT, INT, INT, BOOL)
def _offer_side(game, rules, options, selector, side, of, action, n_places, choice, by_magic):
    """Offers the action once per legal target among the minions of a side."""
    player = game.players[of]
    found = 0
    for i in range(player.n_board):
        slot = player.board[i]
        if _is_target(game, rules, selector, side, slot, by_magic):
            found += 1
            _offer_places(
                game, options, action & 255, action >> 8, np.int64(game.slot_entity[slot]),
                n_places, choice,
            )  # fmt: skip
    return found


@kernel(INT, GAME_T, RULES_T, OPTIONS_T, INDEX, INDEX, INT, INT, INT, BOOL)
def _offer_targets(game, rules, options, row, side, action, n_places, choice, by_magic):
    """Offers the action once per legal target: own hero, enemy hero, enemy minions, own minions.

    Sets of one side list the hero first. `action` holds kind and source.
    """
    selector = rules.selectors[row]
    found = 0
    for i in range(2):
        hero = side if i == 0 else 1 - side
        if _is_target(game, rules, selector, side, hero, by_magic):
            found += 1
            _offer_places(
                game, options, action & 255, action >> 8, np.int64(game.slot_entity[hero]),
                n_places, choice,
            )  # fmt: skip
    found += _offer_side(
        game, rules, options, selector, side, 1 - side, action, n_places, choice, by_magic
    )
    found += _offer_side(
        game, rules, options, selector, side, side, action, n_places, choice, by_magic
    )
    return found


@kernel(BOOL, GAME_T, RULES_T, INDEX, CARD_T, INDEX)
def _is_playable(game, rules, side, card, entity):
    player = game.players[side]
    if card.type == e.MINION_CARD and player.n_board >= e.MAX_BOARD:
        return False
    if card.type == e.SECRET_CARD:
        if player.n_secrets >= e.MAX_SECRETS:
            return False
        if has_secret(game, side, game.entities[entity].card):
            return False
    return _can_be_played(game, rules, side, card)


@kernel(BOOL, GAME_T, RULES_T, INDEX, CARD_T)
def _takes_target(game, rules, side, card):
    """Whether the text wants a target now: some do only with combo, or if their condition holds."""
    if card.target == 0 or (card.target_needs_combo and game.players[side].cards_played == 0):
        return False
    return card.target_if == 0 or _holds(game, rules, side, rules.effects[card.target_if]) != 0


@kernel(VOID, GAME_T, RULES_T, OPTIONS_T, INDEX, CARD_T, INT, INT, INT)
def _offer_text(game, rules, options, side, card, source, n_places, choice):
    """Offers a card, or one of its options, with its targets."""
    if not _can_be_played(game, rules, side, card):
        return
    kind = rules.cards[game.entities[source].card].type  # an option of a minion is no spell
    if _takes_target(game, rules, side, card):
        by_magic = kind != e.MINION_CARD and kind != e.WEAPON_CARD
        action = e.PLAY | source << 8
        found = _offer_targets(
            game, rules, options, card.target, side, action, n_places, choice, by_magic
        )
        if found or not card.target_optional:
            return
    _offer_places(game, options, e.PLAY, source, 0, n_places, choice)


@kernel(VOID, GAME_T, RULES_T, OPTIONS_T, INDEX)
def _offer_hand(game, rules, options, side):
    player = game.players[side]
    mana = mana_left(game, side)
    for i in range(player.n_hand):
        entity = np.int64(player.hand[i])
        card = rules.cards[game.entities[entity].card]
        if cost_of(game, rules, side, i) > mana or not _is_playable(
            game, rules, side, card, entity
        ):
            continue
        n_places = np.int64(player.n_board) + 1 if card.type == e.MINION_CARD else 1
        if card.options:
            for choice in range(card.n_options):
                option = rules.cards[card.options + choice]
                _offer_text(game, rules, options, side, option, entity, n_places, choice)
        else:
            _offer_text(game, rules, options, side, card, entity, n_places, 0)


@kernel(VOID, GAME_T, RULES_T, OPTIONS_T, INDEX)
def _offer_power(game, rules, options, side):
    player = game.players[side]
    card = rules.cards[player.power]
    if (
        player.power == 0
        or player.power_used >= max(1, player.power_limit)
        or power_cost(game, rules, side) > mana_left(game, side)
        or not _is_playable(game, rules, side, card, 0)
    ):
        return
    hero = np.int64(game.slot_entity[side])
    if card.target and (not card.target_needs_combo or player.traits & POWER_TARGETS_MINIONS):
        _offer_targets(game, rules, options, card.target, side, e.POWER | hero << 8, 1, 0, True)
    else:
        for choice in range(max(1, np.int64(card.n_options))):
            _offer(game, options, pack(e.POWER, hero, 0, 0, choice))


@kernel(BOOL, GAME_T, RULES_T, INDEX, INT)
def _may_attack(game, rules, slot, flags):
    """Whether the character can attack something now."""
    character = game.characters[slot]
    if flags & (e.CANT_ATTACK | e.FROZEN) or attack_of(game, slot) <= 0:
        return False
    if slot >= 2 and character.fresh and not flags & (e.CHARGE | e.RUSH):
        return False
    limit = 2 if flags & e.WINDFURY else 1
    if flags & e.MEGA_WINDFURY:
        limit = 4
    if slot < 2:
        weapon = game.players[slot].weapon
        if weapon and rules.cards[weapon].keywords & e.WINDFURY:
            limit = 2
    return character.attacks_made < limit


@kernel(BOOL, GAME_T, INDEX)
def _is_hidden(game, slot):
    return keywords_of(game.characters[slot]) & (e.STEALTH | e.IMMUNE) != 0


@kernel(BOOL, GAME_T, INDEX)
def _has_taunt(game, side):
    player = game.players[side]
    for i in range(player.n_board):
        slot = player.board[i]
        if keywords_of(game.characters[slot]) & e.TAUNT and not _is_hidden(game, slot):
            return True
    return False


@kernel(VOID, GAME_T, RULES_T, OPTIONS_T, INDEX, BOOL)
def _offer_attacks(game, rules, options, slot, taunt):
    """Offers the attacks of one character: enemy minions from the left, then the hero."""
    flags = keywords_of(game.characters[slot])
    if not _may_attack(game, rules, slot, flags):
        return
    enemy = 1 - np.int64(game.slot_side[slot])
    source = np.int64(game.slot_entity[slot])
    player = game.players[enemy]
    for i in range(player.n_board):
        other = player.board[i]
        if _is_hidden(game, other):
            continue
        if taunt and not keywords_of(game.characters[other]) & e.TAUNT:
            continue
        _offer(game, options, pack(e.ATTACK, source, np.int64(game.slot_entity[other]), 0, 0))
    only_minions = flags & e.NO_HERO_ATTACK or (
        slot >= 2 and game.characters[slot].fresh and not flags & e.CHARGE
    )
    if not (taunt or only_minions or _is_hidden(game, enemy)):
        _offer(game, options, pack(e.ATTACK, source, np.int64(game.slot_entity[enemy]), 0, 0))


@entry(VOID, GAME_T, RULES_T, OPTIONS_T)
def list_options(game, rules, options):
    """Lists all legal actions of the player to move."""
    options.n = 0
    if game.n_choices:
        for choice in range(game.n_choices):
            _offer(game, options, pack(e.CHOOSE, 0, 0, 0, choice))
        return
    side = np.int64(game.active)
    _offer(game, options, pack(e.END_TURN, 0, 0, 0, 0))
    _offer_hand(game, rules, options, side)
    _offer_power(game, rules, options, side)
    taunt = _has_taunt(game, 1 - side)
    player = game.players[side]
    for i in range(player.n_board):
        _offer_attacks(game, rules, options, player.board[i], taunt)
    _offer_attacks(game, rules, options, side, taunt)

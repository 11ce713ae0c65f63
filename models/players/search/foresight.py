"""What the scorers would see after an action that is not played.

Most states of a search are scored once and dropped. Where an action is plain, its outcome for the
scorer follows from the state before by a few additions. Plain are attacks, the end of the turn, and
spells, hero powers and minions of which nothing comes but what one or two rows of text say. What
is not plain is played, and so is every state that a search keeps. A test compares every foreseen
outcome with the played one.
"""

import numpy as np

from engine.core import enums as e
from engine.core.costs import attack_of, cost_of, cost_of_card, weapon_attack
from engine.core.jit import BOOL, INDEX, INT
from engine.core.select import fits, keywords_of, slot_of
from engine.core.state import NO_SLOT
from engine.core.types import CARD_T, EFFECT_T, GAME_T, RULES_T, SELECTOR_T, VM_T
from engine.core.zones import hand_index
from models.players.core import kernel
from models.players.core.scorers import copy_sight
from models.players.core.state import (
    ATTACK,
    COST,
    DECK,
    HAND,
    HERO_ATTACK,
    MINION_HEALTH,
    MINIONS,
    NETWORK,
    OWN,
    PRICED,
    SIGHT_T,
    STRATEGY_T,
    TAUNTS,
    THEIRS,
)
from models.players.search.reactions import (
    ARMS,
    DAMAGE,
    ENTRY,
    HEARS_A_MINION,
    NOT_PLAIN,
    foresee_attack,
    foresee_hero,
    foresee_minion,
    has_last_words,
    is_heard_when_drawn,
    stirs,
    stirs_as_minion,
    stirs_as_spell,
    unarmed_attack,
)

_SPELL, _POWER = 1, 2  # what a text is of, as in a frame's `spell`


@kernel(INT, GAME_T, RULES_T, SELECTOR_T, INDEX, INT)
def _only_one(game, rules, selector, side, action):
    """The slot of the one character that a selector means, the target or a hero; else NO_SLOT."""
    if selector.pick == e.TARGET:
        source, target = (action >> 8) & 255, (action >> 16) & 255
        slot = slot_of(game, target)
        if slot == NO_SLOT or not fits(game, rules, selector, side, source, target, slot):
            return NO_SLOT
        return slot
    if selector.kind != e.HEROES or selector.pick != e.ALL or selector.filter != e.ANY:
        return NO_SLOT
    if selector.side == e.ENEMY:
        return 1 - np.int64(side)
    return np.int64(side) if selector.side == e.FRIENDLY else NO_SLOT


@kernel(BOOL, GAME_T, RULES_T, VM_T, EFFECT_T, INDEX, INT, INT, INT, SIGHT_T)
def _foresee_deal(game, rules, vm, effect, side, action, kind, steady, sight):
    """A spell or hero power damages one character."""
    slot = _only_one(game, rules, rules.selectors[effect.on], side, action)
    if effect.kind != e.CONSTANT or effect.by or slot == NO_SLOT or not steady & DAMAGE:
        return False
    player, hero = game.players[side], keywords_of(game.characters[side])
    if keywords_of(game.characters[slot]) & NOT_PLAIN or hero & (NOT_PLAIN | e.POISONOUS):
        return False
    amount = np.int64(effect.amount)
    if kind == _SPELL and effect.magic:
        amount += np.int64(player.spell_power)
    amount <<= np.int64(player.doubling)
    whose = OWN if game.slot_side[slot] == side else THEIRS
    source = (action >> 8) & 255  # the spell, or the hero
    if slot < 2:
        return foresee_hero(game, rules, vm, source, slot, amount, whose, sight)
    return foresee_minion(game, rules, vm, source, slot, amount, False, steady, whose, sight)


@kernel(BOOL, GAME_T, RULES_T, EFFECT_T, INDEX, INT, INT, SIGHT_T)
def _foresee_give(game, rules, effect, side, action, steady, sight):
    """One minion is given attack and health."""
    slot = _only_one(game, rules, rules.selectors[effect.on], side, action)
    if effect.kind != e.CONSTANT or effect.amount != 1 or not steady & DAMAGE:
        return False
    if slot == NO_SLOT or slot < 2:
        return False
    minion, grant = game.characters[slot], rules.grants[effect.arg]
    if grant.keywords or grant.spell_power or grant.attached:
        return False
    card = rules.cards[minion.card]
    if keywords_of(minion) & NOT_PLAIN or card.auras != card.auras_stop:
        return False
    attack = np.int64(minion.attack) + np.int64(minion.turn_attack) + np.int64(minion.aura_attack)
    if attack < 0 or attack + np.int64(grant.attack) < 0 or grant.health < 0:
        return False
    values = sight.values
    whose = OWN if game.slot_side[slot] == side else THEIRS
    values[ATTACK + whose] += np.int64(grant.attack)
    values[MINION_HEALTH + whose] += np.int64(grant.health)
    if keywords_of(minion) & e.TAUNT:
        values[TAUNTS + whose] += np.int64(grant.health)
    return True


@kernel(BOOL, GAME_T, RULES_T, EFFECT_T, INDEX, STRATEGY_T, SIGHT_T)
def _foresee_draw(game, rules, effect, side, strategy, sight):
    """The player draws one card."""
    player, values = game.players[side], sight.values
    if effect.kind != e.CONSTANT or effect.amount != 1 or effect.arg or effect.side == e.ENEMY:
        return False
    if player.n_deck == 0 or values[HAND + OWN] >= e.MAX_HAND:
        return False
    if is_heard_when_drawn(game, rules, side):
        return False
    values[HAND + OWN] += 1
    values[DECK + OWN] -= 1
    if strategy.scorer != NETWORK:
        return True
    drawn = game.entities[player.deck[np.int64(player.n_deck) - 1]].card
    if rules.cards[drawn].cost_kind:
        return False
    values[COST] += cost_of_card(game, rules, side, drawn, 0)
    return True


@kernel(BOOL, GAME_T, RULES_T, EFFECT_T, INDEX, INT, SIGHT_T)
def _foresee_weapon(game, rules, effect, side, steady, sight):
    """The hero's weapon is replaced."""
    card = rules.cards[effect.arg]
    if effect.side == e.ENEMY or not steady & ARMS or card.events & e.AURA_BIT:
        return False
    if has_last_words(rules, game.players[side].weapon):
        return False
    weapon = max(0, np.int64(card.attack) + np.int64(game.players[side].weapon_aura))
    sight.values[HERO_ATTACK + OWN] = max(0, unarmed_attack(game, side) + weapon)
    return True


@kernel(BOOL, CARD_T, INT, SIGHT_T)
def _foresee_entry(card, steady, sight):
    """A minion enters the own board, as it is printed."""
    if not steady & ENTRY or card.auras != card.auras_stop or card.keywords & e.ATTACK_IS_HEALTH:
        return False
    values = sight.values
    values[MINIONS + OWN] += 1
    values[ATTACK + OWN] += max(0, np.int64(card.attack))
    values[MINION_HEALTH + OWN] += card.health
    if card.keywords & e.TAUNT:
        values[TAUNTS + OWN] += card.health
    return True


@kernel(BOOL, GAME_T, RULES_T, EFFECT_T, INDEX, INT, SIGHT_T)
def _foresee_summon(game, rules, effect, side, steady, sight):
    """One token is summoned."""
    card = rules.cards[effect.arg]
    if effect.kind != e.CONSTANT or effect.amount != 1 or effect.side == e.ENEMY:
        return False
    hears = game.listening | card.events
    if hears & HEARS_A_MINION or game.players[side].n_board == e.MAX_BOARD:
        return False
    return _foresee_entry(card, steady, sight)


@kernel(BOOL, GAME_T, RULES_T, VM_T, EFFECT_T, INDEX, INT, INT, INT, SIGHT_T)
def _foresee_change(game, rules, vm, effect, side, action, kind, steady, sight):
    """A row of text that changes a character, a board or a weapon."""
    op = effect.op
    if op == e.DEAL:
        return _foresee_deal(game, rules, vm, effect, side, action, kind, steady, sight)
    if op == e.GIVE:
        return _foresee_give(game, rules, effect, side, action, steady, sight)
    if op == e.SUMMON:
        return _foresee_summon(game, rules, effect, side, steady, sight)
    if op == e.EQUIP:
        return _foresee_weapon(game, rules, effect, side, steady, sight)
    # no scorer sees armour
    return op == e.GAIN_ARMOR and not (game.listening >> e.ARMOR_GAINED) & 1


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, CARD_T, INT, INT, INT, SIGHT_T)
def _foresee_text(game, rules, vm, side, strategy, card, kind, steady, action, sight):
    """The rows of a text: at most one of them changes something, and another draws a card."""
    start, stop = np.int64(card.play), np.int64(card.play_stop)
    if kind == _SPELL and game.players[side].cards_played > 0 and card.combo != card.combo_stop:
        start, stop = np.int64(card.combo), np.int64(card.combo_stop)
    n_changes = n_draws = 0
    for row in range(start, stop):
        effect = rules.effects[row]
        if effect.op == e.DRAW:
            n_draws += 1
            is_foreseen = _foresee_draw(game, rules, effect, side, strategy, sight)
        elif effect.op == e.GAIN_MANA:  # which no scorer sees
            is_foreseen = True
        else:
            n_changes += 1
            is_foreseen = _foresee_change(
                game, rules, vm, effect, side, action, kind, steady, sight
            )
        if not is_foreseen or n_changes > 1 or n_draws > 1:
            return False
    return True


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INT, SIGHT_T)
def foresee_power(game, rules, vm, side, strategy, steady, action, sight):
    """The hero power is used; False if that must be played."""
    card = rules.cards[game.players[side].power]
    is_aimed = card.combo != card.combo_stop and (action >> 16) & 255 != 0
    if card.options or is_aimed or sight.values[PRICED] or game.heeds & e.HEEDS_HAND:
        return False
    return _foresee_text(game, rules, vm, side, strategy, card, _POWER, steady, action, sight)


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, CARD_T, INT, INT, SIGHT_T)
def _foresee_minion_play(game, rules, vm, side, card, steady, action, sight):
    """A minion without a battlecry is played."""
    combo = game.players[side].cards_played > 0 and card.combo != card.combo_stop
    if combo or card.play != card.play_stop or card.events & HEARS_A_MINION:
        return False
    if not _foresee_entry(card, steady, sight):
        return False
    return not stirs_as_minion(game, rules, vm, (action >> 8) & 255)


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INT, SIGHT_T)
def foresee_play(game, rules, vm, side, strategy, steady, action, sight):
    """A card is played from hand; False if it must be played."""
    entity, player = (action >> 8) & 255, game.players[side]
    card, values = rules.cards[game.entities[entity].card], sight.values
    if card.options or values[PRICED] or player.first_minion_cost or player.spell_discount:
        return False
    if player.dragon_discount or game.heeds & e.HEEDS_HAND:
        return False
    values[HAND + OWN] -= 1
    is_foreseen = False
    if card.type == e.MINION_CARD:
        is_foreseen = _foresee_minion_play(game, rules, vm, side, card, steady, action, sight)
    elif card.type == e.SPELL_CARD and not stirs_as_spell(game, rules, vm, action):
        is_foreseen = _foresee_text(
            game, rules, vm, side, strategy, card, _SPELL, steady, action, sight
        )
    if is_foreseen and strategy.scorer == NETWORK:
        values[COST] -= cost_of(game, rules, side, hand_index(game, entity))
    return is_foreseen


@kernel(BOOL, GAME_T, INDEX, INDEX, SIGHT_T)
def _foresee_rest(game, side, whose, sight):
    """What was for this turn only ends for a side's minions; False if one of them goes back."""
    player = game.players[side]
    for i in range(player.n_board):
        slot = player.board[i]
        minion = game.characters[slot]
        if minion.keywords & e.BORROWED:
            return False
        if minion.turn_attack and not minion.keywords & e.ATTACK_IS_HEALTH:
            lasting = max(0, np.int64(minion.attack) + np.int64(minion.aura_attack))
            sight.values[ATTACK + whose] += lasting - attack_of(game, slot)
    return True


@kernel(INT, GAME_T, INDEX)
def _lasting_attack(game, side):
    """Attack of the hero, without what is for this turn only and without its weapon."""
    hero = game.characters[side]
    return np.int64(hero.attack) + np.int64(hero.aura_attack)


@kernel(BOOL, GAME_T, RULES_T, INDEX, SIGHT_T)
def _turn_matters(game, rules, side, sight):
    """Whether an aura or what an own card costs depends on the opponent's hand or on the turn."""
    if game.heeds & e.HEEDS_HAND:
        return True
    if sight.values[PRICED]:
        player = game.players[side]
        for i in range(player.n_hand):
            card = rules.cards[game.entities[player.hand[i]].card]
            if card.cost_side == e.ENEMY or card.cost_kind == e.DEATHS_THIS_TURN:
                return True
    return False


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, SIGHT_T)
def foresee_end_of_turn(game, rules, vm, side, sight):
    """The turn passes and the opponent draws; False if the end of the turn must be played."""
    if (game.listening >> e.TURN_START) & 1:
        return False
    if stirs(game, rules, vm, e.TURN_END, game.slot_entity[side], 0):
        return False
    player, opponent = game.players[side], game.players[1 - side]
    if opponent.n_deck == 0 or player.n_returning or _turn_matters(game, rules, side, sight):
        return False
    if player.spell_discount or player.next_secret_free or player.spells_free == 1:
        return False
    if game.spells_dearer or is_heard_when_drawn(game, rules, 1 - side):
        return False
    if not _foresee_rest(game, side, OWN, sight):
        return False
    if not _foresee_rest(game, 1 - side, THEIRS, sight):
        return False
    values = sight.values
    values[HERO_ATTACK + OWN] = max(0, _lasting_attack(game, side))
    theirs = _lasting_attack(game, 1 - side) + weapon_attack(game, 1 - side)
    values[HERO_ATTACK + THEIRS] = max(0, theirs)
    values[DECK + THEIRS] -= 1
    if opponent.n_hand < e.MAX_HAND:
        values[HAND + THEIRS] += 1
    return True


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SIGHT_T, INT, SIGHT_T)
def foresee(game, rules, vm, side, strategy, steady, before, action, sight):
    """Writes to `sight` what the scorer would see after the action; False if it must be played.

    `game` is the state before the action, `before` what the scorer sees of it, and `steady` what
    its auras are steady under (`reactions.steady_under`).
    """
    kind = action & 255
    copy_sight(sight, before)
    if kind == e.END_TURN:
        return foresee_end_of_turn(game, rules, vm, side, sight)
    if kind == e.ATTACK:
        return foresee_attack(game, rules, vm, side, steady, action, sight)
    if kind == e.PLAY:
        return foresee_play(game, rules, vm, side, strategy, steady, action, sight)
    if kind == e.POWER:
        return foresee_power(game, rules, vm, side, strategy, steady, action, sight)
    return False

"""The steps of an action, in the order in which `actions.py` pushes them, and how one is run."""

import numpy as np

from engine.core import enums as e
from engine.core.costs import attack_of, weapon_attack
from engine.core.deaths import bury_dead, is_anyone_dying, react_to_next_death
from engine.core.events import emit, push, sort_from
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.ops.cards import bring_back, draw_one
from engine.core.ops.damage import hurt
from engine.core.ops.heroes import break_weapon
from engine.core.select import board_index, is_dying, keywords_of, slot_of
from engine.core.state import DIED_EARLIER, LONG_DEAD, MAX_ENTITIES, N_SLOTS, NO_SLOT
from engine.core.types import CHARACTER_T, GAME_T, RULES_T, VM_T
from engine.core.zones import bury, set_secret, summon, take_control

_MASK = 0xFFFFFFFF
_ENDS_WITH_TURN = e.IMMUNE | e.NO_HERO_ATTACK | e.STURDY | e.ECHOING
_HERO_POWER = 2
_MANY_ENTITIES = MAX_ENTITIES // 2


@kernel(VOID, GAME_T, RULES_T, VM_T)
def on_play(game, rules, vm):
    """Fires "whenever you play, cast, summon", before the card's own text."""
    played = vm.played
    kind = rules.cards[game.entities[played].card].type
    mark = vm.n_frames
    emit(game, rules, vm, e.PLAYED, played, 0, 0)
    if kind == e.MINION_CARD:
        emit(game, rules, vm, e.SUMMONED, played, 0, 0)
    elif kind == e.SPELL_CARD or kind == e.SECRET_CARD:
        emit(game, rules, vm, e.CAST, played, vm.target, 0)
        sort_from(vm, mark)  # a secret that counters comes first
        if vm.target:
            emit(game, rules, vm, e.SPELL_TARGETED, played, vm.target, 0)


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX)
def _push_text(game, rules, vm, card_row):
    """Pushes a card's battlecry or spell text, or its combo."""
    me, card = vm.me, rules.cards[card_row]
    start, stop = card.play, card.play_stop
    if vm.combo and card.combo != card.combo_stop:
        start, stop = card.combo, card.combo_stop
    if start == stop:
        return
    frame = vm.frames[push(game, vm, e.PROGRAM, me.side, me.entity)]
    frame.pc = start
    frame.stop = stop
    frame.target = vm.target
    kind = rules.cards[me.card].type  # of the card played: an option of a minion is no spell
    if kind == e.HERO_CARD:
        frame.spell = _HERO_POWER
    elif kind == e.SPELL_CARD:
        frame.spell = 1


@kernel(VOID, GAME_T, RULES_T, VM_T)
def resolve(game, rules, vm):
    """The text of the card played, of the option chosen, or of the hero power."""
    me = vm.me
    card_row = np.int64(me.card)
    if vm.countered:
        if rules.cards[card_row].type == e.SECRET_CARD:
            bury(game, me.entity)
        return
    player = game.players[me.side]
    player.overload += rules.cards[card_row].overload
    if rules.cards[card_row].type == e.SECRET_CARD:
        set_secret(game, rules, me.side, me.entity)
        return
    if rules.cards[card_row].type == e.HERO_CARD:
        card_row = np.int64(player.power)
    if rules.cards[card_row].options:
        card_row = np.int64(rules.cards[card_row].options) + np.int64(vm.choice)
        if rules.cards[card_row].type == e.MINION_CARD:  # of a hero power that summons
            summon(game, rules, vm, np.int64(me.side), card_row, e.MAX_BOARD)
            return
    _push_text(game, rules, vm, card_row)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def after_play(game, rules, vm):
    """Fires "after you play, cast, summon"; a countered spell was never cast.

    A minion that has become the hero was played, but there is none that was summoned.
    """
    if vm.countered:
        return
    played = vm.played
    kind = rules.cards[game.entities[played].card].type
    if kind == e.MINION_CARD:
        zone = game.entities[played].zone
        if zone == e.IN_PLAY or zone == e.AS_HERO:
            emit(game, rules, vm, e.AFTER_PLAYED, played, 0, 0)
        if zone == e.IN_PLAY:
            emit(game, rules, vm, e.AFTER_SUMMONED, played, 0, 0)
    elif kind == e.SPELL_CARD or kind == e.SECRET_CARD:
        emit(game, rules, vm, e.AFTER_CAST, played, 0, 0)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def declare(game, rules, vm):
    """An attack is declared: secrets and "whenever attacks"."""
    emit(game, rules, vm, e.ATTACKS, vm.attacker, vm.defender, 0)


@kernel(BOOL, GAME_T, INDEX)
def _can_fight(game, slot):
    return slot != NO_SLOT and not is_dying(game.characters[slot])


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INDEX)
def _wear_weapon(game, rules, vm, side, defender):
    """The attack costs durability; of a weapon that says so, an attack on a minion costs attack."""
    player = game.players[side]
    if player.weapon == 0:
        return
    if rules.cards[player.weapon].keywords & e.DULLS and defender >= 2:
        player.weapon_attack -= 1
        is_worn = weapon_attack(game, side) <= 0
    else:
        player.weapon_durability -= 1
        is_worn = player.weapon_durability <= 0
    if is_worn:
        break_weapon(game, rules, vm, side)


@kernel(VOID, GAME_T, INDEX, INDEX)
def _poison_hero(game, hero, defender):
    """A hero hurt by the poisonous minion that it attacked dies, in another simulator's rules."""
    if defender >= 2 and keywords_of(game.characters[defender]) & e.POISONOUS:
        game.characters[hero].keywords |= e.DOOMED


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INT)
def _cleave(game, rules, vm, defender, attack):
    """The attacker also damages the neighbours of its defender, which stand until the deaths."""
    player = game.players[game.slot_side[defender]]
    place = board_index(game, defender)
    vm.by_place = 1
    for i in (place - 1, place + 1):
        if i < 0 or i >= player.n_board:
            continue
        slot = player.board[i]
        dealt = hurt(game, rules, vm, vm.attacker, slot, attack)
        if dealt > 0:
            emit(game, rules, vm, e.DAMAGED, game.slot_entity[slot], vm.attacker, dealt)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def strike(game, rules, vm):
    """Attacker and defender deal their damage at the same time, if both still stand."""
    attacker, defender = slot_of(game, vm.attacker), slot_of(game, vm.defender)
    if not (_can_fight(game, attacker) and _can_fight(game, defender)):
        return
    attack = attack_of(game, attacker)
    back = attack_of(game, defender)
    first, second = vm.attacker, vm.defender
    dealt = hurt(game, rules, vm, first, defender, attack)
    weapon = game.players[attacker].weapon if attacker < 2 else 0
    if weapon and rules.cards[weapon].keywords & e.IMMUNE_WHEN_ATTACKING:
        back = 0
    before = game.characters[attacker].health
    taken = hurt(game, rules, vm, second, attacker, back)
    if dealt > 0:
        emit(game, rules, vm, e.DAMAGED, second, first, dealt)
    if taken > 0:
        emit(game, rules, vm, e.DAMAGED, first, second, taken)
    if defender >= 2 and keywords_of(game.characters[attacker]) & e.CLEAVES:
        _cleave(game, rules, vm, defender, attack)
    if attacker < 2:
        if rules.poison_kills_heroes and game.characters[attacker].health < before:
            _poison_hero(game, attacker, defender)
        _wear_weapon(game, rules, vm, attacker, defender)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def end_of_turn(game, rules, vm):
    """Fires "at the end of your turn"."""
    emit(game, rules, vm, e.TURN_END, game.slot_entity[game.active], 0, 0)


@kernel(VOID, GAME_T, RULES_T)
def hand_back(game, rules):
    """Minions that were taken for this turn go back to the other side, returning cards to hand."""
    for slot in range(2, N_SLOTS):
        character = game.characters[slot]
        if game.slot_entity[slot] and character.keywords & e.BORROWED:
            character.keywords &= _MASK ^ e.BORROWED
            game.dirty = 1
            if game.slot_side[slot] == game.active:
                take_control(game, rules, slot, 1 - np.int64(game.active))
    if game.players[game.active].n_returning:
        bring_back(game, game.active)


@kernel(VOID, CHARACTER_T, BOOL)
def _end_turn_of(character, is_active):
    """Ends this turn's effects; a character that could not attack because it was frozen thaws."""
    character.turn_attack = 0
    character.keywords &= _MASK ^ _ENDS_WITH_TURN
    tired = character.fresh and not keywords_of(character) & e.CHARGE
    if is_active and character.keywords & e.FROZEN and character.attacks_made == 0 and not tired:
        character.keywords &= _MASK ^ e.FROZEN


@kernel(VOID, GAME_T)
def _clean_up(game):
    for side in range(2):
        player, is_active = game.players[side], side == game.active
        _end_turn_of(game.characters[side], is_active)
        for i in range(player.n_board):
            _end_turn_of(game.characters[player.board[i]], is_active)
        player.sturdy = 0
        player.spell_discount = 0
        player.next_secret_free = 0
        player.temporary = 0
    player = game.players[game.active]
    if player.spells_free == 1:
        player.spells_free = 0


@kernel(VOID, CHARACTER_T)
def _wake(character):
    """A new turn of its controller begins for a character."""
    character.attacks_made = 0
    character.fresh = 0
    if character.keywords & e.FADING_STEALTH:
        character.keywords &= _MASK ^ (e.FADING_STEALTH | e.STEALTH)


@kernel(VOID, GAME_T)
def _release_graveyards(game):
    """No text is about what was buried before this turn: such entities may be used again."""
    for entity in range(game.n_entities):
        card = game.entities[entity]
        if card.died == 0 and card.zone == e.IN_GRAVEYARD:
            card.died = LONG_DEAD


@kernel(VOID, GAME_T)
def _forget_deaths(game):
    """Nobody has died in the new turn."""
    left = np.int64(game.deaths)
    for entity in range(game.n_entities):
        if left == 0:
            break
        if 0 < game.entities[entity].died < DIED_EARLIER:
            game.entities[entity].died = DIED_EARLIER
            left -= 1
    game.deaths = 0
    if game.n_entities > _MANY_ENTITIES:
        _release_graveyards(game)


@kernel(VOID, GAME_T, INDEX)
def begin_turn(game, side):
    """The side's mana, counters and characters as a turn starts; nothing is drawn yet."""
    player = game.players[side]
    game.active = side
    game.turn += 1
    player.crystals = min(e.MAX_MANA, np.int64(player.crystals) + 1)
    player.spent = 0
    player.locked = player.overload
    player.overload = 0
    player.cards_played = 0
    player.minions_played = 0
    player.cards_drawn = 0
    player.power_used = 0
    game.spells_dearer >>= 4
    _forget_deaths(game)
    if player.spells_free == 2:
        player.spells_free = 1
    _wake(game.characters[side])
    for i in range(player.n_board):
        _wake(game.characters[player.board[i]])


@kernel(VOID, GAME_T, RULES_T)
def switch(game, rules):
    """The turn passes to the other player."""
    _clean_up(game)
    begin_turn(game, 1 - np.int64(game.active))


@kernel(VOID, GAME_T, RULES_T, VM_T)
def start_of_turn(game, rules, vm):
    """Fires "at the start of your turn"."""
    emit(game, rules, vm, e.TURN_START, game.slot_entity[game.active], 0, 0)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def draw_step(game, rules, vm):
    """The side draws a card, the one of the turn or one of several that a text draws."""
    draw_one(game, rules, vm, vm.me.side, np.int64(vm.me.value))


_HEARD_BY_STEP = {  # of the steps that only emit
    e.ON_PLAY: (e.PLAYED, e.SUMMONED, e.CAST, e.SPELL_TARGETED),
    e.AFTER_PLAY: (e.AFTER_PLAYED, e.AFTER_SUMMONED, e.AFTER_CAST),
    e.DECLARE: (e.ATTACKS,),
    e.END_OF_TURN: (e.TURN_END,),
    e.START_OF_TURN: (e.TURN_START,),
}
_HEARD = np.array([sum(1 << event for event in _HEARD_BY_STEP.get(step, ())) for step in range(16)])


@kernel(VOID, GAME_T, RULES_T, VM_T)
def run_step(game, rules, vm):
    """Runs the step of an action that `vm.me` stands for."""
    step = vm.me.step
    if step == e.DEATHS:
        bury_dead(game, rules, vm)
    elif step == e.DEATH:
        react_to_next_death(game, rules, vm)
    elif step == e.RESOLVE:
        resolve(game, rules, vm)
    elif step == e.ON_PLAY:
        on_play(game, rules, vm)
    elif step == e.AFTER_PLAY:
        after_play(game, rules, vm)
    elif step == e.DECLARE:
        declare(game, rules, vm)
    elif step == e.STRIKE:
        strike(game, rules, vm)
    elif step == e.END_OF_TURN:
        end_of_turn(game, rules, vm)
    elif step == e.HAND_BACK:
        hand_back(game, rules)
    elif step == e.SWITCH:
        switch(game, rules)
    elif step == e.START_OF_TURN:
        start_of_turn(game, rules, vm)
    elif step == e.DRAW_STEP:
        draw_step(game, rules, vm)


@kernel(BOOL, GAME_T, VM_T, INDEX)
def is_idle(game, vm, step):
    """Whether a step would find nothing to do: nobody is dying, or nobody listens to its events."""
    if step == e.DEATHS:
        if vm.unsettled:
            vm.unsettled = (vm.n_broken | vm.lost) != 0 or is_anyone_dying(game)
        return vm.unsettled == 0
    heard = _HEARD[step]
    return heard != 0 and game.listening & heard == 0

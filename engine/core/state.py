"""The state of a game: one flat record.

Characters stand in 16 fixed slots (0 and 1 the heroes, 2 to 15 minions); a board is a list of
slots from left to right, so a slot survives shifts and changes of control. Every card is an entity
from its creation on: `entities[e]` says what and where it is, in deck, hand, play or graveyard.

Fields that serve as indices are unsigned; what can go below zero is signed. Words that a search
must not compare (random stream, entity ids) stand apart from those it must: see `hash.py`.
"""

import numpy as np

from engine.core.enums import MAX_BOARD, MAX_DECK, MAX_HAND, MAX_SECRETS
from engine.core.jit import record

N_SLOTS = 16
MAX_ENTITIES = 256
MAX_ATTACHED = 12
NO_SLOT = 255
# In the graveyard since an earlier turn, by its death or otherwise; no turn has room for so many.
DIED_EARLIER, LONG_DEAD = 254, 255

CHARACTER = record(
    ("card", "u2"),
    ("order", "u2"),  # order of play
    ("keywords", "u4"),  # own keywords and flags, buffs included
    ("aura_keywords", "u4"),
    ("attack", "i2"),  # own, lasting
    ("health", "i2"),  # current
    ("max_health", "i2"),
    ("turn_attack", "i2"),  # until the end of the turn
    ("aura_attack", "i2"),
    ("aura_health", "i1"),  # the part of max_health that auras give
    ("aura_next", "i1"),  # scratch of the aura refresh, else 0
    ("attacks_made", "u1"),
    ("fresh", "u1"),  # 1: came into play, or changed sides, this turn
    ("spell_power", "u1"),
    ("n_attached", "u1"),
    ("attached", "u1", (MAX_ATTACHED,)),  # texts given: see attached.py
)

PLAYER = record(
    ("power", "u2"),  # card of the hero power
    ("weapon", "u2"),  # card of the weapon, 0 if none
    ("weapon_attack", "i2"),
    ("weapon_durability", "i2"),
    ("weapon_order", "u2"),
    ("armor", "i2"),
    ("hero", "u2"),  # card of the hero
    ("weapon_aura", "i1"),  # attack that auras give to the weapon
    ("power_used", "u1"),
    ("crystals", "u1"),
    ("spent", "u1"),  # crystals used this turn
    ("temporary", "u1"),  # mana left that is for this turn only
    ("locked", "u1"),  # by overload, this turn
    ("overload", "u1"),  # locked next turn
    ("fatigue", "u1"),
    ("cards_played", "u1"),  # this turn
    ("minions_played", "u1"),  # this turn
    ("cards_drawn", "u1"),  # this turn
    ("spell_discount", "u1"),  # of the next spell this turn
    ("spells_free", "u1"),  # spells cost 0: 1 this turn, 2 in the next own turn
    ("next_secret_free", "u1"),
    ("n_returning", "u1"),  # cards that come back at the end of the turn
    ("spell_power", "u1"),  # from here to heal_damages: sums over auras in play
    ("minion_cost", "i1"),
    ("minion_discount", "u1"),  # not below 1
    ("first_minion_cost", "i1"),
    ("spell_cost", "i1"),
    ("doubling", "u1"),  # times the damage and healing of spells and hero power double
    ("heal_damages", "u1"),  # healing by this player deals damage instead
    ("n_hand", "u1"),
    ("n_deck", "u1"),
    ("n_board", "u1"),
    ("n_secrets", "u1"),
    ("fatigue_off", "u1"),
    ("power_discount", "u1"),  # of this hero power
    ("power_limit", "u1"),
    ("sturdy", "u1"),  # minions that enter play this turn can't be reduced below 1 health
    ("traits", "u1"),  # DEATHRATTLES_TWICE and the like; from auras in play, as the sums above
    ("mech_cost", "i1"),  # from auras
    ("battlecry_cost", "i1"),  # of minions with a battlecry, from auras
    ("dragon_discount", "u1"),  # of the next Dragon, whenever that is played
    ("deck_sum", "u4"),  # order-free digest of the cards in the deck
    ("graveyard_sum", "u4"),  # order-free digest of the cards in the graveyard
    ("hand", "u1", (MAX_HAND,)),  # entities, left to right
    ("hand_cost", "i1", (MAX_HAND,)),  # lasting change of each card's cost
    ("board", "u1", (MAX_BOARD,)),  # slots, left to right
    ("secrets", "u1", (MAX_SECRETS,)),  # entities, in order of play
    ("deck", "u1", (MAX_DECK,)),  # entities; the top card is the last
    ("weapon_entity", "u1"),
    ("grown", "u1"),  # 1: a card in this hand may have gained attack there
    ("secret_order", "u2", (MAX_SECRETS,)),  # order of play of those that need it, else 0
)

ENTITY = record(
    ("card", "u2"),
    ("zone", "u1"),
    ("side", "u1"),  # who controls it
    ("slot", "u1"),  # its slot while it is in play, else NO_SLOT; less what it gained in hand
    ("died", "u1"),  # which death of this turn its own was, from 1; 0: none; or as above
)

GAME = record(
    ("rng_state", "u4"),
    ("rng_stream", "u4"),
    ("n_entities", "u2"),
    ("error", "u1"),
    ("random_happened", "u1"),  # raised by verbs that pick at random (see ops/)
    ("dirty", "u1"),  # auras must be recomputed
    ("heeds", "u1"),  # what auras in play depend on: see auras.py
    ("choice_source", "u1"),  # the entity whose text waits for a choice
    ("choice_target", "u1"),
    ("choices", "u1", (8,)),  # entities to choose from
    # --- from here on compared by the hash ---
    ("turn", "u2"),  # counts both players' turns from 1
    ("order", "u2"),  # the next order of play
    ("listening", "u4"),  # events, as bits, that something in play listens to
    ("active", "u1"),  # side to move
    ("result", "u1"),
    ("n_choices", "u1"),  # a choice is pending if not 0
    ("choice_side", "u1"),
    ("last_drawn", "u2"),  # card drawn last, 0 if the deck was empty
    ("deaths", "u1"),  # minions that have died this turn
    ("spells_dearer", "u1"),  # of the active player; bits 4 to 7: of the other in its next turn
    ("slot_entity", "u1", (N_SLOTS,)),  # 0: the slot is free
    ("slot_side", "u1", (N_SLOTS,)),
    ("characters", CHARACTER, (N_SLOTS,)),
    ("players", PLAYER, (2,)),
    ("entities", ENTITY, (MAX_ENTITIES,)),  # [0] is no entity, 1 and 2 are the heroes
)

FRAME = record(
    ("step", "u1"),
    ("side", "u1"),  # whose text this is
    ("entity", "u1"),  # the source
    ("subject", "u1"),  # entity the event is about: "it"
    ("target", "u1"),  # entity chosen, or the defender
    ("guarded", "u1"),  # when it is dropped before it starts: see IF_IN_PLAY
    ("spell", "u1"),  # 1: spell damage applies, 2: hero power
    ("position", "u1"),  # where a deathrattle's minion stood, for what it summons
    ("pc", "u2"),
    ("stop", "u2"),
    ("card", "u2"),  # card of the source, also when it has left play
    ("order", "u2"),
    ("value", "i2"),
    ("pad", "u2"),
)

# 1: dropped if the source has left play; 2: if the side's deathrattles do not trigger twice
IF_IN_PLAY, IF_TWICE = 1, 2
DEATHRATTLES_TWICE, POWER_TARGETS_MINIONS = 1, 2  # bits of a player's `traits`

MAX_BROKEN = 8
MAX_DEAD = 64  # of a death phase and of those within it: at most 14 minions each
MAX_FRAMES = 1024  # the worst of our cards: 14 minions hear of damage to 16 characters
MAX_REFS = 32

VM = record(
    ("n_frames", "u4"),
    ("n_refs", "u4"),
    ("attacker", "u1"),  # entities of the attack under way
    ("defender", "u1"),
    ("played", "u1"),  # entity of the card being played
    ("target", "u1"),  # its target
    ("position", "u1"),
    ("choice", "u1"),
    ("combo", "u1"),
    ("countered", "u1"),
    ("before", "u1"),  # cards played this turn before it
    ("by_place", "u1"),  # 1: something asked where minions stand
    ("unsettled", "u1"),  # 1: somebody may have died since the last death phase
    ("paid", "u1"),  # mana paid for the card being played
    ("n_broken", "u1"),
    ("lost", "u1"),  # sides whose heroes a death phase has found dead, as bits
    ("n_dead", "u1"),
    ("pad", "u1"),
    ("me", FRAME),  # the frame of the effect that runs now
    ("refs", "u1", (MAX_REFS,)),  # slots the last selection found
    ("amounts", "i2", (MAX_REFS,)),  # what happened to each
    ("broken", "u1", (MAX_BROKEN,)),  # entities of broken weapons whose deathrattles still wait
    ("broken_order", "u2", (MAX_BROKEN,)),
    ("dead", CHARACTER, (MAX_DEAD,)),  # minions whose deaths wait for older ones, the next one last
    ("frames", FRAME, (MAX_FRAMES,)),
)

# Digests read whole 64-bit words (hash.py).
COMPARED_FROM = GAME.fields["turn"][1]
COMPARED_SCALARS = PLAYER.fields["hand"][1]  # bytes of PLAYER before its zones
PREFIX = GAME.fields["entities"][1]  # bytes of GAME before the entities
assert all(n % 8 == 0 for n in (COMPARED_FROM, COMPARED_SCALARS, PREFIX))
assert all(d.itemsize % 8 == 0 for d in (CHARACTER, PLAYER, GAME))


MAX_OPTIONS = 2048
OPTIONS = record(("n", "u4"), ("pad", "u4"), ("actions", "i8", (MAX_OPTIONS,)))


def new_games(n: int) -> np.ndarray:
    """(n,) array of empty games."""
    return np.zeros(n, GAME)


def new_vm() -> np.record:
    """The scratch memory of one thread's virtual machine."""
    return np.zeros(1, VM)[0]

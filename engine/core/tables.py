"""The tables that cards compile to: ONE record of fixed capacities, an argument of every kernel.

Row 0 of each table means "none"; programs are half-open row ranges of `effects`. The tables'
types do not depend on the cards, so editing a card compiles nothing.
"""

import numpy as np

from engine.core.jit import record

N_CARDS = 3072
N_EFFECTS = 2048
N_SELECTORS = 512
N_TRIGGERS = 512
N_AURAS = 256
N_GRANTS = 256
N_POOLS = 128
N_POOL_CARDS = 8192
N_ATTACHMENTS = 16
MAX_COST = 30  # of a card; pools by cost reach up to it

CARD = record(
    ("type", "u1"),
    ("cost", "u1"),
    ("attack", "i2"),
    ("health", "i2"),  # of a minion or hero; durability of a weapon
    ("race", "u1"),
    ("card_class", "u1"),
    ("keywords", "u4"),
    ("spell_power", "u1"),
    ("overload", "u1"),
    ("legendary", "u1"),
    ("implemented", "u1"),  # 0: a body from outside our sets
    ("target", "u2"),  # selector of legal targets, 0 if it takes none
    ("target_optional", "u1"),  # playable without target if there is none
    ("target_needs_combo", "u1"),  # 1: targets only with combo active
    ("target_if", "u2"),  # condition row (`effects`) for taking a target, 0 if none
    ("needs", "u2"),  # condition rows (`effects`) that must hold to play it, 0 if none
    ("needs_stop", "u2"),
    ("cost_kind", "u1"),  # costs less per this amount
    ("cost_side", "u1"),
    ("cost_times", "u1"),  # so much less for each
    ("cost_of", "u2"),
    ("play", "u2"),
    ("play_stop", "u2"),
    ("combo", "u2"),  # replaces `play` if combo is active
    ("combo_stop", "u2"),
    ("deathrattle", "u2"),
    ("deathrattle_stop", "u2"),
    ("triggers", "u2"),
    ("triggers_stop", "u2"),
    ("auras", "u2"),
    ("auras_stop", "u2"),
    ("events", "u4"),  # events, as bits, that the triggers listen to; AURA_BIT
    ("start", "u2"),  # at the start of the game, wherever the card is
    ("start_stop", "u2"),
    ("options", "u2"),  # first of the cards to choose one of, 0 if none
    ("n_options", "u1"),
    ("weapon", "u2"),  # of a hero card
    ("power", "u2"),  # of a hero card
    ("upgrade", "u2"),  # of a hero power: the better one, 0 if none
)

EFFECT = record(
    ("op", "u1"),
    ("kind", "u1"),  # kind of the amount
    ("of_side", "u1"),  # side the amount is about
    ("magic", "u1"),  # 1: spell damage applies
    ("on", "u2"),  # selector row
    ("of", "u2"),  # selector row of the amount
    ("amount", "i2"),
    ("arg", "u2"),  # card, grant, pool or number of rows to skip
    ("scale", "i2"),
    ("compare", "u1"),
    ("by", "u1"),  # 1: the target deals the damage, or returns; a pool is of the opponent's class,
    # of the cost of what is transformed, or only what is missing on the board; summoned at the
    # right end; from the hand; only what is of this race costs less; shuffled: see `shuffle_in`
    ("side", "u1"),  # side the verb is about
    ("less", "u1"),  # a card of a pool costs so much less
)

SELECTOR = record(
    ("side", "u1"),
    ("kind", "u1"),
    ("pick", "u1"),
    ("count", "u1"),
    ("other", "u1"),  # 1: not the source itself
    ("race", "u1"),
    ("filter", "u1"),
    ("pad", "u1"),
    ("value", "i4"),  # of the filter: an attack, or keyword bits
)

TRIGGER = record(
    ("event", "u1"),
    ("late", "u1"),  # 1: after all others about the same event, in whatever order of play
    ("on", "u2"),  # selector the subject must fit
    ("against", "u2"),  # selector the other party must fit, 0 if any
    ("start", "u2"),
    ("stop", "u2"),
)

AURA = record(
    ("on", "u2"),
    ("attack", "i1"),
    ("health", "i1"),
    ("keywords", "u4"),
    ("cost", "i1"),
    ("cost_kind", "u1"),  # one of the constants below
    ("condition", "u1"),  # one of the constants below
    ("per", "u1"),  # 1: attack per character that fits `of`
    ("of", "u2"),
    ("needs", "u2"),  # condition row (`effects`) of WHILE_HOLDS
)
# kinds of aura by what they change
ON_CHARACTERS, ON_WEAPON, COST_MINIONS, COST_FIRST_MINION, COST_SPELLS, COST_MINIONS_TO_1 = range(6)
DOUBLES, HEAL_DAMAGES, COST_BATTLECRIES, TWICE, COST_MECHS, ON_HERO, POWER_TARGETS = range(6, 13)
# when an aura holds
ALWAYS, WHILE_DAMAGED, WHILE_ARMED, WHILE_HOLDS = range(4)

GRANT = record(
    ("attack", "i2"),
    ("health", "i2"),
    ("keywords", "u4"),
    ("spell_power", "u1"),
    ("turn", "u1"),  # 1: the attack is for this turn only
    ("attached", "u1"),  # ability given, 0 if none
    ("pad", "u1"),
)

RULES = record(
    ("cards", CARD, (N_CARDS,)),
    ("effects", EFFECT, (N_EFFECTS,)),
    ("selectors", SELECTOR, (N_SELECTORS,)),
    ("triggers", TRIGGER, (N_TRIGGERS,)),
    ("auras", AURA, (N_AURAS,)),
    ("grants", GRANT, (N_GRANTS,)),
    ("pool_starts", "u2", (N_POOLS + 1,)),
    ("pool_cards", "u2", (N_POOL_CARDS,)),
    ("attachments", "u2", (N_ATTACHMENTS,)),  # attached ability -> card row that carries it
    ("coin", "u2"),
    ("grower", "u2"),  # the card that gains attack in hand when a friendly minion dies
    ("grows", "u1"),  # how much
    # --- rules that simulators play differently: see `engine/cards/variants.py` ---
    ("full_hand_kills", "u1"),
    ("poison_kills_heroes", "u1"),
    ("turn_outlives_heroes", "u1"),
    ("damage_ends", "u4"),  # keywords that a minion loses when it deals damage
    ("silence_leaves", "u4"),  # keywords
)


def empty_tables() -> np.record:
    """Tables without a card."""
    return np.zeros(1, RULES)[0]

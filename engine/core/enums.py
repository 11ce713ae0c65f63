"""Integer codes shared by the card language, its compiler and the kernels.

Kernels freeze these numbers when they compile; they are part of the digest that keys the cache.
"""


def _named_since(first: str) -> dict[str, int]:
    """The constants defined so far, from `first` on, by their names in small letters."""
    names = list(globals())
    return {name.lower(): globals()[name] for name in names[names.index(first) :]}


# --- limits of the game ------------------------------------------------------------------------
MAX_HAND = 10
MAX_BOARD = 7
MAX_DECK = 60
MAX_SECRETS = 5
MAX_MANA = 10

# --- sides, as a selector sees them ------------------------------------------------------------
FRIENDLY, ENEMY, ANYONE = 1, 2, 3

# --- card types --------------------------------------------------------------------------------
NO_CARD, HERO_CARD, MINION_CARD, SPELL_CARD, SECRET_CARD, WEAPON_CARD, POWER_CARD = range(7)

# --- classes and races -------------------------------------------------------------------------
CLASSES = (
    "NEUTRAL", "DRUID", "HUNTER", "MAGE", "PALADIN",
    "PRIEST", "ROGUE", "SHAMAN", "WARLOCK", "WARRIOR",
)  # fmt: skip
RACES = (
    "", "BEAST", "DEMON", "DRAGON", "ELEMENTAL", "MECHANICAL", "MURLOC", "PIRATE", "TOTEM", "ALL",
)  # fmt: skip
DRAGON, MECH, ALL_RACES = RACES.index("DRAGON"), RACES.index("MECHANICAL"), RACES.index("ALL")

# --- zones of an entity ------------------------------------------------------------------------
(
    REMOVED, IN_DECK, IN_HAND, IN_PLAY, IN_GRAVEYARD, IN_SECRETS, AS_WEAPON, RETURNING,
    AS_HERO,  # a minion that has become its player's hero
) = range(9)  # fmt: skip

# --- keywords and flags of a character (bits) --------------------------------------------------
TAUNT = 1 << 0
CHARGE = 1 << 1
DIVINE_SHIELD = 1 << 2
STEALTH = 1 << 3
WINDFURY = 1 << 4
POISONOUS = 1 << 5
CANT_ATTACK = 1 << 6
ELUSIVE = 1 << 7  # can't be targeted by spells or hero powers
FREEZES = 1 << 8  # freezes what it damages
IMMUNE = 1 << 9  # always "this turn"
FROZEN = 1 << 10
SILENCED = 1 << 11
FADING_STEALTH = 1 << 12  # the stealth ends when its controller's next turn starts
DOOMED = 1 << 13  # dies in the next death phase
IMMUNE_WHEN_ATTACKING = 1 << 14
NO_HERO_ATTACK = 1 << 15  # can't attack heroes this turn
ATTACK_IS_HEALTH = 1 << 16
RUSH = 1 << 17
LIFESTEAL = 1 << 18
STURDY = 1 << 19  # can't be reduced below 1 health, this turn
DULLS = 1 << 20  # a weapon: attacking a minion costs 1 attack instead of 1 durability
BORROWED = 1 << 21  # has charge; goes back to the other side with the turn, or silenced
FORGETFUL = 1 << 22  # half of its attacks go to another enemy
MEGA_WINDFURY = 1 << 23  # four attacks a turn
CLEAVES = 1 << 24  # also damages the minions next to the one it attacks
ECHOING = 1 << 26  # its own text copies it when this turn ends
CASTS_WHEN_DRAWN = 1 << 27  # a spell: is cast instead of coming to hand; another card is drawn
KEYWORDS = _named_since("TAUNT")

# --- events; a trigger listens to one ----------------------------------------------------------
(
    SUMMONED,  # whenever a minion is summoned or played; the subject is the minion
    AFTER_SUMMONED,  # after it, for a played minion after its battlecry
    PLAYED,  # whenever a card is played
    CAST,  # whenever a spell is cast
    AFTER_CAST,
    AFTER_PLAYED,  # after a minion is played from hand
    DAMAGED,
    HEALED,
    DIED,
    TURN_START,
    TURN_END,
    ATTACKS,  # an attack is declared; subject: attacker, against: defender
    REVEALED,  # a secret is revealed
    FATAL,  # a hero would die of the damage just dealt
    SPELL_TARGETED,  # a spell is about to resolve; subject: the spell, against: its target
    DRAWN,  # a card has come to hand from the deck; it hears of that itself
    ARMOR_GAINED,  # a hero gains armour; subject: the hero
) = range(17)
EVENTS = tuple(_named_since("SUMMONED"))
AURA_BIT = 1 << 30  # in `GAME.listening`: some aura, enrage or spell damage is in play
HEEDS_HEALTH, HEEDS_ENTRY, HEEDS_LOSS, HEEDS_HAND = 1, 2, 4, 8  # bits of `GAME.heeds`: see auras.py
LATE_BIT = 1 << 29  # and one on minions with a keyword, which other auras may give

# --- what a selector takes ---------------------------------------------------------------------
(
    CHARACTERS, MINIONS, HEROES, CARDS, SPELLS, SECRETS, WEAPONS, OVERLOADERS,
    AIMS,  # minions and the enemy hero
) = range(9)  # fmt: skip
# how it picks among them
(
    ALL, RANDOM, TARGET, THIS, IT, ADJACENT, BESIDE_TARGET, ATTACKER, DEFENDER,
) = range(9)  # fmt: skip
# and which of them fit
(
    ANY, UNDAMAGED, HURT, WITH_KEYWORD, ATTACK_AT_LEAST, ATTACK_AT_MOST, DEAD, OTHER_THAN_TARGET,
    HEALTH_AT_MOST, ALIVE, NOT_CARD, BYSTANDING, ATTACK_IS, WITH_DEATHRATTLE, LEGENDARY, NOT_RACE,
    IS_CARD, MORTAL,
) = range(18)  # fmt: skip

# --- kinds of amounts --------------------------------------------------------------------------
(
    CONSTANT,  # `amount`
    COUNT,  # how many fit the selector `of`
    SUM_ATTACK,  # total attack of the selector `of`
    SUM_HEALTH,  # total health of the selector `of`
    SUM_MAX_HEALTH,  # total maximum health of the selector `of`
    SUM_DAMAGE,  # total damage on the selector `of`
    VALUE,  # the event's number: damage dealt, health restored
    CARDS_BEFORE,  # cards played this turn before this one
    WEAPON_ATTACK,  # of the side in `of`
    WEAPON_DURABILITY,
    ARMOR,
    HERO_DAMAGE,  # damage the hero of the side has taken
    HAND_SIZE,  # cards in the hand of the side
    DRAWN_COST,  # cost of the card drawn last
    BETWEEN,  # uniform in [amount, of]
    SECRET_COUNT,
    HERO_HEALTH_OF,
    WEAPON_COUNT,  # 1 if the side has a weapon
    OPEN_SLOTS,  # free places on the side's board
    HAND_GAP,  # cards the other side holds more
    CRYSTALS,
    ODD_COSTS,  # cards of odd cost in the side's deck
    EVEN_COSTS,
    DECK_SIZE,
    MANA,  # what the side can still spend this turn
    MISSING,  # cards of the pool `of` that are not on the side's board
    PAID,  # mana paid for the card being played
    HELD,  # cards in the side's hand that fit the selector `of`
    DEATHS_THIS_TURN,  # minions of both sides
    DIED_THIS_GAME,  # minions of the side; only those of the card `of`, if it is not 0
    BURIED,  # minions of the side that the text's own death phase took: see `resolve_deaths`
    ITS_ATTACK,  # of each character that is damaged, its own
    ON_TURN,  # 1 if it is the side's turn
    HAS_DAMAGED,  # 1 if the side has a damaged minion
) = range(34)
OF_SELECTOR = (COUNT, SUM_ATTACK, SUM_HEALTH, SUM_MAX_HEALTH, SUM_DAMAGE)  # consecutive

# --- comparisons of a condition ----------------------------------------------------------------
AT_LEAST, AT_MOST, EQUAL = range(3)

# --- effect verbs; grouped by the module of `ops` that does them -------------------------------
(
    NOTHING, SKIP_UNLESS, SKIP, MAYBE_SKIP, REPEAT,
    DEAL, DEAL_AND, DEAL_SPLIT, HEAL,
    DESTROY, GIVE, LOSE, SILENCE, SET_ATTACK, SET_HEALTH, DOUBLE_ATTACK,
    DOUBLE_HEALTH, SWAP_STATS, SET_HERO_HEALTH, BRAWL, GIVE_ONE_OF, SWAP_HEALTH,
    SUMMON, SUMMON_FROM_POOL, SUMMON_COPY, SUMMON_FROM_DECK,
    TRANSFORM, TRANSFORM_POOL, BECOME_COPY, STEAL, SHADOW_CONTROL, RETURN_TO_HAND,
    SWAP_WITH_HAND, PUT_INTO_PLAY,
    SUMMON_DEAD, REVIVE, RESURRECT, TRIGGER_DEATHRATTLES, RESOLVE_DEATHS,
    DRAW, DRAW_KIND, ADD_CARD, ADD_FROM_POOL, COPY_TO_OTHER, COPY_FROM_HAND,
    COPY_FROM_DECK, DISCARD, DISCARD_HAND, TRACKING, RETURN_NEXT_TURN,
    REMOVE_TOP, DRAW_TRANSFORMED, SHUFFLE_IN, COPY_TO_HAND, COPY_IT, HAND_COSTS,
    EQUIP, DESTROY_WEAPON, GIVE_WEAPON, GAIN_ARMOR, REPLACE_HERO, SET_POWER,
    UPGRADE_POWER, POWER_COSTS,
    GAIN_CRYSTALS, LOSE_CRYSTALS, GAIN_MANA, SPELL_DISCOUNT, SPELLS_FREE_NEXT_TURN,
    NEXT_SECRET_FREE, EQUIP_FROM_POOL,
    SPELLS_DEARER, DRAGON_DISCOUNT, UNLOCK_MANA,
    REVEAL, DESTROY_SECRETS, COUNTER, REDIRECT, REDIRECT_TO_SUMMONED, PREVENT_DEATH,
    STEAL_SECRET,
) = range(81)  # fmt: skip
OPS = tuple(_named_since("NOTHING"))

# --- steps of an action; the virtual machine runs them from its stack --------------------------
(
    PROGRAM,  # a row range of `effects`
    DEATHS,
    ON_PLAY,  # "whenever you play" triggers
    RESOLVE,  # battlecry, combo or the spell's text
    AFTER_PLAY,  # "after you play / cast / summon" triggers
    DECLARE,  # an attack is declared
    STRIKE,  # attacker and defender deal their damage
    END_OF_TURN,
    HAND_BACK,  # minions taken for this turn go home, returning cards come to hand
    SWITCH,  # clean up, the other player's mana is refreshed
    START_OF_TURN,
    DRAW_STEP,
    DEATH,  # one of several minions that died at once: its deathrattle and the triggers about it
) = range(13)

# --- actions -----------------------------------------------------------------------------------
END_TURN, PLAY, POWER, ATTACK, CHOOSE = range(5)
ACTIONS = ("end turn", "play", "hero power", "attack", "choose")

# --- results -----------------------------------------------------------------------------------
RUNNING, FIRST_WON, SECOND_WON, BOTH_LOST, FAILED = range(5)

# --- errors: capacity overflows are never silent -----------------------------------------------
NO_ERROR, TOO_MANY_ENTITIES, STACK_OVERFLOW, TOO_MANY_REFS, TOO_MANY_ATTACHED, DECK_OVERFLOW = (
    range(6)
)
ERRORS = (
    "no error", "too many entities", "stack overflow", "too many references",
    "too many enchantments on one minion", "more than 60 cards in a deck",
)  # fmt: skip

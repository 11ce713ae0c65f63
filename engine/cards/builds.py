"""Cards whose text was different before a day; numbers of that time are in `data/nerfs.csv`.

Each takes the place of the card of its id in builds and on days before its day (`engine/history.py`).
"""

from engine.dsl import *

OLD_CARDS = {
    "2013-12-11": [
        spell("EX1_538", "Unleash the Hounds", 1, give(your.minions.of(beast), +1, charge)),
    ],
    "2014-01-16": [
        minion("CS2_059", "Blood Imp", 1, 1, 1, stealth, aura(your.other.minions, 0, +1), race=demon),
    ],
    "2014-03-11": [
        minion("EX1_557", "Nat Pagle", 2, 0, 4, when(your_turn_end, maybe(50, draw()))),
        minion("EX1_083", "Tinkmaster Overspark", 3, 2, 2,
               battlecry(transform(target(anyone.minions), random_card("Devilsaur", "Squirrel")))),
    ],
    "2015-01-29": [
        minion("FP1_028", "Undertaker", 1, 1, 2,
               when(summoned(your.other.minions.with_deathrattle), give(this, +1, +1))),
    ],
    "2015-10-20": [
        minion("EX1_084", "Warsong Commander", 3, 2, 3,
               when(summoned(your.other.minions.with_attack(at_most=3)), give(it, charge))),
    ],
    "2016-04-24": [
        option("NEW1_008a", "Ancient Teachings", 7, draw(2)),
        minion("EX1_089", "Arcane Golem", 3, 4, 2, charge, battlecry(gain_crystals(1, enemy))),
        spell("CS2_233", "Blade Flurry", 2, needs(weapons(your) >= 1),
              deal(weapon_attack(your), enemies), destroy_weapon(your)),
        minion("EX1_tk9", "Treant", 2, 2, 2, charge, when(each_turn_end, destroy(this))),
        minion("NEW1_014", "Master of Disguise", 4, 4, 4, battlecry(give(target(your.minions), stealth))),
    ],
    "2016-10-03": [
        spell("CS2_103", "Charge", 3, give(target(your.minions), +2, charge)),
    ],
    "2016-10-20": [
        minion("EX1_103", "Coldlight Seer", 3, 2, 3, battlecry(give(anyone.other.minions.of(murloc), 0, +2)),
               race=murloc),
        minion("EX1_507", "Murloc Warleader", 3, 3, 3, aura(anyone.other.minions.of(murloc), +2, +1), race=murloc),
        minion("EX1_508", "Grimscale Oracle", 1, 1, 1, aura(anyone.other.minions.of(murloc), +1), race=murloc),
        minion("EX1_509", "Murloc Tidecaller", 1, 1, 2,
               when(summoned(anyone.other.minions.of(murloc)), give(this, +1)), race=murloc),
    ],
    "2017-09-18": [
        spell("EX1_169", "Innervate", 0, gain_mana(2)),
        minion("EX1_507", "Murloc Warleader", 3, 3, 3, aura(your.other.minions.of(murloc), +2, +1), race=murloc),
    ],
    "2019-05-22": [
        spell("EX1_145", "Preparation", 0, next_spell_costs_less(3)),
    ],
}


def old_cards(day: str) -> list:
    """The cards with another text on a day, the latest first: of two of an id the last one holds."""
    return [card for until in reversed(OLD_CARDS) if until > day for card in OLD_CARDS[until]]

"""Warlock cards of the Basic, Classic and Hall of Fame sets, in order of their ids."""

from engine.dsl import *

CARDS = [
    hero("HERO_07", "Gul'dan", 30, power="Life Tap"),
    hero_power("CS2_056", "Life Tap", 2, draw(), deal(2, your.hero)),
    spell("CS2_057", "Shadow Bolt", 3, deal(4, target(anyone.minions))),
    spell("CS2_061", "Drain Life", 3, deal(2, target), heal(2, your.hero)),
    spell("CS2_062", "Hellfire", 4, deal(3, everyone)),
    minion("CS2_065", "Voidwalker", 1, 1, 3, taunt, race=demon),
    spell("EX1_302", "Mortal Coil", 1, deal(1, target(anyone.minions)), if_(count(target.dying) >= 1, draw())),
    minion("EX1_304", "Void Terror", 3, 3, 3,
           battlecry(give(this, +1, times=attack_of(adjacent)), give(this, 0, +1, times=health_of(adjacent)),
                     destroy(adjacent)), race=demon),
    minion("EX1_306", "Felstalker", 2, 4, 3, battlecry(discard()), race=demon),
    spell("EX1_309", "Siphon Soul", 6, destroy(target(anyone.minions)), heal(3, your.hero)),
    minion("EX1_310", "Doomguard", 5, 5, 7, charge, battlecry(discard(2)), race=demon),
]

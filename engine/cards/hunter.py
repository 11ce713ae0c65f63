"""Hunter cards of the Basic, Classic and Hall of Fame sets, in order of their ids."""

from engine.dsl import *

CARDS = [
    hero("HERO_05", "Rexxar", 30, power="Steady Shot"),
    hero_power("DS1h_292", "Steady Shot", 2, deal(2, enemy.hero)),
    minion("DS1_070", "Houndmaster", 4, 4, 3, battlecry(give(target(your.minions.of(beast)), +2, +2, taunt))),
    minion("DS1_175", "Timber Wolf", 1, 1, 1, aura(your.other.minions.of(beast), +1), race=beast),
    minion("DS1_178", "Tundra Rhino", 5, 2, 5, aura(your.minions.of(beast), charge), race=beast),
    spell("DS1_183", "Multi-Shot", 4, needs(count(enemy.minions) >= 2), deal(3, random(enemy.minions, 2))),
    spell("DS1_184", "Tracking", 1, tracking(3)),
    spell("DS1_185", "Arcane Shot", 1, deal(2, target)),
    minion("EX1_531", "Scavenging Hyena", 2, 2, 2,
           when(dies(your.other.minions.of(beast)), give(this, +2, +1)), race=beast),
    weapon("EX1_536", "Eaglehorn Bow", 3, 3, 2, when(revealed(your.secrets), give(your.weapon, 0, +1))),
    spell("EX1_538", "Unleash the Hounds", 3, needs(count(enemy.minions) >= 1), summon("Hound", count(enemy.minions))),
    minion("EX1_538t", "Hound", 1, 1, 1, charge, race=beast),
    minion("EX1_543", "King Krush", 9, 8, 8, charge, race=beast),
    secret("EX1_554", "Snake Trap", 2, when(attacked(your.minions), summon("Snake", 3), needs=open_slots(your) >= 1)),
    minion("EX1_554t", "Snake", 1, 1, 1, race=beast),
    spell("NEW1_031", "Animal Companion", 3, summon(random_card("Huffer", "Leokk", "Misha"))),
    minion("NEW1_032", "Misha", 3, 4, 4, taunt, race=beast),
    minion("NEW1_033", "Leokk", 3, 2, 4, aura(your.other.minions, +1), race=beast),
    minion("NEW1_034", "Huffer", 3, 4, 2, charge, race=beast),
]

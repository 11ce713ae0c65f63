"""Paladin cards of the Basic, Classic and Hall of Fame sets, in order of their ids."""

from engine.dsl import *

CARDS = [
    hero("HERO_04", "Uther Lightbringer", 30, power="Reinforce"),
    hero_power("CS2_101", "Reinforce", 2, summon("Silver Hand Recruit")),
    minion("CS2_101t", "Silver Hand Recruit", 1, 1, 1),
    spell("CS2_087", "Blessing of Might", 1, give(target(anyone.minions), +3)),
    spell("CS2_089", "Holy Light", 2, heal(6, target)),
    weapon("CS2_091", "Light's Justice", 1, 1, 4),
    spell("CS2_092", "Blessing of Kings", 4, give(target(anyone.minions), +4, +4)),
    spell("CS2_093", "Consecration", 4, deal(2, enemies)),
    spell("CS2_094", "Hammer of Wrath", 4, deal(3, target), draw()),
    weapon("CS2_097", "Truesilver Champion", 4, 4, 2, when(attacks(your.hero), heal(2, your.hero))),
    secret("EX1_132", "Eye for an Eye", 1, when(damaged(your.hero), deal(event_value, enemy.hero))),
    spell("EX1_354", "Lay on Hands", 8, heal(8, target), draw(3)),
    spell("EX1_371", "Hand of Protection", 1, give(target(anyone.minions), divine_shield)),
    minion("EX1_383", "Tirion Fordring", 8, 6, 6, divine_shield, taunt, deathrattle(equip("Ashbringer"))),
    weapon("EX1_383t", "Ashbringer", 5, 5, 3),
    spell("EX1_384", "Avenging Wrath", 6, deal_split(8, enemies)),
]

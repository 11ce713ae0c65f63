"""What SabberStone, the simulator of the DSA-ME and MESB experiments, plays unlike the game.

The variant "sabberstone" reproduces published results. `engine/README.md` says what differs;
`tests/engine/cards/test_sabberstone.py` has a test for each difference.
"""

from engine.cards.variants import Variant
from engine.dsl import *

CARDS = [
    minion("EX1_103", "Coldlight Seer", 3, 2, 3, battlecry(give(your.minions.of(murloc), 0, +2)), race=murloc),
    spell("EX1_124", "Eviscerate", 2, deal(2, target, fixed=True), combo(deal(4, target, fixed=True))),
    spell("EX1_126", "Betrayal", 2, deal(attack_of(target(enemy.minions)), beside_target, fixed=True)),
    spell("EX1_128", "Conceal", 1, lose(your.minions, stealth), give(your.minions, stealth, until_your_next_turn)),
    secret("EX1_132", "Eye for an Eye", 1, when(damaged(your.hero), deal(event_value, enemy.hero, fixed=False))),
    weapon("EX1_133", "Perdition's Blade", 3, 2, 2, battlecry(deal(1, target))),
    spell("EX1_137", "Headcrack", 3, deal(2, enemy.hero, fixed=True),
          combo(deal(2, enemy.hero, fixed=True), return_next_turn())),
    spell("EX1_145", "Preparation", 0, next_spell_costs_less(3)),
    spell("EX1_182", "Pilfer", 1, add_to_hand(format_card(of_opponent=True))),
    minion("EX1_304", "Void Terror", 3, 3, 3, battlecry(if_(
           count(adjacent) >= 2, give(this, +1, times=attack_of(adjacent)),
           give(this, 0, +1, times=max_health_of(adjacent)), destroy(adjacent))), race=demon),
    spell("EX1_317", "Sense Demons", 3, draw_a(demon, 2)),
    secret("EX1_554", "Snake Trap", 2, when(attacked(your.minions), summon("Snake", 3),
           needs=open_slots(your) >= 1, reveals_if=open_slots(your) >= 3)),
    minion("NEW1_014", "Master of Disguise", 4, 4, 4,
           battlecry(lose(target(your.minions), stealth), give(target, stealth, until_your_next_turn))),
    minion("NEW1_030", "Deathwing", 10, 12, 12, battlecry(destroy(anyone.minions), discard_hand()), race=dragon),
]

SABBERSTONE = Variant(
    tuple(CARDS),
    damage_ends_stealth=False,
    full_hand_kills=False,
    poison_kills_heroes=True,
    silence_leaves=(cant_attack, poisonous),
    turn_outlives_heroes=True,
)

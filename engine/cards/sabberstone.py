"""Cards that SabberStone, the simulator of the DSA-ME and MESB experiments, plays unlike their text.

Each takes the place of the printed card of its id in the variant "sabberstone", by which published
results are reproduced. `engine/README.md` says what differs; `tests/engine/cards/test_sabberstone.py` holds
the list.
"""

from engine.dsl import *

CARDS = [
    spell("EX1_124", "Eviscerate", 2, deal(2, target, fixed=True), combo(deal(4, target, fixed=True))),
    spell("EX1_126", "Betrayal", 2, deal(attack_of(target(enemy.minions)), beside_target, fixed=True)),
    spell("EX1_137", "Headcrack", 3, deal(2, enemy.hero, fixed=True),
          combo(deal(2, enemy.hero, fixed=True), return_next_turn())),
    spell("EX1_145", "Preparation", 0, next_spell_costs_less(3)),
    spell("EX1_182", "Pilfer", 1, add_to_hand(standard(of_opponent=True))),
    minion("NEW1_030", "Deathwing", 10, 12, 12, battlecry(destroy(anyone.minions), discard_hand()), race=dragon),
]

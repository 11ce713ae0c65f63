"""HearthSim's generated cards: plain minions, and a hero without a hero power."""

from engine.card_sets import CardSet
from engine.dsl import hero, minion, taunt
from engine.dsl.cards import Card

#: Range of the generated minions: 1 to this.
MAX_ATTACK, MAX_HEALTH = 5, 4
#: A deck's hero without a power.
NONE = "NONE"


def minion_id(attack: int, health: int, has_taunt: bool) -> str:
    """The id of a generated minion."""
    return f"hearthsim:{attack}/{health}{':taunt' * has_taunt}"


def _minion(attack: int, health: int, has_taunt: bool) -> Card:
    name = f"{attack}/{health}{' Taunt' * has_taunt}"
    cost = (attack + health) // 2
    id_ = minion_id(attack, health, has_taunt)
    return minion(id_, name, cost, attack, health, *((taunt,) if has_taunt else ()))


#: All kinds, without Taunt first; Taunt changes neither stats nor cost.
#:
#: Source: oyachai/HearthSim d5f73e81, HearthSim.java.
CARDS = CardSet(
    "hearthsim",
    (
        hero("hearthsim:none", "None", 30),
        *(
            _minion(attack, health, has_taunt)
            for has_taunt in (False, True)
            for attack in range(1, MAX_ATTACK + 1)
            for health in range(1, MAX_HEALTH + 1)
        ),
    ),
)

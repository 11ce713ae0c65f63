"""The decks of HearthSim's experiments, of generated cards: plain minions, no hero power.

A random deck follows from the seed of its game and its number of Taunts only. With more Taunts it
has the same minions, and Taunt on all that had it with fewer.
"""

from collections import Counter

import numpy as np

from engine.card_sets import CardSet
from engine.decks import DECK_SIZE, Deck, DeckError, find_card
from engine.dsl.cards import Card, hero, minion
from engine.dsl.keywords import taunt
from engine.rules import Rules
from models.players.games import mix

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


#: Two of each, with two of both cards that an experiment chooses.
#:
#: Source: oyachai/HearthSim, the decks of examples 1 to 3.
BASIC = (
    "Goldshire Footman",
    "Murloc Raider",
    "Bloodfen Raptor",
    "Frostwolf Grunt",
    "River Crocolisk",
    "Ironfur Grizzly",
    "Silverback Patriarch",
    "Chillwind Yeti",
    "Sen'jin Shieldmasta",
    "Booty Bay Bodyguard",
    "Fen Creeper",
    "Boulderfist Ogre",
    "War Golem",
)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def basic_deck(hero: str, *chosen: str) -> Deck:
    """HearthSim's deck of plain minions: two of each of `BASIC` and of two chosen cards.

    Args:
        hero: A class, or `NONE`.
        chosen: Names of the two cards.

    Raises:
        DeckError: A card does not exist, or there are not 30 cards.
    """
    cards = tuple(find_card(name).id for name in (*BASIC, *chosen) for _ in range(2))
    if len(cards) != DECK_SIZE or max(Counter(cards).values()) > 2:
        raise DeckError(f"HearthSim's deck with {', '.join(chosen)}: choose two other cards")
    return Deck(f"{' and '.join(chosen)}", hero, cards)


def random_minions(rules: Rules, seeds: np.ndarray, taunts: tuple[int, int]) -> np.ndarray:
    """Draws two random decks of minions per game.

    Attack is uniform on 1 to 5, health on 1 to 4; the cost is half of their sum, rounded down.

    Args:
        rules: Rules with HearthSim's cards.
        seeds: (n,) array of uint64: a seed per game.
        taunts: Minions with Taunt in the first and in the second deck.

    Returns:
        (n, 2, 30) array of int64: rows of cards in list order.

    Source:
        oyachai/HearthSim d5f73e81, HearthSim.java, "standard minion only random deck".
    """
    rows = _rows(rules)
    attack = _words(seeds, 0) % MAX_ATTACK
    health = _words(seeds, 1) % MAX_HEALTH
    # A random order of the places: the first of it have Taunt.
    ranks = _words(seeds, 2).argsort(axis=-1).argsort(axis=-1)
    has_taunt = ranks < np.array(taunts)[:, None]
    return rows[has_taunt.astype(np.int64), attack.astype(np.int64), health.astype(np.int64)]


def _rows(rules: Rules) -> np.ndarray:
    """(2, 5, 4) array: rows by Taunt, attack - 1 and health - 1."""
    return np.array(
        [
            [
                [rules.row(minion_id(attack, health, has)) for health in range(1, MAX_HEALTH + 1)]
                for attack in range(1, MAX_ATTACK + 1)
            ]
            for has in (False, True)
        ]
    )


def _words(seeds: np.ndarray, purpose: int) -> np.ndarray:
    """(n, 2, 30) array of uint64: random words per game, deck and card."""
    places = np.arange(2 * DECK_SIZE, dtype=np.uint64) + np.uint64(2 * DECK_SIZE * purpose + 1)
    return mix(seeds[:, None] + _GOLDEN * places).reshape(-1, 2, DECK_SIZE)

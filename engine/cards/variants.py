"""What a variant of the rules changes: cards in place of printed ones, and rules by name."""

from dataclasses import dataclass

import numpy as np

from engine.core import enums as e
from engine.dsl.cards import Card
from engine.dsl.keywords import Keyword, grant_of


@dataclass(frozen=True)
class Variant:
    """The cards and rules of a simulator; the defaults are the game's."""

    cards: tuple[Card, ...] = ()  #: Each takes the place of the printed card of its id
    #: Whether a minion that deals damage loses stealth, also if it does not attack
    damage_ends_stealth: bool = True
    #: Whether a minion that returns to a full hand dies; else it leaves play
    full_hand_kills: bool = True
    #: Whether a hero dies that is hurt by the poisonous minion it attacks
    poison_kills_heroes: bool = False
    silence_leaves: tuple[Keyword, ...] = ()  #: Keywords that silence does not take
    #: Whether the next turn begins, with its triggers and its draw, although a hero has died while
    #: the turn passed
    turn_outlives_heroes: bool = False

    def write(self, tables: np.record) -> None:
        """Writes the rules into the tables that the kernels read."""
        tables.damage_ends = (e.STEALTH | e.FADING_STEALTH) if self.damage_ends_stealth else 0
        tables.full_hand_kills = self.full_hand_kills
        tables.poison_kills_heroes = self.poison_kills_heroes
        tables.silence_leaves = grant_of(self.silence_leaves).keywords
        tables.turn_outlives_heroes = self.turn_outlives_heroes

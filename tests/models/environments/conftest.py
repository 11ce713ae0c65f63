import numpy as np
import pytest

from engine.rules import Rules
from tests.engine.random_games import Table, implemented_classes, play_random
from tests.models.play.hidden import copied

MATCHUPS = [("Aggro Hunter", "Control Warlock"), ("Control Paladin", "Classic Miracle Rogue")]


@pytest.fixture(scope="session")
def positions(rules: Rules) -> list[np.record]:
    """Every third state of random games of all classes, with random decks."""
    heroes, found = implemented_classes(rules), []
    for i, hero in enumerate(heroes):
        table, kept = Table(rules), []

        def watch(actions: list[int], action: int, table=table, kept=kept) -> None:
            kept.append(copied(table.game))

        play_random(table, 70 + i, (hero, heroes[(i + 4) % len(heroes)]), watch)
        found += kept[::3]
    return found

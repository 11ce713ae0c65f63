"""Compiled and interpreted kernels play the same games, byte for byte."""

from hashlib import sha256

from engine.core.hash import digest
from engine.rules import Rules, rules_for
from tests.both_ways import other_way
from tests.engine.random_games import Table, implemented_classes, play_random


def corpus() -> list[str]:
    """Random games of all classes: each state's digest, and the last bytes.

    Each class goes first against two others, with the cards of all sets. These games reach more
    lines of the engine than 50 between all pairs with the Classic cards did.
    """
    rules = rules_for(format="blackrock")
    heroes = implemented_classes(rules)
    return [
        _game(rules, 10 * k + i, (hero, heroes[i - k]))
        for k in (1, 4)
        for i, hero in enumerate(heroes)
    ]


def _game(rules: Rules, seed: int, heroes: tuple[str, str]) -> str:
    table, states = Table(rules), sha256()

    def watch(actions: list[int], action: int) -> None:
        states.update(f"{int(digest(table.game))} {actions} {action}\n".encode())

    play_random(table, seed, heroes, watch)
    last = sha256(table.game.tobytes()).hexdigest()
    return f"{' '.join(heroes)} {table.game.turn} {states.hexdigest()} {last}"


def test_interpreted_and_compiled_games_are_the_same() -> None:
    """This process plays one way, a second one the other way."""
    assert other_way("tests.engine.test_interpreted", "corpus") == corpus()

"""The command that changes card lines: what it changes, and what notices a change."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.mutants import cards_of, mutants_of, node_ids

ROOT = Path(__file__).parents[2]
LINE = """minion("X1", "Jester", 2, 3, 2, taunt,
        after(summoned(your.other.minions), deal(1, random(enemies)))),"""


def changes(text: str) -> set[str]:
    """The mutants of the one card in a text."""
    (card,) = cards_of(text)
    return {f"{mutant.before} -> {mutant.after}" for mutant in mutants_of(card)}


def test_each_word_number_and_side_is_changed() -> None:
    assert changes(LINE) >= {
        "taunt -> ",
        "1 -> 2",
        "your -> enemy",
        "your.other.minions -> your.other",
        "your.other.minions -> your.other.characters",
        "enemies -> everyone",
        "random(enemies) -> enemies",
        "after -> when",
        "deal(1, random(enemies)) -> deal(random(enemies))",
    }


def test_costs_and_stats_are_left_to_the_data() -> None:
    (card,) = cards_of(LINE)
    assert all(m.source.startswith("minion('X1', 'Jester', 2, 3, 2") for m in mutants_of(card))
    assert len({mutant.source for mutant in mutants_of(card)}) == len(list(mutants_of(card)))


def test_comparisons_and_options_of_words_are_changed() -> None:
    text = 'spell("X2", "Test", 1, if_(count(your.minions) >= 2, draw(2), otherwise=(draw(),)))'
    found = changes(text)
    assert "count(your.minions) >= 2 -> count(your.minions) <= 2" in found
    assert any(change.endswith("-> if_(count(your.minions) >= 2, draw(2))") for change in found)


def test_the_node_ids_a_card_are_those_that_name_it() -> None:
    found = node_ids("Knife Juggler", "NEW1_019")
    assert any(test.startswith("tests/engine/cards/test_neutral") for test in found)
    assert any(test.endswith("[Knife Juggler]") for test in found)


@pytest.mark.slow
def test_a_rulings_test_notices_a_change() -> None:
    command = [sys.executable, "-m", "tests.engine.mutants", "engine/cards/mage.py", "Mana Wyrm"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr.endswith("mutants, 0 survivors\n"), done.stdout
    assert done.returncode == 0

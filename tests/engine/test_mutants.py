"""The command that changes card lines: what it changes, and what notices a change."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.cards import naxxramas
from tests.engine.mutants import cards_of, is_change, makers_of, mutants_of, node_ids

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


def test_an_event_without_an_after_of_its_own_makes_no_mutant() -> None:
    text = 'secret("FP1_018", "Duplicate", 3, when(dies(your.minions), copy_it(2)))'
    (card,) = cards_of(text)
    made = {f"{m.before} -> {m.after}": is_change(m, card, naxxramas) for m in mutants_of(card)}
    assert not made.pop("when -> after")
    assert made
    assert all(made.values())


def test_the_node_ids_a_card_are_those_that_name_it() -> None:
    found = node_ids("Knife Juggler", "NEW1_019")
    assert any(test.startswith("tests/engine/cards/test_neutral") for test in found)
    for test in found:
        path, _, function = test.partition("::")
        assert f"def {function}" in (ROOT / path).read_text(encoding="utf-8"), test


def test_an_option_is_tested_by_the_rulings_of_its_card() -> None:
    cards = cards_of((ROOT / "engine/cards/goblins_classes.py").read_text(encoding="utf-8"))
    makers = makers_of("Gift of Mana", "GVG_032a", cards)
    assert makers == ["Grove Tender"]
    ruling = "::test_grove_tender_gives_each_player_a_full_crystal_or_a_card"
    assert any(test.endswith(ruling) for test in node_ids("Gift of Mana", "GVG_032a", makers))


def test_a_card_named_by_the_cases_of_a_test_is_tested_by_it() -> None:
    found = node_ids("Blackwing Technician", "BRM_033")
    assert any(test.endswith("::test_a_dragon_in_hand_makes_it_stronger") for test in found)


def test_a_card_named_by_a_constant_of_the_file_is_tested_by_the_test_that_uses_it() -> None:
    found = node_ids("Dire Shapeshift", "AT_132_DRUID")
    ruling = "test_neutral_hof.py::test_baku_upgrades_the_hero_power_of_each_class"
    assert any(test.endswith(ruling) for test in found)


@pytest.mark.slow
def test_a_rulings_test_notices_a_change() -> None:
    command = [sys.executable, "-m", "tests.engine.mutants", "engine/cards/mage.py", "Mana Wyrm"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr.endswith("mutants, 0 survivors\n"), done.stdout
    assert done.returncode == 0

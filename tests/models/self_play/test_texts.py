import numpy as np
import pytest

from engine.core.enums import EVENTS, OPS
from engine.rules import rules_for
from models.self_play import texts
from models.self_play.texts import N_TEXT, text_numbers

RULES = rules_for(format="blackrock")
NUMBERS = text_numbers(RULES)


def numbers_of(name: str, place: slice) -> np.ndarray:
    return NUMBERS[RULES.find(name)][place]


def verbs(name: str) -> dict[tuple[int, str], int]:
    """(when, verb) -> how often."""
    counts = numbers_of(name, texts._VERBS)
    return {(i // len(OPS), OPS[i % len(OPS)]): int(counts[i]) for i in np.flatnonzero(counts)}


def test_cards_without_text_have_zeros():
    assert NUMBERS.shape == (len(RULES.names), N_TEXT)
    assert abs(NUMBERS).max() == 3
    assert not NUMBERS[0].any()
    assert not NUMBERS[RULES.find("Chillwind Yeti")].any()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Fireball", {(0, "deal"): 1}),
        ("Loot Hoarder", {(1, "draw"): 1}),
        ("Flamewaker", {(2, "deal_split"): 1}),
        ("Mirror Image", {(0, "summon"): 1}),
    ],
)
def test_verbs_are_counted_by_when_they_run(name, expected):
    assert verbs(name) == expected


def test_amounts_and_gifts_are_tenths():
    deal = OPS.index("deal")
    assert numbers_of("Fireball", texts._AMOUNTS)[deal] == pytest.approx(0.6)
    assert numbers_of("Shattered Sun Cleric", texts._GIVEN) == pytest.approx([0.1, 0.1])
    assert numbers_of("Mirror Image", texts._MADE) == pytest.approx([0.0, 0.2])
    assert numbers_of("Stormwind Champion", texts._AURAS) == pytest.approx([0.1, 0.1, 0.0])


def test_targets_and_events_are_named():
    assert numbers_of("Fireball", texts._TARGETS).sum() == 1
    assert not numbers_of("Flamestrike", texts._TARGETS).any()
    (event,) = np.flatnonzero(numbers_of("Flamewaker", texts._EVENTS))
    assert EVENTS[event] == "after_cast"


def test_alike_texts_have_alike_numbers():
    assert (NUMBERS[RULES.find("Loot Hoarder")] == NUMBERS[RULES.find("Bloodmage Thalnos")]).all()
    assert (NUMBERS[RULES.find("Fireball")] != NUMBERS[RULES.find("Pyroblast")]).sum() == 1

"""The rules of a build: its tables, and its random cards."""

from itertools import pairwise

import numpy as np
import pytest

from engine.cards import CARDS, FIRST_CARDS, LATER_CARDS
from engine.core import enums as e
from engine.core import tables as t
from engine.dsl.cards import minion
from engine.dsl.errors import CardError
from engine.patches import PatchError
from engine.rules import Rules, rules_for


def test_programs_do_not_overlap(rules: Rules) -> None:
    tables, cards = rules.tables, rules.tables.cards[1 : len(rules.ids)]
    ranges = [(c[x], c[f"{x}_stop"]) for c in cards for x in ("play", "combo", "deathrattle")]
    n = rules.table_rows.n["triggers"]
    ranges += [(row["start"], row["stop"]) for row in tables.triggers[1:n]]
    full = sorted((int(a), int(b)) for a, b in ranges if a != b)
    assert all(stop <= start for (_, stop), (start, _) in pairwise(full))
    assert full[-1][1] <= rules.table_rows.n["effects"]
    assert all(1 <= start < stop for start, stop in full)


def test_row_zero_is_nothing(rules: Rules) -> None:
    for table in ("cards", "effects", "selectors", "triggers", "auras", "grants"):
        row = rules.tables[table][0]
        assert not np.frombuffer(row.tobytes(), np.uint8).any(), table


def test_the_tables_have_room(rules: Rules) -> None:
    """A third of each table is free: the rest of the sets has to fit."""
    n, rows = rules.table_rows.n, rules.table_rows
    used = {
        "cards": (len(rules.ids), t.N_CARDS),
        "effects": (n["effects"], t.N_EFFECTS),
        "selectors": (len(rows.selectors), t.N_SELECTORS),
        "triggers": (n["triggers"], t.N_TRIGGERS),
        "auras": (n["auras"], t.N_AURAS),
        "grants": (len(rows.grants), t.N_GRANTS),
        "pools": (n["pools"], t.N_POOLS),
        "pool cards": (n["pool_cards"], t.N_POOL_CARDS),
    }
    assert all(3 * in_use <= 2 * capacity for in_use, capacity in used.values()), used


def test_pools(rules: Rules) -> None:
    """Brightwing's legendary minions, Barrens Stablehand's beasts, Pilfer's other classes."""

    def pool_of(name: str) -> list[np.record]:
        card = rules.tables.cards[rules.find(name)]
        (effect,) = rules.tables.effects[card.play : card.play_stop]
        start, stop = rules.tables.pool_starts[int(effect.arg) : int(effect.arg) + 2]
        return [rules.tables.cards[row] for row in rules.tables.pool_cards[start:stop]]

    legends = pool_of("Brightwing")
    assert all(x.legendary and x.type == e.MINION_CARD for x in legends)
    assert {x.implemented for x in legends} == {0, 1}
    beasts = pool_of("Barrens Stablehand")
    assert {int(x.race) for x in beasts} == {e.RACES.index("BEAST")}
    stolen = {int(x.card_class) for x in pool_of("Pilfer")}
    assert stolen == {e.CLASSES.index(x) for x in e.CLASSES if x not in ("NEUTRAL", "ROGUE")}


def test_generated_cards_can_be_kept_to_those_implemented() -> None:
    rules = rules_for(generated="implemented")
    start, stop = rules.tables.pool_starts[0], rules.tables.pool_starts[len(rules.table_rows.pools)]
    rows = rules.tables.pool_cards[start:stop]
    assert len(rows) > 50
    assert all(rules.tables.cards[row].implemented for row in rows)


def test_names_find_rows(rules: Rules) -> None:
    assert rules.find("Wisp") == rules.row("CS2_231") == rules.find("CS2_231")
    with pytest.raises(KeyError, match="'NO_CARD' is not implemented in patch 38377"):
        rules.row("NO_CARD")


def test_wrong_patches_and_sources_are_refused() -> None:
    with pytest.raises(PatchError, match="unknown build '1'; use one of 38377, 23321"):
        rules_for("1")
    with pytest.raises(ValueError, match="generated='all'; choose one of standard, implemented"):
        rules_for(generated="all")


def test_a_card_without_data_is_named_with_its_line(monkeypatch) -> None:
    monkeypatch.setattr("engine.rules.CARDS", (*CARDS, minion("AT_103", "Kraken", 9, 9, 7)))
    rules_for.cache_clear()
    with pytest.raises(CardError, match=r"Kraken \(AT_103, test_rules.py:\d+\): .* no such id"):
        rules_for()


def test_rows_follow_the_card_files(rules: Rules) -> None:
    first, later = [made.id for made in FIRST_CARDS], [made.id for made in LATER_CARDS]
    assert list(rules.ids[1 : len(first) + 1]) == first
    assert list(rules.ids[len(rules.ids) - len(later) :]) == later


def test_equal_cards_equal_digests() -> None:
    rules_for.cache_clear()
    first = rules_for().digest
    rules_for.cache_clear()
    assert rules_for().digest == first != rules_for(generated="implemented").digest

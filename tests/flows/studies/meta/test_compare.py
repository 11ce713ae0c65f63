"""Two metagames side by side, from their extracts."""

import json
import shutil
from dataclasses import replace

import polars as pl
import pytest

from engine.decks import build_patch, deck_code, deck_from_code, new_patch
from engine.patches import NewLine
from flows.__main__ import main
from flows.studies.meta.compare import changes, compare, presence
from models.players.decks import STARTER_DECKS
from models.settings.config import ConfigError
from tests.processes import ROOT, python

EXTRACT = ROOT / "docs" / "metagame" / "classic14"


def test_a_metagame_and_its_copy_have_no_changes(tmp_path, capsys):
    copy, out = tmp_path / "copy", tmp_path / "out"
    shutil.copytree(EXTRACT, copy)
    assert main(["report", str(EXTRACT), str(copy), "--compare", "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "## Cards" in told
    assert str(copy) in told  # the cards are the same, so folders are the names
    assert pl.read_csv(out / "cards.csv")["change"].abs().max() == 0
    assert pl.read_csv(out / "classes.csv")["before"].sum() == pytest.approx(1)


def test_an_extract_has_the_new_cards_of_its_decks(tmp_path):
    """Another process knows no patch; older extracts have no such column."""
    line = NewLine('minion("Argent Horserider", 3, 2, 1, charge, divine_shield)', "")
    patch = new_patch("tourney", [], build_patch("classic14"), "", [line])
    copy = shutil.copytree(EXTRACT, tmp_path / "copy")
    meta, decks = (pl.read_parquet(copy / f"{name}.parquet") for name in ("meta", "decks"))
    first = deck_from_code(decks["code"][0], format=None)
    changed = replace(first, cards=(patch.new_cards[0].id, *first.cards[1:]))
    codes = pl.Series([deck_code(changed), *decks["code"][1:]])
    decks.with_columns(code=codes).write_parquet(copy / "decks.parquet")
    words = ["-m", "flows", "report", EXTRACT, copy, "--compare", "--out", tmp_path]
    assert "is that of a new card; give the patch that adds it" in python(*words).stderr
    content = pl.lit(json.dumps(patch.content()))
    meta.with_columns(patch_content=content).write_parquet(copy / "meta.parquet")
    assert "Argent Horserider" in python(*words).stdout


def test_rises_come_first_and_what_one_lacks_is_zero():
    before = pl.DataFrame({"card": ["a", "b"], "value": [0.5, 1.0]})
    after = pl.DataFrame({"card": ["a", "c"], "value": [1.0, 0.25]})
    rows = [("a", 0.5, 1.0, 0.5), ("c", 0.0, 0.25, 0.25), ("b", 1.0, 0.0, -1.0)]
    assert changes("card", before, after).rows() == rows


def test_presence_counts_copies_by_share():
    decks = [STARTER_DECKS[hero] for hero in ("HUNTER", "WARLOCK")]
    table = pl.DataFrame({"share": [0.25, 0.75], "code": [deck_code(deck) for deck in decks]})
    found = dict(presence(table).rows())
    assert sum(found.values()) == pytest.approx(30)
    for card, value in found.items():
        copies = [deck.cards.count(card) for deck in decks]
        assert value == pytest.approx(0.25 * copies[0] + 0.75 * copies[1])


def test_two_metagames_are_compared_with_nothing_else(tmp_path, refused):
    with pytest.raises(ConfigError, match="3 metagames; give two"):
        compare([tmp_path] * 3, tmp_path)
    assert "is no metagame" in refused("report", EXTRACT, tmp_path, "--compare")

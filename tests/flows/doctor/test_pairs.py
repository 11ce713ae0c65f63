"""Pairs of a deck's cards by a search: what fits and what does not, in text, page and JSON."""

import json

import pytest

from engine.decks import Deck, DeckError, deck_code
from engine.patches import build_patch
from flows.doctor.pairs import pairs_of
from models.players.config import PlayerConfig
from models.players.decks import named_deck
from tasks.reports.results import read_results
from tasks.storage.files import StoreError, read_table
from tests.tasks.synthetic import deck_together, write_explained, write_run


@pytest.fixture(scope="module")
def explained(tmp_path_factory):
    return read_results(write_explained(tmp_path_factory.mktemp("runs") / "synergy").path)


def test_pairs_and_numbers_are_those_of_the_explanation(explained):
    deck = deck_together(explained)
    found = pairs_of(explained, deck, PlayerConfig())
    assert found["explained"] == "synergy"
    (pair,) = found["pairs"]
    assert pair["pair"] == "Backstab + SI:7 Agent"
    table = read_table(explained.run.pair_effects_path).filter(target="objective")
    (row,) = table.filter(name="Backstab", other_name="SI:7 Agent").to_dicts()
    assert [pair["effect"], *pair["interval"]] == [row["effect"], row["low"], row["high"]]
    assert pair["n_decks"] == row["n_decks"]
    without = tuple("EX1_278" if card == "EX1_134" else card for card in deck.cards)
    assert pairs_of(explained, Deck("x", deck.hero, without), PlayerConfig())["pairs"] == []


def test_a_search_that_does_not_fit_is_refused(explained, tmp_path):
    deck = deck_together(explained)
    with pytest.raises(DeckError, match="is for WARLOCK"):
        pairs_of(explained, named_deck("Zoolock"), PlayerConfig())
    with pytest.raises(StoreError, match="the examination those of blackrock, 38377"):
        pairs_of(explained, deck, PlayerConfig(format="blackrock"))
    with pytest.raises(StoreError, match="those of standard-2019, 23321"):
        pairs_of(explained, deck, PlayerConfig(patch=build_patch("23321")))
    plain = read_results(write_run(tmp_path / "plain").path)
    with pytest.raises(StoreError, match=r"run `python -m flows explain .*plain` first"):
        pairs_of(plain, deck, PlayerConfig())


def test_the_command_shows_the_pairs_of_a_run(explained, answered, refused, tmp_path):
    run, code = explained.run.path, deck_code(deck_together(explained))
    words = ["deck", code, "--format", "standard-2019", "--opponents", "elite"]
    words += ["--games", "3000", "--player", "greedy"]
    text = answered(*words, "--run", run, "--out", tmp_path / "page")
    assert "## Pairs that work together" in text
    assert "Backstab + SI:7 Agent" in text
    assert "By `explain` of the search synergy" in text
    found = json.loads((tmp_path / "page" / "deck.json").read_text())
    assert [each["pair"] for each in found["pairs"]] == ["Backstab + SI:7 Agent"]
    assert "is for WARLOCK" in refused("deck", "Zoolock", "--run", run)
    assert "nothing" in refused("deck", "Zoolock", "--run", tmp_path / "nothing")

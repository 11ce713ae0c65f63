"""The deck doctor as a command: text, JSON, page, further rounds, pairs, and bad input."""

import json
import re
import shutil

import polars as pl
import pytest

from engine.card_data import find_card
from engine.decks import deck_code
from flows.__main__ import main
from tasks.reports.results import read_results
from tests.tasks.synthetic import deck_together, write_explained

QUICK = ("--games", "3000", "--player", "greedy")
SMALL = (*QUICK, "--opponents", "brm15")


@pytest.fixture(scope="module")
def examined(tmp_path_factory):
    """A deck with two rounds."""
    out = tmp_path_factory.mktemp("doctor") / "zoo"
    assert main(["deck", "Zoolock", *SMALL, "--rounds", "2", "--out", str(out)]) == 0
    return out


def test_the_page_has_all_sections_and_tables(examined):
    text = (examined / "report.md").read_text()
    assert re.findall("^## (.*)$", text, re.M) == [
        *("Matchups", "Mulligan", "Cards that carry the deck", "Cards drawn early"),
        *("Better versions", "Go on"),
    ]
    assert (examined / "cards.png").stat().st_size > 10_000
    assert (examined / "index.html").is_file()
    mulligan = pl.read_csv(examined / "mulligan.csv")
    assert set(mulligan["against"]) == {"all", "aggro", "control"}
    assert mulligan.filter(against="all").height == len(set(mulligan["id"])) == 16
    assert pl.read_csv(examined / "swaps.csv").height == 8
    followed = pl.read_parquet(examined / "card_games.parquet")
    own = followed.filter(event="all", id=followed["id"][0])
    found = json.loads((examined / "deck.json").read_text())
    assert own["games"].sum() == found["won"]["all"]["games"]
    assert len(found["drawn"]) == 16
    assert pl.read_csv(examined / "matchups.csv").height == 2 * 5


def test_two_calls_find_what_one_finds(examined, tmp_path, answered):
    after_one = shutil.copytree(examined, tmp_path / "zoo")
    for file in (after_one / "rounds").glob("*-01.parquet"):
        file.unlink()
    args = ["deck", "Zoolock", *SMALL, "--rounds", "2", "--threads", "1", "--json"]
    args += ["--out", str(after_one)]
    found = json.loads(answered(*args))
    assert found == json.loads((examined / "deck.json").read_text())
    assert found["archetype"]["nearest"] == "Zoolock"
    assert found["archetype"]["common"] == 30
    assert len(found["archetype"]["key_cards"]) == 3
    assert sum(found["curve"]) == 30
    before = {each.name: each.read_bytes() for each in (examined / "rounds").iterdir()}
    for name in ("swaps-00", "results-00"):  # a later round is there
        (after_one / "rounds" / f"{name}.parquet").unlink()
        answered(*args)
        after = {each.name: each.read_bytes() for each in (after_one / "rounds").iterdir()}
        assert after == before
    assert found["rounds"] == 2
    assert all(each["first"]["games"] for each in found["matchups"])
    assert found["won"]["all"]["games"] == sum(each["all"]["games"] for each in found["matchups"])


@pytest.mark.parametrize(
    ("given", "opponent"),
    [
        (("--games", "3000", "--format", "classic"), "Control Warrior"),
        ((*QUICK, "--date", "2014-11-01"), "Undertaker Hunter"),
    ],
)
def test_cards_stay_or_do_not_come_and_opponents_have_those_of_the_date(given, opponent, answered):
    words = ["--keep", "soulfire", "--avoid", "Leeroy Jenkins", "--dust", "100", *given]
    found = json.loads(answered("deck", "Zoolock", *words, "--json"))
    assert any(opponent in each["opponent"] for each in found["matchups"])
    assert found["swaps"]
    for swap in found["swaps"]:
        assert "Soulfire" not in swap["out"]
        assert "Leeroy Jenkins" not in swap["into"]
        assert swap["dust"] <= 100


def test_swaps_of_a_collection_cost_no_dust(answered, tmp_path):
    cards = tmp_path / "cards.txt"
    owned = ["Argent Squire", "Harvest Golem", "Leper Gnome", "Loot Hoarder", "Azure Drake"]
    cards.write_text("\n".join(f"2x {card}" for card in owned))
    words = ["--collection", str(cards), "--format", "classic", *QUICK]
    swaps = json.loads(answered("deck", "Zoolock", *words, "--json"))["swaps"]
    into = {card for swap in swaps for card in swap["into"]}
    assert {find_card(card).rarity for card in into - set(owned)} == {"FREE"}
    assert into & set(owned)
    assert {swap["dust"] for swap in swaps} == {0}


def test_the_equilibrium_of_a_metagame_has_each_deck_once(answered):
    field = ["--date", "naxx14", "--opponents", "docs/metagame/naxx14"]
    found = json.loads(answered("deck", "Zoolock", *QUICK, *field, "--json"))["matchups"]
    names = [each["opponent"] for each in found]
    assert len(names) == len(set(names)) < 12
    games = [each["all"]["games"] for each in found]
    assert max(games) >= 2 * min(games)


def test_cards_that_a_date_lacks_are_named_and_nothing_is_written(refused, tmp_path):
    out = tmp_path / "new"
    told = refused("deck", "Mech Mage", "--date", "classic14", "--out", out)
    assert "is not in the game of" in told
    told = refused("deck", "Zoolock", "--format", "classic", "--opponents", "brm15", "--out", out)
    assert "--opponents brm15: not with these cards" in told
    assert not out.exists()


def test_bad_input_is_named_before_any_game(refused, tmp_path, examined):
    cards = tmp_path / "cards.txt"
    cards.write_text("2x Chillwind Yetti\n")
    assert "did you mean 'Dr. Boom'" in refused("deck", "Zoolock", "--avoid", "Dr Boom")
    assert "Fireball: the deck does not have it" in refused("deck", "Zoolock", "--keep", "Fireball")
    told = refused("deck", "Zoolock", "--collection", cards)
    assert "did you mean 'Chillwind Yeti'" in told
    assert "cards.txt" in told
    assert "--collection" in refused("deck", "Zoolock", "--collection", tmp_path / "none.txt")
    assert "is no search" in refused("deck", "Zoolock", "--player", "learned:blackrock")
    assert "--games 10: use 3000" in refused("deck", "Zoolock", "--games", "10").replace(",", "")
    assert "not a file or a deck code" in refused("deck", "Zoolok of mine")
    other = refused("deck", "Zoolock", *SMALL, "--seed", "2", "--out", examined)
    assert "has another examination" in other


def test_the_command_shows_the_pairs_of_a_run(answered, refused, tmp_path):
    run = write_explained(tmp_path / "synergy").path
    code = deck_code(deck_together(read_results(run)))
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

"""The cards of runs: `--patch` and `--format`."""

import json
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from engine.decks import Deck, DeckError, class_pool, deck_code
from flows.commands import Balance, Mesb, Search, TrainPlayer
from flows.questions.decks import read_deck
from flows.questions.preset_run import SuiteName, find_format
from models.players.decks import SUITES, OpponentDeck
from models.problems.decks import DeckSearch
from models.settings.config import ConfigError


def test_a_format_is_a_setting_of_the_players() -> None:
    asked = Search(algorithm="dsa-me", format="gvg+core", settings=["pool=hunter"])
    assert asked.experiment.player.format == "CORE+GVG"
    assert len(asked.experiment.card_pool()) == 43 + 10 + 51 + 8
    assert asked.name == "dsa-me-quick-CORE+GVG"
    assert TrainPlayer(format="classic").training.player.format == "classic"


def test_without_a_format_nothing_changes() -> None:
    assert Search(algorithm="dsa-me").name == "dsa-me-quick"
    assert "format" not in Search(algorithm="dsa-me").experiment.model_dump()["player"]
    asked = Search(algorithm="dsa-me", format="standard-2019")
    assert asked.experiment == Search(algorithm="dsa-me").experiment
    assert find_format(None) == "standard-2019"


def test_a_format_and_a_setting_of_it_are_one_too_many() -> None:
    settings = ["player.format=classic"]
    with pytest.raises(ConfigError, match=r"--format and --set player\.format: both name the"):
        _ = Search(algorithm="dsa-me", format="classic", settings=settings).experiment


def test_a_date_is_a_patch_of_the_players() -> None:
    asked = Search(algorithm="dsa-me", date="naxx14", settings=["pool=hunter"])
    player = asked.experiment.player
    assert (player.patch.content(), player.format) == ("2014-11-01", "blackrock")
    settings = ["player.patch=2014-11-01"]
    alike = Search(algorithm="dsa-me", settings=settings, format="blackrock")
    assert player == alike.experiment.player
    assert len(asked.experiment.card_pool()) == 204
    assert asked.name == "dsa-me-quick-2014-11-01"
    DeckSearch(asked.experiment).check()
    trained = TrainPlayer(date="2014-07-15", format="classic").training
    assert (trained.player.patch.name, trained.player.format) == ("2014-07-15", "classic")


def test_a_patch_changes_the_cards_of_the_date(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("cards:\n  Leper Gnome: {health: 3}\n")
    asked = Search(algorithm="dsa-me", date="naxx14", patch=str(tmp_path / "mine.yaml"))
    gnome = asked.experiment.player.patch.card_data("EX1_029")
    assert (gnome.attack, gnome.health) == (2, 3)
    assert asked.name == "dsa-me-quick-2014-11-01-mine"


def test_a_date_and_a_setting_of_the_patch_are_one_too_many() -> None:
    with pytest.raises(ConfigError, match=r"--date and --set player\.patch: both name the patch"):
        _ = Search(algorithm="dsa-me", date="naxx14", settings=["player.patch=23321"]).experiment
    asked = Search(algorithm="dsa-me", date="naxx14", settings=["player.format=classic"])
    assert asked.experiment.player.format == "classic"


def test_a_pool_of_later_cards_is_refused_by_name() -> None:
    with pytest.raises(DeckError, match=r"the game of 2014-11-01 lacks: .*Pilfer"):
        DeckSearch(Search(algorithm="dsa-me", date="naxx14").experiment).check()


def test_the_suites_are_those_of_the_decks() -> None:
    assert get_args(SuiteName) == tuple(SUITES)


def test_balance_compares_with_the_cards_of_the_date() -> None:
    asked = Balance(patch="mesb-balance", date="naxx14", preset="smoke")
    before, after = (run.experiment.player for run in asked.planned())
    assert (before.patch.content(), after.patch.base) == ("2014-11-01", "2014-11-01")
    assert before.format == after.format == "blackrock"
    other = asked.but(date=None).planned()[1].experiment.player
    assert [x for x, _ in after.patch.differences] == [x for x, _ in other.patch.differences]
    assert asked.name == "balance-2014-11-01-mesb-balance-smoke"


def test_a_wrong_format_stops_a_run_before_any_work() -> None:
    with pytest.raises(DeckError, match="unknown format; did you mean 'blackrock'"):
        _ = Search(algorithm="dsa-me", format="blackroc").experiment
    with pytest.raises(ConfigError, match="did you mean 'blackrock'"):
        _ = Search(algorithm="dsa-me", settings=["player.format=blackroc"]).experiment


def test_a_published_pool_of_another_format_is_refused() -> None:
    with pytest.raises(DeckError, match="use the pool 'rogue', all cards of the class in the form"):
        DeckSearch(Search(algorithm="dsa-me", format="blackrock").experiment).check()


def test_an_opponent_of_another_format_stops_a_run_before_any_work() -> None:
    code = deck_code(Deck("", "HUNTER", class_pool("HUNTER", "CORE+GVG").ids[-30:]))
    goblins = OpponentDeck(name="Goblins", scorer="aggro", code=code)
    settings = [f"opponents={json.dumps([goblins.model_dump()])}", "pool=hunter"]
    DeckSearch(Search(algorithm="dsa-me", settings=settings, format="CORE+GVG").experiment).check()
    with pytest.raises(DeckError, match=r"opponents: deck 'Goblins': .*\(GVG\), not of the format"):
        DeckSearch(Search(algorithm="dsa-me", settings=settings).experiment).check()


def test_published_opponents_stay_in_every_format() -> None:
    asked = Search(algorithm="dsa-me", settings=["pool=hunter"], format="CORE+NAXX")
    DeckSearch(asked.experiment).check()
    assert asked.experiment.opponents == "elite"


def test_balance_searches_the_cards_of_the_format() -> None:
    asked = Balance(patch="mesb-balance", format="blackrock", preset="smoke")
    before, after = (run.experiment for run in asked.planned())
    assert before.player.format == after.player.format == "blackrock"
    assert before.pool == "paladin"
    assert len(before.card_pool()) == 278
    assert asked.name == "balance-mesb-balance-blackrock-smoke"


def test_the_papers_experiments_have_no_format() -> None:
    assert "format" not in Mesb.fields()


def test_a_deck_code_is_read_in_the_format() -> None:
    cards = class_pool("HUNTER", "blackrock")
    counts = np.zeros(len(cards), np.int8)
    counts[-30:] = 1
    code = deck_code(cards.deck(counts))
    assert read_deck(code, format="blackrock").hero == "HUNTER"
    with pytest.raises(DeckError, match="or use the format blackrock"):
        read_deck(code)


def test_a_search_by_belief_begins_with_the_beliefs_of_a_given_run():
    given = {
        name: Search(algorithm=name, source="runs/a").experiment for name in ("bayes-me", "dsa-me")
    }
    learning = given["bayes-me"].learning
    assert (learning.mode, learning.source) == ("trend", "bayes-me")
    assert given["dsa-me"].learning.mode == "online"
    assert Search(algorithm="bayes-me").experiment.learning.mode == "online"

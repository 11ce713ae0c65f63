"""Win rates, ratings and costs, against counts by hand."""

import numpy as np
import polars as pl
import pytest

from flows.studies.league.page import EXTRACT
from flows.studies.league.play import FILE
from flows.studies.league.tables import LeagueResults, extract
from models.players.player_names import read_players
from tasks.storage.files import StoreError
from tests.flows.studies.league.conftest import DECKS, LEAGUE, NAMES, play


@pytest.fixture(scope="module")
def tables(played):
    return extract(played)


@pytest.fixture(scope="module")
def league(tables):
    return LeagueResults(tables)


def test_shares_of_wins_are_counted(league, tables):
    games = tables["games"]
    for row in league.pairs.to_dicts():
        ours, theirs = row["player"], row["other"]
        wins = [
            games.filter(first=ours, second=theirs, result="first").height,
            games.filter(first=theirs, second=ours, result="second").height,
        ]
        is_theirs = (pl.col(seat).is_in([ours, theirs]) for seat in ("first", "second"))
        draws = games.filter(*is_theirs, result="draw").height
        assert row["n_games"] == 16
        assert row["score"] == pytest.approx((sum(wins) + draws / 2) / 16)
        assert row["low"] <= row["score"] <= row["high"]
        if draws == 0:
            assert [row["as_first"], row["as_second"]] == pytest.approx([n / 8 for n in wins])
    scores = {(row["player"], row["other"]): row["score"] for row in league.pairs.to_dicts()}
    for (ours, theirs), score in scores.items():
        assert score + scores[theirs, ours] == pytest.approx(1)


def test_ratings_are_those_of_the_table_best_first(league):
    elo = league.table["elo"].to_numpy()
    assert (np.diff(elo) <= 0).all()
    assert elo.sum() == pytest.approx(0, abs=1e-6)
    assert league.table["player"][-1] == "random"
    assert league.table["n_games"].to_list() == [32] * 3


def test_costs_come_from_the_games_and_the_times(league):
    rows = {row["player"]: row for row in league.table.to_dicts()}
    assert rows["random"]["nodes_per_decision"] == 1
    assert rows["random"]["decisions_per_turn"] > 1.5
    assert rows["open-beam:aggro"]["ms_per_decision"] == pytest.approx(1.0)
    assert rows["open-beam:aggro"]["ms_per_turn"] == pytest.approx(2.0)


def test_searches_that_stopped_at_their_limit_are_shown(tmp_path):
    names = ("one-turn:control:max_nodes=100", "random")
    play(tmp_path / "league", LEAGUE.but(players=read_players(names), n_games=2))
    table = LeagueResults(extract(tmp_path / "league")).table
    rows = {row["player"]: row for row in table.to_dicts()}
    assert 0 < rows[names[0]]["capped"] < 1
    assert rows["random"]["capped"] == 0


def test_the_best_player_within_a_time(league):
    assert league.best(fair=True)["player"] == "fair-beam:aggro"
    assert league.best(most_ms=0.01)["player"] == "random"
    assert league.best(most_ms=0.0001) is None


def test_the_worst_predicted_pair_is_seen_from_its_better_player(league):
    worst, gap = league.surprise, (league.pairs["score"] - league.pairs["expected"]).abs().max()
    assert worst["expected"] >= 0.5
    assert abs(worst["score"] - worst["expected"]) == pytest.approx(gap)


def test_sight_is_compared_between_players_of_the_same_settings(league, tables):
    (couple,) = league.sight
    assert (couple["seeing"], couple["fair"]) == ("open-beam:aggro", "fair-beam:aggro")
    assert couple["differs"] == "sight"
    assert couple["n_games"] == 16
    assert couple["elo_low"] < couple["elo"] < couple["elo_high"]
    wider = tables["players"]["configuration"].str.replace('"width":4', '"width":5')
    players = tables["players"].with_columns(
        configuration=pl.when(pl.col("player") == NAMES[0]).then(wider).otherwise("configuration")
    )
    assert LeagueResults({**tables, "players": players}).sight == []


def test_every_player_plays_every_deck(league):
    assert league.by_deck.height == 3 * 2
    assert set(league.by_deck["deck"]) == {deck.name for deck in DECKS}
    assert league.by_deck["n_games"].to_list() == [16] * 6


def test_a_deck_that_nobody_has_played_yet_has_no_share(tables):
    one = tables["games"].filter(first_deck=DECKS[0].name, second_deck=DECKS[0].name)
    shares = LeagueResults({**tables, "games": one}).by_deck
    assert shares.filter(deck=DECKS[1].name)["score"].null_count() == 3


def test_the_extract_has_all_games_by_name(tables):
    assert list(tables) == list(EXTRACT)
    games = tables["games"]
    assert games.height == 3 * 16
    assert set(games["first"]) == set(games["second"]) == {p.name for p in LEAGUE.players}
    assert set(games["first_deck"]) == {deck.name for deck in LEAGUE.decks}
    assert set(games["result"]) <= {"first", "second", "draw"}
    assert tables["players"]["n_games"].to_list() == [32] * 3
    for player in tables["players"].to_dicts():
        assert player["decisions"] >= player["rounds"] * 0.9
        assert player["nodes"] >= player["decisions"]


def test_a_league_without_games_is_refused(tmp_path):
    with FILE.opened(tmp_path / "new", LEAGUE):
        pass
    with pytest.raises(StoreError, match="open-beam:aggro and random have no games yet"):
        extract(tmp_path / "new")
    with pytest.raises(StoreError, match="no league here"):
        extract(tmp_path)

"""A minimal league on the real engine, from the command to its report, tables and MLflow run."""

import re

import pytest

from flows.__main__ import main
from flows.studies.league.settings import ALL, GAMES, PILOTS, PLAYERS, League
from models.players.decks import opponent_suite
from models.players.kinds import KINDS
from models.players.player_names import read_player
from tasks.sql.catalog import query
from tests.flows.studies.playing import finished_in, played

PLAYED = League(players=["open-beam:aggro", "fair-beam:aggro", "random"], games=4)


@pytest.fixture(scope="module")
def finished(prefect, tmp_path_factory):
    """A league that began with two of its players."""
    out = tmp_path_factory.mktemp("league") / "league"
    played(PLAYED.but(players=PLAYED.players[:2]), out=out)
    return finished_in(PLAYED, out=out)


def test_a_league_is_reported_and_answers_in_sql(finished):
    text = (finished / "report" / "report.md").read_text()
    assert "3 players, 6 decks (Aggro Hunter, " in text
    assert "4 games per pair of players, 12 games in all" in text
    ratings = query([finished / "report"], "from ratings")
    assert ratings.height == 3
    assert (ratings["ms_per_decision"] > 0).all()


def test_by_default_the_published_decks_are_played():
    decks = [each.deck() for each in League().study.decks]
    published = [opponent.deck for opponent in opponent_suite("elite")]
    assert [deck.name for deck in decks] == [deck.name for deck in published]
    assert [sorted(deck.cards) for deck in decks] == [sorted(deck.cards) for deck in published]


def test_every_preset_can_be_played():
    for preset, players in PLAYERS.items():
        league = League(preset=preset).study
        assert [player.name for player in league.players] == list(players)
        assert league.n_games == GAMES[preset]


def test_two_presets_have_players_of_all_kinds_but_networks_of_self_play():
    why = "add the name of a new kind to ALL or PILOTS of flows/studies/league/settings.py"
    assert {name.partition(":")[0] for name in (*ALL, *PILOTS)} == set(KINDS) - {"learned"}, why
    assert all(read_player(name) for name in ALL)


def test_random_decks_are_those_of_the_seed():
    league = League(preset="smoke", decks=["random:9", "published"], seed=4).study
    names = [deck.name for deck in league.decks]
    assert len(set(names)) == 15
    assert names[0].startswith("random 1 ")
    again = League(preset="smoke", decks=["random:9", "published"], seed=4).study
    assert again.decks == league.decks != League(decks=["random:9"], seed=5).study.decks[:9]


def test_the_decks_of_a_period_play_with_its_cards():
    league = League(preset="smoke", decks=["naxx14", "Zoolock"], date="naxx14").study
    assert [deck.name for deck in league.decks] == ["Undertaker Hunter", "Zoo 2014", "Zoolock"]
    player = league.players[0].config
    assert (player.patch.content(), player.format) == ("2014-11-01", "blackrock")


def test_the_help_names_every_kind(capsys):
    with pytest.raises(SystemExit):
        main(["league", "--help"])
    told = capsys.readouterr().out
    kinds, settings = told[told.index("\nkinds") : told.index("\npresets,")].split("\nscorers:")
    assert max(map(len, f"{kinds}{settings}".splitlines())) <= 80
    for name, kind in KINDS.items():
        assert re.search(rf"^  {name}\*? ", kinds, re.M)
        assert {name, *kind.options} <= set(re.findall(r"[\w-]+", settings))

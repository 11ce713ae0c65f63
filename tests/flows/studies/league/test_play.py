"""The directory of a league, and what it refuses."""

import pytest

from flows.studies.league import play as games
from flows.studies.league.play import FILE, GAMES, chunks_of, time_players
from flows.studies.league.tables import LeagueResults, extract
from models.league import LeagueSettings
from models.players.player_names import read_players
from models.self_play.learned_player import own_decks
from tasks.storage.files import StoreError, read_json, write_json
from tests.edits import edit_json
from tests.flows.studies.league.conftest import LEAGUE, NAMES, play
from tests.kills import Killed, dying_after
from tests.models.play.test_game import small_network
from tests.run_contents import bytes_of


@pytest.fixture
def begun(tmp_path):
    with FILE.opened(tmp_path / "league", LEAGUE):
        pass
    return tmp_path / "league"


def test_players_and_games_are_added_and_none_is_lost(begun):
    fewer = LEAGUE.but(players=tuple(read_players(NAMES[2:])), n_games=4)
    with FILE.opened(begun, fewer) as (_, joined):
        assert [player.name for player in joined.players] == list(NAMES)
        assert joined.n_games == LEAGUE.n_games
    assert FILE.load(begun)[0] == joined


def test_another_player_of_the_same_name_is_refused(begun):
    settings = read_json(begun / FILE.name)
    settings["players"][0]["config"]["width"] = 5
    write_json(begun / FILE.name, settings)
    with pytest.raises(StoreError, match=r"open-beam:aggro\.width: 5 there, 4 now"):
        FILE.check(begun, LEAGUE)


def test_other_cards_are_always_refused(begun):
    edit_json(begun / FILE.name, digests={"cards": "another"})
    for anyway in (False, True):
        with pytest.raises(StoreError, match=r"cards have changed .*another there"):
            FILE.check(begun, LEAGUE, resume_anyway=anyway)


def test_a_league_in_use_is_refused(begun):
    with FILE.opened(begun, LEAGUE):
        another = FILE.opened(begun, LEAGUE)
        with pytest.raises(StoreError, match="in use by"):
            another.__enter__()


def contents(path) -> dict[str, bytes]:
    return bytes_of(path, "games/**/*.parquet")


def test_a_chunk_has_each_deal_in_both_seats(played):
    table = chunks_of(played, LEAGUE.pairs[0]).read(0)
    assert dict(table.schema) == GAMES
    assert table.height == LEAGUE.n_games
    assert table["deal"].to_list() == [deal for deal in range(8) for _ in range(2)]
    assert table["swapped"].to_list() == [False, True] * 8
    assert table["first_deck"].to_list()[:8] == [0, 0, 1, 1, 1, 1, 0, 0]
    random = table.filter("swapped")  # the second player of the pair is the random one
    assert (random["first_nodes"] == random["first_decisions"]).all()
    assert (random["second_nodes"] > random["second_decisions"]).all()


def test_more_games_and_players_give_the_league_that_has_them_from_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr(games, "CHUNK", 3)
    play(tmp_path / "grown", LEAGUE.but(players=LEAGUE.players[:2], n_games=8), threads=2)
    play(tmp_path / "grown")
    play(tmp_path / "whole", threads=2)
    grown = contents(tmp_path / "grown")
    assert grown == contents(tmp_path / "whole")
    assert len(grown) == 3 * 3


def test_a_stopped_league_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(games, "CHUNK", 2)
    with pytest.raises(Killed), dying_after(7):  # a probe, the settings, five chunks
        play(tmp_path / "stopped")
    before = contents(tmp_path / "stopped")
    assert len(before) == 5
    play(tmp_path / "stopped")
    after = contents(tmp_path / "stopped")
    assert before.items() <= after.items()
    play(tmp_path / "whole")
    assert after == contents(tmp_path / "whole")


def test_only_new_players_are_timed(played):
    more = LEAGUE.with_players(read_players(NAMES))
    found = time_players(played, more)
    assert found["random"]["seconds"] == 0.001
    assert found["beam:control"]["seconds"] > 0
    assert found["beam:control"]["decisions"] >= found["beam:control"]["turns"] / 2 > 0
    assert time_players(played, more) == found


@pytest.fixture
def learned(tmp_path, monkeypatch):
    """A league of a network that builds its own decks of four cards, and two that draw theirs."""
    monkeypatch.setattr("models.self_play.matches.N_ROWS", 4)  # few games
    path = small_network(tmp_path / "x.npz", ("MAGE", "WARRIOR", "HUNTER"), deck_size=4)
    players = read_players([f"learned:{path}", "random", "greedy"], format="classic")
    return LeagueSettings(players=players, decks=own_decks(players), n_games=4, seed=1)


def test_a_network_has_games_a_time_and_a_report_like_others(learned, tmp_path):
    play(tmp_path / "grown", learned.but(players=learned.players[:2]))
    play(tmp_path / "grown", learned, threads=2)
    play(tmp_path / "whole", learned)
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")
    assert time_players(tmp_path / "whole", learned)["learned:x"]["decisions"] > 0
    results = LeagueResults(extract(tmp_path / "whole"))
    assert results.names == ["learned:x", "random", "greedy"]
    assert results.decks == ["own Mage", "own Warrior", "own Hunter"]
    assert results.by_deck.height == 9


def test_another_network_of_the_same_name_is_refused(learned, tmp_path):
    play(tmp_path / "league", learned)
    setting = learned.players[0].learned.but(digests=("0" * 64,))
    other = learned.but(players=(learned.players[0].but(learned=setting), *learned.players[1:]))
    with pytest.raises(StoreError, match="other settings"):
        play(tmp_path / "league", other)


def test_a_class_of_ones_own_has_games_a_time_and_a_digest(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "players_of_a_league.py"
    file.write_text("class First:\n    def act(self, view):\n        return view.actions[-1]\n")
    players = read_players(["players_of_a_league:First", "random", "beam:aggro"])
    league = LEAGUE.but(players=tuple(players), n_games=4)
    play(tmp_path / "grown", league.but(players=league.players[:2], n_games=2))
    play(tmp_path / "grown", league, threads=2)
    play(tmp_path / "whole", league)
    assert contents(tmp_path / "grown") == contents(tmp_path / "whole")
    assert time_players(tmp_path / "whole", league)["players_of_a_league:First"]["decisions"] > 0
    file.write_text(file.read_text() + "# changed\n")
    changed = read_players(["players_of_a_league:First"])
    with pytest.raises(StoreError, match="other settings"):
        play(tmp_path / "whole", league.but(players=(*changed, *league.players[1:])))

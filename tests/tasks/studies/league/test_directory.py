"""The directory of a league, and what it refuses."""

import pytest

from models.players.player_names import read_players
from tasks.storage.files import StoreError, read_json, write_json
from tasks.studies.league.directory import LEAGUE_FILE
from tests.tasks.studies.league.conftest import LEAGUE, NAMES


@pytest.fixture
def begun(tmp_path):
    with LEAGUE_FILE.opened(tmp_path / "league", LEAGUE):
        pass
    return tmp_path / "league"


def test_a_league_is_written_and_read(begun):
    assert LEAGUE_FILE.load(begun)[0] == LEAGUE


def test_players_and_games_are_added_and_none_is_lost(begun):
    fewer = LEAGUE.but(players=tuple(read_players(NAMES[2:])), n_games=4)
    with LEAGUE_FILE.opened(begun, fewer) as (_, joined):
        assert [player.name for player in joined.players] == list(NAMES)
        assert joined.n_games == LEAGUE.n_games
    assert LEAGUE_FILE.load(begun)[0] == joined


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 2}, "league.seed: 1 there, 2 now"),
        ({"decks": LEAGUE.decks[:1]}, "Control Warlock"),
    ],
)
def test_other_settings_are_refused(begun, changes, message):
    with pytest.raises(StoreError, match=message):
        LEAGUE_FILE.check(begun, LEAGUE.but(**changes))


def test_another_player_of_the_same_name_is_refused(begun):
    settings = read_json(begun / LEAGUE_FILE.name)
    settings["players"][0]["config"]["width"] = 5
    write_json(begun / LEAGUE_FILE.name, settings)
    with pytest.raises(StoreError, match=r"open-beam:aggro\.width: 5 there, 4 now"):
        LEAGUE_FILE.check(begun, LEAGUE)


@pytest.mark.parametrize(("digest", "is_passed"), [("code", True), ("cards", False)])
def test_other_code_is_refused_unless_wanted_and_other_cards_always(begun, digest, is_passed):
    facts = read_json(begun / LEAGUE_FILE.name)
    changed = facts | {"digests": facts["digests"] | {digest: "another"}}
    write_json(begun / LEAGUE_FILE.name, changed)
    with pytest.raises(StoreError, match="another there"):
        LEAGUE_FILE.check(begun, LEAGUE)
    if is_passed:
        assert LEAGUE_FILE.check(begun, LEAGUE, resume_anyway=True) == LEAGUE
    else:
        with pytest.raises(StoreError, match="cards have changed"):
            LEAGUE_FILE.check(begun, LEAGUE, resume_anyway=True)


def test_a_league_in_use_is_refused(begun, monkeypatch):
    monkeypatch.setattr("tasks.storage.locks._PATIENCE_S", 0.1)
    with LEAGUE_FILE.opened(begun, LEAGUE):
        another = LEAGUE_FILE.opened(begun, LEAGUE)
        with pytest.raises(StoreError, match="in use by"):
            another.__enter__()

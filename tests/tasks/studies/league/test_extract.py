"""What is kept of a league."""

import pytest

from tasks.sql.schema import LEAGUE_EXTRACT
from tasks.storage.files import StoreError
from tasks.studies.league.directory import LEAGUE_FILE
from tasks.studies.league.extract import extract
from tests.tasks.studies.league.conftest import LEAGUE


def test_the_extract_has_all_games_by_name(played):
    tables = extract(played)
    assert list(tables) == list(LEAGUE_EXTRACT)
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
    with LEAGUE_FILE.opened(tmp_path / "new", LEAGUE):
        pass
    with pytest.raises(StoreError, match="open-beam:aggro and random have no games yet"):
        extract(tmp_path / "new")
    with pytest.raises(StoreError, match="no league here"):
        extract(tmp_path)

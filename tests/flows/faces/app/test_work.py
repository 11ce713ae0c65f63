"""What the list says of leagues, trainings and metagames, and the players that can be played."""

import polars as pl
import pytest

from flows.faces.app.work import (
    LEAGUE,
    META,
    SELF_PLAY,
    RatedPlayer,
    extent_of,
    players_of_periods,
    rated_players,
)
from tasks.storage.files import write_json, write_table

CARDS = {"config": {"format": "blackrock", "patch": "naxx14"}}
ENVIRONMENT = {"heroes": ["MAGE", "ROGUE"], "format": "classic"}
TRAINING = {"model": "b3", "target": {"files": []}}
TRAINING |= {"settings": {"environment": ENVIRONMENT, "samples": 2000}}


def test_a_league_counts_its_games(tmp_path):
    for pair, n in (("a--b", 4), ("a--c", 2)):
        write_table(tmp_path / "games" / pair / "00000.parquet", pl.DataFrame({"deal": range(n)}))
    facts = {"players": [CARDS] * 3, "decks": [{}] * 6, "n_games": 1200}
    found = extent_of(tmp_path, LEAGUE, facts)
    assert (found["evaluated"], found["budget"], found["what"]) == (6, 3600, "games")
    assert found["facts"] == ("3 players", "6 decks", "naxx14", "1,200 games a pair")


def test_a_training_counts_its_samples_and_a_metagame_its_rounds(tmp_path):
    assert extent_of(tmp_path, SELF_PLAY, TRAINING)["evaluated"] == 0
    for period, samples in ((1, 800), (2, 1600)):
        rows = pl.DataFrame({"samples": [samples]})
        write_table(tmp_path / "tables" / "periods" / f"{period:05}.parquet", rows)
        write_table(tmp_path / "answers" / f"{period:05}.parquet", rows)
    found = extent_of(tmp_path, SELF_PLAY, TRAINING)
    assert (found["evaluated"], found["budget"], found["format"]) == (1600, 2000, "classic")
    assert found["facts"] == ("b3", "exploiter", "Mage, Rogue", "classic")
    player = {"format": "naxxramas", "patch": {"name": "mine"}}
    found = extent_of(tmp_path, META, {"player": player, "classes": [""], "rounds": 8})
    assert (found["evaluated"], found["budget"], found["format"]) == (2, 8, "naxxramas")


@pytest.mark.parametrize("mark", [LEAGUE, SELF_PLAY, META, "backtest.json"])
@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"players": [], "settings": [], "player": 1},
        TRAINING | {"settings": {"environment": {"heroes": [1], "format": "x"}, "samples": 1}},
    ],
)
def test_settings_of_another_version_say_nothing(tmp_path, mark, facts):
    assert extent_of(tmp_path, mark, facts) == {}


def test_players_of_a_league_are_those_of_its_settings_with_the_ratings_of_its_report(tmp_path):
    write_json(tmp_path / LEAGUE, {"players": [{"name": "new"}, {"name": "random"}]})
    assert [player.name for player in rated_players(tmp_path, None)] == ["new", "random"]
    row = {"player": "random", "text": "draws", "elo": 3.0, "elo_low": 1.0, "elo_high": 5.0}
    table = pl.DataFrame([row | {"ms_per_turn": 0.1}, row | {"player": "gone", "ms_per_turn": 1.0}])
    write_table(tmp_path / "report" / "ratings.parquet", table)
    rated = rated_players(tmp_path, tmp_path / "report")
    assert rated == [RatedPlayer("random", "draws", 3.0, 1.0, 5.0, 0.1), RatedPlayer("new")]


def test_players_of_a_training_are_its_files_the_newest_first(tmp_path):
    write_json(tmp_path / SELF_PLAY, {})
    (tmp_path / "players").mkdir()
    for name in ("00001", "00002"):
        (tmp_path / "players" / f"{name}.npz").touch()
    shares = {"random_share": [0.5], "random_low": [0.25], "random_high": [0.75]}
    table = pl.DataFrame({"period": [1], "samples": [5000], **shares})
    write_table(tmp_path / "report" / "periods.parquet", table)
    rated = rated_players(tmp_path, tmp_path / "report")
    assert rated == [RatedPlayer("00002"), RatedPlayer("00001", "5,000 samples", 50, 25, 75)]


def test_other_work_has_no_players(tmp_path):
    assert rated_players(tmp_path, None) == []


def test_players_are_found_by_period_and_links_are_not_followed(tmp_path):
    folder = tmp_path / "players"
    folder.mkdir()
    for name in ("00001.npz", "00002-hunter.npz", "00002-mage.npz", "00002.txt"):
        (folder / name).touch()
    (folder / "00003.npz").symlink_to(folder / "00001.npz")
    found = players_of_periods(tmp_path)
    assert {period: [file.name for file in files] for period, files in found.items()} == {
        "00001": ["00001.npz"],
        "00002": ["00002-hunter.npz", "00002-mage.npz"],
    }
    assert players_of_periods(tmp_path / "nowhere") == {}
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "players").symlink_to(folder)
    assert players_of_periods(tmp_path / "other") == {}

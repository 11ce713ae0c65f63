"""A minimal training of a value network, from the command to its report; stops, and refusals."""

import shutil

import pytest

from flows.studies.value.play import FILE, network_path, train_round
from flows.studies.value.settings import TrainValue
from models.players.value_networks import ValueNetwork
from tasks.sql.catalog import query
from tasks.storage.files import StoreError
from tests.kills import left_by_kills
from tests.run_contents import contents

SMALL = ["rounds=[32,32]", "decks=9", "held_out=100", "matches=4", "match_decks=2"]


def asked(out) -> TrainValue:
    return TrainValue(preset="smoke", settings=SMALL, out=out)


def test_a_training_is_reported_and_answers_in_sql(finished):
    report = finished / "report"
    matches = query([report], "select round from matches order by all")
    assert matches["round"].to_list() == [0, 0, 1, 1]
    assert "2 of 2 rounds of 32, 32 games" in (report / "report.md").read_text()
    assert all((report / f"{name}.png").is_file() for name in ("strength", "losses"))


def test_a_round_leaves_a_network_and_no_games(finished):
    card = ValueNetwork.load(network_path(finished, 1)).card
    assert (card["round"], card["games"], card["format"]) == (2, 32, "blackrock")
    assert not [*finished.glob("games/*/*"), *finished.glob("held-out/*/*")]


def test_a_training_that_stops_before_any_file_ends_with_the_same_files(finished, tmp_path):
    path, study = shutil.copytree(finished, tmp_path / "stopped"), asked(tmp_path).study
    for each in (network_path(path, 1), *path.glob("tables/*/00001.parquet")):
        each.unlink()
    left = left_by_kills(path, lambda: train_round(path, study, 1), tmp_path / "left")
    assert len(left) > 6  # games, updates, network, other games, checks, reliability and matches
    for copy in left:
        train_round(copy, study, 1)
        assert contents(copy, ["timing.json"]) == contents(finished, ["timing.json"])


def test_a_training_may_have_more_rounds_but_no_others(finished, tmp_path):
    shutil.copytree(finished, tmp_path / "copy")
    study = asked(tmp_path).study
    FILE.check(tmp_path / "copy", study.but(rounds=(32, 32, 64)))
    for other in ((32,), (32, 64)):
        with pytest.raises(StoreError, match=r"rounds of \[32, 32\] games; use these"):
            FILE.check(tmp_path / "copy", study.but(rounds=other))

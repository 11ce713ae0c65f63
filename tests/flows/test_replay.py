"""Games of a deck and of a run, played again by the command."""

import json

import polars as pl
import pytest

from engine.decks import pool
from flows.replay import counted_game
from models.players.evaluations import evaluate_decks
from models.problems.decks import solutions_of
from tasks.games.seeds import games_seed
from tasks.reports.results import read_results
from tasks.storage.files import StoreError
from tests.tasks.synthetic import write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "run"
    write_run(path, seed=3)
    return path


def test_a_runs_game_is_the_one_that_counted(run):
    results = read_results(run)
    rows = results.evaluations.filter(pl.col("evaluation") == 7)
    deck = pool("rogue-dsame").deck(solutions_of(rows)[0])
    played = evaluate_decks(
        [deck], "elite", results.experiment.player, 1, games_seed(3), indices=[7]
    )
    game = counted_game(results, 7, 0)
    assert game.played["health_difference"] == played["objective"][0]


def test_the_command_prints_text_or_json_lines(run, answered):
    words = ["replay", "--run", str(run), "--evaluation", "7", "--game", "2"]
    text = answered(*words)
    lines = [json.loads(line) for line in answered(*words, "--json").splitlines()]
    assert text.startswith(lines[0]["title"])
    assert f"health difference {lines[-1]['health_difference']:+d}" in text
    for line in lines:
        if line["line"] == "action":
            assert line["text"] in text


@pytest.mark.parametrize(("evaluation", "game", "named"), [(70, 0, "70"), (0, 6, "--game 6")])
def test_what_is_not_there_is_named(run, evaluation, game, named):
    with pytest.raises(StoreError, match=named):
        counted_game(read_results(run), evaluation, game)

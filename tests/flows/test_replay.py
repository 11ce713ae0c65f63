"""Games of a deck, of a run and of a person, played again and reviewed by their commands."""

import json

import polars as pl
import pytest

from engine.decks import pool
from flows.replay import counted_game, finished, finished_by_person, finished_in
from models.play.game import PersonGame, PlayConfig, PlayDeck
from models.players.decks import named_deck
from models.players.evaluations import evaluate_decks
from models.players.player_names import read_player
from models.problems.decks import solutions_of
from models.problems.experiment import Emulator
from tasks.games.played import store_game
from tasks.games.seeds import games_seed
from tasks.reports.results import read_results
from tasks.storage.files import StoreError
from tests.edits import edit_json
from tests.models.play.conftest import random_game
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
    player, seed = results.experiment.player, games_seed(3)
    played = evaluate_decks([deck], "elite", player, 1, seed, indices=[7])
    assert counted_game(results, 7, 0).played["health_difference"] == played["objective"][0]


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


def person_game(seed: int, n: int | None = None) -> PersonGame:
    """A game of random actions against a random player, to its end or to a number of actions."""
    decks = tuple(PlayDeck.of(named_deck(name)) for name in ("Aggro Hunter", "Control Hunter"))
    player = read_player("random").config
    config = PlayConfig(decks=decks, person=1, opponent="random", player=player)
    return random_game(config, seed, n)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("play") / "game"
    store_game(path, person_game(2))
    return path


def test_a_runs_game_is_reviewed_to_its_result(run, answered):
    words = ["review", "--run", run, "--evaluation", "7", "--game", "2"]
    text, values = answered(*words), json.loads(answered(*words, "--json"))
    game = finished(counted_game(read_results(run), 7, 2))
    assert text.startswith(f"{game.names[0]} against {game.names[1]}: ")
    assert values["names"] == list(game.names)
    assert values["results"][0] == game.won
    for totals, result in zip(values["totals"], values["results"], strict=True):
        assert sum(totals.values()) == pytest.approx(result, abs=0.001)


def test_a_persons_game_is_reviewed(played, answered):
    values = json.loads(answered("review", "--run", played, "--json"))
    assert [name.rpartition(" ")[2] for name in values["names"]] == ["(random)", "(you)"]
    assert any(turn["mark"] for turn in values["turns"])


def test_a_game_given_up_is_lost():
    game = person_game(3, n=9)
    game.concede()
    found = finished_by_person(game)
    assert found.conceded
    assert found.won == 1.0  # the person is on side 1


def test_a_game_that_goes_on_is_refused(played, tmp_path):
    unfinished = tmp_path / "game"
    store_game(unfinished, person_game(2, n=9))
    with pytest.raises(StoreError, match="this game is not over"):
        finished_in(unfinished)


def test_another_run_is_no_game_of_a_person(run):
    assert finished_in(run) is None


def test_a_damaged_game_is_refused_in_one_line(played, tmp_path, refused):
    manifest = json.loads((played / "manifest.json").read_text())
    manifest["experiment"]["kept"]["actions"][3] = 123_456
    damaged = tmp_path / "game"
    damaged.mkdir()
    (damaged / "manifest.json").write_text(json.dumps(manifest | {"status": "running"}))
    assert "cannot be continued" in refused("review", "--run", damaged)


def test_a_persons_game_has_no_number(played, run, refused):
    assert "--rank: " in refused("review", "--run", played, "--rank", "1")
    assert "--game 6" in refused("review", "--run", run, "--evaluation", "0", "--game", "6")
    assert "no report yet" in refused("review", "--run", run)
    assert "a game that a person played" in refused("replay", "--run", played)


def test_the_game_of_a_run_directory_is_the_one_that_was_played(played):
    assert finished_in(played).actions == tuple(person_game(2).actions)


def test_games_that_never_counted_are_not_shown(tmp_path):
    emulator = Emulator(file="emulator.npz", digest="any")
    emulated = write_run(tmp_path / "emulated", n=10, emulator=emulator)
    with pytest.raises(StoreError, match="an emulator evaluated its decks"):
        counted_game(read_results(emulated.path), 0, 0)
    other = write_run(tmp_path / "other", n=10)
    edit_json(other.path / "manifest.json", digests={"cards": "of older rules"})
    with pytest.raises(StoreError, match="the cards have changed since"):
        counted_game(read_results(other.path), 0, 0)


def test_a_game_of_a_deck_is_reviewed(answered):
    words = ["review", "Zoolock", "--player", "greedy", "--format", "blackrock", "--json"]
    first, again = (json.loads(answered(*words)) for _ in range(2))
    assert first == again
    assert first["names"][0] == "Zoolock"
    assert {turn["side"] for turn in first["turns"]} == {0, 1}

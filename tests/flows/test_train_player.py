"""Small trainings of a player on the real engine, and uses of the player."""

import json
import shutil

import numpy as np
import polars as pl
import pytest

from flows.__main__ import main
from flows.questions.presets import SMOKE as SEARCH
from flows.questions.presets import TRAININGS, training_preset
from flows.questions.settings import override
from models.players.decks import named_deck
from models.players.evaluations import evaluate_players
from models.players.networks import FOLDER, ScorerNetwork
from tasks.games.seeds import Purpose, games_seed
from tasks.storage.files import read_table
from tasks.storage.run import INVENTORY
from tasks.storage.store import StoreError, load_run
from tests.run_contents import contents

SMOKE = TRAININGS["smoke"]
SEED = 3
MIRACLE = "Classic Miracle Rogue"
PUBLISHED = FOLDER / "rogue-network.json"


@pytest.fixture(scope="module")
def train_player(prefect):
    """The flow, imported when its server runs."""
    from flows.train_player import train_player

    return train_player


@pytest.fixture(scope="module")
def finished(train_player, tmp_path_factory):
    """A finished training with CMA-ME."""
    out = tmp_path_factory.mktemp("runs") / "finished"
    train_player(SMOKE, SEED, out, threads=1)
    return load_run(out)


def test_every_proposal_is_evaluated_in_order_and_the_budget_is_exact(finished):
    proposed = pl.concat([read_table(file) for file in sorted(finished.path.glob("proposals/*"))])
    evaluations = finished.evaluations()
    assert evaluations.height == SMOKE.evaluations
    columns = ("iteration", "weights")
    assert evaluations.select(columns).equals(proposed.select(columns))
    assert proposed["iteration"].value_counts(sort=True)["count"].to_list() == [15, 15, 10]
    assert proposed["emitter"].to_list()[:4] == [0, 1, 2, 0]


def test_the_archive_has_the_paper_cells_and_keeps_the_best_of_each(finished):
    evaluations, last = finished.evaluations(), read_table(finished.archives.path(2))
    archive = SMOKE.archive.build(0)
    assert archive.shape == (100, 100)
    cells = archive.index_of(evaluations.select("turns", "hand_size").to_numpy())
    placed = evaluations.with_columns(cell=pl.Series(cells))
    best = placed.group_by("cell").agg(pl.max("objective")).sort("cell")
    assert last.sort("cell").select("cell", "objective").equals(best)
    kept = evaluations[last["evaluation"].to_list()]
    assert last["weights"].to_list() == kept["weights"].to_list()
    metrics = read_table(finished.metrics_path).row(-1, named=True)
    assert metrics["qd_score"] == pytest.approx(((best["objective"] + 30) / 60).sum())
    assert metrics["coverage"] == last.height / 10_000


def test_the_player_is_the_finalist_with_the_best_new_games(finished):
    fresh = read_table(finished.fresh.path(0))
    best = read_table(finished.elites_path)
    archive = read_table(finished.archives.path(2)).sort("objective", descending=True)
    assert fresh["evaluation"].to_list() == archive["evaluation"].head(3).to_list()
    assert best["evaluation"][0] == fresh.sort("objective")["evaluation"][-1]
    player = ScorerNetwork.from_file(finished.report_path / "player.json")
    assert player.name == finished.name
    assert list(player.weights) == best["weights"][0].to_list()
    games = {"n_games": SMOKE.final_games, "seed": games_seed(SEED, Purpose.FRESH_GAMES)}
    games |= {"indices": np.array([best["evaluation"][0]])}
    again = evaluate_players([player], named_deck(MIRACLE), **games)
    assert again["objective"][0] == best["fresh_objective"][0]


def test_the_same_seed_gives_the_same_player_on_two_threads(finished, train_player, tmp_path):
    train_player(SMOKE, SEED, tmp_path / finished.name, threads=2)
    assert contents(tmp_path / finished.name) == contents(finished.path)


def test_networks_that_the_emitters_did_not_ask_for_are_refused(finished, train_player, tmp_path):
    shutil.copytree(finished.path, tmp_path / "run")
    first = tmp_path / "run" / "proposals" / "00000.parquet"
    shutil.copy(tmp_path / "run" / "proposals" / "00001.parquet", first)
    (tmp_path / "run" / INVENTORY).unlink()  # as if other networks had been there from the start
    with pytest.raises(StoreError, match=r"00000.parquet: has other networks"):
        train_player(SMOKE, SEED, tmp_path / "run")


def test_cma_es_is_one_emitter_that_climbs(train_player, tmp_path):
    training = training_preset("smoke", "cma-es").but(finalists=1, start="rogue-network")
    train_player(training, SEED, tmp_path / "run")
    evaluations = load_run(tmp_path / "run").evaluations()
    assert evaluations.height == training.evaluations
    start = np.array(ScorerNetwork.from_file(PUBLISHED).weights)
    weights = evaluations["weights"].to_numpy()
    assert np.abs(weights[:12] - start).max() < 0.05 * 6
    assert read_table(tmp_path / "run" / "metrics.parquet")["restarts"].to_list() == [0] * 4


def test_reports_and_sql_read_a_training(finished, answered, refused):
    page = finished.report_path / "index.html"
    page.unlink()
    assert main(["report", str(finished.path)]) == 0
    assert "player.scorer=" in page.read_text(encoding="utf-8")
    question = "select max(objective) as best, max(len(weights)) as n from evaluations"
    assert "109" in answered("sql", finished.path, question)
    for command in (["report", "--compare"], ["replay", "--evaluation=1", "--run"]):
        assert "the training of a player, not a search" in refused(*command, finished.path)


@pytest.mark.parametrize("name", TRAININGS)
def test_every_preset_is_one(name):
    for algorithm in ("cma-me", "cma-es"):
        training = training_preset(name, algorithm)
        assert training.name == name
        assert training.evolution.algorithm == algorithm
        assert training.evolution.generation <= training.evaluations


def test_the_help_of_a_training_names_its_own_settings(answered, capsys):
    with pytest.raises(SystemExit):
        main(["train-player", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "such as n_games=20; `python -m flows presets --training --keys` lists them" in told
    listed = answered("presets", "--training", "--keys")
    assert "\nn_games = 200" in listed
    assert "player.scorer" not in listed


@pytest.mark.parametrize("weights", [[0.1] * 108, [0.1] * 108 + [float("nan")]])
def test_a_file_without_109_numbers_is_refused_by_every_command(weights, tmp_path, refused):
    path = tmp_path / "broken.json"
    path.write_text(json.dumps({"weights": weights}))
    search = ["search", "dsa-me", "--set", f"player.scorer={path}"]
    games = ["evaluate", MIRACLE, "--player", str(path)], ["compare-players", str(path)]
    for command in (search, ["train-player", "--set", f"start={path}"], *games):
        assert f"{path}: a player's network" in refused(*command)


def test_a_players_file_plays_as_its_name_does_in_every_command(tmp_path, answered):
    own = str(shutil.copy(PUBLISHED, tmp_path / "own.json"))
    evaluate, replay = ["evaluate", MIRACLE, "--games", "12", "--json"], ["replay", MIRACLE]
    for command in (evaluate, [*replay, "--game", "1"]):
        players = ([], ["--player", own], ["--player", "aggro"])
        told = [answered(*command, *player) for player in players]
        assert told[0] == told[1] != told[2]
    search = override(SEARCH, [f"player.scorer={own}"])
    assert search.player.scorer == ScorerNetwork.from_file(PUBLISHED)


def test_players_are_compared_on_the_same_deals(tmp_path, answered):
    own = shutil.copy(PUBLISHED, tmp_path / "own.json")
    players = ["rogue-network", str(own), "aggro"]
    command = ["compare-players", *players, "--games", "24", "--deck", MIRACLE]
    words = [*command, "--json", "--threads"]
    found = [json.loads(answered(*words, threads)) for threads in ("1", "2")]
    assert found[0] == found[1]
    first, same, other = found[0][0]["players"]
    assert first | {"player": ""} == same | {"player": ""}
    assert same["health_against_first"] == [0, [0, 0]]
    mean, (low, high) = other["health_against_first"]
    assert low < mean < high
    assert mean == pytest.approx(other["health_difference"] - first["health_difference"])
    assert [opponent["n_games"] for opponent in first["opponents"]] == [4] * 6
    told = answered(*command)
    assert "Aggro Hunter" in told
    assert "24 games per player" in told

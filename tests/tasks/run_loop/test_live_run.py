"""Runs that are killed before each file that they write and then resumed: same results.

The runs use no Prefect and MLflow, so that each takes a fraction of a second.
"""

import re
from contextlib import suppress
from pathlib import Path

import polars as pl
import pytest
from prefect import Task

from flows.questions.presets import SMOKE, TRAININGS
from flows.search import search
from flows.train_player import train_player
from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch
from models.qd.ribs_proposals import RibsProposals
from tasks.games.seeds import Purpose, sequence
from tasks.storage.files import read_json, read_table, write_json
from tasks.storage.run import INVENTORY
from tasks.storage.store import Run, load_run
from tests.kills import Killed, dying_after, left_by_kills
from tests.run_contents import contents, differing
from tests.tasks.searches import Log, use_plain_functions

TRAINING = TRAININGS["smoke"].but(
    evaluations=25, n_games=2, finalists=2, final_games=2, scheduling__chunk_games=12
)
SEARCH = SMOKE.but(
    search__initial_evaluations=5, search__evaluations=8, search__n_games=2, search__batch_size=3,
    search__fresh_games=2, surrogate__epochs=2, inner_loop__generations=1,
    inner_loop__random_decks=10, scheduling__chunk_games=6,
)  # fmt: skip
RIBS = SEARCH.but(search__evaluations=15, search__batch_size=4, ribs__emitters=1)
RUNS = {
    "dsa-me": (search, SEARCH),
    "map-elites": (search, experiment_for("map-elites", SEARCH)),
    "ribs": (search, experiment_for("ribs", RIBS.but(ribs__emitter="evolution-strategy"))),
    "train-player": (train_player, TRAINING),
}


@pytest.fixture(autouse=True)
def logs(monkeypatch) -> dict[Path, Log]:
    """What the runs log."""
    return use_plain_functions(monkeypatch)


def lines(told: str) -> list[str]:
    """What a run reported of its iterations and in the end, without seconds, shares and speeds."""
    kept = [re.sub(r"[\d,.]+ (s|games/s)\b|[\d.]+%", "#", line) for line in told.splitlines()]
    return [line for line in kept if "games" in line]


@pytest.mark.parametrize(
    "name", ["dsa-me", pytest.param("ribs", marks=pytest.mark.slow), "train-player"]
)
def test_a_run_killed_before_any_file_ends_the_same(name, logs, tmp_path, capsys):
    (flow, config), run = RUNS[name], tmp_path / "whole" / "run"

    def keep_the_log(copy: Path) -> None:
        logs[copy].values |= logs[run].values

    left = left_by_kills(run, lambda: flow.fn(config, 3, run, threads=1), tmp_path, keep_the_log)
    whole, told = contents(run), lines(capsys.readouterr().err)
    for n_files, out in enumerate(left):
        with suppress(Killed), dying_after(2 + n_files % 5):  # soon after it was resumed
            flow.fn(config, 3, out, threads=1)
        capsys.readouterr()
        flow.fn(config, 3, out, threads=2)
        assert contents(out) == whole, n_files
        assert logs[out].values.keys() == logs[run].values.keys()
        assert lines(capsys.readouterr().err)[-1:] == told[-1:]


@pytest.mark.parametrize("name", ["map-elites", "train-player"])
def test_the_step_of_a_metric_is_the_number_of_games_played_so_far(name, logs, tmp_path):
    flow, config = RUNS[name]
    flow.fn(config, 3, tmp_path / "run")
    evaluations = load_run(tmp_path / "run").evaluations()
    games = evaluations.group_by("iteration").agg(pl.sum("n_games")).sort("iteration")
    steps = {step for step, _ in logs[tmp_path / "run"].values}
    assert sorted(steps) == games["n_games"].cum_sum().to_list()


def test_the_emitters_of_a_search_learn_from_its_games(tmp_path):
    """Asked and taught by hand with the recorded results, they propose the same decks."""
    flow, config = RUNS["ribs"]
    flow.fn(config, 3, tmp_path / "run")
    run, problem = load_run(tmp_path / "run"), DeckSearch(config)
    archive, max_copies = problem.new_archive(), problem.pool.max_copies
    emitters = RibsProposals(config.ribs, archive, max_copies, 4, sequence(3, Purpose.EMITTERS))
    first, *batches = run.evaluations().partition_by("iteration")
    problem.offer(archive, first)
    for decks in batches:
        asked = emitters.ask(decks.height)
        assert asked.tolist() == problem.vectors.of(decks).tolist()
        problem.offer(archive, decks)
        measures = decks.select("turns", "hand_size").to_numpy()
        emitters.tell(decks["objective"].to_numpy(), measures)
    assert [decks.height for decks in batches] == [4, 4, 2]


def test_a_run_resumed_with_chunks_of_another_size_evaluates_the_same(tmp_path):
    flow, config = RUNS["dsa-me"]
    with dying_after() as written:
        flow.fn(config, 3, tmp_path / "whole" / "run")
    whole = load_run(tmp_path / "whole" / "run")
    sized = ("evaluations/*", INVENTORY)  # which lists them
    for chunk_games in (2, 1000):
        out = tmp_path / f"{chunk_games}" / "run"
        with pytest.raises(Killed), dying_after(len(written) // 2):
            flow.fn(config, 3, out)
        flow.fn(config.but(scheduling__chunk_games=chunk_games), 3, out)
        run = load_run(out)
        assert len(run.chunks.numbers()) != len(whole.chunks.numbers())
        assert run.evaluations().equals(whole.evaluations())
        assert fresh(run).equals(fresh(whole))
        assert differing(contents(out, sized), contents(whole.path, sized)) == []


def test_a_resumed_run_has_tasks_only_for_what_was_missing(logs, tmp_path, monkeypatch):
    flow, config = RUNS["dsa-me"]
    out, at, plain = tmp_path / "run", [], Task.__call__
    with pytest.raises(Killed), dying_after(12):
        flow.fn(config, 3, out)
    n_ended = read_table(out / "metrics.parquet").height

    def noted(self, owner, *arguments, **named):
        at.append(getattr(owner, "run", owner).iteration)
        return plain(self, owner, *arguments, **named)

    monkeypatch.setattr(Task, "__call__", noted)
    flow.fn(config, 3, out)
    assert 0 < n_ended == min(at)


def test_a_run_that_an_older_version_began_is_resumed(tmp_path):
    """Its manifest has scheduling among its settings, and its unfinished iteration no seconds."""
    flow, config = RUNS["map-elites"]
    with dying_after() as written:
        flow.fn(config, 3, tmp_path / "whole" / "run")
    out = tmp_path / "old" / "run"
    with pytest.raises(Killed), dying_after(len(written) // 2):
        flow.fn(config, 3, out)
    manifest = read_json(out / "manifest.json")
    manifest["experiment"]["search"]["chunk_games"] = 6
    manifest["experiment"]["inner_loop"]["slice_generations"] = 10_000
    write_json(out / "manifest.json", manifest)
    (out / "seconds.json").unlink()
    flow.fn(config, 3, out)
    found, expected = contents(out), contents(tmp_path / "whole" / "run")
    assert found.pop("manifest.json") != expected.pop("manifest.json")
    assert found == expected


def test_a_runs_time_begins_when_the_game_is_loaded(monkeypatch, tmp_path):
    """Where the engine is new, that takes a minute."""
    play, is_open = DeckSearch.play.fget, []

    def loaded(problem):
        is_open.append((tmp_path / "run").exists())
        return play(problem)

    monkeypatch.setattr(DeckSearch, "play", property(loaded))
    flow, config = RUNS["map-elites"]
    flow.fn(config, 3, tmp_path / "run")
    assert is_open == [False]


def fresh(run: Run) -> pl.DataFrame:
    """The finalists' new games."""
    return pl.concat([read_table(run.fresh.path(n)) for n in run.fresh.numbers()])

import numpy as np
import polars as pl
import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import ALGORITHMS, experiment_for
from models.problems.decks import solutions_of
from tasks.orchestration.steps import _Step
from tasks.search.algorithm import Algorithm
from tasks.storage.files import read_table
from tests.tasks.searches import algorithm_in, end


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Steps are plain functions."""
    monkeypatch.setattr(_Step, "__call__", lambda step, *arguments: step.fn(*arguments))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_is_a_file(name, tmp_path):
    experiment = experiment_for(name, SMOKE)
    found = algorithm_in(tmp_path / "run", experiment)
    assert isinstance(found, Algorithm)
    assert type(found).__module__ == f"tasks.search.{experiment.proposals}"
    assert found.archive.n_elites == 0


def test_all_begin_with_the_same_random_decks(tmp_path):
    experiments = {name: experiment_for(name, SMOKE) for name in ("map-elites", "dsa-me", "ribs")}
    starts = [algorithm_in(tmp_path / name, each).start() for name, each in experiments.items()]
    assert starts[0].equals(starts[1])
    assert starts[0].equals(starts[2])
    assert (solutions_of(starts[0]).sum(axis=1) == 30).all()


def test_without_random_decks_the_first_ones_are_those_of_ask(tmp_path):
    experiment = experiment_for("map-elites", SMOKE.but(search__initial_evaluations=0))
    assert algorithm_in(tmp_path / "run", experiment).start().height == SMOKE.search.batch_size


def results(decks: pl.DataFrame, iteration: int) -> pl.DataFrame:
    """Made-up results of decks."""
    rng = np.random.default_rng(iteration)
    return decks.select("solution").with_columns(
        evaluation=pl.int_range(pl.len()) + 12 * iteration, iteration=pl.lit(iteration),
        objective=pl.Series(rng.normal(size=decks.height)),
        turns=pl.Series(rng.uniform(5, 15, decks.height)),
        hand_size=pl.Series(rng.uniform(1, 7, decks.height)), win_rate=0.5, failed_games=0,
    )  # fmt: skip


def test_the_archive_holds_the_best_results_and_its_elites_are_finalists(tmp_path):
    experiment = experiment_for("map-elites", SMOKE.but(search__initial_evaluations=12))
    algorithm = algorithm_in(tmp_path / "run", experiment)
    evaluated = results(algorithm.start(), 0)
    end(algorithm, Algorithm.tell, evaluated)
    evaluated = pl.concat([evaluated, results(algorithm.ask(evaluated), 1)])
    end(algorithm, Algorithm.tell, evaluated)
    stored = read_table(algorithm.run.directory.archives.path(1))
    assert stored["evaluation"].to_list() == algorithm.archive.elites().ids.tolist()
    assert set(algorithm.finalists(evaluated)) == set(stored["evaluation"])
    assert read_table(algorithm.run.directory.metrics_path)["evaluations"].to_list() == [12, 24]

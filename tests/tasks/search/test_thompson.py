"""Thompson sampling learns worths of cards from all games, and archives what it believes."""

import numpy as np
import polars as pl
import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.decks import solutions_of
from models.settings.config import ConfigError
from tasks.search.thompson import ThompsonSearch
from tasks.storage.files import read_table
from tests.models.problems.replayed import PROBLEM, evaluated
from tests.tasks.searches import algorithm_in, end

EXPERIMENT = experiment_for("thompson", SMOKE.but(search__evaluations=2000))
RNG = np.random.default_rng(1)
WORTH = RNG.normal(0, 0.4, len(PROBLEM.pool.ids))  # health per copy


@pytest.fixture
def search(tmp_path) -> ThompsonSearch:
    """A search before its first iteration."""
    return algorithm_in(tmp_path / "run", EXPERIMENT)


def results(n: int = 1000) -> pl.DataFrame:
    """Decks whose cards are worth `WORTH`, with the luck of six games."""
    table = evaluated(n)
    luck = RNG.normal(0, 3.0, n)
    return table.with_columns(objective=pl.Series(solutions_of(table) @ WORTH + luck))


def test_the_archive_has_what_the_cards_are_worth(search):
    table = results()
    end(search, ThompsonSearch.tell, table)
    elites = search.archive.elites()
    true = solutions_of(table) @ WORTH
    missed = np.sqrt(np.mean((elites.objectives - true[elites.ids]) ** 2))
    plain = np.sqrt(np.mean((table["objective"].to_numpy() - true) ** 2))
    assert missed < plain
    rows = read_table(search.run.directory.archives.path(0))
    told = rows["objective_sd"].to_numpy()
    assert 0.3 * missed < told.mean() < 3 * missed


def test_proposals_have_the_cards_that_won(search):
    table = results()
    end(search, ThompsonSearch.tell, table)
    found = solutions_of(ThompsonSearch.ask.fn(search, table))
    assert len(found) == EXPERIMENT.search.batch_size
    assert (found.sum(axis=1) == 30).all()
    assert len(np.unique(found, axis=0)) == len(found)
    assert (found @ WORTH).mean() > np.quantile(solutions_of(table) @ WORTH, 0.99)


def test_an_iteration_ends_at_a_point_of_the_curve(tmp_path):
    """An archive of estimates has no other state to draw a curve from."""
    search = algorithm_in(tmp_path / "run", EXPERIMENT.but(search__curve_games=(1030 * 12,)))
    table = results()
    end(search, ThompsonSearch.tell, table)
    assert ThompsonSearch.ask.fn(search, table).height == 30


def test_the_first_decks_are_random_ones():
    with pytest.raises(ConfigError, match="thompson needs 1 or more"):
        EXPERIMENT.but(search__initial_evaluations=0)

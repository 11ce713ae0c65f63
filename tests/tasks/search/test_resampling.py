import numpy as np
import pytest

from models.problems.resampling import pooled
from models.qd.emitters import new_stream, random_decks
from tasks.search.resampling import ResamplingSearch, next_batch
from tasks.storage.files import read_table
from tests.models.problems.replayed import EXPERIMENT, PROBLEM, evaluated
from tests.tasks.searches import algorithm_in, end


@pytest.fixture
def search(tmp_path) -> ResamplingSearch:
    """A search before its first iteration."""
    return algorithm_in(tmp_path / "run", EXPERIMENT)


def test_the_archive_has_pooled_results(search):
    table = evaluated(again=(4, 7))
    for n in (30, 32):
        end(search, ResamplingSearch.pool_results, table.head(n))
    decks, elites = pooled(table, EXPERIMENT.archive.measures), search.archive.elites()
    assert set(elites.ids) == set(search.cells.elites())
    np.testing.assert_array_equal(elites.objectives, decks["objective"].to_numpy()[elites.ids])
    rows = read_table(search.run.directory.archives.path(1))
    errors = decks["objective_sd"].to_numpy()[rows["evaluation"]]
    np.testing.assert_array_equal(rows["objective_sd"], errors)


@pytest.mark.parametrize(("share", "n_again"), [(0.25, 3), (1.0, 30), (0.0, 0)])
def test_a_batch_has_its_share_of_decks_that_play_again(share, n_again, search):
    table = evaluated()
    end(search, ResamplingSearch.pool_results, table)
    cells = search.cells
    experiment = EXPERIMENT.but(resampling__share=share)
    decks, copies = table["solution"].to_numpy(), PROBLEM.pool.max_copies
    batch, again = next_batch(experiment, cells, decks, copies, 99, np.random.SeedSequence(1))
    assert again.sum() == min(n_again, len(cells.ids()))
    known = {deck.tobytes() for deck in decks}
    assert all(deck.tobytes() in known for deck in batch[again])
    assert (~again).sum() == (12 if share == 1 else 12 - n_again)
    assert (batch.sum(axis=1) == 30).all()
    few, _ = next_batch(experiment, cells, decks, copies, 2, np.random.SeedSequence(1))
    assert len(few) == 2


def test_with_a_surrogate_new_decks_are_some_of_its_proposals(search):
    table = evaluated()
    end(search, ResamplingSearch.pool_results, table)
    cells = search.cells
    decks = table["solution"].to_numpy()
    proposed = random_decks(PROBLEM.pool.max_copies, 20, new_stream(9))
    place = (PROBLEM.pool.max_copies, 99, np.random.SeedSequence(1))
    batch, again = next_batch(EXPERIMENT, cells, decks, *place, proposed)
    own = [deck.tobytes() for deck in batch[~again]]
    assert len(set(own)) == len(own) == 9
    assert set(own) <= {deck.tobytes() for deck in proposed}
    place = (PROBLEM.pool.max_copies, 99, np.random.SeedSequence(1))
    _, again = next_batch(EXPERIMENT, cells, decks, *place, proposed[:4])
    assert (~again).sum() == 4

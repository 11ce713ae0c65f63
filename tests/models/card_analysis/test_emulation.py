"""The emulator finds the functions and the noise from which results were made."""

import json

import numpy as np
import polars as pl
import pytest

from engine.decks import pool
from models.card_analysis.emulation import emulator
from models.problems.decks import solutions_table
from models.problems.emulated_task import EmulatedDeckTask
from models.qd.emitters import new_stream, random_decks

POOL, N_GAMES, DEVIATION = pool("rogue-dsame"), 24, 3.0


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The emulator of 1500 decks whose health is linear, with noise of 3 health per game."""
    rng = np.random.default_rng(1)
    counts = random_decks(POOL.max_copies, 1500, new_stream(1))
    worth = rng.normal(0, 1, len(POOL))
    truth = counts @ worth
    noise = rng.normal(0, DEVIATION / np.sqrt(N_GAMES), len(counts))
    decks = solutions_table(
        counts,
        objective=truth + noise,
        objective_se=np.full(len(counts), DEVIATION / np.sqrt(N_GAMES)),
        turns=10 + rng.normal(0, 1.4 / np.sqrt(N_GAMES), len(counts)),
        deck_mana_sum=counts @ POOL.costs.astype(float),
        n_games=np.full(len(counts), N_GAMES),
    )
    measures = ("turns", "deck_mana_sum")
    arrays = emulator(decks, measures, POOL, seed=1)
    file = tmp_path_factory.mktemp("emulator") / "emulator.npz"
    np.savez(file, **arrays, about=np.array(json.dumps({"run": "made"})))
    return EmulatedDeckTask(file), arrays, worth


def test_its_truth_is_that_of_other_decks(made):
    task, _, worth = made
    decks = task.random_solutions(500, seed=9)
    found = task.truth(decks)
    assert np.corrcoef(found.objective, decks @ worth)[0, 1] > 0.97
    np.testing.assert_allclose(found.measures[:, 1], decks @ POOL.costs, atol=0.5)
    assert np.isfinite(pl.DataFrame(found.outcomes).to_numpy()).all()


def test_the_noise_of_a_game_is_that_of_the_results(made):
    variances = made[1]["variances"]
    np.testing.assert_allclose(variances[:2], [DEVIATION**2, 1.4**2], rtol=0.3)
    assert variances[2] == 0
    with pytest.raises(ValueError, match="the noise of mana_spent is not known"):
        emulator(pl.DataFrame(), ("mana_spent",), POOL, seed=1)


def test_it_has_the_cards_of_the_pool(made):
    task, _, _ = made
    assert task.cards[0] == POOL.patch.card_data(POOL.ids[0]).name
    assert len(task.cards) == len(task.dbf_ids) == len(POOL)
    np.testing.assert_array_equal(task.max_copies, POOL.max_copies)

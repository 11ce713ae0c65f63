"""Effects of cards, and an emulator that finds the functions and the noise of results."""

import json

import numpy as np
import polars as pl
import pytest

from engine.decks import pool
from models.card_analysis.explanation import effects, emulator, explain, explained_targets
from models.problems.decks import solutions_column, solutions_table
from models.problems.vector_task import EmulatedDeckTask
from models.qd.emitters import new_stream, random_decks
from models.surrogates.quadratic import Quadratics
from tests.models.surrogates.test_quadratic import N_CARDS, functions

TARGETS = ("objective", "turns", "hand_size")


def value(function: Quadratics, deck: np.ndarray) -> np.ndarray:
    pairs = np.einsum("i,j,ijk->k", deck, deck, function.pairs)
    return function.constants + deck @ function.linear + pairs


def test_effects_are_differences_of_the_function():
    rng = np.random.default_rng(1)
    function, mean = functions(rng), rng.uniform(0, 2, N_CARDS)
    step = np.eye(N_CARDS) - mean / mean.sum()
    found, here = effects(function, mean), value(function, mean)
    for i in range(N_CARDS):
        one = value(function, mean + step[i])
        np.testing.assert_allclose(found.cards[i], one - here)
        for j in range(N_CARDS):
            other, both = value(function, mean + step[j]), value(function, mean + step[i] + step[j])
            np.testing.assert_allclose(found.pairs[i, j], both - one - other + here, atol=1e-9)


@pytest.fixture(scope="module")
def explained():
    """400 decks of five cards with made-up games, the true function, and its explanation."""
    rng = np.random.default_rng(2)
    counts = np.array([np.bincount(rng.choice(N_CARDS, 5), minlength=N_CARDS) for _ in range(400)])
    truth = functions(rng)
    truth = truth._replace(linear=4 * truth.linear)
    results = np.array([value(truth, deck) for deck in counts])
    noise = np.array([14.5, 1.55, 0.8]) / np.sqrt(50)
    results += noise * rng.normal(size=results.shape)
    columns = dict(zip(TARGETS, results.T, strict=True))
    table = pl.DataFrame(columns | {"n_games": 50, "objective_se": noise[0]}, strict=False)
    table = table.with_columns(solutions_column(counts))
    done: list[float] = []
    return table, effects(truth, counts.mean(axis=0)), explain(table, TARGETS, 1, done.append), done


def test_intervals_cover_the_true_effects(explained):
    _, truth, found, done = explained
    assert found.targets == TARGETS
    assert done == [0.25, 0.5, 0.75, 1]
    upper = np.triu_indices(N_CARDS)
    for k in range(3):
        cards = (found.means.cards[:, k] - truth.cards[:, k]) / found.deviations.cards[:, k]
        pairs = (found.means.pairs - truth.pairs)[..., k] / found.deviations.pairs[..., k]
        surprises = np.concatenate([cards, pairs[upper]])
        assert (np.abs(surprises) < 1.645).mean() > 0.75
        assert np.corrcoef(found.means.cards[:, k], truth.cards[:, k])[0, 1] > 0.9


def test_the_same_seed_gives_the_same_explanation(explained):
    table, _, found, _ = explained
    again = explain(table, TARGETS, 1)
    for one, other in zip(found[1:], again[1:], strict=True):
        np.testing.assert_array_equal(one.cards, other.cards)
        np.testing.assert_array_equal(one.pairs, other.pairs)
    other = explain(table, TARGETS, 2)
    assert not np.array_equal(found.deviations.cards, other.deviations.cards)


def test_measures_of_the_deck_need_no_explanation():
    assert explained_targets(("deck_mana_sum", "turns")) == TARGETS
    assert explained_targets(("mana_spent", "hand_size")) == (*TARGETS, "mana_spent")


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

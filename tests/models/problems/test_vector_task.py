"""The emulated task: repeatable noise, and no engine."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from models.problems.vector_task import DeckSpace, EmulatedDeckTask

ROOT = Path(__file__).parents[3]
N_CARDS = 40


@pytest.fixture
def file(tmp_path) -> Path:
    """An emulator of 40 cards whose health counts card 0, and its square."""
    pairs = np.zeros((N_CARDS, N_CARDS, 2))
    pairs[0, 0, 0] = 10.0
    linear = np.zeros((N_CARDS, 2))
    linear[0] = 1.0, 3.0
    path = tmp_path / "emulator.npz"
    np.savez(
        path, linear=linear, pairs=pairs, constants=np.array([-5.0, 7.0]),
        targets=np.array(["objective", "turns"]), variances=np.array([400.0, 4.0]),
        cards=np.array([f"card {i}" for i in range(N_CARDS)]), dbf_ids=np.arange(N_CARDS),
        max_copies=np.full(N_CARDS, 2), about=np.array(json.dumps({"run": "none"})),
    )  # fmt: skip
    return path


def test_truth_is_the_quadratic_function_of_the_nearest_deck(file):
    task = EmulatedDeckTask(file)
    decks = task.random_solutions(50, seed=1)
    found = task.truth(decks + 0.1)
    x = decks[:, 0]
    assert set(x) == {0, 1, 2}
    np.testing.assert_allclose(found.objective, -5 + x + 10 * x**2)
    np.testing.assert_allclose(found.measures[:, 0], 7 + 3 * x)
    assert (found.objective_se == 0).all()


def test_noise_falls_with_games_and_depends_on_seed_and_number_only(file):
    decks = EmulatedDeckTask(file).random_solutions(600, seed=1)
    for n_games in (4, 100):
        task = EmulatedDeckTask(file, n_games=n_games, seed=3)
        luck = task.evaluate(decks).objective - task.truth(decks).objective
        assert luck.std() == pytest.approx(20 / np.sqrt(n_games), rel=0.1)
    whole = EmulatedDeckTask(file, seed=3).evaluate(decks[:6])
    parts = EmulatedDeckTask(file, seed=3)
    later = EmulatedDeckTask(file, seed=3, first_evaluation=4)
    np.testing.assert_allclose(parts.evaluate(decks[:4]).objective, whole.objective[:4])
    np.testing.assert_allclose(parts.evaluate(decks[4:6]).objective, whole.objective[4:])
    np.testing.assert_allclose(later.evaluate(decks[4:6]).measures, whole.measures[4:])
    assert (EmulatedDeckTask(file, seed=4).evaluate(decks[:6]).objective != whole.objective).all()
    np.testing.assert_allclose(whole.objective_se, 20 / np.sqrt(200))
    np.testing.assert_array_equal(whole.outcomes["turns"], whole.measures[:, 0])


def test_random_solutions_are_legal_decks_with_second_copies():
    space = DeckSpace(np.array([1, 2] * 20))
    decks = space.random_solutions(2000, seed=5)
    np.testing.assert_array_equal(space.repair(decks), decks)
    np.testing.assert_array_equal(space.random_solutions(2000, seed=5), decks)
    np.testing.assert_allclose(decks.mean(axis=0), space.max_copies * 30 / 60, atol=0.06)


def test_wrong_arguments_and_files_are_refused(file, tmp_path):
    with pytest.raises(ValueError, match="use 1 game or more"):
        EmulatedDeckTask(file, n_games=0)
    with pytest.raises(ValueError, match="first_evaluation: -1"):
        EmulatedDeckTask(file, first_evaluation=-1)
    with pytest.raises(ValueError, match="no rows"):
        EmulatedDeckTask(file).evaluate(np.zeros((0, N_CARDS)))
    with pytest.raises(ValueError, match=r"expected shape \(n, 40\)"):
        EmulatedDeckTask(file).truth(np.zeros((1, 3)))
    np.savez(tmp_path / "other.npz", max_copies=np.full(40, 2))
    with pytest.raises(ValueError, match="no emulator; it lacks constants"):
        EmulatedDeckTask(tmp_path / "other.npz")


def test_it_needs_numpy_only(file):
    code = f"""
import sys, hearthlight as hl
task = hl.EmulatedDeckTask({str(file)!r})
task.evaluate(task.random_solutions(3))
print({{"engine", "numba", "polars", "scipy", "pydantic", "ribs"}} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr

"""Searches on an emulator: the same numbers as the task by hand, and clear refusals."""

import numpy as np
import pytest
from scipy.stats import norm

from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch
from models.problems.emulated import on_emulator
from models.problems.experiment import Experiment
from models.problems.rows import Rows
from models.problems.vector_task import EmulatedDeckTask
from models.settings.config import ConfigError
from models.settings.outcomes import OUTCOMES
from tasks.reports.dataset import write_emulator
from tests.tasks.synthetic import write_run


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("emulator")
    run = write_run(folder / "run", algorithm="extract-me", n=60)
    write_emulator(run.path, folder / "emulator.npz")
    return str(folder / "emulator.npz")


@pytest.fixture(scope="module")
def search(file) -> DeckSearch:
    return DeckSearch(on_emulator(Experiment(), file))


def test_a_search_has_the_results_of_the_task_by_hand(file, search):
    task = EmulatedDeckTask(file, n_games=12, seed=7, first_evaluation=30)
    decks = task.random_solutions(20, seed=1).astype(np.int8)
    found = search.play(Rows(30 + np.arange(20), decks, 12, 7), threads=2)
    by_hand = task.evaluate(decks)
    np.testing.assert_array_equal(found["objective"], by_hand.objective)
    np.testing.assert_array_equal(found.select("turns", "hand_size"), by_hand.measures)
    np.testing.assert_array_equal(found["objective_se"], by_hand.objective_se)
    assert found["evaluation"].to_list() == list(range(30, 50))
    part = search.play(Rows(np.array([35]), decks[5:6], 12, 7))
    assert part.equals(found[5])


def test_an_emulated_game_is_won_if_its_health_difference_is_above_0(search):
    decks = np.repeat(EmulatedDeckTask(search.config.emulator).random_solutions(1), 4000, axis=0)
    games = search.play(Rows(np.arange(4000), decks.astype(np.int8), 1, 7))
    sharp = search.play(Rows(np.zeros(1, int), decks[:1].astype(np.int8), 1_000_000, 7))
    won = (games["objective"] > 0).mean()
    assert won == pytest.approx(sharp["win_rate"][0], abs=0.03)
    row = games.row(0, named=True)
    assert row["win_rate"] == pytest.approx(norm.cdf(row["objective"] / row["objective_se"]))


def test_outcomes_of_the_deck_alone_are_exact(search):
    decks = EmulatedDeckTask(search.config.emulator).random_solutions(5).astype(np.int8)
    found = search.play(Rows(np.arange(5), decks, 12, 7))
    cards = search.pool.cards
    for row, counts in enumerate(decks):
        deck = [card for card, n in zip(cards, counts, strict=True) for _ in range(n)]
        assert found["deck_mana_sum"][row] == sum(card.cost for card in deck)
        assert found["n_minions"][row] == sum(card.type == "MINION" for card in deck)
    assert set(found.columns) <= {"evaluation", *OUTCOMES}


def test_the_digest_of_the_cards_is_that_of_the_file(search):
    assert search.card_digest != DeckSearch(Experiment()).card_digest


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pool": "hunter-mesb"}, "has other cards; set pool=rogue-dsame"),
        ({"archive__measures": ("turns", "mana_spent")}, "has no mana_spent, which the search"),
        ({"emulator": "none.npz"}, "give a file that `export --emulator` wrote"),
    ],
)
def test_a_search_that_the_emulator_does_not_fit_is_refused(file, changes, message):
    experiment = experiment_for("map-elites", on_emulator(Experiment(), file)).but(**changes)
    with pytest.raises(ConfigError, match=message):
        DeckSearch(experiment).check()


def test_a_surrogate_of_outcomes_that_are_not_emulated_is_refused(file):
    with pytest.raises(ConfigError, match="has no damage_done"):
        DeckSearch(experiment_for("dsa-me-ad", on_emulator(Experiment(), file))).check()

"""Searches on an emulator: the same numbers as the task by hand, and clear refusals."""

import shutil

import numpy as np
import polars as pl
import pytest
from scipy.stats import norm

from models.files import file_digest
from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch
from models.problems.emulated import on_emulator, open_emulator
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
    return DeckSearch(on_emulator(experiment_for("map-elites", Experiment()), file))


def test_a_search_has_the_results_of_the_task_by_hand(file, search):
    task = EmulatedDeckTask(file, n_games=12, seed=7, first_evaluation=30)
    decks = task.random_solutions(20, seed=1).astype(np.int8)
    found = search.play(Rows(30 + np.arange(20), decks, 12, 7), threads=2)
    by_hand = task.evaluate(decks)
    np.testing.assert_array_equal(found["objective"], by_hand.objective)
    np.testing.assert_array_equal(found.select("turns", "hand_size"), by_hand.measures)
    np.testing.assert_array_equal(found["objective_se"], by_hand.objective_se)
    assert found["evaluation"].to_list() == list(range(30, 50))
    for size in (1, 3, 7):
        parts = Rows(30 + np.arange(20), decks, 12, 7).pieces(size)
        assert pl.concat(map(search.play, parts)).equals(found)


def test_an_emulated_game_is_won_if_its_health_difference_is_above_0(search):
    decks = np.repeat(
        EmulatedDeckTask(search.config.emulator.file).random_solutions(1), 4000, axis=0
    )
    games = search.play(Rows(np.arange(4000), decks.astype(np.int8), 1, 7))
    sharp = search.play(Rows(np.zeros(1, int), decks[:1].astype(np.int8), 1_000_000, 7))
    won = (games["objective"] > 0).mean()
    assert won == pytest.approx(sharp["win_rate"][0], abs=0.03)
    row = games.row(0, named=True)
    assert row["win_rate"] == pytest.approx(norm.cdf(row["objective"] / row["objective_se"]))


def test_outcomes_of_the_deck_alone_are_exact(search):
    decks = EmulatedDeckTask(search.config.emulator.file).random_solutions(5).astype(np.int8)
    found = search.play(Rows(np.arange(5), decks, 12, 7))
    cards = search.pool.cards
    for row, counts in enumerate(decks):
        deck = [card for card, n in zip(cards, counts, strict=True) for _ in range(n)]
        assert found["deck_mana_sum"][row] == sum(card.cost for card in deck)
        assert found["n_minions"][row] == sum(card.type == "MINION" for card in deck)
    assert set(found.columns) <= {"evaluation", *OUTCOMES}


def test_an_emulator_is_its_file(file, search, tmp_path):
    assert search.card_digest == file_digest(file)
    copy = shutil.copy(file, tmp_path / "emulator.npz")
    changed = DeckSearch(search.config.but(emulator=str(copy)))
    changed.check()
    np.savez(copy, **{**np.load(file), "constants": np.zeros(3)})
    open_emulator.cache_clear()
    with pytest.raises(ConfigError, match=r"^emulator: .*emulator.npz has changed; restore it"):
        changed.check()


def test_a_search_on_an_emulator_of_other_cells_predicts_these(tmp_path):
    cells = {"measures": ("deck_mana_sum", "turns"), "ranges": ((60, 200), (5, 15))}
    changes = {f"archive__{name}": value for name, value in cells.items()}
    changes["surrogate__targets"] = ("objective", "deck_mana_sum", "turns")
    run = write_run(tmp_path / "run", algorithm="extract-me", n=60, **changes)
    write_emulator(run.path, tmp_path / "emulator.npz")
    for name in ("bayes-me", "lsa-me", "map-elites"):
        experiment = on_emulator(experiment_for(name, Experiment()), str(tmp_path / "emulator.npz"))
        assert experiment.archive.measures == ("deck_mana_sum", "turns")
        DeckSearch(experiment).check()
        if name != "map-elites":
            assert experiment.surrogate.targets == ("objective", "deck_mana_sum", "turns")
        if name == "bayes-me":
            assert experiment.surrogate.game_noise == (14.5, 0.0, 1.4)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pool": "hunter-mesb"}, r"emulates games of another pool \(it has rogue-dsame\)"),
        ({"opponents": "starter"}, r"emulates games of another opponents \(it has elite\)"),
        ({"player__scorer": "aggro"}, "emulates games of another player"),
        ({"archive__measures": ("turns", "mana_spent")}, "has no mana_spent, which the search"),
        ({"emulator": "none.npz"}, "none.npz: cannot be read"),
    ],
)
def test_a_search_that_the_emulator_does_not_fit_is_refused(file, changes, message):
    experiment = on_emulator(experiment_for("map-elites", Experiment()), file)
    with pytest.raises(ConfigError, match=message):
        DeckSearch(experiment.but(**changes)).check()


def test_a_surrogate_of_outcomes_that_are_not_emulated_is_refused(file):
    with pytest.raises(ConfigError, match="has no win_rate, which the search needs"):
        DeckSearch(on_emulator(experiment_for("dsa-me-ad", Experiment()), file)).check()

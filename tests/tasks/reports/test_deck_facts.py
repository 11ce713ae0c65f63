"""Facts of one deck."""

import numpy as np
import polars as pl
import pytest

from engine.decks import deck_from_code
from models.problems.decks import solutions_of
from tasks.reports import deck_facts
from tasks.reports.results import read_results
from tasks.storage.files import read_table, write_table
from tests.tasks.synthetic import write_believing, write_fresh, write_run


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "run"
    run = write_run(path, seed=2)
    write_fresh(run, read_results(path).archive.elites().ids)
    return read_results(path)


def test_cards_and_curve_count_the_deck(results):
    counts = deck_facts.row_of(results, 3)["solution"]
    cards = results.cards(counts)
    assert sum(card.copies for card in cards) == 30
    assert [card.cost for card in cards] == sorted(card.cost for card in cards)
    curve = deck_facts.mana_curve(cards)
    assert sum(curve) == 30
    assert curve[2] == sum(card.copies for card in cards if card.cost == 2)
    assert curve[-1] == sum(card.copies for card in cards if card.cost >= deck_facts.MAX_COST)
    deck = deck_from_code(deck_facts.code_of(results, counts))
    assert results.pool.counts(deck).tolist() == counts


def test_new_games_are_beside_those_when_found(results):
    elite = int(results.archive.elites().ids[0])
    row, fresh = deck_facts.row_of(results, elite), deck_facts.fresh_of(results, elite)
    assert fresh["objective"] == row["objective"] - 2
    assert deck_facts.fresh_of(results, 10**6) is None


def test_intervals_and_opponents_of_a_row(results):
    row = {"n_games": 12, "win_rate": 0.5, "objective": 3.0, "objective_se": 1.0}
    row |= {"opponent_games": [2] * 6, "opponent_wins": [0, 1, 2, 1, 1, 1]}
    row |= {"opponent_objective": [1.0, 2.0, 3.0, 4.0, 5.0, np.nan]}
    every = deck_facts.total(row)
    assert every.win_rate.low < 0.5 < every.win_rate.high
    assert every.objective.low == pytest.approx(3 - 1.96, abs=1e-3)
    duels = deck_facts.duels(results, row)
    assert [duel.name for duel in duels][:2] == ["Aggro Hunter", "Control Hunter"]
    assert duels[0].win_rate.value == 0
    assert duels[0].win_rate.high > 0.5
    assert duels[-1].objective.value is None
    assert deck_facts.duels(results, deck_facts.row_of(results, 0)) == []
    row |= {"opponent_games": [2] * 5 + [0], "opponent_wins": [0, 1, 2, 1, 1, 0]}
    assert deck_facts.duels(results, row)[-1].win_rate == (None, None, None)


def test_neighbours_come_nearest_first_with_their_differences(results):
    elites = results.archive.elites()
    here = int(elites.ids[5])
    found = deck_facts.neighbours(results, here)
    assert len(found) == deck_facts.N_NEIGHBOURS
    assert here not in [other.evaluation for other in found]
    assert [other.cells for other in found] == sorted(other.cells for other in found)
    first = found[0]
    for changed in (first.added, first.removed):
        assert changed
    names = {card.name for card in results.cards(_counts(results, here))}
    assert {card.name for card in first.removed} <= names
    worse = set(range(70)) - set(elites.ids.tolist())
    assert deck_facts.neighbours(results, worse.pop()) is None


def test_the_best_elites_with_one_of_some_cards(results):
    elites = results.archive.elites()
    places = [results.pool.ids.index(card) for card in ("EX1_278", "EX1_134")]
    has = (elites.solutions[:, places] > 0).any(axis=1)
    order = np.argsort(-elites.objectives[has], kind="stable")  # all lose two points in new games
    best = elites.ids[has][order].tolist()
    assert deck_facts.best_with(results, ["EX1_278", "EX1_134", "CS2_029"], 3) == best[:3]
    assert deck_facts.best_with(results, ["CS2_029"], 3) == []


def test_elites_of_a_search_with_estimates_are_ranked_by_its_beliefs(tmp_path):
    run = write_believing(tmp_path / "run")
    last = run.archives.path(run.archives.numbers()[-1])
    kept = read_table(last).with_columns(-pl.col("objective"))
    write_table(last, kept)  # the best results are believed to be luck
    believing = read_results(run.path)
    believed = kept.sort("objective", descending=True, maintain_order=True)["evaluation"].to_list()
    assert deck_facts.best_with(believing, believing.pool.ids, 100) == believed
    found = deck_facts.best_decks(believing, 3)
    assert [each["evaluation"] for each in found] == believed[:3]
    assert found[0]["objective"] == kept["objective"].max()


def test_the_closest_earlier_deck_shares_most_cards(results):
    assert deck_facts.closest_earlier(results, 0) is None
    other = deck_facts.closest_earlier(results, 40)
    shared = np.minimum(_counts(results, 40), solutions_of(results.evaluations.head(40))).sum(1)
    assert other.evaluation == int(shared.argmax())


def _counts(results, evaluation):
    return solutions_of(results.evaluations[[evaluation]])[0]


def test_an_elite_of_a_search_with_estimates_has_a_belief(tmp_path, results):
    believing = read_results(write_believing(tmp_path / "run").path)
    elite = int(believing.archive.elites().ids[0])
    belief = deck_facts.belief_of(believing, elite)
    found = believing.evaluations.row(elite, named=True)
    assert belief.objective.value == found["objective"] - 1
    assert belief.objective.low < belief.objective.value < belief.objective.high
    assert belief.n_games == 6
    assert belief.measures == {"turns": found["turns"], "hand size": found["hand_size"]}
    others = set(range(70)) - set(believing.archive.elites().ids.tolist())
    assert deck_facts.belief_of(believing, min(others)) is None
    assert deck_facts.belief_of(results, 3) is None

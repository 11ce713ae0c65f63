from collections import Counter

import numpy as np
import pytest

from engine.decks import deck_from_code, pool
from models.problems.players import PlayerTraining
from tasks.reports.formats import card_copies, deck_list
from tasks.reports.results import elites, read_any_results, read_results
from tasks.storage.store import StoreError, open_run
from tests.tasks.synthetic import (
    EXPERIMENT,
    write_believing,
    write_fresh,
    write_run,
    write_training,
)


@pytest.fixture
def results(tmp_path):
    run = write_run(tmp_path / "run")
    write_fresh(run, read_results(run.path).archive.elites().ids)
    return read_results(run.path)


@pytest.fixture
def training(tmp_path):
    return read_any_results(write_training(tmp_path / "training").path)


def test_comparisons_use_the_first_decks_of_the_budget(results):
    numbers = results.summary()
    assert (numbers["evaluations"], numbers["budget"]) == (70, 60)
    within = results.archive_of(results.evaluations.head(60))
    assert numbers["within_budget"]["qd_score"] == pytest.approx(within.qd_score())
    assert numbers["all"]["n_elites"] == results.archive.n_elites


def test_the_corrected_score_judges_by_new_games(results):
    numbers = results.summary()["all"]
    lost = 2 / 60 * results.archive.n_elites
    assert numbers["corrected_qd_score"] == pytest.approx(numbers["qd_score"] - lost)


def test_without_all_new_games_there_is_no_corrected_score(tmp_path):
    run = write_run(tmp_path / "run")
    write_fresh(run, np.arange(3))
    assert read_results(run.path).summary()["all"]["corrected_qd_score"] is None


def test_elites_are_ranked_by_new_games_and_their_codes_are_their_decks(results):
    table = elites(results)
    assert table["rank"].to_list() == list(range(1, table.height + 1))
    assert table["fresh_objective"].is_sorted(descending=True)
    assert table["fresh_objective"][0] == pytest.approx(table["objective"][0] - 2)
    deck = deck_from_code(table["deck_code"][0])
    assert pool(EXPERIMENT.pool).counts(deck).tolist() == table["solution"][0].to_list()
    assert results.cards(table["solution"][0]) == card_copies(Counter(deck.cards))
    assert deck_list(deck) == table["deck"][0]


def test_a_deck_list_has_its_cheapest_cards_first(results):
    cards = results.cards(elites(results)["solution"][0])
    assert cards == sorted(cards)
    assert sum(card.copies for card in cards) == 30


def test_finalists_are_ranked_by_new_games_before_all_other_networks(training):
    table = elites(training)
    assert table.height == training.archive.n_elites
    assert table["fresh_objective"].to_list()[:4] == [3.0, 2.0, 1.0, None]
    assert table["objective"].to_list()[:4] == [7.0, 8.0, 9.0, 6.0]
    assert table["objective"][3:].is_sorted(descending=True)


def test_the_player_is_the_first_network_with_its_weights_and_new_games(training):
    first = elites(training).row(0, named=True)
    file = training.player_file()
    assert file["weights"] == first["weights"]
    assert file["training"]["evaluation"] == first["evaluation"]
    assert file["training"]["found"]["objective"] == 7
    assert file["training"]["new_games"]["objective"] == 3
    assert file["training"]["new_games"]["n_games"] == 12
    assert training.summary()["player"]["evaluation"] == first["evaluation"]
    assert "weights" not in training.summary()["player"]


READERS = {"search": (EXPERIMENT, read_results), "training": (PlayerTraining(), read_any_results)}


@pytest.mark.parametrize("kind", READERS)
def test_a_run_without_evaluations_has_no_results(kind, tmp_path):
    experiment, read = READERS[kind]
    open_run(tmp_path / "run", experiment.model_dump(mode="json"), 1, "cards").close()
    with pytest.raises(StoreError, match="have been evaluated yet"):
        read(tmp_path / "run")


def test_a_training_is_no_search(training):
    with pytest.raises(StoreError, match="the training of a player, not a search for decks"):
        read_results(training.run.path)


def test_a_training_of_another_version_is_refused_with_its_setting(tmp_path):
    settings = PlayerTraining().model_dump(mode="json") | {"colour": "red"}
    open_run(tmp_path / "run", settings, 1, "cards").close()
    with pytest.raises(StoreError, match="a run of another version: colour"):
        read_any_results(tmp_path / "run")


def test_elites_have_what_is_believed_of_them_with_an_interval(tmp_path):
    table = elites(read_results(write_believing(tmp_path / "run").path))
    believed = table["believed_objective"].to_numpy()
    np.testing.assert_allclose(believed, table["objective"].to_numpy() - 1)
    np.testing.assert_allclose(table["believed_high"] - believed, 1.644854 * 2, rtol=1e-6)
    np.testing.assert_allclose(believed - table["believed_low"], 1.644854 * 2, rtol=1e-6)
    assert set(table["believed_games"]) == {6}
    assert table["believed_turns"].equals(table["turns"].alias("believed_turns"))
    assert table["believed_objective"].is_sorted(descending=True)


def test_searches_without_estimates_have_no_beliefs(results):
    assert not any(name.startswith("believed") for name in elites(results).columns)

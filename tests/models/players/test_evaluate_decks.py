"""Evaluations: independent of threads and chunks, complete, with errors for wrong input."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from engine.card_sets import CardSet
from engine.decks import Deck, DeckError, card_data, class_pool, pool
from engine.dsl.cards import hero, minion
from models.players.config import PlayerConfig
from models.players.decks import Opponent, named_deck, opponent_suite
from models.players.evaluate_decks import evaluate_decks
from models.settings.outcomes import OUTCOMES

N_GAMES = 12
GOBLINS = Opponent(Deck("Goblins", "HUNTER", class_pool("HUNTER", "CORE+GVG").ids[-30:]), "aggro")


def some_decks(n: int) -> list[Deck]:
    cards = pool("rogue-dsame")
    decks = []
    for seed in range(n):
        rng = np.random.default_rng(seed)
        copies = np.repeat(np.arange(len(cards)), cards.max_copies)
        drawn = rng.permutation(copies)[:30]
        decks.append(cards.deck(np.bincount(drawn, minlength=len(cards)), f"random {seed}"))
    return decks


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return some_decks(5)


@pytest.fixture(scope="module")
def results(decks) -> pl.DataFrame:
    return evaluate_decks(decks, n_games=N_GAMES, seed=3, threads=1)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_do_not_change_the_results(decks, results, threads):
    assert_frame_equal(evaluate_decks(decks, "elite", None, N_GAMES, 3, threads=threads), results)


def test_chunks_and_their_order_do_not_change_the_results(decks, results):
    parts = [
        evaluate_decks(
            decks[i : i + 2],
            n_games=N_GAMES,
            seed=3,
            indices=np.arange(i, i + len(decks[i : i + 2])),
        )
        for i in (4, 2, 0)
    ]
    assert_frame_equal(pl.concat(parts).sort("evaluation"), results)


def test_other_seeds_and_other_evaluation_numbers_are_other_games(decks, results):
    other = evaluate_decks(decks, n_games=N_GAMES, seed=4)
    assert (other["objective"] != results["objective"]).any()
    twice = evaluate_decks([decks[0], decks[0]], n_games=N_GAMES, seed=3)
    assert twice["objective"][0] == results["objective"][0] != twice["objective"][1]


def test_a_row_is_complete_and_consistent(results):
    assert results["evaluation"].to_list() == [0, 1, 2, 3, 4]
    for row in results.iter_rows(named=True):
        assert row["n_games"] == N_GAMES == sum(row["opponent_games"])
        assert row["win_count"] == sum(row["opponent_wins"])
        assert row["win_rate"] == row["win_count"] / N_GAMES
        assert row["objective"] == pytest.approx(np.mean(row["opponent_objective"]))
        assert row["objective_se"] > 0
        assert 3 < row["turns"] < 30
        assert 0 <= row["hand_size"] <= 10
        assert row["cards_drawn"] >= 1
        assert row["failed_games"] == 0


def test_outcomes_of_the_decks_are_in_their_rows(decks, results):
    cards = [[card_data(card_id) for card_id in deck.cards] for deck in decks]
    for name, outcome in OUTCOMES.items():
        if outcome.of_deck:
            assert results[name].to_list() == [outcome.of_deck(each) for each in cards]


def test_mixed_up_scores_cost_the_first_player_and_repeat_in_any_division(decks, results):
    player = PlayerConfig(mixups=0.2)
    whole = evaluate_decks(decks, "elite", player, N_GAMES, 3)
    again = [
        evaluate_decks([deck], "elite", player, N_GAMES, 3, np.array([i]))
        for i, deck in reversed(list(enumerate(decks)))
    ]
    assert_frame_equal(whole, pl.concat(again[::-1]))
    assert whole["objective"].mean() < results["objective"].mean() - 2


def test_progress_counts_all_games(decks):
    counts = []
    evaluate_decks(decks[:2], n_games=30, seed=1, progress=counts.append)
    assert counts == sorted(counts)
    assert counts[-1] == 60


def test_an_opponent_of_ones_own_and_any_fidelity(decks):
    miracle = opponent_suite("elite")[:1]
    fair = PlayerConfig(fidelity="fair", scorer="midrange", depth=5, width=2)
    frame = evaluate_decks(decks[:1], miracle, fair, n_games=4, seed=1)
    assert frame["opponent_games"].to_list() == [[4]]


def test_no_decks_give_an_empty_table(results):
    frame = evaluate_decks([], n_games=5)
    assert frame.height == 0
    assert frame.schema == results.schema


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"n_games": 0}, ValueError, "n_games: 0"),
        ({"threads": 0}, ValueError, "threads: 0"),
        ({"opponents": "elitist"}, DeckError, "elitist"),
        ({"opponents": ()}, DeckError, "opponents: none"),
        ({"opponents": [GOBLINS]}, DeckError, "opponents: deck 'Goblins': .* not of the format"),
        ({"indices": np.array([1, 2])}, ValueError, "indices"),
        ({"indices": np.array([-1])}, ValueError, "indices"),
    ],
)
def test_mistakes_are_named_before_any_game(decks, arguments, error, message):
    with pytest.raises(error, match=message):
        evaluate_decks(decks[:1], **({"n_games": 2} | arguments))


def test_decks_of_29_cards_are_refused():
    deck = named_deck("Classic Miracle Rogue")
    with pytest.raises(DeckError, match="29"):
        evaluate_decks([Deck("short", deck.hero, deck.cards[:-1])], n_games=2)


def test_decks_of_extra_cards():
    cards = CardSet("none", (minion("ogre", "Big Ogre", 1, 8, 8), hero("none", "None", 30)))
    deck = Deck("ogres", "NONE", ("ogre",) * 30)
    (row,) = evaluate_decks([deck], n_games=6, extra=cards).to_dicts()
    assert (row["win_rate"], row["deck_mana_sum"]) == (1.0, 30)
    with pytest.raises(DeckError, match="unknown class 'NONE'"):
        evaluate_decks([deck], n_games=6)

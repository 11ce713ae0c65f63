"""Two players in the same deals."""

import numpy as np
import pytest

from engine.core.enums import BOTH_LOST, FIRST_WON, SECOND_WON
from engine.decks import Deck, DeckError
from models.players.config import PlayerConfig
from models.players.core.state import PLAYED_GAME
from models.players.decks import Opponent, named_deck, opponent_suite
from models.players.evaluations import evaluate_decks
from models.players.pairs import decks_of, play_pair, play_rounds, shares_won, time_player
from models.players.player_names import read_player

BEAM, RANDOM = read_player("beam:aggro"), read_player("random")
DECKS = [each.deck for each in opponent_suite("elite")[:3]]


def test_the_better_player_wins_in_both_seats():
    games = play_pair((BEAM, RANDOM), DECKS, 18, seed=1, threads=1)
    assert games.shape == (18, 2)
    assert (games["result"] == [1, 2]).mean() > 0.9
    assert (games["n_nodes"][:, 0, 0] > games["n_nodes"][:, 0, 1]).all()  # the beam goes first
    assert (games["n_nodes"][:, 1, 0] < games["n_nodes"][:, 1, 1]).all()


@pytest.mark.parametrize("other", [RANDOM, BEAM], ids=["another", "itself"])
def test_swapped_players_play_the_same_games_in_the_other_order(other):
    ours = play_pair((BEAM, other), DECKS, 6, seed=3, threads=1)
    theirs = play_pair((other, BEAM), DECKS, 6, seed=3, threads=1)
    for field in ("result", "rounds", "health_difference", "n_nodes", "n_actions"):
        np.testing.assert_array_equal(ours[field], theirs[field][:, ::-1])


def test_neither_threads_nor_the_division_of_the_deals_change_a_game():
    whole = play_pair((BEAM, RANDOM), DECKS, 8, seed=5, threads=2)
    pair = BEAM, RANDOM
    parts = [play_pair(pair, DECKS, n, 5, first, threads=1) for first, n in ((0, 3), (3, 5))]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_deals_have_all_pairs_of_decks_in_turn():
    first, second = decks_of(np.arange(18), 3)
    assert list(zip(first, second, strict=True))[:5] == [(0, 0), (1, 1), (2, 2), (1, 0), (2, 1)]
    for start in (0, 3, 6):
        assert {*first[start : start + 3]} == {*second[start : start + 3]} == {0, 1, 2}
    assert len(set(zip(first[:9], second[:9], strict=True))) == 9
    np.testing.assert_array_equal(first[:9], first[9:])


def test_decisions_and_turns_are_timed():
    seconds, n_decisions, n_turns = time_player(BEAM, DECKS, seed=1)
    assert 0 < seconds < 60
    assert n_decisions >= n_turns / 2 > 24


def test_an_illegal_deck_is_refused():
    deck = named_deck("Classic Miracle Rogue")
    short = Deck("short", deck.hero, deck.cards[:-1])
    with pytest.raises(DeckError, match="29 cards"):
        play_pair((BEAM, RANDOM), [deck, short], 1, seed=1)


MESB = PlayerConfig(fidelity="mesb")
#: Aggro and control decks, which tell the two kinds of players apart.
DECKS_OF_DUELS = (*opponent_suite("elite")[:1], *opponent_suite("elite")[3:5])
OTHERS = opponent_suite("elite")[2:4]


def test_rounds_are_the_games_of_an_evaluation_and_the_same_in_parts():
    won = play_rounds(DECKS_OF_DUELS, OTHERS, MESB, 6, seed=3, threads=2)
    assert won.shape == (6, 3, 2)
    for number, deck in enumerate(DECKS_OF_DUELS):
        player, which = MESB.but(scorer=deck.scorer), np.array([number])
        table = evaluate_decks([deck.deck], OTHERS, player, 12, 3, indices=which)
        assert won.sum(axis=0)[number].tolist() == table["opponent_wins"][0].to_list()
    parts = [play_rounds(DECKS_OF_DUELS, OTHERS, MESB, 3, 3, first, threads=1) for first in (0, 3)]
    np.testing.assert_array_equal(np.concatenate(parts), won)


def test_an_illegal_deck_is_refused_on_either_side():
    deck = DECKS_OF_DUELS[0].deck
    short = Opponent(Deck("short", deck.hero, deck.cards[:-1]), "aggro")
    for sides in ((DECKS_OF_DUELS, [short]), ([short], OTHERS)):
        with pytest.raises(DeckError, match="29 cards"):
            play_rounds(*sides, MESB, 1, seed=3)


def test_shares_of_deals_count_a_draw_as_half():
    games = np.zeros((3, 2), PLAYED_GAME)
    games["result"] = [[FIRST_WON, SECOND_WON], [SECOND_WON, BOTH_LOST], [SECOND_WON, FIRST_WON]]
    assert shares_won(games).tolist() == [1, 0.25, 0]

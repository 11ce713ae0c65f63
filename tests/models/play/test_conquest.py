"""Best of five: a deck that has won is out."""

import pytest

from engine.decks import DeckError
from models.play.conquest import MatchGame, check_decks, match_winner, next_game, remaining
from models.players.decks import named_deck


def games(*results):
    return [MatchGame((own, theirs), winner) for own, theirs, winner in results]


def test_a_deck_that_has_won_is_out_and_one_that_has_lost_is_not():
    played = games((0, 1, 0), (1, 1, 1), (2, 0, None))
    assert remaining(played, 0) == [1, 2]
    assert remaining(played, 1) == [0, 2]
    assert match_winner(played) is None


def test_who_has_won_with_all_three_decks_wins():
    assert match_winner(games((0, 0, 0), (1, 0, 0), (2, 0, 0))) == 0
    assert match_winner(games((0, 0, 0), (1, 0, 1), (1, 1, 1), (1, 2, 1))) == 1


def test_the_next_game_depends_on_the_seed_and_the_games():
    played = games((0, 1, 1), (1, 0, 1))
    assert next_game(played, 5) == next_game(played, 5)
    assert {next_game(played, seed)[0] for seed in range(20)} == {2}
    assert {next_game([], seed)[:2] for seed in range(60)} == {
        (deck, side) for deck in range(3) for side in range(2)
    }


def test_a_side_has_three_decks_of_three_classes():
    names = ["Classic Miracle Rogue", "Aggro Hunter", "Control Paladin"]
    decks = [named_deck(name) for name in names]
    check_decks(decks, "Your decks")
    with pytest.raises(DeckError, match="Your decks: 2 decks; Conquest takes 3"):
        check_decks(decks[:2], "Your decks")
    with pytest.raises(DeckError, match="3 different classes"):
        check_decks([*decks[:2], named_deck("Control Hunter")], "Your decks")

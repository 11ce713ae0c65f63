import numpy as np
import pytest

from engine.decks import Deck, DeckError
from models.environments.two_player_game import MAX_SEED, check_seed, setups_of_matchups
from models.players.decks import named_deck


def test_decks_are_sorted_by_row(rules):
    deck = named_deck("Classic Miracle Rogue")
    setups = setups_of_matchups(
        rules, [(deck, "Aggro Hunter"), ("classic miracle rogue", "aggro hunter")]
    )
    setup = setups[0]
    assert setup.n_cards.tolist() == [30, 30]
    assert setup.decks[0, :30].tolist() == sorted(rules.row(card) for card in deck.cards)
    assert (np.diff(setup.decks[1, :30].astype(int)) >= 0).all()
    assert setup == setups[1]


@pytest.mark.parametrize(
    ("matchup", "error", "says"),
    [
        (("Aggro Hunter", "Agro Hunter"), DeckError,
         "unknown deck 'Agro Hunter'; did you mean 'Aggro Hunter'"),
        (("Aggro Hunter", Deck("empty", "MAGE", ())), DeckError, "0 cards; a deck has 30, add 30"),
        (("Aggro Hunter",), ValueError, "give two decks"),
        ("Aggro Hunter", ValueError, "give two decks"),
    ],
)  # fmt: skip
def test_wrong_decks_are_named(rules, matchup, error, says):
    with pytest.raises(error, match=says):
        setups_of_matchups(rules, [matchup])


def test_no_matchup_is_an_error(rules):
    with pytest.raises(ValueError, match="matchups: none given"):
        setups_of_matchups(rules, [])


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seeds_have_a_range(seed):
    with pytest.raises(ValueError, match=f"seed {seed}: use a number from 0 to"):
        check_seed(seed)

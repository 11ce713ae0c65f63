"""The networks that come with the code."""

import numpy as np
import pytest

from models.league import LeagueDeck
from models.players.learned import FOLDER
from models.players.player_names import read_player
from models.self_play.checkpoint import Checkpoint
from models.self_play.matches.own_decks import built_decks
from models.self_play.matches.pairs import first_players_scores, play_match
from models.self_play.matches.players import LearnedPlayer

NAMES = sorted(path.stem for path in FOLDER.glob("*.npz"))


def test_one_network_is_included():
    assert NAMES == ["blackrock"]


@pytest.mark.parametrize("name", NAMES)
def test_an_included_network_is_small_and_says_how_strong_it_is(name):
    path = FOLDER / f"{name}.npz"
    assert path.stat().st_size < 5_000_000
    card = Checkpoint.load(path).card
    assert card.samples > 1_000_000
    assert {"random", "greedy"} <= set(card.measured)


@pytest.mark.parametrize("name", NAMES)
def test_an_included_network_plays_better_than_chance(name):
    players = [read_player(f"learned:{name}:choice=best"), read_player("random")]
    checkpoint = Checkpoint.load(FOLDER / f"{name}.npz")
    games = checkpoint.card.environment
    learned = LearnedPlayer((checkpoint,), "best")
    decks = built_decks(
        learned, list(games.heroes), games.deck_size, games.cards, 1, np.arange(len(games.heroes))
    )
    rules = {"format": games.format, "cards": checkpoint.card.variant}
    me, chance = (each.but(**{f"config__{k}": v for k, v in rules.items()}) for each in players)
    played = play_match((me, chance), [LeagueDeck.of(deck) for deck in decks], 20, seed=1)
    assert first_players_scores(played).mean() > 0.9

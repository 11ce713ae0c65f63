"""Decks that players build, and what opponents see of them (the paper's model c5)."""

from collections import Counter

import numpy as np
import pytest
import torch

from engine.rules import rules_for
from models.league import LeagueDeck
from models.players.decks import named_deck
from models.players.player_names import read_player
from models.self_play import pairs
from models.self_play.environment import EnvironmentConfig
from models.self_play.learned_player import LearnedPlayer
from models.self_play.own_decks import built_decks, random_deck, sees, shown_cards
from models.self_play.pairs import play_match
from models.settings.config import ConfigError
from tests.models.self_play.conftest import TINY
from tests.models.self_play.test_pairs import OWN, match_in_pieces

pytestmark = pytest.mark.usefixtures("few_rows")

HEROES = ["MAGE", "HUNTER", "MAGE"]


@pytest.fixture(scope="module")
def player(new_checkpoint):
    return LearnedPlayer((new_checkpoint(0),))


def built(player, numbers, heroes=("MAGE",), cards=None, seed=1):
    return built_decks(player, list(heroes), 10, cards, seed, np.array(numbers))


def cards(decks) -> list[tuple[str, ...]]:
    return [deck.cards for deck in decks]


def test_decks_are_legal_and_of_their_class(player):
    rules = rules_for(format="classic")
    for deck, hero in zip(built(player, range(3), HEROES), HEROES, strict=True):
        assert deck.hero == hero
        assert len(deck.cards) == 10
        for card, n in Counter(deck.cards).items():
            data = rules.card_data(card)
            assert data.card_class in (hero, "NEUTRAL")
            assert n <= data.max_copies


def test_a_deck_depends_on_its_number_not_on_the_others(player):
    together, alone = built(player, [70, 5, 6], HEROES), built(player, [70])
    assert cards(together)[:1] == cards(alone)
    assert cards(together)[0] != cards(together)[2]
    assert cards(built(player, [70], seed=2)) != cards(alone)


def test_the_best_deck_of_a_class_is_always_the_same(new_checkpoint):
    player = LearnedPlayer((new_checkpoint(0),), "best")
    assert len(set(cards(built(player, range(3), ["MAGE"] * 3)))) == 1


def test_decks_keep_to_the_given_cards(player):
    pool = player.checkpoints[0].pool
    some = [pool.ids[i] for i in np.flatnonzero(pool.usable("MAGE"))[:12]]
    (deck,) = built(player, [0], cards=some)
    assert set(deck.cards) <= set(some)
    with pytest.raises(ConfigError, match="a deck has 10 cards"):
        built(player, [0], cards=some[:3])


def test_each_network_builds_for_its_own_class(new_checkpoint):
    both = [new_checkpoint(0, heroes=("MAGE",)), new_checkpoint(1, heroes=("HUNTER",))]
    alone = []
    for number, checkpoint in enumerate((*both, both[0])):
        alone += built(LearnedPlayer((checkpoint,)), [number], [HEROES[number]])
    assert cards(built(LearnedPlayer(tuple(both)), range(3), HEROES)) == cards(alone)


def test_random_decks_are_legal_and_differ_by_seed():
    rules = rules_for(format="classic")
    decks = [random_deck(rules, "MAGE", 30, None, seed) for seed in (1, 2, 1)]
    assert cards(decks)[0] == cards(decks)[2] != cards(decks)[1]
    assert {len(deck.cards) for deck in decks} == {30}


PEEKING = TINY.but(peek=True)


@pytest.fixture(scope="module")
def peeking(new_checkpoint):
    """An untrained network, to whom what it sees matters."""
    checkpoint = new_checkpoint(2, PEEKING)
    with torch.no_grad():
        for weights in checkpoint.network.revealed.parameters():
            weights.mul_(30)
    return checkpoint


@pytest.fixture(scope="module")
def seeing(peeking, tmp_path_factory):
    path = tmp_path_factory.mktemp("seeing") / "seeing.npz"
    peeking.save(path)
    return read_player(f"learned:{path}")


def test_only_networks_that_peek_see_cards(player, peeking):
    assert sees(None) is None
    assert sees(player) is None
    assert sees(LearnedPlayer((peeking,))) is not None


def test_only_players_that_peek_see_hidden_cards(new_checkpoint, seeing, tmp_path):
    new_checkpoint(0).save(tmp_path / "blind.npz")
    blind = f"learned:{tmp_path / 'blind.npz'}"
    assert seeing.sees_all
    assert not read_player(blind).sees_all
    assert read_player(f"{blind},{seeing.learned.files[0]}").sees_all


def test_a_uniform_number_of_first_cards_is_shown(player):
    pool = player.checkpoints[0].pool
    (deck,) = built(player, [0])
    shown = shown_cards(pool, [deck] * 1100, np.arange(1100), 10, seed=1)
    prefixes = [pool.ids.index(card) for card in deck.cards]
    for row in shown:
        expected = np.bincount(prefixes[: row.sum()], minlength=len(pool))
        assert row.tolist() == expected.tolist()
    counts = np.bincount(shown.sum(axis=1), minlength=11)
    assert len(counts) == 11
    assert (abs(counts - 100) < 40).all()  # four standard deviations


def test_networks_of_other_games_meet_with_given_decks(new_checkpoint, seeing, tmp_path):
    games = EnvironmentConfig(heroes=("WARRIOR",), deck_size=10)
    new_checkpoint(0, PEEKING, games).save(tmp_path / "other.npz")
    given = [LeagueDeck.of(named_deck("Aggro Hunter"))]
    players = seeing, read_player(f"learned:{tmp_path / 'other.npz'}")
    assert (play_match(players, given, 2, seed=1)["rounds"] > 0).all()


def test_the_second_seat_builds_by_what_it_sees(peeking):
    player = LearnedPlayer((peeking,))
    pool = player.checkpoints[0].pool
    numbers, heroes = np.arange(2), ["MAGE", "MAGE"]
    nothing = np.zeros((2, len(pool)), np.int8)
    some = nothing.copy()
    some[1, :10] = 1
    blind, unseen, seen = (
        built_decks(player, heroes, 10, None, 1, numbers, shown) for shown in (None, nothing, some)
    )
    assert blind == unseen
    assert seen[0] == unseen[0]
    assert seen[1] != unseen[1]


def test_what_is_seen_changes_battles(seeing, files, monkeypatch):
    players = seeing, read_player(f"learned:{files[0]}")
    sighted = play_match(players, OWN, 8, seed=1)
    monkeypatch.setattr(pairs._Match, "shown", lambda *args: None)
    blind = play_match(players, OWN, 8, seed=1)
    assert (sighted["n_actions"] != blind["n_actions"]).any()


def test_threads_and_pieces_change_nothing_of_what_is_seen(seeing):
    match_in_pieces((seeing, seeing))

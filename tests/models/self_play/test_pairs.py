import numpy as np
import pytest

from engine.core.jit import JIT_ON
from models.league import LeagueDeck
from models.players.decks import named_deck
from models.players.pairs import play_pair
from models.players.player_names import read_player
from models.self_play import pairs
from models.self_play.pairs import given_decks, play_match, time_learned
from models.settings.config import ConfigError

pytestmark = pytest.mark.usefixtures("few_rows")

DECKS = [LeagueDeck.of(named_deck(name)) for name in ("Aggro Hunter", "Control Warlock")]
OWN = [LeagueDeck(name=f"own {hero}", hero=hero, size=10) for hero in ("MAGE", "HUNTER")]
N_DEALS = 12 if JIT_ON else 2


def match_in_pieces(players, n_deals: int = 2) -> np.ndarray:
    """A match, which is the same on other threads and in two pieces."""
    half = n_deals // 2
    whole = play_match(players, OWN, n_deals, seed=2, threads=1)
    parts = [play_match(players, OWN, half, 2, first, threads=2) for first in (0, half)]
    assert whole.tobytes() == np.concatenate(parts).tobytes()
    return whole


@pytest.fixture
def learned(files):
    return [read_player(f"learned:{path}") for path in files]


def test_compiled_players_play_the_games_of_a_league():
    players = read_player("fair-beam:aggro"), read_player("random")
    found = play_match(players, DECKS, N_DEALS, seed=5, first_deal=3)
    expected = play_pair(players, [each.deck() for each in DECKS], N_DEALS, 5, 3)
    assert found.tobytes() == expected.tobytes()


@pytest.mark.parametrize("other", ["random", "greedy", "is-mcts:20", "learned"])
def test_a_network_plays_everybody(learned, other):
    players = learned[0], learned[1] if other == "learned" else read_player(other)
    played = play_match(players, DECKS, N_DEALS, seed=1)
    assert played.shape == (N_DEALS, 2)
    assert (played["rounds"] > 2).all()
    for name in ("hand_size", "cards_drawn", "mana_spent", "n_searches", "n_actions"):
        assert (played[name] > 0).all(), name
    assert (played["result"] > 0).all()


def test_threads_and_pieces_change_nothing(learned):
    match_in_pieces((learned[0], read_player("random")), N_DEALS)


def test_seats_are_swapped_with_the_decks_in_place(learned):
    played = play_match((learned[0], learned[1]), DECKS, 4, seed=1)
    assert played["player"].tolist() == [[0, 1]] * 4
    assert played["deck"].tolist() == [[0, 0], [1, 1], [1, 1], [0, 0]]
    assert (played["seed_a"][:, 0] == played["seed_a"][:, 1]).all()


def test_the_best_decisions_are_others_than_sampled_ones(learned, files):
    best, random = read_player(f"learned:{files[0]}:choice=best"), read_player("random")
    sampled, certain = (play_match((each, random), DECKS, 2, seed=1) for each in (learned[0], best))
    assert (sampled["n_actions"] != certain["n_actions"]).any()


def test_time_is_measured(learned, monkeypatch):
    monkeypatch.setattr(pairs, "_TIMED_DEALS", 1)
    seconds, decisions, turns = time_learned(learned[0], DECKS[:1], seed=1)
    assert seconds > 0
    assert decisions >= turns / 2 > 0


def test_random_decks_stand_for_own_ones():
    rules = read_player("random").config.rules()
    decks = given_decks(rules, [*DECKS, *OWN], seed=1)
    assert [deck.hero for deck in decks] == ["HUNTER", "WARLOCK", "MAGE", "HUNTER"]
    assert [len(deck.cards) for deck in decks] == [30, 30, 10, 10]


def test_a_class_for_which_no_network_builds_is_refused(learned):
    rogue = [LeagueDeck(name="own", hero="ROGUE", size=10)]
    with pytest.raises(ConfigError, match="builds decks of Mage, Hunter only, not of Rogue"):
        play_match((learned[0], learned[1]), rogue, 1, seed=1)


def test_a_network_plays_a_class_of_ones_own(learned, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "class First:\n    def act(self, view):\n        return view.actions[-1]\n"
    (tmp_path / "players_of_a_pair.py").write_text(text)
    played = match_in_pieces((learned[0], read_player("players_of_a_pair:First")))
    assert (played["n_searches"] > 0).all()

"""A network in one game decides as in many games side by side, and sees nothing hidden."""

import numpy as np
import pytest

from engine.core.jit import JIT_ON
from engine.core.setup import begin, start_game
from engine.core.state import new_games
from engine.deck_text import deck_from_names
from engine.game import Game
from engine.rules import rules_for
from models.players.config import PlayerConfig
from models.players.core.state import PLAYED_GAME
from models.players.decks import named_deck
from models.players.evaluations import evaluate_decks
from models.players.games import schedule_games, setups_of
from models.players.learned import LearnedSetting
from models.self_play.environment import EnvironmentConfig
from models.self_play.learned_player import LearnedPlayer
from models.self_play.matches import LearnedSeat, learned_games, play_with_networks
from tests.models.play.hidden import with_hidden_cards_permuted

pytestmark = pytest.mark.usefixtures("few_rows")

DECKS = [
    deck_from_names("MAGE", ["Fireball", "Water Elemental", "Bloodfen Raptor", "Polymorph"] * 2),
    deck_from_names("HUNTER", ["Animal Companion", "Kill Command", "Tracking", "Wisp"] * 2),
]
RULES = rules_for(format="classic")


def new_game(seed=3):
    """A game without mulligan, and its seeds."""
    played = schedule_games(seed, np.zeros(1, np.int64), 1, 1)
    setup = setups_of(RULES, DECKS[:1], DECKS[1:])
    game = Game(RULES, new_games(1)[0], seed)
    seeds = int(played[0]["seed_a"]), int(played[0]["seed_b"])
    start_game(game.record, RULES.tables, setup[0, 0], *seeds)
    begin(game.record, RULES.tables, game.vm)
    return game, played, setup


def action_of(seat, game, seed, number):
    """The one action of a seat."""
    played = np.zeros(1, PLAYED_GAME)[0]
    played["seed_a"] = seed
    (code,) = seat.actions(game, played, number)
    return code


def seats_of(player):
    return [LearnedSeat(player, deck) for deck in DECKS]


def play_on(game, seats, n=None):
    """Plays up to a number of actions, or to the end; returns the actions."""
    actions = []
    while game.result == "running" and (n is None or len(actions) < n):
        seat = seats[int(game.record.active)]
        actions.append(action_of(seat, game, 7, len(actions)))
        game.apply(actions[-1])
    return actions


@pytest.mark.parametrize("positions", ["right", "choose"])
def test_a_seat_decides_as_the_games_of_a_league(new_checkpoint, positions):
    games = EnvironmentConfig(heroes=("MAGE", "HUNTER"), deck_size=10, positions=positions)
    player = LearnedPlayer((new_checkpoint(2, environment=games),), "best")
    game, played, setups = new_game()
    actions = play_on(game, seats_of(player))
    strategy = PlayerConfig().strategy("midrange", is_first=True)
    strategies = np.array([strategy, strategy])
    networks = np.zeros((1, 2), np.int64)
    play_with_networks(RULES, setups, strategies, played, [player], networks, threads=1)
    heroes = [int(game.record.characters[side].health) for side in range(2)]
    assert played["n_actions"][0] == len(actions)
    assert played["rounds"][0] == (1 + game.turn) // 2
    assert played["health_difference"][0] == heroes[0] - heroes[1]


@pytest.mark.parametrize("choice", ["sample", "best"])
def test_equal_numbers_give_equal_actions_also_after_going_back(new_checkpoint, choice):
    player = LearnedPlayer((new_checkpoint(1),), choice)
    seats = seats_of(player)
    first = play_on(new_game()[0], seats, 30)
    assert play_on(new_game()[0], seats, 30) == first
    assert play_on(new_game()[0], seats_of(player), 30) == first


@pytest.mark.parametrize("options", ["choose", "random"])
def test_an_action_depends_on_nothing_hidden(new_checkpoint, options):
    games = EnvironmentConfig(heroes=("MAGE", "HUNTER"), deck_size=10, options=options)
    player = LearnedPlayer((new_checkpoint(4, environment=games),))
    game = new_game(5)[0]
    seats = seats_of(player)
    for number in range(40):
        if game.result != "running":
            break
        side = int(game.record.active)
        code = action_of(LearnedSeat(player, DECKS[side]), game, 9, number)
        permuted = with_hidden_cards_permuted(game.record, RULES, side, number)
        other = Game(RULES, permuted, 0)
        assert action_of(LearnedSeat(player, DECKS[side]), other, 9, number) == code
        assert code in game.codes()
        game.apply(action_of(seats[side], game, 9, number))


def test_a_network_without_mulligan_says_so(new_checkpoint):
    cheap = EnvironmentConfig(heroes=("MAGE", "HUNTER"), deck_size=10, mulligan="cheap")
    for environment, has_mulligan in ((cheap, True), (cheap.but(mulligan="none"), False)):
        player = LearnedPlayer((new_checkpoint(0, environment=environment),))
        assert seats_of(player)[0].has_mulligan == has_mulligan


N_GAMES = 12 if JIT_ON else 2


def test_a_deck_is_evaluated_as_by_other_players(files):
    deck, learned = named_deck("Aggro Hunter"), LearnedSetting.read(str(files[0]))
    player = PlayerConfig()
    playing = learned_games(learned, [deck])
    table = evaluate_decks([deck], "elite", player, N_GAMES, 3, threads=1, playing=playing)
    other = evaluate_decks([deck], "elite", player, 1, seed=3)
    assert table.schema == other.schema
    row = table.row(0, named=True)
    assert row["n_games"] == N_GAMES
    assert row["strategy_alignment"] == 0
    assert row["objective"] < 0  # it is not trained
    assert 0 < row["mana_spent"] <= 10
    assert row["hand_size"] > 0
    again = evaluate_decks([deck], "elite", player, N_GAMES, 3, threads=2, playing=playing)
    assert again.equals(table)

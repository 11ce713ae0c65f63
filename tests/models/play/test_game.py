"""The game: its beginning is that of evaluations, and it goes on as it was."""

import numpy as np
import pytest

from engine.decks import DeckError, pool
from engine.game import Game
from engine.illegal import IllegalAction
from engine.view import action_text
from models.play.course import Course
from models.play.game import PersonGame, hint_of, seat_of, taken_over
from models.players.config import PlayerConfig
from models.players.core.game_loop import open_game
from models.players.core.state import new_desk
from models.players.games import GameError, setups_of
from models.players.learned import LearnedSetting
from models.players.player_names import read_player
from models.players.replay import ReplayedGame
from models.players.search_player import SearchPlayer
from models.qd.emitters import new_stream, random_decks
from models.self_play.checkpoint import CheckpointError
from models.self_play.environment import EnvironmentConfig
from models.self_play.matches import LearnedSeat
from tests.models.play.hidden import with_hidden_cards_permuted
from tests.models.self_play.conftest import random_checkpoint


@pytest.mark.parametrize("person", [0, 1])
@pytest.mark.parametrize("seed", range(5))
def test_with_the_players_mulligan_it_begins_as_a_game_of_an_evaluation(config, person, seed):
    settings = config(person, "beam")
    other = PersonGame(config(1 - person, "beam"), seed)
    chosen = other._mulligan_of_player()  # what the game loop does on the person's side
    game = PersonGame(settings, seed)
    game.mulligan(chosen)
    desk = new_desk()
    setup = setups_of(game.rules, *([deck.deck()] for deck in settings.decks))[0, 0]
    player = settings.player
    strategies = [player.strategy(player.scorer, is_first=first) for first in (True, False)]
    open_game(desk, game.rules.tables, setup, *strategies, game.played)
    assert np.array_equal(game.record, desk.game)


@pytest.mark.parametrize("game", range(3))
@pytest.mark.parametrize("turns", [0, 5, 6])
def test_a_game_of_an_evaluation_is_taken_over_as_it_was(game, turns):
    counts = random_decks(pool("rogue-dsame").max_copies, 1, new_stream([3]))[0]
    deck = pool("rogue-dsame").deck(counts, "found")
    player = PlayerConfig(opponents_scorer="aggro" if game == 2 else None)
    played = ReplayedGame.play(deck, "elite", player, 7, 5, game)
    desk = new_desk()
    shown = played.open(desk).copy()
    number = 0
    while shown.turn < 1 + turns:
        shown.apply(played.actions[number])
        number += 1
    found = taken_over(played, number)
    assert np.array_equal(found.record, shown.record)
    assert (found.phase, found.person) == ("person", turns % 2)
    scorers = played.player.scorer, played.player.opponents_scorer or played.opponent.scorer
    assert found.config.player.scorer == scorers[1 - found.person]
    again = PersonGame.restored(found.config, found.seed, found.kept())
    assert np.array_equal(again.record, shown.record)


def test_the_order_of_a_deck_has_the_cards_of_its_code(config):
    deck = config(0, "beam").decks[0]
    turned = deck.but(cards=deck.deck().cards[::-1])
    assert turned.deck().cards == deck.deck().cards[::-1]
    with pytest.raises(DeckError, match="not those of its code"):
        deck.but(cards=("CS2_231",)).deck()


def test_a_player_without_mulligan_keeps_its_hand(config):
    hands = []
    for settings in (config(0, "beam"), config(0, "beam", opponent_mulligan=False)):
        game = PersonGame(settings, 1)
        dealt = game.record.players[1].hand.copy()
        game.mulligan([])
        hands.append(bool((game.record.players[1].hand[:4] == dealt[:4]).all()))
    assert hands == [False, True]


def test_a_restored_game_is_the_same(course):
    played = course(seed=3, n=25)
    game = played.game
    again = Course(PersonGame.restored(game.config, game.seed, game.kept()))
    assert np.array_equal(again.game.record, game.record)
    assert again.events == played.events
    assert again.state() == played.state()


def test_actions_that_are_not_legal_any_more_are_named(course):
    game = course(seed=3, n=10).game
    kept = game.kept() | {"actions": [*game.actions, 1 | 250 << 8]}
    with pytest.raises(GameError, match="start a new one"):
        PersonGame.restored(game.config, game.seed, kept)


def test_undo_takes_back_the_last_own_action_and_what_followed(course):
    played = course(seed=4, n=12, practice=True)
    game = played.game
    while game.phase != "person":
        game.apply(game.codes()[0])
    before = [len(game.actions), game.record.copy()]
    game.apply(game.codes()[0])  # the end of the turn
    while game.phase == "player":
        game.apply(game.codes()[0])
    events = list(played.events)
    game.undo()
    assert played.events == events[: before[0]]
    assert len(game.actions) == len(game.movers) == len(played.events) == before[0]
    assert np.array_equal(game.record, before[1])
    assert game.undone == 1
    game.apply(game.codes()[-1])
    again = PersonGame.restored(game.config, game.seed, game.kept())
    assert played.events == Course(again).events


def test_what_is_not_possible_now_names_its_reason(config):
    game = PersonGame(config(), 1)
    with pytest.raises(IllegalAction, match="mulligan first"):
        game.apply(0)
    with pytest.raises(IllegalAction, match="places 0 to 2"):
        game.mulligan([3])
    game.mulligan([])
    with pytest.raises(IllegalAction, match="the mulligan is over"):
        game.mulligan([])
    with pytest.raises(IllegalAction, match="only a practice game"):
        game.undo()
    game.concede()
    assert (game.phase, game.outcome, game.winning_side) == ("over", "lost", 1)
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(0)


def small_network(path, heroes=("ROGUE", "HUNTER"), **changes):
    """Writes an untrained network, which plays as well as a trained one for tests."""
    path.parent.mkdir(parents=True, exist_ok=True)
    random_checkpoint(1, environment=EnvironmentConfig(heroes=heroes, **changes)).save(path)
    return path


@pytest.fixture
def settings(config, tmp_path):
    """Settings of a game against a network; the person goes first."""
    path = small_network(tmp_path / "small.npz")
    return config(0, "random", learned=LearnedSetting.read(f"{path}"), opponent_mulligan=False)


def test_a_network_plays_a_game(settings):
    game = PersonGame(settings, 1)
    game.mulligan([0])
    seat = seat_of(settings)
    while game.phase != "over":
        if game.phase == "player":
            codes = seat.actions(game, game.played, len(game.actions))
        else:
            codes = game.codes()[-1:]
        for code in codes:
            game.apply(code)
    again = PersonGame.restored(settings, 1, game.kept())
    assert again.outcome == game.outcome


def test_only_a_game_with_a_network_has_it_as_player(settings, config):
    assert isinstance(seat_of(settings), LearnedSeat)
    assert isinstance(seat_of(config(0, "random")), SearchPlayer)


@pytest.mark.parametrize("player", ["beam", "fair-beam", "mcts:50", "network"])
def test_a_hint_depends_on_nothing_hidden(settings, course, player):
    for n in (0, 6, 12, 18):
        game = course(seed=5, n=n).game
        side = int(game.record.active)

        def hint(position, side=side):
            if player == "network":
                return hint_of(seat_of(settings, side), position, 7)
            return hint_of(SearchPlayer(read_player(player).config), position, 7)

        before = game.record.copy()
        found = hint(game)
        assert np.array_equal(game.record, before)
        code = game.codes()[found["move"]]
        assert found["line"]["texts"][0] == action_text(game.record, game.rules, code)
        for other in range(4):
            about = game.record, game.rules, side, other
            permuted = with_hidden_cards_permuted(*about, foreign=False)
            assert hint(Game(game.rules, permuted, 0)) == found


def test_a_changed_file_is_refused(settings, tmp_path):
    small_network(tmp_path / "small.npz", positions="choose")
    with pytest.raises(CheckpointError, match=r"small\.npz: is not the file it was"):
        seat_of(settings)

"""Requirements of every search player; `SEARCHES` names them."""

import pytest

from engine.core.actions import apply
from engine.core.enums import END_TURN, MINION_CARD, PLAY, RUNNING
from engine.core.memory import copy_game
from engine.core.rng import seed_stream
from engine.core.state import new_games
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import LOST, WON
from models.players.core.state import MAX_DEPTH, SEARCHES, new_desk
from models.players.decks import named_deck
from models.players.evaluations import evaluate_decks
from tests.models.players.conftest import plan_of

#: Enough for a tree search to tell a won game from others.
TREE = {"simulations": 400, "determinisations": 4}


@pytest.fixture(params=SEARCHES)
def config(request) -> PlayerConfig:
    return PlayerConfig(search=request.param, tree=TREE)


@pytest.fixture(params=[name for name in SEARCHES if name != "random"])
def planner(request) -> PlayerConfig:
    """A player that looks for a good plan."""
    return PlayerConfig(search=request.param, tree=TREE)


def plan(game, rules, config: PlayerConfig, desk=None) -> tuple[list[int], int]:
    return plan_of(game, rules, config.strategy("control", is_first=True), 3, desk)


def test_a_plan_begins_with_a_legal_action_and_has_a_score(config, states, rules):
    desk = new_desk()
    for game in states(0, seed=2, step=7):
        actions, points = plan(game, rules, config, desk=desk)
        assert actions[0] in Game(rules, game, 0).codes()
        assert len(actions) <= MAX_DEPTH
        assert LOST <= points <= WON
        assert 0 < desk.search.n_nodes <= desk.search.all_nodes


def test_a_win_that_one_action_gives_is_taken(planner, states, rules):
    n_won, desk = 0, new_desk()
    for opponent in range(4):
        for game in states(opponent, seed=opponent, step=3):
            if any(wins(game, rules, action, desk) for action in Game(rules, game, 0).codes()):
                n_won += 1
                actions, points = plan(game, rules, planner, desk=desk)
                assert points == WON
                assert actions[-1] & 255 != END_TURN
    assert n_won > 0


def wins(game, rules, action: int, desk) -> bool:
    """Whether an action wins whatever chance does: in 20 streams."""
    child = new_games(1)[0]
    for seed in range(20):
        copy_game(child, game)
        seed_stream(child, seed, 0)
        apply(child, rules.tables, desk.vm, action)
        if child.result == RUNNING or child.characters[1 - int(game.active)].health > 0:
            return False
    return True


def test_the_game_stays_as_it_is(config, states, rules):
    for game in states(2, seed=5, step=11):
        before = game.tobytes()
        plan(game, rules, config.but(fidelity="fair"))
        assert game.tobytes() == before


def test_equal_seeds_give_equal_plans_and_the_stream_of_the_game_does_not_matter(
    config, states, rules
):
    desk = new_desk()  # one for all searches: nothing of one may reach the next
    for game in states(0, seed=8, step=13):
        expected = plan(game, rules, config)
        assert plan(game, rules, config, desk=desk) == expected
        game.rng_state = int(game.rng_state) ^ 0x5A5A
        assert plan(game, rules, config) == expected


def test_rightmost_places_minions_at_the_right_end_only(config, states, rules):
    def places(positions: str) -> list[bool]:
        found = []
        for opponent in (2, 3):
            for game in states(opponent, seed=opponent, step=3):
                first = plan(game, rules, config.but(positions=positions))[0][0]
                card = game.entities[first >> 8 & 255].card
                if first & 255 == PLAY and rules.tables.cards[card].type == MINION_CARD:
                    n_board = game.players[game.active].n_board
                    found.append((first >> 24 & 255) == n_board)
        return found

    assert not all(places("all"))
    assert all(places("rightmost"))


def test_no_plan_is_longer_than_the_depth(config, states, rules):
    assert config.but(depth=MAX_DEPTH).depth == MAX_DEPTH
    lengths = {len(plan(game, rules, config.but(depth=2))[0]) for game in states(0, seed=1, step=2)}
    assert lengths <= {1, 2}


def test_whole_games_can_be_played(config):
    frame = evaluate_decks([named_deck("Classic Miracle Rogue")], player=config, n_games=6, seed=1)
    assert frame["failed_games"].to_list() == [0]
    assert frame["damage_done"][0] > 0

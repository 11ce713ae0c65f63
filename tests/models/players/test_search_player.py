"""A player's plan for a position."""

import re
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import models.players
from engine.game import Game
from engine.view import action_text
from models.players.config import PlayerConfig
from models.players.core.state import PLAYED_GAME, new_desk
from models.players.player_names import read_player
from models.players.search_player import SearchPlayer
from tests.models.players.conftest import plan_of

AGGRO = SearchPlayer(PlayerConfig(scorer="aggro"))


def test_a_plan_reads_as_its_actions_and_can_be_played():
    game = Game.stage(hand=["Fireball", "Wisp"], board=["Chillwind Yeti"], mana=4)
    before = game.record.tobytes()
    plan = AGGRO.plan(game)
    assert game.record.tobytes() == before
    assert str(plan).splitlines() == [action.text for action in plan.actions]
    assert {action.kind for action in plan.actions} == {"play", "attack", "end turn"}
    assert [action.code for action in plan.actions] == list(plan.codes)
    for action in plan.actions:
        game.apply(action)
    assert game.opponent.hero.health == 30 - 6 - 4
    assert game.current_player == game.opponent


def test_a_win_in_reach_ends_the_plan():
    game = Game.stage(hand=["Fireball"], board=["Chillwind Yeti"], enemy_health=10)
    plan = AGGRO.plan(game)
    for action in plan.actions:
        game.apply(action)
    assert game.winner == game.player


def test_the_plan_is_the_one_that_the_kernels_find_for_either_side():
    config = PlayerConfig(fidelity="fair", scorer="control")
    game = Game.stage(hand=["Sprint"], deck=["Wisp"] * 5, enemy_hand=["Fireball", "Wisp"])
    for side in range(2):
        strategy = config.strategy("control", is_first=side == 0)
        desk = new_desk()
        found = plan_of(game.record, game.rules, strategy, 5, desk)
        plan = SearchPlayer(config).plan(game, seed=5)
        assert (list(plan.codes), plan.points) == found
        assert plan.n_states == desk.search.n_nodes
        game.end_turn()


def test_actions_stop_where_chance_makes_the_next_one_illegal():
    hand, enemies = ["Fireball", "Wisp", "Mad Bomber"], ["Wisp", "Wisp"]
    game = Game.stage(hand=hand, board=["Chillwind Yeti"], enemy_board=enemies, mana=7)
    player, n_cut = SearchPlayer(PlayerConfig(scorer="control")), 0
    for seed in range(6):
        plan, copy = player.plan(game, seed), game.copy()
        assert plan.codes[: len(plan.actions)] == tuple(action.code for action in plan.actions)
        for action in plan.actions:
            copy.apply(action)
        if len(plan.actions) < len(plan.codes):
            n_cut += 1
            assert plan.codes[len(plan.actions)] not in copy.codes()
    assert 0 < n_cut < 6


def test_a_game_that_is_over_has_no_plan():
    game = Game.stage(hand=["Fireball"], enemy_health=1)
    game.play("Fireball", game.opponent.hero)
    with pytest.raises(ValueError, match=r"over \(first won\)"):
        AGGRO.plan(game)


def test_the_example_of_the_readme_runs(capsys):
    text = (Path(models.players.__file__).parent / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall("```python\n(.+?)```", text, re.DOTALL)
    exec(example, {})
    assert capsys.readouterr().out.splitlines()[-1] == "ends the turn"


def seeds(seed: int = 5) -> np.record:
    played = np.zeros(1, PLAYED_GAME)[0]
    played["seed_a"] = seed
    return played


@pytest.mark.parametrize("player", ["beam", "fair-beam", "one-turn", "mcts:50", "is-mcts:50"])
def test_equal_numbers_give_equal_actions_and_the_game_does_not_change(player):
    game = Game.stage(hand=["Fireball", "Sprint", "Wisp"], deck=["Wisp"] * 5, enemy_board=["Wisp"])
    before, config = game.record.copy(), read_player(player).config
    actions = [SearchPlayer(config).actions(game, seeds(), 9) for _ in range(2)]
    assert actions[0] == actions[1]
    assert np.array_equal(game.record, before)
    for code in actions[0]:
        game.apply(code)


def test_a_thinking_time_becomes_a_number_of_simulations(monkeypatch):
    clock = SimpleNamespace(perf_counter=count(0, 0.05).__next__)  # each search takes 0.05 s
    monkeypatch.setattr("models.players.search_player.time", clock)
    game = Game.stage(hand=["Wisp", "Sap"], enemy_board=["Chillwind Yeti"])
    player = SearchPlayer(read_player("is-mcts").config, seconds=0.2)
    player.actions(game, seeds(), 0)
    first = int(player._desk.search.trees.tree.n_steps)
    player.actions(game, seeds(), 1)
    assert int(player._desk.search.trees.tree.n_steps) > first > 0
    assert SearchPlayer(read_player("fair-beam").config, seconds=1).seconds is None


def test_an_only_action_does_not_lengthen_the_next_thought():
    player = SearchPlayer(read_player("is-mcts").config, seconds=0.05)
    for number in range(2):  # a process's first search takes longer
        player.actions(Game.stage(mana=0), seeds(), number)
    player.actions(Game.stage(hand=["Wisp", "Sap"], enemy_board=["Chillwind Yeti"]), seeds(), 2)
    assert int(player._desk.search.trees.tree.n_simulations) < 10_000


def test_a_tree_search_tells_its_visits():
    game = Game.stage(hand=["Fireball", "Wisp"], enemy_board=["Chillwind Yeti"], deck=["Wisp"])
    player = SearchPlayer(read_player("is-mcts:200").config)
    (code,) = player.actions(game, np.zeros(1, PLAYED_GAME)[0], 0)
    visits = player.visits(game)
    assert sum(each.visits for each in visits) == 200
    assert [each.visits for each in visits] == sorted((v.visits for v in visits), reverse=True)
    assert visits[0].text == action_text(game.record, game.rules, code)
    assert all(0 <= each.value <= 1 for each in visits)
    AGGRO.actions(game, np.zeros(1, PLAYED_GAME)[0], 0)
    assert AGGRO.visits(game) == ()

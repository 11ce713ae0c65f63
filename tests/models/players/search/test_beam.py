"""The beam against a simple version that keeps and sorts all nodes."""

from itertools import product

import numpy as np
import pytest

from engine.core.actions import apply
from engine.core.enums import END_TURN, RUNNING
from engine.core.hash import digest
from engine.core.options import list_options
from engine.core.rng import seed_stream
from engine.core.state import OPTIONS, new_vm
from models.players.config import PlayerConfig
from models.players.core.scorers import WON, score
from models.players.core.state import NEURONS, new_desk
from tests.engine.random_games import Table, implemented_classes, play_random
from tests.models.play.hidden import copied
from tests.models.players.conftest import plan_of


def naive_plan(
    game, rules, side: int, strategy, seed: int, sizes: list[int] | None = None
) -> tuple[list[int], int]:
    """The algorithm as the papers' programs have it: (actions, score) of the plan.

    Adds the number of different states of each level to `sizes`.
    """
    options, vm = np.zeros(1, OPTIONS)[0], new_vm()
    neurons = np.zeros(1, NEURONS)[0]
    frontier, solutions, n_nodes = [([], game)], [], 0
    for _ in range(strategy.depth):
        level = {}
        for path, state in frontier:
            list_options(state, rules, options)
            for action in options.actions[: options.n].tolist():
                child = copied(state)
                seed_stream(child, seed, n_nodes)
                n_nodes += 1
                apply(child, rules, vm, action)
                points = score(child, rules, side, strategy, neurons)
                level.setdefault(int(digest(child)), ([*path, action], child, points))
        nodes = list(level.values())
        if sizes is not None:
            sizes.append(len(nodes))
        is_over = [child.active != side or child.result != RUNNING for _, child, _ in nodes]
        solutions += [n for n, over in zip(nodes, is_over, strict=True) if over]
        unfinished = [n for n, over in zip(nodes, is_over, strict=True) if not over]
        best = sorted(unfinished, key=lambda node: -node[2])[: strategy.width]
        frontier = [(path, child) for path, child, _ in best]
    path, _, points = sorted(solutions, key=lambda node: -node[2])[0]
    return path, points


@pytest.mark.parametrize(
    ("opponent", "scorer", "depth", "width"),
    [(0, "rogue-network", 13, 4), (3, "aggro", 13, 4), (5, "control", 6, 1), (1, "control", 4, 9)],
)
def test_the_plan_is_that_of_the_naive_search(states, rules, opponent, scorer, depth, width):
    config = PlayerConfig(depth=depth, width=width)
    strategy = config.strategy(scorer, is_first=True)
    desk = new_desk()  # one for all searches: nothing of one may reach the next
    for seed, game in enumerate(states(opponent, seed=opponent, step=9)):
        expected = naive_plan(game, rules.tables, int(game.active), strategy, seed)
        assert plan_of(game, rules, strategy, seed, desk) == expected


@pytest.mark.parametrize(
    ("scorer", "depth", "width"), [("rogue-network", 5, 4), ("control", 4, 3), ("fatigue", 3, 2)]
)
def test_the_plan_is_that_of_the_naive_search_with_the_cards_of_all_classes(
    rules, scorer, depth, width
):
    strategy = PlayerConfig(depth=depth, width=width).strategy(scorer, is_first=True)
    desk, table, rng = new_desk(), Table(rules), np.random.default_rng(depth)
    n_plans = 0

    def watch(actions: list[int], action: int) -> None:
        nonlocal n_plans
        if rng.random() < 0.02 and table.game.n_choices == 0:
            n_plans += 1
            side, seed = int(table.game.active), n_plans
            expected = naive_plan(table.game, rules.tables, side, strategy, seed)
            assert plan_of(table.game, rules, strategy, seed, desk) == expected

    classes = implemented_classes(rules)
    for seed, heroes in enumerate(product(classes, classes)):
        if seed % 4 == depth % 4:
            play_random(table, seed, heroes, watch)
    assert n_plans > 20


def test_with_mixups_every_different_state_is_scored(states, rules):
    config = PlayerConfig(depth=6, mixups=1e-12)  # so few that none comes
    strategy, desk, n_plans = config.strategy("rogue-network", is_first=True), new_desk(), 0
    for game in states(0, seed=4, step=5):
        side, sizes, n_before = int(game.active), [], int(desk.search.n_seen)
        expected = naive_plan(game, rules.tables, side, strategy, 9, sizes)
        assert plan_of(game, rules, strategy, 9, desk) == expected
        if expected[1] != WON:  # which ends a search early
            assert desk.search.n_seen - n_before == sum(sizes)
            n_plans += 1
    assert n_plans > 5


def test_a_win_in_reach_is_taken_at_once(states, rules):
    strategy = PlayerConfig().strategy("aggro", is_first=True)
    n_won = 0
    for opponent in range(4):
        for game in states(opponent, seed=opponent, step=5):
            actions, points = plan_of(game, rules, strategy, 1)
            if points == WON:
                n_won += 1
                assert actions[-1] & 255 != END_TURN
                expected = naive_plan(game, rules.tables, int(game.active), strategy, 1)
                assert (actions, points) == expected
    assert n_won > 0

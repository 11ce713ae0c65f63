"""Foreseen outcomes against played ones, in random games of all classes."""

from itertools import product

import numpy as np
import pytest

from engine.core import enums as e
from engine.rules import Rules
from models.players.config import PlayerConfig
from tests.engine.random_games import Table, implemented_classes, play_random


@pytest.mark.parametrize("scorer", ["rogue-network", "fatigue"])
def test_foreseen_actions_leave_what_was_foreseen(rules: Rules, scorer: str) -> None:
    # Compiled here: each process of the tests imports this module, one of them needs this.
    from tests.models.players.search.foreseen import CHECK, check_foreseen, check_places

    strategy = PlayerConfig().strategy(scorer, is_first=True)
    check, table = np.zeros(1, CHECK)[0], Table(rules)

    def watch(actions: list[int], action: int) -> None:
        arguments = check, table.game, rules.tables, table.vm, strategy
        check_foreseen(*arguments)
        check_places(*arguments)
        assert check.n_wrong == 0, f"action {check.wrong:#x}"

    classes = implemented_classes(rules)
    for seed, heroes in enumerate(product(classes, classes)):
        play_random(table, seed, heroes, watch)
    n = dict(zip(e.ACTIONS, check.n_foreseen.tolist(), strict=True))
    assert min(n["end turn"], n["play"], n["hero power"], n["attack"]) > 300, n
    assert n["choose"] == 0
    assert check.n_elsewhere > 300

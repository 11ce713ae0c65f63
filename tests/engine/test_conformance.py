"""What holds in every state of every game, whoever plays: random play with random decks."""

from itertools import product

import numpy as np
import pytest

from engine.core.enums import CHOOSE, END_TURN, FAILED, RUNNING
from engine.core.hash import digest
from engine.core.jit import JIT_ON
from engine.core.memory import copy_game
from engine.core.options import is_legal
from engine.core.state import new_games
from engine.rules import Rules, rules_for
from tests.engine.naive import check_graveyards, check_state
from tests.engine.random_games import Table, implemented_classes, play_random

GAMES = 64 if JIT_ON else 16
STRIDE = 7  # visits all pairs of four and of nine classes
EVERY = 4 if JIT_ON else 25  # states between two of which all actions are tried


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_for()


def check_game(rules: Rules, seed: int, heroes: tuple[str, str]) -> None:
    """Plays one random game and looks at every state on the way."""
    table, before = Table(rules), Table(rules).game
    game = table.game
    cards: list[int] = []

    def watch(actions: list[int], action: int) -> None:
        check_state(game, rules)
        assert table.vm.n_frames == 0
        assert len(set(actions)) == len(actions) > 0
        first = CHOOSE if game.n_choices else END_TURN
        assert actions[0] & 255 == first
        made = game.entities["card"][1 : game.n_entities].tolist()
        assert made[2 : len(cards)] == cards[2:], "an entity other than a hero changed its card"
        if cards:
            check_graveyards(before, game)
        cards[:] = made
        copy_game(before, game)

    play_random(table, seed, heroes, watch)
    check_state(game, rules)
    check_graveyards(before, game)
    assert game.result not in (RUNNING, FAILED)


def test_every_state_of_random_games_is_sound(rules: Rules) -> None:
    pairs = list(product(implemented_classes(rules), repeat=2))
    for number in range(GAMES):
        check_game(rules, number, pairs[STRIDE * number % len(pairs)])


@pytest.mark.slow
def test_every_state_of_a_thousand_games_per_pair_is_sound(rules: Rules) -> None:
    for i, heroes in enumerate(product(implemented_classes(rules), repeat=2)):
        for number in range(1000):
            check_game(rules, 10**6 * (i + 1) + number, heroes)


def test_every_legal_action_leads_to_a_sound_state(rules: Rules) -> None:
    """Not only the action that was chosen: all of them, in a few states of each game."""
    table, spare = Table(rules), Table(rules)
    states = 0

    def watch(actions: list[int], action: int) -> None:
        nonlocal states
        states += 1
        if states % EVERY:
            return
        for other in actions:
            copy_game(spare.game, table.game)
            spare.act(other)
            check_state(spare.game, rules)
            check_graveyards(table.game, spare.game)

    heroes = implemented_classes(rules)
    for i, hero in enumerate(heroes):
        play_random(table, 300 + i, (hero, heroes[i - 1]), watch)


def test_a_copy_plays_on_identically(rules: Rules) -> None:
    """Same actions, same chance: also from the middle of a game, also over an older game."""
    table, spare = Table(rules), Table(rules)
    heroes = implemented_classes(rules)
    play_random(spare, 77, (heroes[0], heroes[1]), lambda actions, action: None)
    copied = False
    states = 0

    def watch(actions: list[int], action: int) -> None:
        nonlocal copied, states
        states += 1
        if states == 20:
            copy_game(spare.game, table.game)
            copied = True
        if copied:
            assert spare.actions() == actions
            assert digest(spare.game) == digest(table.game)
            assert spare.game.rng_state == table.game.rng_state
            spare.act(action)

    play_random(table, 78, (heroes[1], heroes[0]), watch)
    assert copied
    n = int(table.game.n_entities)
    for name in table.game.dtype.names:
        ours, theirs = table.game[name], spare.game[name]
        if name == "entities":  # a copy leaves out those not yet made
            ours, theirs = ours[:n], theirs[:n]
        assert ours.tobytes() == theirs.tobytes(), name


def test_same_seed_same_bytes(rules: Rules) -> None:
    games = []
    for _ in range(2):
        table = Table(rules)
        play_random(table, 5, ("ROGUE", "WARLOCK"), lambda actions, action: None)
        games.append(table.game.tobytes())
    assert games[0] == games[1]


def test_illegal_actions_are_told_apart(rules: Rules) -> None:
    table = Table(rules)

    def watch(actions: list[int], action: int) -> None:
        chosen = np.random.default_rng(len(actions)).integers(1 << 34, size=3).tolist()
        for other in (*actions[::7], *chosen):
            expected = other in actions
            assert is_legal(table.game, rules.tables, table.options, other) == expected

    play_random(table, 6, ("HUNTER", "ROGUE"), watch)
    assert not is_legal(table.game, rules.tables, table.options, END_TURN), "the game is over"


def test_a_new_game_is_empty() -> None:
    assert not new_games(2).view(np.uint8).any()

"""Invariants of every state of every game: random play with random decks.

`python -m tests.engine.long_random_play` plays a million games with the same checks.
"""

from itertools import product

import numpy as np
import pytest

from engine.core.jit import JIT_ON
from engine.core.memory import copy_game
from engine.core.state import new_games
from engine.decks import CLASSES, Deck, validate_deck
from engine.rules import VARIANTS, Rules, rules_for
from tests.engine.random_games import Table, implemented_classes, play_random
from tests.engine.soundness import faults as s
from tests.engine.soundness import when_used

long_random_play = when_used("tests.engine.long_random_play")
games, steps = when_used("tests.engine.soundness.games"), when_used("tests.engine.soundness.steps")

GAMES = 81 * 40 if JIT_ON else 8
EVERY = 4 if JIT_ON else 40  # states between two of which all actions are tried


@pytest.mark.parametrize(
    "changes", [*({"variant": name} for name in VARIANTS), {"format": "blackrock"}], ids=str
)
def test_every_state_of_random_games_of_all_class_pairs_is_sound(changes: dict[str, str]) -> None:
    rules = rules_for(**changes)
    found = long_random_play.new_findings()
    long_random_play.add(found, long_random_play.play_piece(rules, 3, 0, GAMES))
    assert found["games"] == GAMES
    assert not found["faults"], long_random_play.summary(found, rules)


def test_every_legal_action_leads_to_a_sound_state(rules: Rules) -> None:
    """Not only the action that was chosen: all of them, in a few states of each game."""
    table, spare, check = Table(rules), Table(rules), s.new_check()
    states = 0

    def watch(actions: list[int], action: int) -> None:
        nonlocal states
        states += 1
        if states % EVERY:
            return
        for other in actions:
            copy_game(spare.game, table.game)
            spare.act(other)
            assert s.FAULTS[steps.check_state(check, spare.game, rules.tables)] == "sound"
            assert s.FAULTS[steps.check_step(table.game, spare.game, other)] == "sound"

    heroes = implemented_classes(rules)
    for i, hero in enumerate(heroes):
        play_random(table, 300 + i, (hero, heroes[i - 1]), watch)


def test_random_decks_are_legal_and_of_all_cards(rules: Rules) -> None:
    room, pools = s.new_room(), games.new_pools(rules)
    seen: set[int] = set()
    heroes = list(product(CLASSES, repeat=2))
    for number in range(81 if JIT_ON else 9):
        games.deal(room, pools, 1, number)
        for side in range(2):
            rows = room.setup.decks[side, : room.setup.n_cards[side]].tolist()
            seen.update(rows)
            hero = heroes[number][side]
            validate_deck(Deck("random", hero, tuple(rules.ids[row] for row in rows)))
    assert len(seen) > (350 if JIT_ON else 200)


def test_a_new_game_is_empty() -> None:
    assert not new_games(2).view(np.uint8).any()

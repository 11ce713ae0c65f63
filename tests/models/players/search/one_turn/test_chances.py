"""Outcomes of random actions."""

from collections import Counter

import numpy as np
import pytest

from engine.core.state import new_games
from engine.game import Game
from models.players.config import PlayerConfig
from models.players.search.one_turn.chances import _SHARES, _STATES, state_before
from models.players.search_player import SearchPlayer


def words(states: np.ndarray) -> list[int]:
    """The first words of streams in these states."""
    found = []
    for state in states.tolist():
        bits = (((state >> ((state >> 28) + 4)) ^ state) * 277803737) & 0xFFFFFFFF
        found.append((bits >> 22) ^ bits)
    return found


def test_the_state_before_a_word_gives_it():
    rng = np.random.default_rng(1)
    wanted = [0, 1, 2**32 - 1, *rng.integers(2**32, size=200).tolist()]
    assert words(np.array([state_before(word) for word in wanted])) == wanted


@pytest.mark.parametrize("n", range(1, 11))
def test_choices_among_few_have_exact_shares(n):
    shares = Counter()
    for word, share in zip(words(_STATES), _SHARES, strict=True):
        shares[word * n >> 32] += share
    assert len(shares) == n
    assert list(shares.values()) == pytest.approx([1 / n] * n)


def test_choices_among_many_have_even_shares():
    values = [word / 2**32 * share for word, share in zip(words(_STATES), _SHARES, strict=True)]
    assert sum(_SHARES) == pytest.approx(1)
    assert sum(values) == pytest.approx(0.5, abs=1e-6)
    assert new_games(1).dtype["rng_state"].itemsize == 4


def test_several_draws_are_sampled():
    game = Game.stage(
        hand=["Arcane Missiles"], hero="MAGE", mana=1, enemy_deck=["Wisp"],
        enemy_board=["Chillwind Yeti", "River Crocolisk", "Bloodfen Raptor"],
    )  # fmt: skip
    config = PlayerConfig(search="one-turn", scorer="control")
    few, many = (SearchPlayer(config.but(one_turn__samples=n)).plan(game) for n in (2, 32))
    assert many.n_states > few.n_states
    assert len(many.actions) == 1


def test_the_end_of_the_turn_has_outcomes_too():
    game = Game.stage(
        board=["Ragnaros the Firelord"], enemy_board=["Chillwind Yeti"], enemy_deck=["Wisp"]
    )
    game.record.players[0].power_used = 1
    plan = SearchPlayer(PlayerConfig(search="one-turn", scorer="control")).plan(game)
    hit_hero = 10 * 8 + 8
    hit_minion = 1000 + 50 + 8
    assert plan.points == (hit_hero + hit_minion) / 2


def test_more_random_actions_in_a_row_look_further_and_find_more():
    game = Game.stage(
        hand=["Wisp", "Wisp"], board=["Knife Juggler"], enemy_board=["River Crocolisk"], mana=0,
        enemy_deck=["Wisp"],
    )  # fmt: skip
    config = PlayerConfig(search="one-turn", scorer="aggro")
    plans = [SearchPlayer(config.but(one_turn__chances=n)).plan(game) for n in range(3)]
    assert plans[0].n_states < plans[1].n_states < plans[2].n_states
    assert plans[0].points < plans[1].points <= plans[2].points

"""A search of TradingStone does not read what its player does not see."""

import numpy as np
import pytest

from models.tradingstone.core.match import choose, new_desk
from models.tradingstone.game import TradingGame
from models.tradingstone.players import player_record
from models.tradingstone.rules import RULES
from tests.models.tradingstone.positions import describe


def permuted(game, rng):
    """The game with other cards at other places of the opponent's hand; their number is known."""
    other = game.copy()
    enemy, record = 1 - game.mover, other.record
    n = int(record.hand[enemy]).bit_count()
    record.hand[enemy] = sum(1 << int(i) for i in rng.choice(7, n, replace=False))
    record.hand_attack[enemy] = rng.integers(1, 10, 7)
    record.hand_health[enemy] = rng.integers(1, 10, 7)
    return other


def decision(game, name, seed):
    desk = new_desk()
    action = choose(desk, game.record, game.table, player_record(name), seed)
    n = int(desk.tree.n_root)
    return int(action), desk.tree.root_visits[:n].tolist()


@pytest.mark.parametrize("rules", ["literal", "balanced", "noisy"])
@pytest.mark.parametrize("name", ["pi-mcts:200", "is-mcts:200"])
def test_hidden_cards_do_not_change_a_decision(rules, name):
    rng = np.random.default_rng(3)
    for seed in range(6):
        game = TradingGame.start(RULES[rules], first=seed % 2, seed=seed)
        for _ in range(int(rng.integers(12))):
            if not game.is_over:
                game.apply(int(rng.choice(game.legal_actions())))
        if not game.is_over:
            expected = decision(game, name, seed)
            assert all(decision(permuted(game, rng), name, seed) == expected for _ in range(3))


def test_full_information_does_read_them():
    rng, game = np.random.default_rng(3), TradingGame.start(RULES["balanced"], seed=2)
    others = [decision(permuted(game, rng), "mcts:200", 1) for _ in range(3)]
    assert any(other != decision(game, "mcts:200", 1) for other in others)


def position(mine, theirs, health=30, hand=0):
    game = TradingGame.start(seed=1)
    record = game.record
    record.hand[:] = (hand, 0)
    record.health[1] = health
    for side, cards in enumerate((mine, theirs)):
        record.board[side] = record.ready[side] = (1 << len(cards)) - 1
        for place, card in enumerate(cards):
            record.board_attack[side, place], record.board_health[side, place] = card
    return game


def greedy(game):
    player = player_record("greedy")
    return describe(int(choose(new_desk(), game.record, game.table, player, 0)))


@pytest.mark.parametrize(
    ("mine", "theirs", "health", "expected"),
    [
        ([(5, 5)], [(1, 1)], 5, "attack the player with card 0"),  # it wins
        ([(5, 5)], [(1, 1), (4, 5)], 30, "attack card 1 with card 0"),  # kills and survives
        ([(2, 1)], [(9, 2)], 30, "attack card 0 with card 0"),  # a trade for more
        ([(6, 6)], [(6, 6)], 30, "attack the player with card 0"),  # a trade for nothing
        ([(3, 1)], [(9, 9)], 30, "attack the player with card 0"),  # the attacker only dies
        ([], [(9, 9)], 30, "pass"),
    ],
)
def test_the_greedy_opponent_attacks_by_its_rules(mine, theirs, health, expected):
    assert greedy(position(mine, theirs, health)) == expected


def test_it_plays_its_best_card_first():
    game = position([(5, 5)], [], hand=0b111)
    stats = [sum(card) for card in game.hand(0)[:3]]
    assert greedy(game) == f"play card {stats.index(max(stats))}"

import pytest

from models.tradingstone.core.match import choose, new_desk
from models.tradingstone.game import TradingGame
from models.tradingstone.players import TradingPlayer
from tests.models.tradingstone.positions import describe


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
    player = TradingPlayer.named("greedy").record()
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

import itertools
from dataclasses import dataclass, field

import numpy as np
import pytest

from models.tradingstone.core.game import PASS
from models.tradingstone.game import TradingGame
from models.tradingstone.rules import RULES, TradingRules


@dataclass
class Card:
    attack: int
    health: int
    ready: bool = False


@dataclass
class Naive:
    """TradingStone as obvious Python: lists of 7 places, None if empty; no bits, no noise."""

    rules: object
    mover: int
    hands: list
    boards: list = field(default_factory=lambda: [[None] * 7, [None] * 7])
    health: list = None
    turn: int = 0
    plays: int = 0
    reward: float | None = None  # of player 0

    def legal(self):
        me, enemy = self.mover, 1 - self.mover
        if self.reward is not None:
            return []
        actions = []
        if self.plays < self.rules.max_plays and None in self.boards[me]:
            actions += [i for i in range(7) if self.hands[me][i]]
        for i, card in enumerate(self.boards[me]):
            if card and card.ready:
                targets = [j for j in range(7) if self.boards[enemy][j]] + [7]
                actions += [7 + 8 * i + j for j in targets]
        return [*actions, PASS]

    def apply(self, action):
        me, enemy = self.mover, 1 - self.mover
        if action == PASS:
            for card in filter(None, self.boards[0] + self.boards[1]):
                card.ready = True
            self.mover, self.plays, self.turn = enemy, 0, self.turn + 1
            if self.turn == self.rules.max_turns:
                self.reward = 0.5
        elif action < 7:
            card, self.hands[me][action] = self.hands[me][action], None
            card.ready = not self.rules.sickness
            self.boards[me][self.boards[me].index(None)] = card
            self.plays += 1
        else:
            i, j = divmod(action - 7, 8)
            card = self.boards[me][i]
            card.ready = False
            if j == 7:
                self.health[enemy] -= card.attack
                if self.health[enemy] < 1:
                    self.reward = 1.0 - me
            else:
                other = self.boards[enemy][j]
                card.health, other.health = card.health - other.attack, other.health - card.attack
                if card.health < 1:
                    self.boards[me][i] = None
                if other.health < 1:
                    self.boards[enemy][j] = None
        if self.reward is None and not any(map(any, self.hands + self.boards)):
            self.reward = 0.5


def look(naive):
    def stats(places):
        return [card and (card.attack, card.health) for card in places]

    hands, boards = map(stats, naive.hands), map(stats, naive.boards)
    return [*hands, *boards, naive.health, naive.mover, naive.turn]


def state(game):
    hands, boards = ([each(side) for side in (0, 1)] for each in (game.hand, game.board))
    return [*hands, *boards, [game.health(0), game.health(1)], game.mover, game.turn]


@pytest.mark.parametrize(
    "rules",
    [
        TradingRules(),
        TradingRules(sickness=True, max_plays=1),
        TradingRules(n_cards=3, health=8, max_value=3, max_turns=6, max_plays=2),
    ],
)
def test_random_games_are_those_of_the_obvious_rules(rules):
    rng = np.random.default_rng(1)
    for seed in range(60):
        game = TradingGame.start(rules, first=seed % 2, seed=seed)
        hands = [[card and Card(*card) for card in game.hand(side)] for side in (0, 1)]
        naive = Naive(rules, game.mover, hands, health=[rules.health, rules.health])
        while not game.is_over:
            legal = game.legal_actions()
            assert legal == naive.legal()
            action = int(rng.choice(legal))
            game.apply(action)
            naive.apply(action)
            assert state(game) == look(naive)
        assert game.reward(0) == naive.reward == 1 - game.reward(1)
        assert game.legal_actions() == naive.legal() == []


def test_an_opening_has_eight_legal_actions():
    game = TradingGame.start(seed=1)
    assert game.legal_actions() == [*range(7), 63]
    assert "player 0: 30 health" in str(game)


def test_values_are_uniform_from_1_to_9():
    hands = [TradingGame.start(seed=seed).hand(seed % 2) for seed in range(300)]
    values = [value for hand in hands for card in hand for value in card]
    counts = np.bincount(values, minlength=10)
    assert counts[0] == 0
    assert (abs(counts[1:] - len(values) / 9) < 5 * np.sqrt(len(values) / 9)).all()


def attacked(rules, seed):
    """What an attack of a 3/9 on the first of two 1/9 does: the place hit, or None."""
    game = TradingGame.start(rules, seed=seed)
    game.record.hand[:] = 0
    game.record.board[:] = game.record.ready[:] = (1, 3)
    game.record.board_attack[:, :2] = ((3, 0), (1, 1))
    game.record.board_health[:, :2] = 9
    game.apply(7)
    assert not game.is_ready(0, 0)
    hit = [i for i in (0, 1) if game.board(1)[i] == (1, 6)] + [7] * (game.health(1) == 27)
    assert len(hit) <= 1
    assert game.board(0)[0] == ((3, 8) if hit and hit[0] < 7 else (3, 9))
    return hit[0] if hit else None


def test_one_attack_in_ten_goes_astray():
    rules = TradingRules(noise=0.1)
    hits = [attacked(rules, seed) for seed in range(2000)]
    astray = [hit for hit in hits if hit != 0]
    assert 140 < len(astray) < 260
    assert set(astray) == {1, 7}
    assert 0.35 < astray.count(7) / len(astray) < 0.65


def test_an_attack_astray_without_another_enemy_hits():
    game = TradingGame.start(TradingRules(noise=1.0), seed=1)
    game.apply(0)
    attack = game.board(0)[0][0]
    game.apply(14)
    assert game.health(1) == 30 - attack


def after(game, action):
    copy = game.copy()
    copy.apply(action)
    return copy


def is_solvable(game):
    """Whether some order of attacks clears the enemy's board."""
    if game.is_over:
        return game.reward(0) == 1
    attacks = [each for each in game.legal_actions() if each != 63 and (each - 7) % 8 != 7]
    return any(is_solvable(after(game, action)) for action in attacks)


def test_every_puzzle_can_be_solved_and_a_pass_loses():
    wrong = 0
    for seed in range(60):
        game = TradingGame.start(RULES["puzzle"], seed=seed)
        sizes = [sum(card is not None for card in game.board(side)) for side in (0, 1)]
        assert sizes[1] == 2
        assert 5 <= sum(sizes) <= 6
        assert is_solvable(game)
        wrong += sum(not is_solvable(after(game, action)) for action in game.legal_actions())
        game.apply(63)
        assert game.reward(0) == 0
    assert wrong > 60 * 2  # passes, and one attack in each


def test_what_is_seen_hides_the_opponents_hand():
    game = TradingGame.start(seed=5)
    game.apply(0)
    seen, legal = game.observe(0, is_hidden=False)
    hidden, same = game.observe(0, is_hidden=True)
    assert (np.flatnonzero(legal) == game.legal_actions()).all()
    assert (legal == same).all()
    assert seen[0] == seen[1] == 1
    assert (seen[2:4] == 0).all()
    attack, health = game.board(0)[0]
    assert seen[16:19].tolist() == pytest.approx([attack / 9, health / 9, 1])
    theirs = list(itertools.chain(*game.hand(1)))
    assert (seen[58:72] * 9).tolist() == pytest.approx(theirs)
    assert (hidden[58:72] == 0).all()
    assert hidden[72] == seen[72] == 1
    other, _ = game.observe(1, is_hidden=True)
    assert (other[2:16] * 9).tolist() == pytest.approx(theirs)


def test_bad_input_is_named():
    game = TradingGame.start(seed=1)
    with pytest.raises(ValueError, match=r"action 7 is not legal: .* \[0, 1, 2, 3, 4, 5, 6, 63\]"):
        game.apply(7)
    with pytest.raises(ValueError, match="first 2: use 0 or 1"):
        TradingGame.start(first=2)
    with pytest.raises(ValueError, match="seed -1: use 0 or more"):
        TradingGame.start(seed=-1)

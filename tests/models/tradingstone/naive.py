"""TradingStone as obvious Python: lists of cards, no places, no bits."""

from dataclasses import dataclass, field

from models.tradingstone.core.game import PASS


@dataclass
class Card:
    attack: int
    health: int
    ready: bool = False


@dataclass
class Naive:
    """Hands and boards are lists of 7 places, None if empty. Without noise."""

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

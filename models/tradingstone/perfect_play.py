"""Perfect play of small games with open hands, and what a player loses against perfect play.

Backward induction gives the value of every position with both hands open and no chance: each deal
of two cards and eight turns has about a thousand positions.

A decision costs the difference between the best value and that of the action chosen, in rewards
from 0 to 1. The sum over a game is what the player loses on average, with less noise than the
results of games have.
"""

import numpy as np

from models.settings.config import ConfigError
from models.tradingstone.core.game import FIRST_ATTACK, HERO, PASS
from models.tradingstone.core.match import choose, new_desk
from models.tradingstone.game import TradingGame
from models.tradingstone.hidden_hands import Action, Equilibrium
from models.tradingstone.players import player_record, seeds_of
from models.tradingstone.rules import TradingRules

#: Rules of a game that is solved in a second or so; its deals are won, lost and drawn.
SMALL = TradingRules(n_cards=2, health=4, max_value=2, sickness=True, max_plays=1, max_turns=8)

_ON_PLAYER = (FIRST_ATTACK + HERO) % 8  # rest of the number of an attack on the player

Key = tuple[object, ...]


class OpenHands:
    """The values of positions, computed when first asked for and then remembered."""

    def __init__(self, rules: TradingRules):
        """Args: rules without noise.

        Raises:
            ConfigError: Attacks may go astray.
        """
        if rules.noise > 0:
            raise ConfigError(f"noise {rules.noise}: backward induction needs rules with noise 0")
        self.rules = rules
        self._values: dict[Key, float] = {}

    def value(self, game: TradingGame) -> float:
        """Return the first player's reward if both play perfectly."""
        if game.is_over:
            return game.reward(0)
        key = _key(game)
        if key not in self._values:
            self._values[key] = self._best(game)
        return self._values[key]

    def values(self, game: TradingGame) -> dict[int, float]:
        """Return the value after each legal action, perfect play following."""
        return {action: self.value(game.after(action)) for action in _different(game)}

    def best(self, game: TradingGame) -> list[int]:
        """Return the actions of perfect play."""
        values = self.values(game)
        most = (min if game.mover else max)(values.values())
        return [action for action, value in values.items() if value == most]

    def _best(self, game: TradingGame) -> float:
        """The best value that the player to move can reach; a win ends the search."""
        won = float(game.mover == 0)
        found = 1 - won
        for action in _different(game):
            value = self.value(game.after(action))
            found = min(found, value) if game.mover else max(found, value)
            if found == won:
                break
        return found


def _different(game: TradingGame) -> list[int]:
    """The legal actions, of equal cards one, attacks on the player first."""
    cards, found, hand = set(), [], game.hand(game.mover)
    for action in game.legal_actions():
        if action < FIRST_ATTACK:
            card = hand[action]
            if card in cards:
                continue
            cards.add(card)
        found.append(action)
    return sorted(
        found, key=lambda action: (action == PASS, action < FIRST_ATTACK, action % 8 != _ON_PLAYER)
    )


def _key(game: TradingGame) -> Key:
    """What the value of a position depends on; cards in any order."""
    record, sides = game.record, []
    for side in (0, 1):
        hand = sorted(filter(None, game.hand(side)))
        board = [
            (*card, game.is_ready(side, i))
            for i, card in enumerate(game.board(side))
            if card is not None
        ]
        sides.append((int(record.health[side]), tuple(hand), tuple(sorted(board))))
    return (*sides, game.mover, game.turn, int(record.plays))


def open_losses(exact: OpenHands, player: str, n_games: int, seed: int = 0) -> np.ndarray:
    """Play games of a named player with open hands against perfect play.

    The player moves for side 0 and 1 in turn, and begins in every second pair. Perfect play draws
    one of several best actions. Returns (n_games,) losses.
    """
    table, desk, losses = player_record(player), new_desk(), np.zeros(n_games)
    for i, named in enumerate(seeds_of(seed, n=n_games)):
        rng, side = np.random.default_rng(named), i % 2
        game = TradingGame.start(exact.rules, first=i // 2 % 2, seed=named)
        desk.n_actions = 0
        while not game.is_over:
            action = int(rng.choice(exact.best(game)))
            if game.mover == side:
                before = exact.value(game)
                action = int(choose(desk, game.record, game.table, table, named))
                game.apply(action)
                losses[i] += abs(before - exact.value(game))
            else:
                game.apply(action)
            desk.n_actions += 1
    return losses


def hidden_losses(solved: Equilibrium, player: str, n_games: int, seed: int = 0) -> np.ndarray:
    """Play games of a named player with hidden hands against an equilibrium.

    The loss is that against the best reply to the equilibrium, whose value differs from the game's
    by the equilibrium's exploitability at most. The player moves for side 0, which begins, and side
    1 in turn. Returns (n_games,) losses.
    """
    table, desk, losses = player_record(player), new_desk(), np.zeros(n_games)
    tree = solved.tree
    for i, named in enumerate(seeds_of(seed, n=n_games)):
        rng, side, node = np.random.default_rng(named), i % 2, 0
        game = TradingGame.start(tree.rules, first=0, seed=named)
        hands = [tree.hands.index(tuple(sorted(filter(None, game.hand(k))))) for k in (0, 1)]
        desk.n_actions = 0
        while not game.is_over:
            if game.mover == side:
                action = int(choose(desk, game.record, game.table, table, named))
                after = tree.child(node, _public(game, action))
                losses[i] += solved.reply_value(side, node, hands[side])
                losses[i] -= solved.reply_value(side, after, hands[side])
                node = after
            else:
                node = _drawn(solved, node, hands[1 - side], rng)
                action = _real(game, tree.actions[node])
            game.apply(action)
            desk.n_actions += 1
    return losses


def _drawn(solved: Equilibrium, node: int, hand: int, rng: np.random.Generator) -> int:
    """A child of the node, drawn by the strategy for this hand."""
    first, end = np.searchsorted(solved.tree.parents, [node, node + 1])
    shares = solved.strategy[first:end, hand]
    return int(first + rng.choice(end - first, p=shares / shares.sum()))


def _public(game: TradingGame, action: int) -> Action:
    """An action as both players see it."""
    card = game.hand(game.mover)[action] if action < FIRST_ATTACK else None
    return action if card is None else card


def _real(game: TradingGame, action: Action | None) -> int:
    """The action in the game: a card by its place in the hand."""
    if isinstance(action, int):
        return action
    return game.hand(game.mover).index(action)

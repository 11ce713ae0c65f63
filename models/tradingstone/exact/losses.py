"""What a player loses per game against a perfect one, in rewards from 0 to 1.

Each decision costs the difference between the best value and that of the action chosen; the sum
over a game is what the player loses on average, with less noise than the results of games have.
"""

import numpy as np

from models.tradingstone.core.game import FIRST_ATTACK
from models.tradingstone.core.match import choose, new_desk
from models.tradingstone.exact.hidden_hands import Equilibrium
from models.tradingstone.exact.open_hands import OpenHands
from models.tradingstone.exact.public_tree import Action
from models.tradingstone.game import TradingGame
from models.tradingstone.players import TradingPlayer, seeds_of


def open_losses(exact: OpenHands, player: TradingPlayer, n_games: int, seed: int = 0) -> np.ndarray:
    """Play games with open hands against perfect play.

    Args:
        exact: Perfect play; of several best actions it draws one.
        player: The player; it moves for side 0 and 1 in turn, and begins in every second pair.
        n_games: Games.
        seed: Names the games.

    Returns:
        (n_games,) array of losses.
    """
    table, desk, losses = player.record(), new_desk(), np.zeros(n_games)
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


def hidden_losses(
    solved: Equilibrium, player: TradingPlayer, n_games: int, seed: int = 0
) -> np.ndarray:
    """Play games with hidden hands against an equilibrium.

    The loss is that against the best reply to the equilibrium, whose value differs from the game's
    by the equilibrium's exploitability at most.

    Args:
        solved: The equilibrium.
        player: The player; it moves for side 0, which begins, and side 1 in turn.
        n_games: Games.
        seed: Names the games.

    Returns:
        (n_games,) array of losses.
    """
    table, desk, losses = player.record(), new_desk(), np.zeros(n_games)
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

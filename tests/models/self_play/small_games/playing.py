"""Many small games at once between tables of probabilities.

A seat's decisions come out as rows, padded at the end: `SeatDecisions.taken` says which are real.
"""

from dataclasses import dataclass

import numpy as np

from tests.models.self_play.small_games.game_tree import CHANCE, ENDED, GameTree


@dataclass(frozen=True)
class SeatDecisions:
    """The decisions of one player in each of many games; arrays of shape (n_steps, n_games)."""

    infosets: np.ndarray  # where it decided; 0 in padding
    actions: np.ndarray  # what it did; 0 in padding
    chances: np.ndarray  # how likely that was; 1 in padding
    taken: np.ndarray  # False in padding
    ended: np.ndarray  # the game's last decision of this player
    rewards: np.ndarray  # (n_games,): the player's rewards at the end


def _draw(rng: np.random.Generator, chances: np.ndarray) -> np.ndarray:
    """One index of each row, with the row's probabilities."""
    sums = chances.cumsum(axis=1)
    drawn = (rng.random(len(chances)) * sums[:, -1])[:, None] >= sums
    return drawn.sum(axis=1)


def play(
    tree: GameTree,
    policies: np.ndarray,
    pairs: np.ndarray,
    learners: np.ndarray,
    rng: np.random.Generator,
) -> SeatDecisions:
    """Play one game per row of `pairs` and return the decisions of its learner.

    `policies` are (n_policies, n_infosets, n_player_actions) probabilities, `pairs` (n_games, 2)
    say which of them plays each seat, `learners` (n_games,) the seats whose decisions are kept.
    """
    n = len(pairs)
    rows, nodes = np.arange(n), np.zeros(n, np.int64)
    n_decided = np.zeros(n, np.int64)
    # No game has more decisions than levels; what nobody reached is cut off at the end.
    shape = len(tree.levels), n
    infosets, actions = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    chances, taken = np.ones(shape), np.zeros(shape, bool)
    while len(running := rows[tree.movers[nodes] != ENDED]):
        at = nodes[running]
        movers, sets = tree.movers[at], tree.infosets[at]
        decided = movers != CHANCE
        weights = tree.chances[at]
        who = pairs[running[decided], movers[decided]]
        weights[decided, : policies.shape[2]] = policies[who, sets[decided]]
        drawn = _draw(rng, weights)
        own = movers == learners[running]
        games = running[own]
        step = n_decided[games], games
        infosets[step], actions[step], taken[step] = sets[own], drawn[own], True
        chances[step] = weights[own, drawn[own]]
        n_decided[games] += 1
        nodes[running] = tree.children[at, drawn]
    n_steps = n_decided.max()
    ended = np.arange(n_steps)[:, None] == n_decided - 1
    rewards = tree.rewards[nodes] * (1 - 2 * learners)
    return SeatDecisions(
        infosets[:n_steps], actions[:n_steps], chances[:n_steps], taken[:n_steps], ended, rewards
    )

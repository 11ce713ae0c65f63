"""Games of a policy against random decisions, to see in training whether it learns.

The opponent builds its deck at random, too. Both play with random heroes.
"""

import numpy as np
import torch

from models.self_play.acting import drawn
from models.self_play.environment import BuildAndPlay, EnvironmentConfig
from models.self_play.inputs import inputs_of
from models.self_play.network import PolicyModule
from models.self_play.peeking import Peeking
from models.surrogates.dense import one_thread


def outcomes_against_random(
    network: PolicyModule, environment: EnvironmentConfig, n_games: int, seed: int
) -> np.ndarray:
    """Play games of a policy, which draws its decisions; it goes first in half of them.

    Args:
        network: The policy. If it peeks, it sees a uniform number of first cards.
        environment: The games' settings; random picks are off.
        n_games: Games.
        seed: Names all games and draws.

    Returns:
        (n_games,) array: 1 for a win, -1 for a loss, 0 for a draw.
    """
    games = BuildAndPlay(environment.but(random_picks=False), n_games, seed, threads=1)
    rng, seats, places = np.random.default_rng(seed), np.arange(n_games) % 2, np.arange(n_games)
    outcomes, is_over = np.zeros(n_games, np.int64), np.zeros(n_games, bool)
    memory = network.first_memory(n_games).cpu()
    peeking = None
    if network.config.peek:
        peeking = Peeking(n_games, len(games.pool), environment.deck_size)
        peeking.start(places, seats, rng)
    with one_thread():
        while not is_over.all():
            sides = games.turns["to_move"].astype(np.int64)
            actions = games.random_actions(rng)
            revealed = peeking.seen_by(sides) if peeking else None
            own = np.flatnonzero((sides == seats) & ~is_over)
            if len(own):
                inputs = inputs_of(games.seen, games.decisions, games.picks, games.masks, revealed)
                rows, draws = (
                    torch.from_numpy(own),
                    torch.from_numpy(rng.random(len(own), np.float32)),
                )
                found, _, after = drawn(network, inputs.at(rows), memory[rows], draws)
                actions[own], memory[rows] = found, torch.from_numpy(after)
            if peeking:
                building = np.flatnonzero(games.is_build & ~is_over)
                peeking.see_picks(
                    building, sides[building], games.picks[building], actions[building]
                )
            turns = games.step(actions)
            ended = np.flatnonzero((turns["terminated"] | turns["truncated"]) & ~is_over)
            outcomes[ended] = turns["rewards"][ended, seats[ended]]
            is_over[ended] = True
    return outcomes

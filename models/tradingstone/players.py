"""Players of TradingStone by their names; `play`: many games between two of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import polars as pl

from engine.threads import in_slices
from models.settings.config import ConfigError
from models.tradingstone.core.game import DRAWN, FIRST_WON, GAME, start_game
from models.tradingstone.core.match import KINDS, PLAYER, SEARCH, new_desk, play_games
from models.tradingstone.rules import TradingRules, new_puzzle
from models.tree_search.config import TreeSettings
from models.tree_search.core.state import METHODS

_SLICE = 4  # games a thread takes at once
#: Players that do not search.
SCRIPTED = KINDS[:SEARCH]


def player_record(name: str) -> np.record:
    """Return a player's PLAYER record; searches other than `mcts` do not see the opponent's hand.

    Args:
        name: random, greedy, or a method of `METHODS` and its simulations: mcts:1000.

    Raises:
        ConfigError: There is no such player, or its budget is not possible.
    """
    record = np.zeros(1, PLAYER)[0]
    if name in SCRIPTED:
        record.kind = KINDS.index(name)
        return record
    method, _, budget = name.partition(":")
    if method not in METHODS:
        known = ", ".join([*SCRIPTED, *(f"{each}:1000" for each in METHODS)])
        raise ConfigError(f"{name}: no player of TradingStone; use one of {known}")
    budget = budget or "1000"
    if not (budget.isascii() and budget.isdigit()):
        raise ConfigError(f"{name}: '{budget}' is no number of simulations; write {method}:1000")
    record.kind = SEARCH
    record["settings"] = TreeSettings().but(simulations=int(budget)).settings_of(method)
    return record


@dataclass(frozen=True)
class Deal:
    """The start of a game: who begins, and the seed of its cards and chance."""

    first: int
    seed: int


def seeds_of(seed: int, *names: int, n: int) -> list[int]:
    """Return `n` seeds of 32 bits of the stream named by a seed and further numbers."""
    words = np.random.SeedSequence((seed, *names)).generate_state(n, np.uint32)
    return [int(word) for word in words]


def start_games(rules: TradingRules, deals: Sequence[Deal]) -> np.ndarray:
    """Return the (n,) array of GAME of these deals; in puzzles, player 0 always begins."""
    games, table = np.zeros(len(deals), GAME).view(np.recarray), rules.record()
    for i, deal in enumerate(deals):
        if rules.puzzle:
            games[i] = new_puzzle(deal.seed)
        else:
            start_game(games[i], table, deal.first, deal.seed)
    return games


def play(
    rules: TradingRules,
    players: Sequence[str],
    deals: Sequence[Deal],
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Play a game of two named players for each deal; it depends on the deal and the players only.

    Returns `results`; decisions and simulations are those of player 0's searches.
    """
    games, table = start_games(rules, deals), rules.record()
    both = np.array([player_record(player) for player in players], PLAYER)
    seeds = np.array([deal.seed for deal in deals], np.int64)
    counts = np.zeros((len(deals), 3), np.int64)

    def new_worker() -> Callable[[int, int], None]:
        return partial(play_games, new_desk(), games, table, both, seeds, counts)

    in_slices(len(deals), _SLICE, new_worker, threads, progress)
    return results(deals, games, counts)


def results(deals: Sequence[Deal], games: np.ndarray, counts: np.ndarray) -> pl.DataFrame:
    """Return one row per finished game.

    Columns: seed, first (the player who began), reward (player 0's: 1 won, 0.5 drawn, 0 lost),
    turns, actions, decisions, simulations.
    """
    reward = np.where(games["result"] == DRAWN, 0.5, games["result"] == FIRST_WON)
    return pl.DataFrame(
        {
            "seed": [deal.seed for deal in deals],
            "first": [deal.first for deal in deals],
            "reward": reward.astype(float),
            "turns": games["turn"].astype(np.int64),
            "actions": counts[:, 0],
            "decisions": counts[:, 1],
            "simulations": counts[:, 2],
        }
    )

"""The games of a training by their numbers: any part of them can be played anywhere."""

from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
import polars as pl

from engine.decks import Deck
from engine.rules import Rules
from models.players.core.state import STRATEGY
from models.players.decks import random_decks
from models.players.games import game_seeds, setups_of_pairs
from models.players.value_networks import ValueNetwork, set_value
from models.problems.rows import Rows
from models.value_training.config import ValueTraining
from models.value_training.recording import STATE, States, record_states

#: Purposes of seeds.
LEARNED, HELD_OUT, MATCHED = range(3)
#: Columns of the states of a game, and of its features.
_OF_STATES = ("length", "round", "side", "ends", "won")


def seed_of(training: ValueTraining, purpose: int, number: int = 0) -> int:
    """The seed of a round's games, or of decks."""
    words = np.random.SeedSequence((training.seed, purpose, number)).generate_state(1, np.uint32)
    return int(words[0])


@cache
def decks_of(training: ValueTraining, seed: int, n: int | None = None) -> tuple[Deck, ...]:
    """Random decks; kept, as all chunks of a round have the same ones."""
    player = training.player
    return tuple(random_decks(n or training.decks, player.format, player.patch, seed))


def record_rows(
    training: ValueTraining,
    network: ValueNetwork | None,
    deck_seed: int,
    rows: Rows,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Plays and records games of a network, or of the player of the first round.

    Returns:
        One row per game, with lists: `length`, `round`, `side`, `ends` and `won` of its states, and
        `features` of all of them.
    """
    rules = training.rules()
    decks = decks_of(training, deck_seed)
    draws = game_seeds(rows.seed, rows.ids, 5).T
    first, second = (draws[k] % np.uint64(len(decks)) for k in (1, 2))
    errs = draws[3] % np.uint64(2) == 1
    states = record_states(
        rules,
        setups_of_pairs(rules, decks, first.astype(np.int64), second.astype(np.int64)),
        _strategies(training, network, rules),
        errs * (draws[4] / 2.0**64) * training.errors,
        draws[0],
        threads,
        progress,
    )
    return _table(states, len(rows.ids))


def _strategies(training: ValueTraining, network: ValueNetwork | None, rules: Rules) -> np.ndarray:
    strategies = np.zeros(1, STRATEGY)
    strategies[0] = training.player.strategy(training.player.scorer, is_first=True, rules=rules)
    if network is not None:
        set_value(strategies, network, rules)
    return strategies


def _table(states: States, n_games: int) -> pl.DataFrame:
    """One row per game; games without states have empty lists."""
    rows, offsets = states.states, states.offsets
    counts = np.bincount(rows["game"], minlength=n_games)
    ends = np.cumsum(counts)
    columns = {name: _lists(rows[name], ends) for name in _OF_STATES}
    return pl.DataFrame(columns | {"features": _lists(states.features, offsets[ends])})


def _lists(values: np.ndarray, ends: np.ndarray) -> pl.Series:
    parts = np.split(np.ascontiguousarray(values), ends[:-1])
    kind = pl.List(pl.from_numpy(values[:0], schema=["x"], orient="row").dtypes[0])
    return pl.Series(parts, dtype=kind)


def states_in(tables: Iterable[pl.DataFrame]) -> States:
    """The states of chunks, whose games are numbered through; holds one table at a time."""
    parts, first = [], 0
    for table in tables:
        counts = table["length"].list.len().to_numpy()
        rows = np.zeros(int(counts.sum()), STATE)
        for name in _OF_STATES:
            rows[name] = table[name].explode().drop_nulls().to_numpy()
        rows["game"] = first + np.repeat(np.arange(len(counts)), counts)
        features = table["features"].explode().drop_nulls().to_numpy()
        parts.append(States(rows, features.astype(np.uint16)))
        first += table.height
    return States.joined(parts)

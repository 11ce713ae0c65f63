"""The games of a point of an experiment, and its results. Importing it compiles the engine.

Game i draws from (seed, i) only: the same deal in all points and modes, so their differences vary
less than independent ones. Results are a win rate with its interval, lengths, and the course by
round.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from engine.core.enums import ERRORS, FAILED, FIRST_WON, SECOND_WON
from engine.core.setup import SETUP
from engine.decks import DECK_SIZE, Deck
from engine.rules import Rules
from engine.threads import in_slices
from models.hearthsim.experiments import (
    Mode,
    Point,
    PublishedExperiment,
    basic_deck,
    random_minions,
)
from models.hearthsim.game_loop import COURSE, N_NOTED, play_noted_games
from models.players.core.state import STRATEGY, new_desk
from models.players.games import GameError, game_seeds, schedule_games, setups_of_pairs
from models.problems.rows import Rows
from models.statistics.intervals import clopper_pearson_interval

_SLICE = 16  # games that a thread takes at once
#: Purposes of a game's random numbers, as evaluation numbers of `game_seeds`.
_GAMES, _DECKS, _ORDER = range(3)
_COUNTS = {"minions": pl.UInt8, "hand": pl.UInt8, "health": pl.Int16}
#: A game: who won (0: we, 1: the other deck), who went first, and how much was searched.
GAMES = {
    "game": pl.Int64,
    "first": pl.Int8,
    "winner": pl.Int8,
    "rounds": pl.Int64,
    "actions": pl.Int64,
    "nodes": pl.Int64,
    "capped": pl.Int64,
}


def play_point(
    experiment: PublishedExperiment,
    mode: Mode,
    point: Point,
    rows: Rows,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Plays games of a point.

    The games' numbers, one after the other, and their seed are those of `rows`.

    Returns:
        One row per game: the columns of `GAMES`; `winner` is null if nobody won within 100 rounds,
        `capped` counts searches that stopped at their limit of states. Then minions, hand and
        health: (50, 2) arrays, ours and theirs at the end of each round, a hand at the end of its
        own turn; 0 after the game.

    Raises:
        GameError: The engine ran out of room.
    """
    start, n = int(rows.ids[0]), len(rows.ids)
    seeds = game_seeds(rows.seed, np.array([_GAMES, _DECKS, _ORDER]), n, start)
    games = schedule_games(rows.seed, np.array([_GAMES]), n, 1, start)
    rules = experiment.rules(mode)
    if experiment.first == "random":  # a fair bit of a word of its own
        games["player"] = seeds[_ORDER] >> np.uint64(63)
    setups = _setups(rules, point, seeds[_DECKS])
    games["deck"] = games["player"] if len(setups) == 2 else np.arange(n)
    strategies = np.zeros(2, STRATEGY)
    for number, side in enumerate(point.sides):
        player = experiment.player(side, mode)
        strategies[number] = player.strategy(player.scorer, is_first=True, rules=rules)
    courses = np.zeros(n, COURSE)

    def new_worker() -> Callable[[int, int], None]:
        desk = new_desk()
        return partial(play_noted_games, desk, rules.tables, setups, strategies, games, courses)

    in_slices(n, _SLICE, new_worker, threads, progress)
    _check(games)
    return _table(games, courses)


def _setups(rules: Rules, point: Point, seeds: np.ndarray) -> np.ndarray:
    """SETUPs: one per game with random decks, else two: our deck goes first, or theirs."""
    if not point.sides[0].chosen:
        setups = np.zeros(len(seeds), SETUP)
        ours, theirs = point.sides
        setups["decks"][..., :DECK_SIZE] = random_minions(
            rules, seeds, (ours.taunts, theirs.taunts)
        )
        setups["n_cards"] = DECK_SIZE
        setups["heroes"] = [rules.hero_row(Deck("", side.hero, ())) for side in point.sides]
        return setups
    decks = [basic_deck(side.hero, *side.chosen) for side in point.sides]
    return setups_of_pairs(rules, decks, np.array([0, 1]), np.array([1, 0]))[:, 0]


def _check(games: np.ndarray) -> None:
    failed = games[games["result"] == FAILED]
    if len(failed):
        reason = ERRORS[failed[0]["error"]] if failed[0]["error"] else "the search found no plan"
        raise GameError(
            f"game {failed[0]['game']} could not be played ({reason}); {len(failed)} of "
            f"{len(games)} games failed"
        )


def _table(games: np.ndarray, courses: np.ndarray) -> pl.DataFrame:
    """Results and courses by deck, not by seat."""
    first, results = games["player"], games["result"]
    won = np.where(results == FIRST_WON, first, 1 - first.astype(np.int64))
    has_winner = (results == FIRST_WON) | (results == SECOND_WON)
    columns = {
        "game": games["game"],
        "first": first,
        "winner": pl.Series(won).set(pl.Series(~has_winner), None),
        "rounds": games["rounds"],
        "actions": games["n_actions"],
        "nodes": games["n_nodes"].sum(axis=-1),  # of both players
        "capped": games["n_capped"].sum(axis=-1),
    }
    table = pl.DataFrame(columns, schema_overrides=GAMES)
    is_swapped = (first == 1)[:, None, None]
    for name, kind in _COUNTS.items():
        by_deck = np.where(is_swapped, courses[name][..., ::-1], courses[name])
        dtype = pl.Array(kind, (N_NOTED, 2))
        table = table.with_columns(pl.Series(name, by_deck, dtype=dtype))
    return table


#: The columns of sums by round: games of this length, then ours and theirs.
SUMS = {
    "round": pl.Int64,
    "ended": pl.Int64,
    **{f"{side}_{name}": pl.Int64 for name in _COUNTS for side in ("our", "their")},
}

#: The columns of a point's results.
POINTS = {
    "point": pl.String,
    "value": pl.Float64,
    "n_games": pl.Int64,
    "wins": pl.Int64,
    "losses": pl.Int64,
    "drawn": pl.Int64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "first_share": pl.Float64,
    "rounds": pl.Float64,
    "nodes": pl.Float64,
    "capped": pl.Int64,
}


def sums_by_round(games: pl.DataFrame) -> pl.DataFrame:
    """Adds up the courses of games.

    Returns:
        One row per round, with the columns of `SUMS`: how many games ended in it, and sums over
        all games of what both sides have at its end; 0 after a game.
    """
    columns: dict[str, Any] = {}
    rounds = games["rounds"].to_numpy()
    for name in _COUNTS:
        noted = games[name].to_numpy().astype(np.int64).sum(axis=0)
        columns |= {f"our_{name}": noted[:, 0], f"their_{name}": noted[:, 1]}
    n_rounds = len(columns["our_minions"])
    columns["round"] = np.arange(1, n_rounds + 1)
    columns["ended"] = np.bincount(rounds, minlength=n_rounds + 1)[1 : n_rounds + 1]
    return pl.DataFrame({name: columns[name] for name in SUMS}, schema=SUMS)


def course(sums: Iterable[pl.DataFrame], n_games: int) -> pl.DataFrame:
    """Means by round of all games of a point, as HearthSim's script computes them.

    Returns:
        One row per round: round, share (of the games that end in it), and the means of `SUMS`.

    Source:
        oyachai/HearthSim, misc_utils/analyzeGameSummaryData.py.
    """
    total = pl.concat(sums).group_by("round", maintain_order=True).sum()
    means = [(pl.col(name) / n_games) for name in SUMS if name != "round"]
    return total.select("round", *means).rename({"ended": "share"})


def point_results(point: Point, games: pl.DataFrame) -> dict[str, Any]:
    """The results of a point.

    Returns:
        The columns of `POINTS`: point, value, n_games, wins, losses, drawn; share (of the games
        with a winner) with its 95 % Clopper-Pearson interval, low and high; first_share (games in
        which we went first); rounds (mean), nodes (per game) and capped (searches that stopped at
        their limit of states).
    """
    winner = games["winner"]
    wins, losses = int((winner == 0).sum()), int((winner == 1).sum())
    low, high = clopper_pearson_interval(wins, wins + losses)
    return {
        "point": point.name,
        "value": point.value,
        "n_games": games.height,
        "wins": wins,
        "losses": losses,
        "drawn": games.height - wins - losses,
        "share": wins / (wins + losses) if wins + losses else None,
        "low": low,
        "high": high,
        "first_share": int((games["first"] == 0).sum()) / games.height,
        "rounds": games["rounds"].cast(pl.Float64).mean(),
        "nodes": games["nodes"].mean(),
        "capped": int(games["capped"].sum()),
    }

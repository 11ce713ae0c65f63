"""One game as text, of a given deck or of a deck of a run."""

from pathlib import Path

import polars as pl

from engine.decks import Deck
from flows.questions.games import Replay
from models.players.config import PlayerConfig
from models.players.replay import replay_game
from models.problems.decks import solutions_of
from tasks.games.seeds import games_seed
from tasks.reports.results import read_results
from tasks.storage.experiment import experiment_of
from tasks.storage.files import StoreError, read_table
from tasks.storage.store import load_run


def replay_of_deck(asked: Replay, deck: Deck, player: PlayerConfig) -> str:
    """Plays game number `asked.game` of `flows.evaluate` with the same deck, players and seed."""
    return replay_game(deck, asked.opponents, player, games_seed(asked.seed), 0, asked.game)


def replay_of_run(asked: Replay, path: Path) -> str:
    """Plays one of the games of a deck in a run.

    Args:
        asked: The deck's rank among the elites of the report, or its evaluation number; the game.
        path: The run directory.

    Raises:
        StoreError: There is no such run, deck or game.
    """
    run = load_run(path)
    experiment, evaluation = experiment_of(run), asked.evaluation
    if evaluation is None:
        evaluation = _evaluation_of_rank(run.elites_path, asked.rank or 1)
    results = read_results(path)
    rows = results.evaluations.filter(pl.col("evaluation") == evaluation)
    if rows.is_empty():
        raise StoreError(
            f"{path}: no deck has evaluation number {evaluation}; there are 0 to "
            f"{results.evaluations.height - 1}"
        )
    n_games = experiment.spending.of_deck(evaluation)
    if asked.game >= n_games:
        raise StoreError(
            f"--game {asked.game}: the run played {n_games} games with this deck; "
            f"use 0 to {n_games - 1}"
        )
    deck = results.pool.deck(solutions_of(rows)[0], f"evaluation {evaluation} of {run.name}")
    place = (games_seed(run.seed), evaluation, asked.game)
    return replay_game(deck, experiment.opponents, experiment.player, *place)


def _evaluation_of_rank(path: Path, rank: int) -> int:
    if not path.exists():
        raise StoreError(f"{path}: no report yet; write it with `python -m flows report`")
    table = read_table(path, ["rank", "evaluation"])
    found = table.filter(pl.col("rank") == rank)
    if found.is_empty():
        raise StoreError(f"--rank {rank}: the report has ranks 1 to {table.height}")
    return found["evaluation"][0]

"""One game, played again: of a given deck, or of a deck of a run."""

from pathlib import Path

import polars as pl

from engine.decks import Deck
from flows.questions.games import Replay
from models.players.config import PlayerConfig
from models.players.replay import ReplayedGame
from models.problems.decks import solutions_of
from tasks.games.seeds import games_seed
from tasks.reports.results import DeckResults, read_results
from tasks.storage.files import StoreError, read_table
from tasks.storage.store import load_run


def game_of_deck(asked: Replay, deck: Deck, player: PlayerConfig) -> ReplayedGame:
    """Plays game number `asked.game` of `flows.evaluate` with the same deck, players and seed."""
    return ReplayedGame.play(deck, asked.opponents, player, games_seed(asked.seed), 0, asked.game)


def game_of_run(asked: Replay, path: Path) -> ReplayedGame:
    """Plays one of the games of a deck in a run; `StoreError` if there is no such run or deck."""
    evaluation = asked.evaluation
    if evaluation is None:
        evaluation = _evaluation_of_rank(load_run(path).elites_path, asked.rank or 1)
    return counted_game(read_results(path), evaluation, asked.game)


def counted_game(results: DeckResults, evaluation: int, game: int) -> ReplayedGame:
    """Plays one of the games that counted for a deck of a run; `StoreError` if there is none."""
    run, experiment = results.run, results.experiment
    rows = results.evaluations.filter(pl.col("evaluation") == evaluation)
    if rows.is_empty():
        raise StoreError(
            f"{run.path}: no deck has evaluation number {evaluation}; there are 0 to "
            f"{results.evaluations.height - 1}"
        )
    n_games = experiment.spending.of_deck(evaluation)
    if game >= n_games:
        raise StoreError(
            f"--game {game}: the run played {n_games} games with this deck; use 0 to {n_games - 1}"
        )
    deck = results.pool.deck(solutions_of(rows)[0], f"evaluation {evaluation} of {run.name}")
    place = (games_seed(run.seed), evaluation, game)
    return ReplayedGame.play(deck, experiment.opponents, experiment.player, *place)


def _evaluation_of_rank(path: Path, rank: int) -> int:
    if not path.exists():
        raise StoreError(f"{path}: no report yet; write it with `python -m flows report`")
    table = read_table(path, ["rank", "evaluation"])
    found = table.filter(pl.col("rank") == rank)
    if found.is_empty():
        raise StoreError(f"--rank {rank}: the report has ranks 1 to {table.height}")
    return found["evaluation"][0]

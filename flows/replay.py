"""One game, played again, of a deck or of a deck of a run; and finished games for a review."""

from pathlib import Path

import polars as pl

from engine.decks import Deck
from flows.questions.games import Replay
from models.play.game import PersonGame
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from models.players.replay import ReplayedGame
from models.problems.decks import solutions_of
from models.review.chances import value_of_result
from models.review.turns import FinishedGame
from tasks.games.played import game_of
from tasks.games.seeds import games_seed
from tasks.reports.results import DeckResults, read_results
from tasks.storage.files import StoreError, read_table
from tasks.storage.store import load_run


def game_of_deck(asked: Replay, deck: Deck, player: PlayerConfig) -> ReplayedGame:
    """Plays game number `asked.game` of `flows.evaluate` with the same deck, players and seed."""
    return ReplayedGame.play(deck, asked.opponents, player, games_seed(asked.seed), 0, asked.game)


def game_of_run(asked: Replay, path: Path) -> ReplayedGame:
    """Plays one of the games of a deck in a run; `StoreError` if there is no such run or deck."""
    results, evaluation = read_results(path), asked.evaluation
    if evaluation is None:
        evaluation = _evaluation_of_rank(results.run.elites_path, asked.rank or 1)
    return counted_game(results, evaluation, asked.game)


def counted_game(results: DeckResults, evaluation: int, game: int) -> ReplayedGame:
    """Plays one of the games that counted for a deck of a run.

    Raises:
        StoreError: No deck has this evaluation number, the run played fewer games with it or none
            at all, or its cards have changed.
    """
    run, experiment = results.run, results.experiment
    if experiment.emulator is not None:
        raise StoreError(f"{run.path}: an emulator evaluated its decks, so there are no games")
    if experiment.player.rules().digest != run.card_digest:
        raise StoreError(f"{run.path}: the cards have changed since; use the code that played it")
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


def finished(game: ReplayedGame) -> FinishedGame:
    """Returns a replayed game for a review."""
    return FinishedGame(
        opening=game.open(new_desk()).copy(),
        actions=game.actions,
        names=(game.deck.name or game.deck.hero, game.opponent.name),
        won=value_of_result(int(game.played["result"]), 0),
    )


def finished_in(path: Path) -> FinishedGame | None:
    """Returns the finished game of a person in a run directory; None if it is another run.

    Raises:
        StoreError: There is no run, the game is not over or is damaged, or the cards have changed
        since.
    """
    run = load_run(path)
    return finished_by_person(game_of(run)) if run.is_played else None


def finished_by_person(game: PersonGame) -> FinishedGame:
    """Returns a game of a person that is over for a review."""
    winner = game.winning_side
    names = [f"{deck.name} ({game.config.opponent})" for deck in game.config.decks]
    names[game.person] = f"{game.config.decks[game.person].name} (you)"
    return FinishedGame(
        opening=game.beginning(),
        actions=tuple(game.actions),
        names=(names[0], names[1]),
        won=0.5 if winner is None else float(winner == 0),
        conceded=game.conceded,
    )


def _evaluation_of_rank(path: Path, rank: int) -> int:
    if not path.exists():
        raise StoreError(f"{path}: no report yet; write it with `python -m flows report`")
    table = read_table(path, ["rank", "evaluation"])
    found = table.filter(pl.col("rank") == rank)
    if found.is_empty():
        raise StoreError(f"--rank {rank}: the report has ranks 1 to {table.height}")
    return found["evaluation"][0]

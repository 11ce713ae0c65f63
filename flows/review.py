"""The review of a finished game: of a deck, of a deck of a run, or of a person."""

from pathlib import Path

from engine.game import Game
from models.play.game import PersonGame
from models.players.core.state import new_desk
from models.players.replay import ReplayedGame
from models.review.chances import value_of_result
from models.review.game import FinishedGame
from tasks.games.played import game_of, is_played
from tasks.storage.store import load_run


def finished(game: ReplayedGame) -> FinishedGame:
    """Returns a replayed game for a review."""
    desk = new_desk()
    rules = game.open(desk)
    return FinishedGame(
        opening=Game(rules, desk.game, game.place[0]).copy(),
        actions=game.actions,
        names=(game.deck.name or game.deck.hero, game.opponent.name),
        won=value_of_result(int(game.played["result"]), 0),
    )


def finished_in(path: Path) -> FinishedGame | None:
    """Returns the finished game of a person in a run directory; None if it is another run.

    Raises:
        StoreError: There is no run, the game goes on, is damaged, or the cards have changed since.
    """
    run = load_run(path)
    return finished_by_person(game_of(run)) if is_played(run) else None


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

"""Decks against decks, each with its own scorer."""

from collections.abc import Callable, Sequence

import numpy as np

from engine.core.enums import FIRST_WON
from engine.decks import validate_deck
from models.players.config import PlayerConfig
from models.players.core.state import STRATEGY
from models.players.decks import Opponent
from models.players.games import new_setups, new_strategies, play, schedule_games


def play_rounds(
    decks: Sequence[Opponent],
    others: Sequence[Opponent],
    player: PlayerConfig,
    n_rounds: int,
    seed: int,
    first_round: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> np.ndarray:
    """Plays every deck, going first, once in a round against every other one.

    The games are those of `evaluate_decks` with the others as opponents, so a round has the same
    games in any set of rounds.

    Args:
        decks: The decks that go first; their evaluation numbers are 0, 1, 2, ...
        others: The decks that go second.
        player: The settings of all players, and their cards; its scorer is ignored.
        n_rounds: Number of rounds.
        seed: The seed.
        first_round: Number of the first of them.
        threads: Number of threads; all cores by default.
        progress: Called regularly with the number of finished games.

    Returns:
        (n_rounds, n_decks, n_others) array of bool: whether the first deck won; a draw is no win.

    Raises:
        DeckError: A deck is not legal, or has a card that the engine, or the patch, does not have.
        GameError: A game could not be played.
    """
    for each in (*decks, *others):
        validate_deck(each.deck, patch=player.patch, format=player.format)
    rules, n_others = player.rules(), len(others)
    setups = new_setups(rules, [each.deck for each in decks], others)
    ours = np.zeros(len(decks), STRATEGY)
    for row, each in enumerate(decks):
        ours[row] = player.strategy(each.scorer, is_first=True)
    strategies = np.concatenate([ours, new_strategies(player, others)[1:]])
    first_game = first_round * n_others
    n_games = n_rounds * n_others
    games = schedule_games(seed, np.arange(len(decks)), n_games, n_others, first_game)
    games["player"] = games["deck"]
    play(rules, setups, strategies, games, threads, progress)
    won = (games["result"] == FIRST_WON).reshape(len(decks), n_rounds, n_others)
    return won.transpose(1, 0, 2)

"""The papers' evaluation: averages over the games of decks.

Source: EvoStone2, DeckEvaluator (GameEvaluator, GameDispatcher, GameSuite).
"""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from engine.card_sets import CardSet
from engine.decks import Deck, validate_deck
from models.players.averages import evaluation_table
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck, check_opponents, opponents_of
from models.players.games import (
    check_arguments,
    new_setups,
    new_strategies,
    play,
    schedule_games,
)
from models.players.own import OwnSetting
from models.players.seats import Seat


def evaluate_decks(
    decks: Sequence[Deck],
    opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
    player: PlayerConfig | None = None,
    n_games: int = 200,
    seed: int = 0,
    indices: np.ndarray | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    extra: CardSet | None = None,
    own: OwnSetting | None = None,
) -> pl.DataFrame:
    """Plays games with each deck, going first, against the opponents in turn.

    Game i of the deck with evaluation number e draws from (seed, e, i) only: the results are the
    same for any number of threads and any division of the decks into calls.

    Args:
        decks: The decks to evaluate, 30 cards each.
        opponents: Name of a suite ("elite", "starter"), or opponents.
        player: The players' settings; DSA-ME's by default.
        n_games: Games per deck.
        seed: The seed.
        indices: (n_decks,) array of int64: evaluation numbers; 0, 1, 2, ... by default.
        threads: Number of threads; all cores by default.
        progress: Called regularly with the number of finished games.
        extra: Cards beside the build's, which the decks may have.
        own: A player of one's own that plays the decks; it has the fair mulligan.

    Returns:
        One row per deck, in the given order: `evaluation`, its evaluation number, and the outcomes
        that `models.settings.outcomes` lists.

    Raises:
        DeckError: A deck is not legal in the player's format, an opponent's that is not published
            has a card of another format, or the engine, or the player's patch, lacks a card.
        ValueError: A number is out of range.
        GameError: A game could not be played, or the player of one's own failed.
    """
    opponents, player = opponents_of(opponents), player or PlayerConfig()
    rules = player.rules(extra)
    check_opponents(opponents, player.patch, player.format)
    for deck in decks:
        validate_deck(deck, patch=player.patch, extra=rules.extra_data, format=player.format)
    indices = check_arguments(len(decks), opponents, n_games, indices, threads)
    setups = new_setups(rules, decks, opponents)
    strategies = new_strategies(player, opponents)
    games = schedule_games(seed, indices, n_games, len(opponents))
    if own:
        strategies["keep_expensive"][0] = False  # the mulligan of a fair player

    def seats(number: int, side: int) -> Seat | None:
        return own.seat() if own and side == 0 else None

    if len(games):
        play(rules, setups, strategies, games, threads, progress, seats if own else None)
    cards = [[rules.card_data(card_id) for card_id in deck.cards] for deck in decks]
    return evaluation_table(indices, games.reshape(len(decks), n_games), len(opponents), cards)

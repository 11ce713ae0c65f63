"""A deck that a learned player plays against opponents with players of their own."""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from engine.decks import Deck, validate_deck
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.evaluations import evaluation_table
from models.players.games import check_arguments, new_setups, new_strategies, schedule_games
from models.players.learned import LearnedSetting
from models.self_play.matches.core.records import NOBODY
from models.self_play.matches.games import play_with_networks
from models.self_play.matches.players import LearnedPlayer


def evaluate_learned(
    deck: Deck,
    opponents: str | Sequence[Opponent | OpponentDeck],
    learned: LearnedSetting,
    player: PlayerConfig,
    n_games: int = 200,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Plays games with a deck, going first, against the opponents in turn.

    The games are those of `models.players.evaluations.evaluate_decks` with the same seed; a
    network plays the deck. It has no scorer, so `strategy_alignment` is 0.

    Args:
        deck: The deck, 30 cards.
        opponents: Name of a suite, or opponents; their players are those of `player`.
        learned: Who plays the deck.
        player: The opponents' settings, and the cards.
        n_games: Games.
        seed: The seed.
        threads: Number of threads; all cores by default. It changes no result.
        progress: Called regularly with the number of finished games.

    Returns:
        One row: `evaluation`, and the outcomes that `models.settings.outcomes` lists.

    Raises:
        CheckpointError: A checkpoint cannot be used.
        DeckError: A deck is not legal in the player's format, or has a card that the engine lacks.
        ValueError: A number is out of range.
        GameError: A game could not be played.
    """
    opponents, rules = opponents_of(opponents), player.rules()
    validate_deck(deck, patch=player.patch, format=player.format)
    indices = check_arguments(1, opponents, n_games, None, threads)
    networks = np.full((n_games, 2), NOBODY, np.int64)
    loaded = LearnedPlayer.load(learned, rules)
    networks[:, 0] = loaded.place_of(deck.hero)
    strategies = new_strategies(player, opponents)
    strategies["keep_expensive"][0] = False  # the mulligan of a network that has one
    games = schedule_games(seed, indices, n_games, len(opponents))
    setups = new_setups(rules, [deck], opponents)
    play_with_networks(
        rules, setups, strategies, games, [loaded], networks, threads=threads, progress=progress
    )
    cards = [[rules.card_data(card_id) for card_id in deck.cards]]
    return evaluation_table(indices, games.reshape(1, n_games), len(opponents), cards)

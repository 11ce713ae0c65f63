"""Pairs of a deck's cards that work together, by the explanation of a search (`explain`)."""

from typing import Any

from engine.decks import Deck
from models.players.config import PlayerConfig
from tasks.reports.explanation import pairs_within
from tasks.reports.results import DeckResults
from tasks.storage.files import StoreError

#: Pairs that are shown.
N_PAIRS = 10


def pairs_of(results: DeckResults, deck: Deck, player: PlayerConfig) -> dict[str, Any]:
    """The pairs of the largest effects, as JSON values; those whose interval is above 0.

    Args:
        results: The search.
        deck: The deck.
        player: The settings of the examination, whose cards must be those of the search.

    Returns:
        `explained`, the search's name, and `pairs`: of each `pair` its `effect` on the health
        difference with its 90 % `interval`, and `n_decks`, the decks of the search with both.

    Raises:
        DeckError: The deck is of another class, or has cards that the search has not.
        StoreError: The search has cards of another format or date, or no explanation.
    """
    path, theirs = results.run.path, results.experiment.player
    counts = results.pool.counts(deck)
    if _cards(theirs) != _cards(player):
        raise StoreError(
            f"{path}: has the cards of {theirs.format}, {theirs.patch}, the examination those of "
            f"{player.format}, {player.patch}; give both the same"
        )
    found = pairs_within(results, counts)
    if found is None:
        raise StoreError(
            f"{path}: no explanation of all its decks; run `python -m flows explain {path}` first"
        )
    rows = found.head(N_PAIRS).select("name", "effect", "low", "high", "n_decks").rows()
    pairs = [
        {"pair": name, "effect": effect, "interval": [low, high], "n_decks": n_decks}
        for name, effect, low, high, n_decks in rows
    ]
    return {"explained": results.run.name, "pairs": pairs}


def _cards(player: PlayerConfig) -> tuple[Any, ...]:
    patch = player.patch
    return player.format, patch.base, patch.changes, patch.texts, patch.new

"""Decks in, averages over their games out: the papers' evaluation.

Source: EvoStone2, DeckEvaluator (GameEvaluator, GameDispatcher, GameSuite).
"""

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from engine.core.enums import FIRST_WON
from engine.decks import Deck, DeckError, Patch, validate_deck
from engine.pools import DUST
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.matches import GameError, new_matches, new_setups, new_strategies, play

__all__ = ["GameError", "Opponent", "PlayerConfig", "evaluate_decks", "opponents_of"]


def evaluate_decks(
    decks: Sequence[Deck],
    opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
    player: PlayerConfig | None = None,
    n_games: int = 200,
    seed: int = 0,
    indices: np.ndarray | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Plays games with each deck, going first, against the opponents in turn.

    Game i of the deck with evaluation number e draws from (seed, e, i) only: the results are the
    same for any number of threads and any division of the decks into calls.

    Args:
        decks: The decks to evaluate, 30 cards each.
        opponents: Name of a suite ("elite", "starter"), or opponents.
        player: How the players search; DSA-ME's by default.
        n_games: Games per deck.
        seed: The seed.
        indices: (n_decks,) array of int64: evaluation numbers; 0, 1, 2, ... by default.
        threads: Number of threads; all cores by default.
        progress: Called now and then with the number of games played so far.

    Returns:
        One row per deck, in the given order:

        - `evaluation`: its evaluation number
        - `objective`: mean of own minus opponent's hero health at the end, where armour does not
          count and health below 0 does; `objective_se`: its standard error
        - `turns`: mean number of rounds; `hand_size`: mean over all rounds of the cards in hand
          after the own turn
        - `n_games`, `win_count`, `win_rate`; a death of both is no win
        - per round: `damage_done` (attack of attacking minions), `cards_drawn`, `mana_spent` and
          `mana_wasted` (counted once per plan), `strategy_alignment` (score of the plans)
        - of the deck: `dust`, `deck_mana_sum`, `deck_mana_variance`, `n_minions`, `n_spells`
        - `opponent_games`, `opponent_wins`, `opponent_objective`: by opponent
        - `failed_games`: games thrown away and played again from the next seed

    Raises:
        DeckError: A deck is not legal, or it or an opponent's has a card that the engine, or the
            player's patch, does not have.
        ValueError: A number is out of range.
        GameError: A game could not be played.
    """
    opponents, player = opponents_of(opponents), player or PlayerConfig()
    for deck in decks:
        validate_deck(deck, patch=player.patch)
    indices = check_arguments(len(decks), opponents, n_games, indices, threads)
    rules = player.rules()
    setups = new_setups(rules, decks, opponents)
    strategies = new_strategies(player, opponents)
    matches = new_matches(seed, indices, n_games, len(opponents))
    if len(matches):
        play(rules, setups, strategies, matches, threads, progress)
    matches = matches.reshape(len(decks), n_games)
    columns = {"evaluation": indices}
    columns |= game_averages(matches) | _deck_facts(decks, player.patch)
    columns |= by_opponent(matches, len(opponents))
    columns["failed_games"] = matches["attempts"].astype(np.int64).sum(axis=1) - n_games
    return pl.DataFrame(columns, schema=_schema(len(opponents)))


def check_arguments(
    n_rows: int,
    opponents: Sequence[Opponent],
    n_games: int,
    indices: np.ndarray | None,
    threads: int | None,
) -> np.ndarray:
    """Checks everything before a game is played; returns the evaluation numbers."""
    if n_games < 1:
        raise ValueError(f"n_games: {n_games}; use at least 1")
    if threads is not None and threads < 1:
        raise ValueError(f"threads: {threads}; use at least 1, or leave it out")
    if not opponents:
        raise DeckError("opponents: none given; use at least one")
    if indices is None:
        return np.arange(n_rows, dtype=np.int64)
    indices = np.asarray(indices, np.int64)
    if indices.shape != (n_rows,) or (indices < 0).any():
        raise ValueError(
            f"indices: shape {indices.shape}; use one number >= 0 for each of {n_rows} rows"
        )
    return indices


def game_averages(matches: np.ndarray) -> dict[str, np.ndarray]:
    """Averages per row of a (n_rows, n_games) array of MATCH: a deck's or a player's games."""
    n_games = matches.shape[1]
    health = matches["health_difference"].astype(np.float64)
    rounds = matches["rounds"].astype(np.int64).sum(axis=1)
    wins = (matches["result"] == FIRST_WON).sum(axis=1)
    spread = health.std(axis=1, ddof=1) if n_games > 1 else np.full(len(matches), np.nan)
    per_round = {
        name: matches[name].sum(axis=1) / rounds
        for name in ("hand_size", "damage_done", "cards_drawn", "mana_spent", "mana_wasted")
    }
    per_round["strategy_alignment"] = matches["strategy_alignment"].sum(axis=1) / rounds
    return {
        "objective": matches["health_difference"].sum(axis=1) / n_games,
        "objective_se": spread / np.sqrt(n_games),
        "turns": rounds / n_games,
        "hand_size": per_round.pop("hand_size"),
        "n_games": np.full(len(matches), n_games, np.int64),
        "win_count": wins,
        "win_rate": wins / n_games,
        **per_round,
    }


def _deck_facts(decks: Sequence[Deck], patch: Patch) -> dict[str, np.ndarray]:
    """What is known of decks without playing them; variance as of a population."""
    cards = [[patch.card_data(card_id) for card_id in deck.cards] for deck in decks]
    costs = [[card.cost for card in deck] for deck in cards]
    return {
        "dust": [sum(DUST.get(card.rarity, 0) for card in deck) for deck in cards],
        "deck_mana_sum": [sum(deck) for deck in costs],
        "deck_mana_variance": [
            (len(deck) * sum(cost * cost for cost in deck) - sum(deck) ** 2) / len(deck) ** 2
            for deck in costs
        ],
        "n_minions": [sum(card.type == "MINION" for card in deck) for deck in cards],
        "n_spells": [sum(card.type == "SPELL" for card in deck) for deck in cards],
    }


def by_opponent(matches: np.ndarray, n_opponents: int) -> dict[str, np.ndarray]:
    """Results per row and opponent of a (n_rows, n_games) array of MATCH."""
    against = [matches[:, i::n_opponents] for i in range(n_opponents)]
    games = np.array([part.shape[1] for part in against], np.int64)
    wins = np.stack([(part["result"] == FIRST_WON).sum(axis=1) for part in against], axis=1)
    totals = np.stack([part["health_difference"].sum(axis=1) for part in against], axis=1)
    with np.errstate(invalid="ignore"):
        objective = totals / games
    return {
        "opponent_games": np.tile(games, (len(matches), 1)),
        "opponent_wins": wins,
        "opponent_objective": objective,
    }


def _schema(n_opponents: int) -> dict[str, pl.DataType]:
    whole, real = pl.Int64(), pl.Float64()
    schema: dict[str, pl.DataType] = {"evaluation": whole}
    schema |= dict.fromkeys(("objective", "objective_se", "turns", "hand_size"), real)
    schema |= {"n_games": whole, "win_count": whole, "win_rate": real}
    schema |= dict.fromkeys(("damage_done", "cards_drawn", "mana_spent", "mana_wasted"), real)
    schema |= dict.fromkeys(("strategy_alignment", "dust", "deck_mana_sum"), real)
    schema |= dict.fromkeys(("deck_mana_variance", "n_minions", "n_spells"), real)
    schema["opponent_games"] = pl.Array(whole, n_opponents)
    schema["opponent_wins"] = pl.Array(whole, n_opponents)
    schema["opponent_objective"] = pl.Array(real, n_opponents)
    schema["failed_games"] = whole
    return schema

"""What other numbers of a card do: games in equal deals before and after, and the equilibria."""

import numpy as np

from models.metagame.equilibrium import DeckShares, equilibrium, matchups


def change_of(before: np.ndarray, after: np.ndarray) -> tuple[float, float]:
    """The mean change of the share of games won in equal deals, and its standard error.

    Both arrays are (n_decks, n_games); games in the same column count as one observation.
    """
    changes = (np.asarray(after, np.float64) - before).mean(axis=0)
    n = changes.size
    error = changes.std(ddof=1) / np.sqrt(n) if n > 1 else np.nan
    return float(changes.mean()) if n else np.nan, float(error)


def payoffs(rows: np.ndarray, n_games: int, changed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The wins and games of all pairs of n decks, (n, n) each, as `equilibrium.matchups` has them.

    A pair of which one deck is changed has that deck's games only: they are played before and after
    the change with the same deals. Other pairs have the games of both.

    Args:
        rows: (n, n) array: games that the row's deck won in its own games against the column's.
        n_games: Games of a deck against another one.
        changed: (n,) array of bool.
    """
    own = (changed[:, None] | ~changed[None, :]) & ~np.eye(len(rows), dtype=bool)
    return own * rows + own.T * (n_games - rows).T, float(n_games) * (own.astype(int) + own.T)


def equilibrium_after(
    rows: np.ndarray,
    n_games: int,
    changed: np.ndarray,
    temperature: float,
    draws: int,
    seed: np.random.SeedSequence,
) -> DeckShares:
    """The equilibrium of n decks of which some are changed; arguments as `payoffs`, `equilibrium`.

    With equal seeds, before and after a change differ by the change and the luck of its games.
    """
    return equilibrium(matchups(*payoffs(rows, n_games, changed)), temperature, draws, seed)

"""Agreement between our simulator and another one, and the published results of SabberStone.

Both simulators estimate a deck's health difference from a finite number of games. So even a perfect
simulator correlates with the other at less than 1; `ceiling_r` is the correlation it would reach.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from scipy import stats

from engine.decks import DeckError, find_card, pool, validate_deck
from models.statistics.card_worth import centred_worth


@dataclass(frozen=True)
class Agreement:
    """Our results against theirs, deck by deck."""

    n: int  #: Number of decks
    pearson_r: float  #: Correlation between our and their health differences
    ceiling_r: float  #: Correlation that a perfect simulator would be expected to reach
    slope: float  #: Least-squares slope of ours on theirs
    #: Slope that a perfect simulator would be expected to reach: below 1, because the noise of
    #: theirs spreads the horizontal axis
    ceiling_slope: float
    bias: float  #: Mean of ours minus theirs
    rmse: float  #: Root of the mean squared difference


def agreement(
    ours: np.ndarray, ours_se: np.ndarray, theirs: np.ndarray, n_games: int, n_games_theirs: int
) -> Agreement:
    """Compares our health differences with another simulator's.

    `ceiling_r` is `sqrt(reliability of ours * reliability of theirs)`, Spearman's attenuation
    formula. A reliability is the share of a list's variance over decks that is not sampling noise.
    The noise of ours comes from our standard errors. Theirs are not published, so we use our
    variance per game, divided by their number of games.

    Args:
        ours: (n_decks,) array of our mean health differences.
        ours_se: (n_decks,) array of their standard errors.
        theirs: (n_decks,) array of the other simulator's mean health differences.
        n_games: Games per deck behind `ours`.
        n_games_theirs: Games per deck behind `theirs`.

    Raises:
        ValueError: There are fewer than three decks, or the decks all have the same result.

    Source:
        Spearman 1904, "The proof and measurement of association between two things".
    """
    ours, theirs = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
    if len(ours) < 3:
        raise ValueError(f"{len(ours)} decks are too few to compare; give at least 3")
    if np.ptp(ours) == 0 or np.ptp(theirs) == 0:
        raise ValueError("all decks have the same health difference; there is nothing to correlate")
    noise = float(np.mean(np.square(ours_se)))
    reliability = _reliability(ours, noise)
    reliability_theirs = _reliability(theirs, noise * n_games / n_games_theirs)
    return Agreement(
        n=len(ours),
        pearson_r=float(np.corrcoef(ours, theirs)[0, 1]),
        ceiling_r=float(np.sqrt(reliability * reliability_theirs)),
        slope=float(np.polyfit(theirs, ours, 1)[0]),
        ceiling_slope=reliability_theirs,
        bias=float(np.mean(ours - theirs)),
        rmse=float(np.sqrt(np.mean(np.square(ours - theirs)))),
    )


def rank_correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Spearman's rank correlation between two (n,) arrays; ties get their mean rank."""
    return float(stats.spearmanr(first, second).statistic)


def true_rank_correlation(
    first: np.ndarray, first_se: np.ndarray, second: np.ndarray, second_se: np.ndarray
) -> float:
    """The rank correlation of two measured (n,) arrays if they had no sampling noise.

    Spearman's attenuation formula, as `agreement` has it, which is approximate for ranks. It is at
    most 1, and NaN where one of the arrays is all noise.
    """
    shares = [
        _reliability(np.asarray(values), float(np.mean(np.square(errors))))
        for values, errors in ((first, first_se), (second, second_se))
    ]
    ceiling = float(np.sqrt(np.prod(shares)))
    return min(1.0, rank_correlation(first, second) / ceiling) if ceiling else float("nan")


def _reliability(values: np.ndarray, noise: float) -> float:
    """Share of the variance of `values` that is not noise, within [0, 1]."""
    return float(np.clip(1.0 - noise / np.var(values, ddof=1), 0.0, 1.0))


POOL = "rogue-dsame"
REFERENCE = Path(__file__).parent / "data" / "sabberstone_reference_decks.csv"
COLUMNS = ("avg_health_diff", "deck_counts_180")
#: Games per deck behind the published results.
N_GAMES_THEIRS = 200
#: Cards that generate cards from outside our sets; decks with them agree less.
GENERATORS = ("Brightwing", "Pilfer", "Barrens Stablehand")
#: The effect of one more copy on a random deck's health difference, relative to an average card,
#: from the published offline models: the best and the worst cards.
PUBLISHED_EFFECTS = {
    "Backstab": 1.44,
    "King Mukla": 1.27,
    "Millhouse Manastorm": 1.13,
    "Sap": 1.12,
    "Sen'jin Shieldmasta": 1.06,
    "Amani Berserker": 1.03,
    "Sunfury Protector": 1.02,
    "Assassinate": 0.93,
    "Dire Wolf Alpha": 0.92,
    "Young Priestess": 0.91,
    "Mad Bomber": 0.91,
    "Nozdormu": -1.17,
    "Venture Co. Mercenary": -1.18,
    "Archmage": -1.25,
    "Gadgetzan Auctioneer": -1.25,
    "Ysera": -1.27,
    "Mountain Giant": -1.31,
    "Malygos": -1.53,
    "Deathwing": -1.74,
    "Ancient Watcher": -2.27,
}


def read_reference(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Reads decks and their published results.

    Returns:
        (n_decks, 180) array of int8, copies of each card; (n_decks,) array of float64, their mean
        health differences.

    Raises:
        DeckError: The file cannot be read, or a deck in it is not legal.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError("it is a folder")
        table = pl.read_csv(path, schema_overrides={"deck_counts_180": pl.String})
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = str(error).splitlines()[0]
        raise DeckError(f"--decks {path}: cannot be read as CSV ({reason})") from None
    if missing := [name for name in COLUMNS if name not in table.columns]:
        raise DeckError(f"--decks {path}: no column {' and '.join(missing)}; give both {COLUMNS}")
    theirs = table["avg_health_diff"].cast(pl.Float64, strict=False)
    if table.is_empty() or theirs.null_count() or not theirs.is_finite().all():
        raise DeckError(f"--decks {path}: avg_health_diff must be a number in every row")
    cards = pool(POOL)
    texts = table["deck_counts_180"].fill_null("").to_list()
    for row, text in enumerate(texts, 2):
        if len(text) != len(cards) or not (text.isascii() and text.isdigit()):
            raise DeckError(
                f"--decks {path}, line {row}: deck_counts_180 must be {len(cards)} digits, one per "
                f"card of the pool {POOL}, leading zeros kept; it has {len(text)} characters"
            )
    counts = np.array([[int(digit) for digit in text] for text in texts], np.int8)
    for row, deck in enumerate(counts, 2):
        validate_deck(cards.deck(deck, f"line {row} of {path}"))
    if theirs.n_unique() < 2 or len(theirs) < 3:
        raise DeckError(
            f"--decks {path}: {len(theirs)} decks with {theirs.n_unique()} different results; "
            "a comparison needs at least 3 decks and 2 results"
        )
    return counts, theirs.to_numpy()


def has_generator(counts: np.ndarray) -> np.ndarray:
    """(n_decks,) Booleans: whether a deck has a card of `GENERATORS`."""
    ids = pool(POOL).ids
    columns = [ids.index(find_card(name).id) for name in GENERATORS]
    return np.any(counts[:, columns] > 0, axis=1)


def compare_effects(solutions: np.ndarray, table: pl.DataFrame) -> pl.DataFrame:
    """One row per card of the pool: its effect on a random deck, and the published one if named."""
    effects = centred_worth(solutions, table["objective"].to_numpy())
    named = [(find_card(name).id, name, effect) for name, effect in PUBLISHED_EFFECTS.items()]
    published = pl.DataFrame(named, schema=["card", "name", "published"], orient="row")
    cards = pl.DataFrame({"card": pool(POOL).ids, "effect": effects})
    found = cards.join(published, on="card", how="left", maintain_order="left")
    return found.select("card", "name", "effect", "published")

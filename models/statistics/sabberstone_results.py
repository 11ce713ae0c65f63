"""Published results of SabberStone: health differences of decks, and effects of single cards."""

from pathlib import Path

import numpy as np
import polars as pl

from engine.decks import DeckError, find_card, pool, validate_deck
from models.statistics.calibration import card_effects

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
    effects = card_effects(solutions, table["objective"].to_numpy())
    named = [(find_card(name).id, name, effect) for name, effect in PUBLISHED_EFFECTS.items()]
    published = pl.DataFrame(named, schema=["card", "name", "published"], orient="row")
    cards = pl.DataFrame({"card": pool(POOL).ids, "effect": effects})
    found = cards.join(published, on="card", how="left", maintain_order="left")
    return found.select("card", "name", "effect", "published")

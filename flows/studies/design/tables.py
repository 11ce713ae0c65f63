"""The extract of a design: who takes each card, and how it does with each of its numbers."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from flows.studies.design.play import FILE, Tried, tried_in
from models.metagame.design import DesignConfig, NumberChange, card_share
from models.metagame.equilibrium import DeckShares, equilibrium_after
from tasks.games.seeds import Purpose, sequence
from tasks.storage.files import keyed, not_empty

#: In place of numbers: the metagame without the card's new numbers, and without decks that take it.
BEFORE = "before"
_NUMBERS: dict[str, Any] = {
    "card": pl.String, "name": pl.String, "numbers": pl.String, "field": pl.String,
    "step": pl.Int64, "value": pl.Int64, "size": pl.Int64,
    "share": pl.Float64, "share_low": pl.Float64, "share_high": pl.Float64, "copies": pl.Float64,
    "with_card": pl.Int64, "without": pl.Int64,
    "gap": pl.Float64, "gap_low": pl.Float64, "gap_high": pl.Float64,
}  # fmt: skip
_TAKERS: dict[str, Any] = {
    "card": pl.String, "deck": pl.Int64, "name": pl.String, "hero": pl.String, "code": pl.String,
    "replaced": pl.List(pl.String), "copies": pl.Int64, "won": pl.Float64, "gain": pl.Float64,
    "error": pl.Float64, "games": pl.Int64, "is_played": pl.Boolean,
}  # fmt: skip


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the cards and patches whose games have ended."""
    config, digests = FILE.load(path)
    whole = [each for each in tried_in(path, config) if is_whole(each)]
    ended = not_empty(path, whole, "nothing has ended")
    found = [card_tables(each) for each in ended]
    return {
        "design": pl.DataFrame([_about(config, digests)]),
        "designed": pl.concat(rows for rows, _ in found),
        "takers": pl.concat(map(_takers, ended)),
        "design_decks": pl.concat(decks for _, decks in found),
    }


def is_whole(tried: Tried) -> bool:
    """Whether all games of a card have been played."""
    pieces = {name: keyed(tried.folder / name) for name in ("base", "takers", "games")}
    base = [(deck,) for deck in range(len(tried.config.decks))]
    takers = [(tried.key, deck) for deck in tried.open_to]
    if pieces["base"].missing(base) or pieces["takers"].missing(takers):
        return False
    return not pieces["games"].missing(key for key, _ in tried.games())


def _about(config: DesignConfig, digests: dict[str, str]) -> dict[str, Any]:
    patch = config.player.patch
    return {
        "format": config.player.format,
        "patch": patch.name,
        "decks": len(config.decks),
        "most_share": config.most_share,
        "allowed_gap": config.gap,
        "games": config.games,
        "pair_games": config.pair_games,
        "seed": config.seed,
        "settings": config.model_dump_json(exclude={"player": {"patch"}}),
        "code": digests["code"],
        "cards": digests["cards"],
    }


def card_tables(tried: Tried) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows of `designed`, one for each of a card's numbers, and of `design_decks`."""
    copies, rows = tried.copies, []
    # Pairs with a changed deck have that deck's games only, before as well: the same deals.
    changed = copies[: len(tried.first_decks)] > 0
    found = {BEFORE: _equilibrium(tried, _base_rows(tried), changed)}
    for numbers in tried.numbers:
        shares = _equilibrium(tried, tried.rows(numbers), copies > 0)
        found[str(numbers)] = shares
        rows.append(_row(tried, numbers, shares))
    decks = [_deck_rows(tried, numbers, shares) for numbers, shares in found.items()]
    facts = {"card": tried.key, "name": tried.name}
    named = pl.DataFrame([facts | row for row in rows], _NUMBERS)
    return named, pl.concat(decks)


def _base_rows(tried: Tried) -> np.ndarray:
    pieces = keyed(tried.folder / "base")
    return np.array([pieces.read((deck,))["wins"] for deck in range(len(tried.config.decks))])


def _equilibrium(tried: Tried, rows: np.ndarray, changed: np.ndarray) -> DeckShares:
    config = tried.config
    seed = sequence(config.seed, Purpose.DESIGN)
    games, temperature, draws = config.pair_games, config.temperature, config.draws
    return equilibrium_after(rows, games, changed, temperature, draws, seed)


def _row(tried: Tried, numbers: NumberChange, shares: DeckShares) -> dict[str, Any]:
    found = card_share(shares, tried.copies)
    row = {
        "numbers": str(numbers), "field": numbers.field, "step": numbers.step,
        "value": None, "size": numbers.size,
        "copies": found.copies, "with_card": found.with_card, "without": found.without,
    }  # fmt: skip
    if tried.card is not None and numbers.field:
        row["value"] = numbers.of(tried.card)
    for name, limits in (("share", found.share), ("gap", found.gap)):
        row |= dict(zip((name, f"{name}_low", f"{name}_high"), limits, strict=True))
    return row


def _deck_rows(tried: Tried, numbers: str, shares: DeckShares) -> pl.DataFrame:
    n = len(shares.shares)
    return pl.DataFrame(
        {
            "card": [tried.key] * n,
            "numbers": [numbers] * n,
            "deck": range(n),
            "name": _names(tried)[:n],
            "hero": [deck.hero for deck in tried.decks[:n]],
            "copies": tried.copies[:n],
            "share": shares.shares,
            "value": shares.values,
        }
    )


def _names(tried: Tried) -> list[str]:
    first = [each.name for each in tried.config.decks]
    return first + [f"{first[deck]} with {tried.name}" for deck in tried.takers["deck"]]


def _takers(tried: Tried) -> pl.DataFrame:
    """All decks that tried a card and won a race with it, the best first."""
    found = tried.tried_by()
    decks, patch = found["deck"].to_list(), tried.player().patch
    named = [[patch.card_data(card).name for card in cards] for cards in found["replaced"]]
    return found.with_columns(
        card=pl.lit(tried.key),
        replaced=pl.Series(named, dtype=pl.List(pl.String)),
        name=pl.Series([tried.config.decks[deck].name for deck in decks], dtype=pl.String),
        hero=pl.Series([tried.first_decks[deck].hero for deck in decks], dtype=pl.String),
        is_played=pl.Series([tried.config.shares[deck] == 0 for deck in decks], dtype=pl.Boolean),
    ).select(pl.col(name).cast(kind) for name, kind in _TAKERS.items())

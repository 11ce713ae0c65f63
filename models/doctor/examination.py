"""An examination of a deck in rounds, each with twice the games of the one before.

A round ends with better versions of the deck: a race between swaps that the beliefs propose.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

import numpy as np
import polars as pl
from scipy.special import ndtr

from engine.decks import Deck, Pool, deck_code
from models.doctor.beliefs import beliefs_of
from models.doctor.carrying import carried, carriers, without
from models.doctor.mulligan import forced_choices
from models.metagame.race import games_of_race, race
from models.metagame.swaps import Limits, Swapping
from models.players.card_games import card_games_table, won_from
from models.players.field import Field, as_opponent
from models.statistics.beliefs import Beliefs
from models.statistics.intervals import mean_and_error

#: Games of a first round.
GAMES, FEWEST_GAMES = 18_000, 3_000
#: Numbers of deals between those of one round's race and the next one's.
_BLOCK = 1 << 24
#: Decks of the race with one swap and with two, and those of each that play new games.
SINGLES, DOUBLES, FINALISTS = 40, 24, 4
#: Versions of a deck: their cards that leave and come, one per copy; on `n` new deals of two games,
#: the mean difference to the deck's share of games won, and its standard error; the chance that it
#: is an improvement, by this and by the beliefs before; and the dust of cards that one lacks.
SWAPS: dict[str, Any] = {
    "code": pl.String, "out": pl.List(pl.String), "into": pl.List(pl.String), "n": pl.Int64,
    "change": pl.Float64, "error": pl.Float64, "chance": pl.Float64, "dust": pl.Int64,
}  # fmt: skip
#: A row of an examination: `part` is "own" (`change`: 1 if the game is won, 0 if not), "forced" or
#: "without" (`change` as in `models.doctor.mulligan` and `models.doctor.carrying`). What does not
#: apply is None.
RESULTS: dict[str, Any] = {
    "part": pl.String, "card": pl.String, "deal": pl.Int64, "opponent": pl.Int64, "seat": pl.Int64,
    "change": pl.Float64,
}  # fmt: skip


@dataclass(frozen=True)
class Round:
    """A round, or the part of it that is over."""

    results: pl.DataFrame  #: `RESULTS`
    #: What became of the deck's cards in its own games
    #: (`models.players.card_games.card_games_table`)
    cards: pl.DataFrame
    swaps: pl.DataFrame  #: The finalists (`SWAPS`)


@dataclass(frozen=True)
class Sizes:
    """Deals of a round."""

    own: int  #: Of the deck itself
    forced: int  #: Of these, with forced choices
    without: int  #: Of these, without each of its cards
    race: int  #: Of the first heat of the race
    new: int  #: New ones of the finalists

    @classmethod
    def of(cls, games: int, number: int) -> Self:
        """The sizes of a round by its number, from 0, of which the first has about `games`."""
        scale = 2**number * games / GAMES
        of_scale = [max(2, round(scale * n)) for n in (512, 500, 64, 16, 256)]
        return cls(*of_scale)

    def games(self, n_cards: int) -> int:
        """About how many games these are with a deck of `n_cards` different cards."""
        own = 2 * self.own + 7 * self.forced + 2 * n_cards * self.without
        race = games_of_race(SINGLES + DOUBLES, self.race, FINALISTS)
        return own + race + 2 * (1 + 2 * FINALISTS) * self.new


def examine(
    deck: Deck,
    pool: Pool,
    field: Field,
    limits: Limits,
    games: int = GAMES,
    before: Sequence[Round] = (),
    tell: Callable[[Round], None] = lambda so_far: None,
) -> Round:
    """Plays the next round of an examination.

    Args:
        deck: The deck.
        pool: Cards that swaps may take.
        field: The opponents.
        limits: What swaps may change.
        games: About how many games the first round has.
        before: The rounds before; all other arguments are the same.
        tell: Called with the round so far, after each part of it.

    Raises:
        DeckError: The deck is not legal, or no plain card can take a card's place.
        GameError: A game could not be played.
    """
    number, first = len(before), sum(each.results.filter(part="own").height for each in before) // 2
    sizes = Sizes.of(games, number)
    seats = field.watch(as_opponent(deck), first, sizes.own)
    own = np.stack([won_from(each.games, each.side) for each in seats], axis=1)
    cards = card_games_table(seats, field.player.rules())
    n_field = len(field.opponents)
    so_far = Round(_own_rows(own, first, n_field), cards, pl.DataFrame(schema=SWAPS))
    tell(so_far)
    # Forced choices and decks without a card play the first of the round's own deals.
    parts = {
        "forced": (partial(forced_choices, deck, field), sizes.forced),
        "without": (partial(carried, deck, pool, field), sizes.without),
    }
    for part, (play, n) in parts.items():
        rows = _rows(part, play(first, n, own[:n]), n_field)
        so_far = replace(so_far, results=pl.concat([so_far.results, rows]))
        tell(so_far)
    known = pl.concat([each.results for each in (*before, so_far)])
    swapping = Swapping(deck, pool, limits, _believed(deck, pool, known))
    rng = np.random.default_rng(np.random.SeedSequence((field.seed, number)))
    deals = (number + 1) * _BLOCK, sizes.race, sizes.new
    return replace(so_far, swaps=better_versions(swapping, field, *deals, rng))


def _own_rows(won: np.ndarray, first: int, n_field: int) -> pl.DataFrame:
    deals = np.arange(first, first + len(won)).repeat(2)
    table = {"deal": deals, "seat": np.tile([0, 1], len(won)), "change": won.reshape(-1)}
    return _rows("own", pl.DataFrame(table), n_field)


def _rows(part: str, table: pl.DataFrame, n_field: int) -> pl.DataFrame:
    """The table with all columns of `RESULTS`."""
    lacking = [pl.lit(None).alias(name) for name in RESULTS if name not in table.columns]
    return (
        table.with_columns(lacking)
        .with_columns(part=pl.lit(part), opponent=pl.col("deal") % n_field)
        .select(pl.col(name).cast(kind) for name, kind in RESULTS.items())
    )


def _believed(deck: Deck, pool: Pool, results: pl.DataFrame) -> Beliefs:
    """The beliefs about the deck after its games without each card."""
    beliefs, found = beliefs_of(deck, pool), carriers(results.filter(part="without"))
    decks = [without(deck, card, pool) for card in found["card"]]
    copies = beliefs.counts([deck]) - beliefs.counts(decks)
    errors = np.maximum(found["error"].to_numpy(), 1e-3)
    return beliefs.told(copies, found["change"].to_numpy(), errors)


def better_versions(
    swapping: Swapping, field: Field, first: int, n_race: int, n_new: int, rng: np.random.Generator
) -> pl.DataFrame:
    """Races the candidates, then plays new deals with the deck and the best of one and two swaps.

    Args:
        swapping: The deck and its swaps.
        field: The opponents.
        first: Number of the first deal of the race; the new deals come after the race's.
        n_race: Deals of the race's first heat.
        n_new: New deals.
        rng: Draws the worths behind the candidates.

    Returns:
        A row for each finalist (`SWAPS`), the largest gain first; no row if the limits allow no
        swap.
    """
    candidates = swapping.candidates(SINGLES, DOUBLES, rng)
    if not candidates:
        return pl.DataFrame(schema=SWAPS)

    def play(decks: Sequence[Deck], start: int, n: int) -> np.ndarray:
        won: np.ndarray = field.play_all([as_opponent(deck) for deck in decks], start, n)
        return won.sum(axis=(1, 2))

    # The last ones left are finalists in any order.
    raced = race(candidates, play, n_race, first, FINALISTS)
    decks = _finalists(swapping.deck, [each.deck for each in raced])
    start = first + n_race * 2 ** (len(candidates).bit_length() - 1)  # behind a race to the end
    won = field.play_all([as_opponent(each) for each in (swapping.deck, *decks)], start, n_new)
    gains = (won[1:].mean(axis=2) - won[0].mean(axis=1)).astype(float)
    rows = [_swap(swapping, deck, gain) for deck, gain in zip(decks, gains, strict=True)]
    return pl.DataFrame(rows, SWAPS).sort("change", descending=True)


def _finalists(base: Deck, decks: Sequence[Deck]) -> list[Deck]:
    """The first decks with one swap, then those with two."""
    found: dict[int, list[Deck]] = {1: [], 2: []}
    for deck in decks:
        found[len(_changes(base, deck)[0])].append(deck)
    return [*found[1][:FINALISTS], *found[2][:FINALISTS]]


def _swap(swapping: Swapping, deck: Deck, gains: np.ndarray) -> dict[str, Any]:
    """A version as a row of `SWAPS`; `gains`: (n,) array of differences of shares."""
    base, beliefs = swapping.deck, swapping.beliefs
    gain, error = mean_and_error(gains)
    changed = beliefs.counts([deck])[0] - beliefs.counts([base])[0]
    prior, spread = float(changed @ beliefs.mean), float(changed @ beliefs.covariance @ changed)
    weight = spread / (spread + error**2)
    mean, sd = prior + weight * (gain - prior), np.sqrt(weight) * error
    chance = float(ndtr(mean / sd)) if sd else float(gain > 0)
    dust = swapping.limits.crafting(base, deck, swapping.pool)
    out, into = _changes(base, deck)
    return {
        "code": deck_code(deck), "out": out, "into": into, "n": len(gains),
        "change": gain, "error": error, "chance": chance, "dust": dust,
    }  # fmt: skip


def _changes(base: Deck, deck: Deck) -> tuple[list[str], list[str]]:
    """The cards that leave a deck for another one, and those that come, one per copy."""
    old, new = Counter(base.cards), Counter(deck.cards)
    return list((old - new).elements()), list((new - old).elements())

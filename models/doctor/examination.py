"""An examination of a deck in rounds, each with twice the games of the one before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

import numpy as np
import polars as pl

from engine.decks import Deck, Pool
from models.doctor.beliefs import beliefs_of
from models.doctor.carrying import carried, carriers, without
from models.doctor.mulligan import forced_choices
from models.doctor.swaps import DOUBLES, FINALISTS, SINGLES, SWAPS, better_versions
from models.metagame.beliefs import Beliefs
from models.metagame.race import games_of_race
from models.metagame.swaps import Limits, Swapping
from models.players.card_games import card_games_table, won_from
from models.players.field import Field, as_opponent

#: Games of a first round.
GAMES, FEWEST_GAMES = 18_000, 3_000
#: Numbers of deals between those of one round's race and the next one's.
_BLOCK = 1 << 24
#: A row of an examination: `part` is "own" (`change`: 1 if the game is won, 0 if not), "forced" or
#: "without" (`change` as in `models.doctor.mulligan` and `models.doctor.carrying`). What does not
#: apply is None.
RESULTS: dict[str, Any] = {
    "part": pl.String, "card": pl.String, "deal": pl.Int64, "opponent": pl.Int64, "seat": pl.Int64,
    "change": pl.Float64,
}  # fmt: skip


@dataclass(frozen=True)
class Round:
    """A round, or the part of it that is over.

    Attributes:
        results: `RESULTS`.
        cards: What became of the deck's cards in its own games
            (`models.players.card_games.card_games_table`).
        swaps: The finalists (`models.doctor.swaps.SWAPS`).
    """

    results: pl.DataFrame
    cards: pl.DataFrame
    swaps: pl.DataFrame


@dataclass(frozen=True)
class Sizes:
    """Deals of a round.

    Attributes:
        own: Of the deck itself.
        forced: Of these, with forced choices.
        without: Of these, without each of its cards.
        race: Of the first heat of the race.
        new: New ones of the finalists.
    """

    own: int
    forced: int
    without: int
    race: int
    new: int

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

"""The tables in a metagame's directory, which `play` lists, and what follows from them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from models.metagame.config import SLOTS, MetaConfig
from models.metagame.equilibrium import Matchups, matchups, slots
from models.players.decks import Opponent, OpponentDeck, decks_of_codes, opponents_of
from tasks.games.seeds import Purpose, games_seed
from tasks.storage.files import Pieces

#: Opponents' slots of games that say how a deck does against the equilibrium.
FINE_SLOTS = 60


def table_of(folder: Path, name: str) -> Pieces[int]:
    """A table by round."""
    return Pieces(folder / name)


def decks_of(folder: Path, round_: int) -> pl.DataFrame:
    """All decks up to a round: deck (its number), round, hero, code."""
    parts = [table_of(folder, "decks").read(each) for each in range(round_ + 1)]
    return pl.concat(parts).with_row_index("deck").cast({"deck": pl.Int64})


def opponents_in(decks: pl.DataFrame) -> tuple[OpponentDeck, ...]:
    """Decks of the metagame as settings."""
    heroes = decks.select("deck", "hero").iter_rows()
    return decks_of_codes([f"{deck} {hero.capitalize()}" for deck, hero in heroes], decks["code"])


def matchups_of(folder: Path, round_: int) -> Matchups:
    """The games of all pairs of decks up to a round."""
    n = decks_of(folder, round_).height
    wins, games = np.zeros((n, n)), np.zeros((n, n))
    for each in range(round_ + 1):
        for i, j, won, played in table_of(folder, "payoffs").read(each).iter_rows():
            wins[i, j] += won
            wins[j, i] += played - won
            games[i, j] += played
            games[j, i] += played
    return matchups(wins, games)


def seed_of(config: MetaConfig, place: int) -> int:
    """The seed of some games of a metagame."""
    return games_seed(config.seed, Purpose.METAGAME, place)


def field_of(folder: Path, round_: int, n: int) -> list[OpponentDeck]:
    """The decks of an equilibrium in `n` slots, each as often as its share."""
    shares = table_of(folder, "equilibria").read(round_)["share"].to_numpy()
    decks = opponents_in(decks_of(folder, round_))
    return [decks[deck] for deck in slots(shares, n)]


def fine_field_of(folder: Path, round_: int) -> tuple[Opponent, ...]:
    """A round's equilibrium, as `fine_field`."""
    shares = table_of(folder, "equilibria").read(round_)["share"].to_numpy()
    return fine_field(opponents_in(decks_of(folder, round_)), shares)


def fine_field(decks: Sequence[OpponentDeck], shares: np.ndarray) -> tuple[Opponent, ...]:
    """Decks in `FINE_SLOTS` slots, each as often as its share.

    Equal decks are spread out, so that groups of successive slots are similar.
    """
    field = opponents_of([decks[number] for number in slots(shares, FINE_SLOTS)])
    step = FINE_SLOTS // SLOTS
    return tuple(each for start in range(step) for each in field[start::step])

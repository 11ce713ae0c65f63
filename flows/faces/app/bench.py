"""Measurements of decks in the background: one at a time, others wait."""

import secrets
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import polars as pl

from engine.decks import Deck, DeckError
from models.players.config import PlayerConfig
from models.players.decks import Opponent
from models.players.games import GameError
from models.settings.config import ConfigError
from tasks.games.measurement import batches, n_batches, summary
from tasks.games.seeds import games_seed
from tasks.storage.files import StoreError

MAX_GAMES = 4_000
#: Measurements that wait or play at a time, and those whose results are kept.
MAX_WAITING, N_KEPT = 8, 50


@dataclass
class Measurement:
    """A measurement of one or two decks.

    Attributes:
        n_batches: Batches of games to play.
        found: Those played.
        problem: Why it stopped; empty if it did not.
    """

    n_batches: int
    found: list[pl.DataFrame] = field(default_factory=list)
    problem: str = ""

    @property
    def is_over(self) -> bool:
        """Whether no more results come."""
        return bool(self.problem) or len(self.found) == self.n_batches

    def state(self) -> dict[str, Any]:
        """Its progress and results as JSON values."""
        found = list(self.found)  # another thread appends to it
        return {
            "progress": len(found) / self.n_batches,
            "over": self.is_over,
            "problem": self.problem,
            **summary(found),
        }


class Bench:
    """Measurements by their ids."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, "bench")
        self._all: OrderedDict[str, Measurement] = OrderedDict()
        self._lock = Lock()

    def start(
        self,
        decks: Sequence[Deck],
        opponents: Sequence[Opponent],
        player: PlayerConfig,
        n_games: int,
    ) -> str:
        """Starts a measurement; returns its id.

        Raises:
            ConfigError: Too many wait already.
        """
        made, name = Measurement(n_batches(n_games, len(opponents))), secrets.token_hex(8)
        with self._lock:
            if sum(not each.is_over for each in self._all.values()) >= MAX_WAITING:
                raise ConfigError(
                    f"{MAX_WAITING} measurements wait already; try again when one has ended"
                )
            self._all[name] = made
            while len(self._all) > N_KEPT:
                self._all.popitem(last=False)
        self._worker.submit(_measure, made, decks, opponents, player, n_games)
        return name

    def state(self, name: str) -> dict[str, Any]:
        """The state of a measurement.

        Raises:
            StoreError: There is none of this id.
        """
        with self._lock:
            made = self._all.get(name)
        if made is None:
            raise StoreError("this measurement is not known any more; start it again")
        return made.state()


def _measure(
    made: Measurement,
    decks: Sequence[Deck],
    opponents: Sequence[Opponent],
    player: PlayerConfig,
    n_games: int,
) -> None:
    """Plays the games of a measurement, batch by batch."""
    try:
        for batch in batches(decks, opponents, player, n_games, games_seed(1)):
            made.found.append(batch)
    except (DeckError, GameError) as error:
        made.problem = f"{error}"
    except Exception as error:
        made.problem = f"{type(error).__name__}: the terminal of the application shows more"
        raise

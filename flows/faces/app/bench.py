"""The deck bench: reads decks, compares them with elites, and measures them in the background.

Measurements wait for each other. Their games are played in batches, whose results show at once.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from pydantic import Field
from scipy.special import stdtrit

from engine.decks import Deck, DeckError
from flows.faces.app.background import Background, Job
from flows.faces.app.cards import cards_of, read_deck
from flows.faces.app.folder import RunFolder
from flows.faces.app.pages import MAX_TEXT, AnyRun, Body, DeckText, FormatName, Id, Number, page
from models.players.config import PlayerConfig
from models.players.decks import Opponent, opponents_of
from models.players.evaluations import evaluate_decks
from models.statistics.intervals import normal_interval, wilson_interval
from tasks.games.seeds import games_seed
from tasks.reports import deck_facts
from tasks.reports.formats import card_copies
from tasks.reports.results import DeckResults

MAX_GAMES = 4_000
#: Games per opponent in a batch.
ROUNDS = 4
_JUDGED = ("win_rate", "objective")
_COUNTED = ("n_games", "win_count", "objective_se", *_JUDGED)


class BenchSide(NamedTuple):
    """A deck of a measurement: its opponents, and the settings and cards of its games."""

    deck: Deck
    opponents: Sequence[Opponent]
    player: PlayerConfig


def batches(sides: Sequence[BenchSide], n_games: int, seed: int) -> Iterator[pl.DataFrame]:
    """Yields the results of one batch of games after the other, with a row per side.

    Sides with equally many opponents play a batch in the same deals; their decks go first, and the
    opponents take turns. The last batch is not cut, so there may be more than `n_games` games per
    side.

    Raises:
        DeckError: A deck is not legal, or has a card that the engine does not have.
        GameError: A game could not be played.
    """
    for batch in range(n_batches(n_games, sides)):
        numbers = np.array([batch])
        rows = [
            evaluate_decks([deck], opponents, player, ROUNDS * len(opponents), seed, numbers)
            for deck, opponents, player in sides
        ]
        yield pl.concat([row.select(_COUNTED) for row in rows])


def n_batches(n_games: int, sides: Sequence[BenchSide]) -> int:
    """The number of batches in which each side has at least `n_games` games."""
    return -(-n_games // (ROUNDS * min(len(side.opponents) for side in sides)))


def summary(found: Sequence[pl.DataFrame]) -> dict[str, Any]:
    """The results of some batches, as JSON values; each two successive sides are a pair.

    Returns:
        `decks`, per side `n_games`, `win_rate`, `objective` and their 95 % intervals;
        `differences` of each pair's second side to its first, in the same deals: `win_rate` and
        `objective` with 95 % intervals; `difference`, their mean. Before the second batch there
        are no differences, and the mean is None.
    """
    sides = [pl.concat(rows) for rows in zip(*(each.iter_slices(1) for each in found), strict=True)]
    changes = [
        second.select(_JUDGED).to_numpy() - first.select(_JUDGED).to_numpy()
        for first, second in zip(sides[::2], sides[1::2], strict=False)
        if len(found) > 1
    ]
    return {
        "decks": [_of_deck(rows) for rows in sides],
        "differences": [_difference(each) for each in changes],
        "difference": _difference(np.mean(changes, axis=0)) if changes else None,
    }


def _of_deck(rows: pl.DataFrame) -> dict[str, Any]:
    """A deck's results; the variance of a game is pooled over batches."""
    n_games, wins = int(rows["n_games"].sum()), int(rows["win_count"].sum())
    error = math.sqrt(np.mean(rows["objective_se"].to_numpy() ** 2) / rows.height)
    objective = float(rows["objective"].to_numpy().mean())
    return {
        "n_games": n_games,
        "win_rate": wins / n_games,
        "win_rate_interval": wilson_interval(wins, n_games),
        "objective": objective,
        "objective_interval": normal_interval(objective, error),
    }


def _difference(changes: np.ndarray) -> dict[str, Any]:
    """The mean of (n_batches, 2) changes: only batches are independent."""
    made: dict[str, Any] = {}
    for name, change in zip(_JUDGED, changes.T, strict=True):
        mean, error = float(change.mean()), float(change.std(ddof=1) / math.sqrt(len(change)))
        margin = float(stdtrit(len(change) - 1, 0.975)) * error
        made |= {name: mean, f"{name}_interval": [mean - margin, mean + margin]}
    return made


@dataclass(eq=False)
class Measurement(Job):
    """A measurement of some sides; the deals are always the same."""

    sides: Sequence[BenchSide]
    n_games: int
    found: list[pl.DataFrame] = field(default_factory=list)

    def play(self) -> None:
        """Plays batch by batch."""
        for batch in batches(self.sides, self.n_games, games_seed(1)):
            self.found.append(batch)

    def state(self) -> dict[str, Any]:
        """Its progress and results as JSON values."""
        found = list(self.found)  # another thread appends to it
        return super().state() | {
            "progress": len(found) / n_batches(self.n_games, self.sides),
            **summary(found),
        }


class Asked(Body):
    """The body of a request to measure."""

    run: str = Field("", max_length=300)
    deck: str = Field(max_length=MAX_TEXT)
    changed: str = Field("", max_length=MAX_TEXT)
    format: str = Field("", max_length=60)
    games: int = Field(200, ge=1, le=MAX_GAMES)


def bench_pages(folder: RunFolder, bench: Background[Measurement]) -> APIRouter:
    """The addresses of the bench."""
    router = APIRouter()

    @router.get("/bench")
    def show(
        run: AnyRun = "",
        evaluation: Number | None = None,
        deck: DeckText = "",
        changed: DeckText = "",
        format: FormatName = "",
    ) -> HTMLResponse:
        results = folder.decks(run) if run else None
        player = _players(results, format)[1]
        if results is not None and evaluation is not None and not deck:
            deck = deck_facts.as_text(results, evaluation)
            changed = changed or deck
        return page(
            "bench.html",
            run=run,
            decks=[_read(text, results, player) for text in (deck, changed)],
            player=player,
            format=format or player.format,
            max_games=MAX_GAMES,
        )

    @router.post("/bench/measure")
    def measure(asked: Asked) -> dict[str, str]:
        results = folder.decks(asked.run) if asked.run else None
        opponents, player = _players(results, asked.format)
        texts = [asked.deck, *([asked.changed] if asked.changed.strip() else [])]
        read = [read_deck(text, player) for text in texts]
        made = Measurement([BenchSide(each.deck, opponents, player) for each in read], asked.games)
        return {"id": bench.start(made), "read": ". ".join(each.account for each in read)}

    @router.get("/bench/state")
    def state(id: Id) -> dict[str, Any]:
        return bench.job(id).state()

    return router


def _players(results: DeckResults | None, format: str) -> tuple[tuple[Opponent, ...], PlayerConfig]:
    """The opponents and players of a run, with its cards; without a run, those of DSA-ME."""
    if results is None:
        patch, name = cards_of(format)
        return opponents_of("elite"), PlayerConfig(patch=patch, format=name)
    return opponents_of(results.experiment.opponents), results.experiment.player


def _read(text: str, results: DeckResults | None, player: PlayerConfig) -> dict[str, Any]:
    """What `bench.html` shows of a text as a deck of the player's format.

    `problem` is why it is no deck. Of a deck there are also `account` (what was read), `curve`
    (copies by cost) and `nearest` (the elites with the most cards in common).
    """
    shown = {"text": text, "problem": "", "account": ""}
    if not text.strip():
        return shown
    try:
        read = read_deck(text, player)
    except DeckError as error:
        return shown | {"problem": f"{error}"}
    curve = deck_facts.mana_curve(card_copies(Counter(read.deck.cards), player.patch))
    nearest = _nearest(read.deck, results)
    return shown | {"account": read.account, "curve": curve, "nearest": nearest}


def _nearest(deck: Deck, results: DeckResults | None) -> list[deck_facts.Difference]:
    """The nearest elites of a run; none if the deck has cards outside its pool."""
    if results is None:
        return []
    try:
        counts = results.pool.counts(deck)
    except DeckError:
        return []
    return deck_facts.nearest_by_cards(results, counts)

"""Win rates and ratings of a league, the worth of seeing hidden cards, and its extract."""

import json
from collections.abc import Mapping
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.core.enums import BOTH_LOST, FIRST_WON, SECOND_WON
from flows.studies.league.play import CHUNK, FILE, TIMES, TIMING, chunks_of
from models.league import LeagueSettings
from models.players.kinds import DECIDED, kind_of
from models.statistics.ratings import Ratings, rate_players, share_interval
from tasks.storage.files import StoreError, read_times

_SEATS = ("first", "second")
_SCORES = {"first": 1.0, "second": 0.0, "draw": 0.5}
#: Milliseconds per turn for which the report names the best player.
BUDGETS = (0.1, 1, 10, 100)


class LeagueResults:
    """The results of a league, from the tables of its extract.

    A draw is half a win for both. Intervals allow for games of the same deal, which all pairs play
    in both seats.
    """

    def __init__(self, tables: Mapping[str, pl.DataFrame]) -> None:
        self._tables = tables
        self.about: dict[str, Any] = tables["league"].row(0, named=True)
        self.players = _with_costs(tables["players"])
        self.names = self.players["player"].to_list()
        self.decks = tables["decks"]["deck"].to_list()
        #: Whether every player builds its own decks.
        self.has_own_decks = not any(tables["decks"]["code"])
        score = pl.col("result").replace_strict(_SCORES, return_dtype=pl.Float64)
        self.games = tables["games"].with_columns(score.alias("score"))

    @cached_property
    def sides(self) -> pl.DataFrame:
        """Each game twice, once for each player: deal, player, other, seat, deck, score."""
        scores = {"first": pl.col("score"), "second": 1 - pl.col("score")}
        sides = [
            self.games.select(
                "deal", player=seat, other=other, seat=pl.lit(seat), deck=f"{seat}_deck",
                score=scores[seat],
            )
            for seat, other in permutations(_SEATS)
        ]  # fmt: skip
        return pl.concat(sides)

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings, in the order of `names`."""
        number = {name: place for place, name in enumerate(self.names)}
        first, second = (
            self.games[seat].replace_strict(number).to_numpy().astype(np.int64) for seat in _SEATS
        )
        score, deal = self.games["score"].to_numpy(), self.games["deal"].to_numpy()
        return rate_players(first, second, score, deal.astype(np.int64), len(self.names))

    @cached_property
    def table(self) -> pl.DataFrame:
        """One row per player, best first: rating with its interval, win rates, costs."""
        rows = []
        for place, name in enumerate(self.names):
            low, high = self.ratings.interval(place)
            mine, elo = self.sides.filter(player=name), float(self.ratings.elo[place])
            facts = {"player": name, "elo": elo, "elo_low": low, "elo_high": high}
            rows.append(facts | _share(mine) | _by_seat(mine))
        return pl.DataFrame(rows).join(self.players, on="player").sort("elo", descending=True)

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """One row per player and other player: share of wins with its interval, by seat, expected.

        `expected` is the share that the ratings predict.
        """
        rows = []
        for (name, other), games in self.sides.group_by("player", "other", maintain_order=True):
            places = self.names.index(str(name)), self.names.index(str(other))
            facts = {"player": name, "other": other, **_share(games), **_by_seat(games)}
            rows.append(facts | {"expected": self.ratings.expected(*places)})
        order = {name: place for place, name in enumerate(self.table["player"])}
        keys = (pl.col(column).replace_strict(order) for column in ("player", "other"))
        return pl.DataFrame(rows).sort(*keys)

    @cached_property
    def by_deck(self) -> pl.DataFrame:
        """One row per player and deck: share of wins with its interval, over all opponents."""
        rows = [
            {"player": name, "deck": deck, **_share(self.sides.filter(player=name, deck=deck))}
            for name in self.table["player"]
            for deck in self.decks
        ]
        return pl.DataFrame(rows)

    @cached_property
    def sight(self) -> list[dict[str, Any]]:
        """What seeing hidden cards is worth: each player that does, and its fair counterparts.

        Per couple: `seeing` and `fair`, in what they differ, the share of games that the first wins
        against the second and the difference of their ratings, with intervals.
        """
        found = []
        for seeing in self.table.filter("sees_all")["player"]:
            for fair in self.table["player"]:
                names = seeing, fair
                if fair.partition(":")[0] not in kind_of(seeing).fair or not self._alike(*names):
                    continue
                is_pair = (pl.col("player") == seeing) & (pl.col("other") == fair)
                gain, (low, high) = self.ratings.difference(*map(self.names.index, names))
                facts = {"seeing": seeing, "fair": fair, "differs": kind_of(seeing).differs}
                facts |= {"elo": gain, "elo_low": low, "elo_high": high}
                found.append(facts | self.pairs.row(by_predicate=is_pair, named=True))
        return found

    def _alike(self, first: str, second: str) -> bool:
        """Whether two players have the same settings, except for those of their kinds."""
        one, other = (
            self._tables["players"].filter(player=name)["configuration"].item()
            for name in (first, second)
        )
        return _shared(one) == _shared(other)

    def best(self, most_ms: float | None = None, fair: bool = False) -> dict[str, Any] | None:
        """The highest rated player within a time per turn; None if there is none.

        A fair player sees no hidden card.
        """
        rows = self.table.filter(~pl.col("sees_all")) if fair else self.table
        if most_ms is not None:
            rows = rows.filter(pl.col("ms_per_turn") <= most_ms)
        return rows.row(0, named=True) if rows.height else None

    @property
    def surprise(self) -> dict[str, Any]:
        """The pair whose result differs most from the one that the ratings predict.

        `player` is the one with the higher rating: the gap is the same from both sides, and
        rounding would choose.
        """
        gap = (pl.col("score") - pl.col("expected")).abs()
        pairs = self.pairs.filter(pl.col("expected") >= 0.5)
        return pairs.sort(gap, descending=True).row(0, named=True)


def _shared(configuration: str) -> dict[str, Any]:
    """The settings of a player that its kind does not decide."""
    return {k: v for k, v in json.loads(configuration).items() if k not in DECIDED}


def _share(games: pl.DataFrame) -> dict[str, Any]:
    """Number of games, the share of wins, and its interval by deals; null without games."""
    if games.is_empty():
        return {"n_games": 0, "score": None, "low": None, "high": None}
    deals = games.group_by("deal", maintain_order=True).agg(pl.mean("score"))["score"].to_numpy()
    low, high = share_interval(deals, games.height)
    return {"n_games": games.height, "score": games["score"].mean(), "low": low, "high": high}


def _by_seat(games: pl.DataFrame) -> dict[str, Any]:
    """The shares of wins when going first, and when going second."""
    return {f"as_{s}": games.filter(seat=s)["score"].mean() for s in _SEATS}


def _with_costs(players: pl.DataFrame) -> pl.DataFrame:
    """The players with their nodes, time and share of capped searches, per decision and turn."""
    milliseconds = 1000 * pl.col("timed_seconds")
    return players.select(
        "player",
        "text",
        "sees_all",
        (pl.col("decisions") / pl.col("rounds")).alias("decisions_per_turn"),
        (pl.col("nodes") / pl.col("decisions")).alias("nodes_per_decision"),
        (pl.col("capped") / pl.col("decisions")).alias("capped"),
        _ratio(milliseconds, pl.col("timed_decisions")).alias("ms_per_decision"),
        _ratio(milliseconds, pl.col("timed_turns")).alias("ms_per_turn"),
    )


def _ratio(value: pl.Expr, count: pl.Expr) -> pl.Expr:
    """A mean; null if nothing was measured."""
    return pl.when(count > 0).then(value / count)


_RESULTS = {FIRST_WON: "first", SECOND_WON: "second", BOTH_LOST: "draw"}
_COUNTS = ("nodes", "decisions", "capped")
_GAMES = ("deal", "first", "second", "first_deck", "second_deck", "result", "rounds")


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`; each pair must have games."""
    league, began = FILE.load(path)
    games = _all_games(path, league)
    names = [deck.name for deck in league.decks]
    decks = {f"{seat}_deck": dict(enumerate(names)) for seat in _SEATS}
    shown = games.with_columns(
        *(pl.col(name).cast(pl.Int64).replace_strict(by) for name, by in decks.items()),
        pl.col("result").cast(pl.Int64).replace_strict(_RESULTS),
    )
    return {
        "league": _league(league, began),
        "players": _players(path, league, games),
        "decks": pl.DataFrame({"deck": names, "code": [deck.code for deck in league.decks]}),
        "games": shown.select(_GAMES),
    }


def _all_games(path: Path, league: LeagueSettings) -> pl.DataFrame:
    """The games of all pairs, with the names of the players that go first and second."""
    tables = []
    for ours, theirs in league.pairs:
        found = chunks_of(path, (ours, theirs)).found(range(0, league.n_deals, CHUNK))
        if not found:
            raise StoreError(
                f"{path}: {ours.name} and {theirs.name} have no games yet; run the league's "
                "command again"
            )
        names = {"first": (ours.name, theirs.name), "second": (theirs.name, ours.name)}
        by_seat = (
            pl.when("swapped").then(pl.lit(other)).otherwise(pl.lit(name)).alias(seat)
            for seat, (name, other) in names.items()
        )
        tables.append(pl.concat(found.values()).with_columns(*by_seat))
    return pl.concat(tables)


def _league(league: LeagueSettings, began: dict[str, str]) -> pl.DataFrame:
    """One row: the settings that all games share, and the digests of their beginning."""
    return pl.DataFrame(
        {
            "seed": [league.seed],
            "n_games": [league.n_games],
            "cards": [league.players[0].config.patch.name],
            "card_digest": [began["cards"]],
            "code_digest": [began["code"]],
        }
    )


def _players(path: Path, league: LeagueSettings, games: pl.DataFrame) -> pl.DataFrame:
    """One row per player: its settings, its work in the games, and its time apart from them."""
    times = read_times(path / TIMING, TIMES)
    sides = [
        games.select(
            pl.col(seat).alias("player"),
            "rounds",
            *(pl.col(f"{seat}_{each}").alias(each) for each in _COUNTS),
        )
        for seat in _SEATS
    ]
    work = (
        pl.concat(sides)
        .group_by("player")
        .agg(pl.len().alias("n_games"), pl.col("rounds", *_COUNTS).cast(pl.Int64).sum())
    )
    rows = [
        {
            "player": player.name,
            "text": player.kind.text,
            "sees_all": player.sees_all,
            "configuration": player.config.model_dump_json(),
            **{
                f"timed_{name}": float(times.get(player.name, {}).get(name, 0.0))
                for name in ("seconds", "decisions", "turns")
            },
        }
        for player in league.players
    ]
    return pl.DataFrame(rows).join(work, on="player", how="left", maintain_order="left")

"""The extract of a league: a few small tables from which its report follows, without its files.

`tasks.sql.schema.LEAGUE_EXTRACT` lists them.
"""

from pathlib import Path

import polars as pl

from engine.core.enums import BOTH_LOST, FIRST_WON, SECOND_WON
from models.league import LeagueSettings
from tasks.storage.files import StoreError, read_times
from tasks.studies.league.directory import LEAGUE_FILE
from tasks.studies.league.games import CHUNK, TIMES, TIMING, chunks_of

_RESULTS = {FIRST_WON: "first", SECOND_WON: "second", BOTH_LOST: "draw"}
_SEATS = ("first", "second")
_COUNTS = ("nodes", "decisions", "capped")
_GAMES = ("deal", "first", "second", "first_deck", "second_deck", "result", "rounds")


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """Returns the extract of a league, also of an unfinished one.

    Args:
        path: The league's directory.

    Raises:
        StoreError: It is not a league, a pair has no game, or a file is damaged.
    """
    league, began = LEAGUE_FILE.load(path)
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

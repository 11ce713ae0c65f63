"""Leagues, trainings by self-play, metagames and other work: how far they are, and their players.

The list of runs reads no more of them than their file with settings and the sizes of their tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from engine.formats import DEFAULT_FORMAT
from engine.history import PERIODS
from flows.studies.league.settings import League
from flows.studies.meta.settings import Meta
from flows.studies.self_play.settings import SelfPlay
from models.players.learned import PLAYERS
from tasks.storage.files import NOT_COMPUTED, check_table, read_json, read_table

LEAGUE, SELF_PLAY, META = (study.files[0] for study in (League, SelfPlay, Meta))


def extent_of(path: Path, mark: str, facts: dict[str, Any]) -> dict[str, Any]:
    """How large some work is, and how far, as attributes of `Listed`; empty if that is not known.

    `mark` is the name of the file with its settings, `facts` their JSON values.
    """
    known = {LEAGUE: _league, SELF_PLAY: _self_play, META: _meta}
    try:
        return known[mark](path, facts) if mark in known else {}
    except (LookupError, TypeError, AttributeError):  # the settings of another version
        return {}


def _league(path: Path, facts: dict[str, Any]) -> dict[str, Any]:
    players, n_games = facts["players"], facts["n_games"]
    format, n = _format_of(players[0]["config"]), len(players)
    return {
        "what": "games",
        "facts": (
            f"{n} players",
            f"{len(facts['decks'])} decks",
            format,
            f"{n_games:,} games a pair",
        ),
        "format": format,
        "evaluated": sum(map(check_table, path.glob("games/*/*.parquet"))),
        "budget": n * (n - 1) // 2 * n_games,
    }


def _self_play(path: Path, facts: dict[str, Any]) -> dict[str, Any]:
    settings = facts["settings"]
    games, target = settings["environment"], facts.get("target")
    periods = sorted(path.glob("tables/periods/*.parquet"))
    heroes = ", ".join(hero.capitalize() for hero in games["heroes"])
    return {
        "what": "samples",
        "facts": (facts["model"], "exploiter" if target else "", heroes, games["format"]),
        "format": games["format"],
        "evaluated": read_table(periods[-1], ["samples"])["samples"][-1] if periods else 0,
        "budget": int(settings["samples"]),
    }


def _meta(path: Path, facts: dict[str, Any]) -> dict[str, Any]:
    format = _format_of(facts["player"])
    return {
        "what": "rounds",
        "facts": (f"{len(facts['classes'])} classes", format),
        "format": format,
        "evaluated": len(list(path.glob("answers/*.parquet"))),
        "budget": int(facts["rounds"]),
    }


def _format_of(player: dict[str, Any]) -> str:
    """The format of a player's games, or the day of which they have the cards."""
    patch = player["patch"]  # a name, or all of a patch
    return patch if patch in [*PERIODS] else player.get("format", DEFAULT_FORMAT)


@dataclass(frozen=True)
class RatedPlayer:
    """A player of a league, or of a training after a period, with a number for its strength."""

    name: str  #: Its name in a league, or the number of the period as text
    about: str = ""  #: What it is, or its samples
    #: Its rating, or its wins against random decisions in per cent; None if unknown
    value: float | None = None
    low: float | None = None  #: The lower 95 % limit
    high: float | None = None  #: The upper 95 % limit
    ms: float | None = None  #: Milliseconds per turn; None if unknown


def rated_players(path: Path, report: Path | None) -> list[RatedPlayer]:
    """The players of a league, the best first, or of a training, the newest first.

    Other work has none. `report` is the folder of its report, if there is one.
    """
    if (path / LEAGUE).is_file():
        return _of_league(path, report)
    return list(_of_training(path, report)) if (path / SELF_PLAY).is_file() else []


def _of_league(path: Path, report: Path | None) -> list[RatedPlayer]:
    names = [each["name"] for each in read_json(path / LEAGUE, NOT_COMPUTED).get("players", [])]
    columns = ("player", "text", "elo", "elo_low", "elo_high", "ms_per_turn")
    table = _table(report, "ratings")
    rows = table.select(columns).iter_rows() if set(columns) <= set(table.columns) else ()
    rated = [RatedPlayer(*row) for row in rows if row[0] in names]
    known = {player.name for player in rated}
    return rated + [RatedPlayer(name) for name in names if name not in known]


def _of_training(path: Path, report: Path | None) -> Iterator[RatedPlayer]:
    rows = {f"{row['period']:05}": row for row in _table(report, "periods").to_dicts()}
    for period in sorted(players_of_periods(path), reverse=True):
        row = rows.get(period)
        if row is None:
            yield RatedPlayer(period)
        else:
            shares = (100 * row[f"random_{each}"] for each in ("share", "low", "high"))
            yield RatedPlayer(period, f"{row['samples']:,} samples", *shares)


def _table(report: Path | None, name: str) -> pl.DataFrame:
    """A table of a report; without rows and columns if there is none."""
    file = report and report / f"{name}.parquet"
    return read_table(file) if file and file.is_file() else pl.DataFrame()


def players_of_periods(path: Path) -> dict[str, list[Path]]:
    """Returns the files of the player after each period, by the period's number as text.

    There are several files where each hero has a network. Links are not followed.
    """
    folder, found = path / PLAYERS, dict[str, list[Path]]()
    for file in [] if folder.is_symlink() else sorted(folder.glob("*.npz")):
        if file.is_file() and not file.is_symlink():
            found.setdefault(file.stem.partition("-")[0], []).append(file)
    return found

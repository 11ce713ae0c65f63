"""The tables of a training by self-play, all periods together."""

from pathlib import Path

import polars as pl

from flows.studies.self_play.play import FILE, RIVALS, SECONDS, TABLES, TIMING, periods_of
from models.statistics.intervals import clopper_pearson_interval
from tasks.games.play import DUELS
from tasks.storage.files import not_empty, read_table, read_times

_NAMES = {"target": pl.String, "start": pl.String}


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the learning periods that have ended."""
    training, digests = FILE.load(path)
    ended = periods_of(path, TABLES[-1]).numbers()  # a period's tables are written in their order
    periods = not_empty(path, ended, "no learning period has ended")
    tables = {
        name: pl.concat([periods_of(path, name).read(period) for period in periods])
        for name in TABLES
    }
    tables["periods"] = _with_shares(tables["periods"], read_times(path / TIMING, SECONDS))
    settings = training.settings
    about = {
        "model": training.model,
        "seed": training.seed,
        "format": settings.environment.format,
        "heroes": ", ".join(settings.environment.heroes),
        "deck_size": settings.environment.deck_size,
        "samples": settings.samples,
        "period": settings.period,
        "batch": settings.batch,
        "reuse": settings.reuse,
        "games": settings.games,
        "rate": settings.update.rate,
        "target": training.target.name if training.target else None,
        "start": training.start.name if training.start else None,
        "settings": settings.model_dump_json(),
        "code": digests["code"],
    }
    tables["rivals"] = (
        read_table(path / RIVALS) if (path / RIVALS).exists() else pl.DataFrame(schema=DUELS)
    )
    return {"training": pl.DataFrame([about], schema_overrides=_NAMES), **tables}


def _with_shares(periods: pl.DataFrame, times: dict[str, tuple[float, float]]) -> pl.DataFrame:
    """The periods with the share of games won against random decisions, and their time.

    The time is null where it was lost.
    """
    rows = []
    for row in periods.iter_rows(named=True):
        n, won = row["random_games"], row["random_wins"] + row["random_draws"] / 2
        low, high = clopper_pearson_interval(round(won), n)
        rows.append((won / n, low, high, *times.get(str(row["period"]), (None, None))))
    names = ("random_share", "random_low", "random_high", "seconds", "cpu_seconds")
    schema = dict.fromkeys(names, pl.Float64)
    return periods.hstack(pl.DataFrame(rows, schema, orient="row"))

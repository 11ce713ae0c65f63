"""The extract of a study of TradingStone: its settings and all games, without its directory.

`tasks.sql.schema.TRADINGSTONE_EXTRACT` lists the tables.
"""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from models.tradingstone.study import Contest
from tasks.storage.files import StoreError, read_times
from tasks.studies.tradingstone.contests import LOSSES, TIMING, contests_of, losses_of
from tasks.studies.tradingstone.directory import STUDY_FILE

_NOTHING = 0.001
_COLUMNS = {
    "environment": pl.Int16,
    "first": pl.UInt8,
    "reward": pl.Float32,
    "turns": pl.Int16,
    "decisions": pl.Int16,
    "simulations": pl.Int32,
}


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """Returns the extract of a study, also of an unfinished one.

    Args:
        path: The study's directory.

    Raises:
        StoreError: It is no study of TradingStone, it has no games yet, or a file is damaged.
    """
    study, digests = STUDY_FILE.load(path)
    timing = read_times(path / TIMING, float)
    played = contests_of(path).found(study.contests)
    if not played:
        raise StoreError(f"{path}: no contest has been played yet; run the same command again")
    about = study.model_dump(mode="json", exclude={"ppo", "variants"})
    about |= {"ppo_steps": study.ppo.steps, "code": digests["code"]}
    return {
        "study": pl.DataFrame([about | {"cpu_seconds": sum(timing.values())}]),
        "contests": _contests(list(played), timing),
        "games": pl.concat(_games(contest, rows) for contest, rows in played.items()),
        "losses": _losses(path),
    }


def _games(contest: Contest, rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(
        pl.lit(contest.name).alias("contest"),
        pl.int_range(pl.len(), dtype=pl.Int32).alias("game"),
        *(pl.col(name).cast(kind) for name, kind in _COLUMNS.items()),
    )


def _contests(played: Sequence[Contest], timing: dict[str, float]) -> pl.DataFrame:
    rows = [
        {
            "contest": each.name,
            "variant": each.variant,
            "view": each.view,
            "player": each.player,
            "training": each.training,
            "cpu_seconds": timing.get(each.name),
        }
        for each in played
    ]
    return pl.DataFrame(rows, schema_overrides={"cpu_seconds": pl.Float64})


def _losses(path: Path) -> pl.DataFrame:
    """One row per player and solved game: view, player, n_games, n_lost, loss, error.

    `n_lost` counts the games that lost more than the equilibrium's own error.
    """
    rows = []
    for (view, name), table in losses_of(path).found(LOSSES).items():
        loss = table["loss"].to_numpy()
        error = float(loss.std(ddof=1) / len(loss) ** 0.5) if len(loss) > 1 else None
        n_lost = int((loss > _NOTHING).sum())
        rows.append((view, name, len(loss), n_lost, float(loss.mean()), error))
    kinds = {"view": pl.String, "player": pl.String, "n_games": pl.Int64, "n_lost": pl.Int64}
    return pl.DataFrame(
        rows, schema={**kinds, "loss": pl.Float64, "error": pl.Float64}, orient="row"
    )

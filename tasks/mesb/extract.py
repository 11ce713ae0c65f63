"""The extract of MESB's study: a few small tables from which its report follows, without its runs.

`tasks.sql.schema.MESB_EXTRACT` lists them.
"""

from pathlib import Path
from typing import Any

import polars as pl

from models.experiment import Experiment
from models.mesb import ARCHETYPES
from tasks.games.duels import DUELS
from tasks.mesb.duels import FILES
from tasks.mesb.runs import MesbRun, read_mesb
from tasks.sql.schema import MESB_EXTRACT
from tasks.storage.files import read_table, write_table
from tasks.storage.store import load_run

TABLES = tuple(MESB_EXTRACT)
#: What is kept of decks; of elites, what the new games say, too.
_DECKS = (
    pl.col("evaluation").cast(pl.Int32),
    "objective",
    "win_rate",
    pl.col("deck_mana_sum").cast(pl.Int16),
    "deck_mana_variance",
)
_ELITES = (
    pl.col("rank").cast(pl.Int32),
    *_DECKS,
    "objective_se",
    "fresh_objective",
    "fresh_objective_se",
    "fresh_win_rate",
    "deck_code",
    pl.col("solution").arr.to_list(),  # pools differ in their number of cards
)


def extract(study: Path, out: Path) -> Path:
    """Writes the extract of a study's finished runs.

    Returns:
        The folder, `out`.

    Raises:
        StoreError: No run has finished, or a file is damaged.
    """
    runs = read_mesb(study)
    write_table(out / "runs.parquet", pl.DataFrame([_facts(study, run) for run in runs]))
    decks = [
        run.evaluations.select(_name(run), pl.col("iteration").cast(pl.Int16), *_DECKS)
        for run in runs
    ]
    write_table(out / "evaluations.parquet", pl.concat(decks))
    elites = pl.concat([run.elites.select(_name(run), *_ELITES) for run in runs], how="vertical")
    write_table(out / "elites.parquet", elites)
    duels = [
        read_table(file).select(pl.lit(name).alias("cards"), *DUELS)
        for name in FILES
        if (file := study / f"{name}.parquet").exists()
    ]
    none = pl.DataFrame(schema={"cards": pl.String, **DUELS})
    write_table(out / "duels.parquet", pl.concat([none, *duels]))
    return out


def read_extract(path: Path) -> tuple[list[MesbRun], dict[str, pl.DataFrame]]:
    """The runs of an extract, and its duels by the name of their file.

    Raises:
        StoreError: A table is missing or damaged.
    """
    evaluations, elites = (
        read_table(path / f"{name}.parquet").partition_by("run", as_dict=True, include_key=False)
        for name in ("evaluations", "elites")
    )
    runs = [
        _run(row, evaluations[row["run"],], elites[row["run"],])
        for row in read_table(path / "runs.parquet").iter_rows(named=True)
    ]
    duels = read_table(path / "duels.parquet")
    found = {name: duels.filter(cards=name).drop("cards") for name in FILES}
    return runs, {name: table for name, table in found.items() if table.height}


def _run(row: dict[str, Any], evaluations: pl.DataFrame, elites: pl.DataFrame) -> MesbRun:
    experiment = Experiment.model_validate_json(row["configuration"])
    n_cards = len(experiment.card_pool())
    return MesbRun(
        row["experiment"],
        ARCHETYPES[row["archetype"]],
        experiment,
        row["seed"],
        row["code_digest"],
        evaluations,
        elites.with_columns(pl.col("solution").list.to_array(n_cards)),
    )


def _name(run: MesbRun) -> pl.Expr:
    return pl.lit(run.name).alias("run")


def _facts(study: Path, run: MesbRun) -> dict[str, str | int]:
    stored = load_run(study / run.name)
    manifest = stored.manifest
    return {
        "run": run.name,
        "experiment": run.group,
        "archetype": run.archetype.name,
        "seed": run.seed,
        "started": manifest["started"],
        "finished": manifest["finished"],
        "code_digest": run.code_digest,
        "card_digest": stored.card_digest,
        "configuration": run.experiment.model_dump_json(),
    }

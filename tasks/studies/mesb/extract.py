"""The extract of MESB's study: a few small tables from which its report follows, without its runs.

`tasks.sql.schema.MESB_EXTRACT` lists them.
"""

from pathlib import Path

import polars as pl

from models.problems.experiment import Experiment
from models.problems.mesb import ARCHETYPES, EXPERIMENTS, run_name
from tasks.games.play import DUELS
from tasks.sql.schema import MESB_EXTRACT
from tasks.storage.files import read_table
from tasks.studies.mesb.analysis import MesbResults
from tasks.studies.mesb.duels import FILES
from tasks.studies.mesb.finished_runs import MesbRun, finished
from tasks.studies.published import tables_of_runs


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """Returns the extract of a study's finished runs.

    Args:
        path: The study's folder.

    Raises:
        StoreError: No run has finished, or a file is damaged.
    """
    runs = [path / run_name(group, name) for group, name in finished(path)]
    duels = [
        read_table(file).select(pl.lit(name).alias("cards"), *DUELS)
        for name in FILES
        if (file := path / f"{name}.parquet").exists()
    ]
    empty = pl.DataFrame(schema={"cards": pl.String, **DUELS})
    script = Path(__file__).with_suffix(".sql")
    return tables_of_runs(runs, script) | {"duels": pl.concat([empty, *duels])}


def read_extract(folder: Path) -> MesbResults:
    """The runs of an extract, by experiment, archetypes in the paper's order.

    Raises:
        StoreError: A table is missing or damaged.
    """
    runs, evaluations, elites, duels = (
        read_table(folder / f"{name}.parquet").partition_by(key, as_dict=True, include_key=False)
        for name, key in zip(MESB_EXTRACT, ("run", "run", "run", "cards"), strict=True)
    )
    found = []
    for group in EXPERIMENTS:
        for name, archetype in ARCHETYPES.items():
            if (key := (run_name(group, name),)) in runs:
                run = runs[key].row(0, named=True)
                experiment = Experiment.model_validate_json(run["configuration"])
                solution = pl.col("solution").list.to_array(len(experiment.card_pool()))
                made = experiment, run["seed"], run["code_digest"], evaluations[key]
                found.append(MesbRun(group, archetype, *made, elites[key].with_columns(solution)))
    return MesbResults(folder, found, {name: duels[name,] for name in FILES if (name,) in duels})

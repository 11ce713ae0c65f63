"""The extract of HearthSim's experiments: small tables from which the report follows.

`tasks.sql.schema.HEARTHSIM_EXTRACT` lists them.
"""

from pathlib import Path

import polars as pl

from models.hearthsim.experiments import EXPERIMENTS, MODES, run_name
from tasks.sql.schema import HEARTHSIM_EXTRACT
from tasks.storage.files import StoreError, read_table
from tasks.studies.hearthsim.analysis import HearthSimResults
from tasks.studies.published import tables_of_runs
from tasks.studies.run_folder import is_finished


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """Returns the extract of a study's finished runs.

    Args:
        path: The folder of its run directories.

    Raises:
        StoreError: No run has finished, or a file is damaged.
    """
    names = [run_name(experiment, mode) for experiment in EXPERIMENTS for mode in MODES]
    runs = [path / name for name in names if is_finished(path, name)]
    if not runs:
        raise StoreError(
            f"{path}: no finished experiment of HearthSim (such as {names[0]}) here; give the "
            "directory that was --out of `hearthsim`"
        )
    return tables_of_runs(runs, Path(__file__).with_suffix(".sql"))


def read_extract(folder: Path) -> HearthSimResults:
    """The results in an extract.

    Raises:
        StoreError: A table is missing or damaged.
    """
    tables = (read_table(folder / f"{name}.parquet") for name in HEARTHSIM_EXTRACT)
    return HearthSimResults(folder, *tables)

"""The extract of a study: a few small tables from which the analysis follows without the runs.

`tasks.sql.schema.STUDY_EXTRACT` lists them.
"""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import polars as pl

from models.problems.study import Trial
from models.qd.archive import GridConfig
from tasks.storage.files import StoreError
from tasks.storage.store import load_run
from tasks.studies.dsame.directory import STUDY_FILE
from tasks.studies.dsame.surrogate_quality import PLACEMENTS, TRANSFER, placements, transfer_errors
from tasks.studies.published import tables_of_runs
from tasks.studies.run_folder import is_finished


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """Returns the extract of a study's finished trials.

    Args:
        path: The study's directory.

    Raises:
        StoreError: There is no study, none of its trials has finished, or a file is damaged.
    """
    study, _ = STUDY_FILE.load(path)
    trials = [trial for trial in study.plan() if is_finished(path, trial.name)]
    if not trials:
        raise StoreError(
            f"{path}: an empty study: none of its trials has finished; give its own command again "
            "first"
        )
    runs = [path / trial.name for trial in trials]
    cell = cell_sql(study.base.archive, "struct_extract(deck, '{}')")
    macro = f"create macro cell(deck) as {cell}"
    return tables_of_runs(runs, Path(__file__).with_suffix(".sql"), macro) | _surrogates(
        path, trials
    )


def cell_sql(grid: GridConfig, measure: str = "{}") -> str:
    """The cell of a row's measures as an SQL expression: the rule of `models.qd.cells`.

    Args:
        grid: The archive.
        measure: A measure as SQL, with `{}` for its name.
    """
    cell = "0"
    for each, n, (low, high) in zip(grid.measures, grid.shape, grid.ranges, strict=True):
        name = measure.format(each)
        inside = f"floor(({n} * ({name} - {low}) + 1e-9) / ({high} - {low} + 1.0))::bigint"
        index = (
            f"case when {name} <= {low} then 0 when {name} >= {high} then {n - 1} else {inside} end"
        )
        cell = f"({cell} * {n} + {index})"
    return cell


def _surrogates(path: Path, trials: Sequence[Trial]) -> dict[str, pl.DataFrame]:
    """The tables on surrogates, which need predictions."""
    runs, tests = (
        [load_run(path / trial.name) for trial in trials if trial.algorithm == algorithm]
        for algorithm in ("dsa-me", "surrogate-test")
    )
    errors = [transfer_errors(*pair) for pair in permutations(runs, 2)]
    placed = [placements(run).select(pl.lit(run.name).alias("run"), pl.all()) for run in tests]
    return {
        "transfer": pl.concat([pl.DataFrame(schema=TRANSFER), *errors]),
        "placements": pl.concat([pl.DataFrame(schema=PLACEMENTS), *placed]),
    }

"""The extract of a study: a few small tables from which its analysis follows, without its runs.

`tasks.sql.schema.STUDY_EXTRACT` lists them.
"""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import polars as pl

from models.qd.archive import GridConfig
from models.study import Study, Trial
from tasks.sql.catalog import connect, table_of
from tasks.sql.schema import STUDY_EXTRACT
from tasks.storage.files import StoreError, write_table
from tasks.storage.store import Run, load_run
from tasks.study.directory import is_finished, load_study
from tasks.study.surrogate_quality import placements, transfer_errors

TABLES = tuple(STUDY_EXTRACT)
N_DECKS = 20

_TRIALS = """
select run, experiment->>'$.algorithm' as algorithm,
    regexp_extract(run, '([0-9]+)$', 1)::bigint as trial, seed::bigint as seed,
    (experiment->>'$.search.evaluations')::bigint as budget,
    (experiment->>'$.search.n_games')::bigint as n_games,
    (experiment->>'$.search.fresh_games')::bigint as fresh_games,
    list_product((experiment->'$.archive.shape')::bigint[])::bigint as n_cells,
    n_evaluations, iterations, timing.* exclude (run),
    started::varchar as started, finished::varchar as finished, code_digest, card_digest,
    versions::varchar as versions, experiment::varchar as experiment
from runs
join (select run, count(*) as n_evaluations from evaluations group by run) using (run)
join (select run, max(iteration) as iterations from metrics group by run) using (run)
left join timing using (run)
order by algorithm, trial
"""
_EVALUATIONS = """
select run, evaluation, iteration, {cell} as cell, objective, win_rate,
    turns::float as turns, hand_size::float as hand_size
from evaluations join trials using (run) where evaluation < budget order by run, evaluation
"""
_FRESH = """
select run, evaluation, {cell} as cell, objective, objective_se::float as objective_se, win_rate
from fresh_evaluations order by run, evaluation
"""
_ITERATIONS = """
select run, iteration, evaluations, qd_score, n_elites, max_objective, n_new, n_improved,
    games_s, {parts}, wall_s
from metrics order by run, iteration
"""
_ERRORS = """
select run, iteration, target, split, mse, n_rows from surrogate_metrics
order by run, iteration, target, split
"""
_DECKS = f"""
select run, rank, evaluation, objective, win_rate, fresh_objective, fresh_win_rate, turns,
    hand_size, deck, deck_code
from elites where rank <= {N_DECKS} order by run, rank
"""


def extract(study_path: Path, out: Path) -> Path:
    """Writes the extract of a study's finished trials.

    Returns:
        The folder, `out`.

    Raises:
        StoreError: There is no study, none of its trials has finished, or a file is damaged.
    """
    study_path = Path(study_path).expanduser().absolute()
    study = load_study(study_path)
    trials = [trial for trial in study.plan() if is_finished(study_path, trial.name)]
    if not trials:
        raise StoreError(
            f"{study_path}: an empty study: none of its trials has finished; give its own command "
            "again first"
        )
    tables = _asked(study_path, trials, study.base.archive)
    tables |= _computed(study_path, study, trials)
    for name in TABLES:
        write_table(out / f"{name}.parquet", tables[name])
    return out


def cell_sql(grid: GridConfig) -> str:
    """The cell of a row's measures as an SQL expression: the rule of `models.qd.cells`."""
    cell = "0"
    for name, n, (low, high) in zip(grid.measures, grid.shape, grid.ranges, strict=True):
        inside = f"floor(({n} * ({name} - {low}) + 1e-9) / ({high} - {low} + 1.0))::bigint"
        index = (
            f"case when {name} <= {low} then 0 when {name} >= {high} then {n - 1} else {inside} end"
        )
        cell = f"({cell} * {n} + {index})"
    return cell


def _asked(study_path: Path, trials: Sequence[Trial], grid: GridConfig) -> dict[str, pl.DataFrame]:
    """The tables that are answers of SQL over the run directories."""
    with connect([study_path / trial.name for trial in trials]) as connection:
        connection.execute(f"create table trials as {_TRIALS}")
        # A search without a surrogate spends no time on one, and has no such columns.
        there = {name for name, *_ in connection.execute("describe metrics").fetchall()}
        parts = [
            name if name in there else f"null::double as {name}" for name in ("train_s", "search_s")
        ]
        questions = {
            "trials": "select * from trials",
            "evaluations": _EVALUATIONS.format(cell=cell_sql(grid)),
            "fresh": _FRESH.format(cell=cell_sql(grid)),
            "iterations": _ITERATIONS.format(parts=", ".join(parts)),
            "errors": _ERRORS,
            "decks": _DECKS,
        }
        return {name: table_of(connection.sql(sql)) for name, sql in questions.items()}


def _computed(study_path: Path, study: Study, trials: Sequence[Trial]) -> dict[str, pl.DataFrame]:
    """The tables on surrogates, which have to predict."""

    def runs(algorithm: str) -> list[Run]:
        return [load_run(study_path / t.name) for t in trials if t.algorithm == algorithm]

    errors = [transfer_errors(*pair) for pair in permutations(runs("dsa-me"), 2)]
    placed = [
        placements(run).select(pl.lit(run.name).alias("run"), pl.all())
        for run in runs("surrogate-test")
    ]
    return {
        "transfer": pl.concat(errors) if errors else pl.DataFrame(schema=_TRANSFER),
        "placements": pl.concat(placed) if placed else pl.DataFrame(schema=_PLACEMENTS),
    }


_TRANSFER = {
    "model": pl.String,
    "test": pl.String,
    "target": pl.String,
    "mse": pl.Float64,
    "noise": pl.Float64,
    "n_rows": pl.Int64,
}
_PLACEMENTS = {
    "run": pl.String,
    "evaluation": pl.Int64,
    "predicted_cell": pl.Int64,
    "cell": pl.Int64,
    "predicted_objective": pl.Float64,
    "objective": pl.Float64,
    "retained": pl.Boolean,
    "distance": pl.Int64,
}

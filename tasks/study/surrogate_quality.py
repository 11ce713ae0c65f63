"""How good a surrogate is: its errors on another run's decks, and what becomes of its archive.

Source: Zhang 2022, arXiv 2112.03534, section 6.1; distances as in its published analysis.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from models.problems.decks import solutions_of
from models.qd.archive import Archive
from tasks.reports import figures
from tasks.reports.results import read_results
from tasks.search.source import SHARED, final_surrogate, read_surrogate
from tasks.storage.experiment import experiment_of
from tasks.storage.files import StoreError, read_table, write_bytes, write_json, write_table
from tasks.storage.store import Run, load_run


def check_tests(model: Path, tests: Iterable[Path]) -> None:
    """Refuses runs whose decks say nothing about a run's final surrogate, before any work.

    Args:
        model: The run whose surrogate it is.
        tests: Runs whose decks it is to predict.

    Raises:
        StoreError: A path is no search, the model's has no surrogate, or a test is the same run,
            has no decks, or has decks of other games.
    """
    run = load_run(model)
    ours = experiment_of(run)
    final_surrogate(run)
    for path in tests:
        test = load_run(path)
        theirs = experiment_of(test)
        if test.path.resolve() == run.path.resolve():
            raise StoreError(f"--on {path}: the surrogate learned from these; give another run")
        for name in SHARED:
            if getattr(theirs, name) != getattr(ours, name):
                raise StoreError(
                    f"--on {path}: its {name} is another one than that of {model}; give a run with "
                    "the same settings"
                )
        if test.card_digest != run.card_digest:
            raise StoreError(
                f"--on {path}: it was played with other cards than {model}; make that run again"
            )
        if test.evaluations().is_empty():
            raise StoreError(
                f"--on {path}: no deck has been evaluated yet; let the run go on first"
            )


def transfer_errors(model: Run, test: Run) -> pl.DataFrame:
    """Mean squared errors of a run's final surrogate on all decks of another run.

    Args:
        model: The run whose surrogate predicts.
        test: A run of the same games, as `check_tests` wants it.

    Returns:
        One row per target: model, test (names of the runs), target, mse, noise (the part of it that
        is chance in the decks' own games: their mean squared standard error; null where a run has
        none), n_rows.

    Raises:
        StoreError: The model's run has no surrogate.
    """
    surrogate = read_surrogate(model)
    decks = test.evaluations()
    targets = surrogate.config.targets
    wrong = surrogate.predict(solutions_of(decks)) - decks.select(targets).to_numpy()
    errors = [decks.get_column(f"{target}_se", default=None) for target in targets]
    return pl.DataFrame(
        {
            "model": model.name,
            "test": test.name,
            "target": targets,
            "mse": (wrong**2).mean(axis=0),
            "noise": [None if each is None else (each**2).mean() for each in errors],
            "n_rows": decks.height,
        },
        schema_overrides={"noise": pl.Float64},
    )


def placements(run: Run) -> pl.DataFrame:
    """Where a surrogate's elites were thought to be, and where games put them.

    Args:
        run: A run of `surrogate-test`.

    Returns:
        One row per elite of the surrogate's archive: evaluation, predicted_cell, cell,
        predicted_objective, objective, retained (whether it is an elite of the true archive),
        distance (cells between the two places, along the axes).
    """
    experiment = experiment_of(run)
    proposed = read_table(run.path / "proposals" / "00000.parquet")
    if "predicted_objective" not in proposed.columns:
        raise StoreError(f"{run.path}: not a test of a surrogate; make one with surrogate-quality")
    grid = experiment.archive.build(1)
    played = run.evaluations().head(proposed.height)
    names = experiment.archive.measures
    predicted = grid.index_of(proposed.select(f"predicted_{name}" for name in names).to_numpy())
    true = grid.index_of(played.select(names).to_numpy())
    places = [np.stack(np.unravel_index(cells, grid.shape)) for cells in (predicted, true)]
    retained = read_table(run.archive_path(0))["evaluation"]
    return pl.DataFrame(
        {
            "evaluation": played["evaluation"],
            "predicted_cell": predicted,
            "cell": true,
            "predicted_objective": proposed["predicted_objective"],
            "objective": played["objective"],
            "retained": played["evaluation"].is_in(retained.to_list()),
            "distance": np.abs(places[0] - places[1]).sum(axis=0),
        }
    )


def placement_facts(placed: pl.DataFrame) -> dict[str, float]:
    """Shares and distance as the paper counts them.

    Returns:
        n_elites of the surrogate's archive; retained and same_cell, shares of these that are
        elites of the true archive, and that are so in the predicted cell; distance, the mean of
        the retained elites' distances.
    """
    kept = placed.filter("retained")
    return {
        "n_elites": placed.height,
        "retained": kept.height / placed.height,
        "same_cell": kept.filter(pl.col("distance") == 0).height / placed.height,
        "distance": kept["distance"].mean(),
    }


def write_quality(run: Path, model: Path, tests: list[Path], out: Path) -> Path:
    """Writes the quality of one surrogate: tables, numbers and the archive before and after.

    Args:
        run: A finished run of `surrogate-test` on the model.
        model: The run whose final surrogate it tests.
        tests: Runs whose decks the surrogate has not seen.
        out: Folder for quality.md, quality.json, placements.parquet and before-after.png.

    Returns:
        The page, `quality.md`.
    """
    results = read_results(run)
    placed = placements(results.run)
    numbers: dict[str, Any] = placement_facts(placed)
    errors = [transfer_errors(load_run(model), load_run(test)) for test in tests]
    numbers["mse"] = [row for table in errors for row in table.to_dicts()]
    before = archive_of(placed, "predicted_cell", "predicted_objective", results.archive)
    figures.before_after(out / "before-after.png", before, results.archive)
    write_table(out / "placements.parquet", placed)
    write_json(out / "quality.json", numbers)
    write_bytes(out / "quality.md", _markdown(model, numbers).encode())
    return out / "quality.md"


def archive_of(rows: pl.DataFrame, cell: str, objective: str, like: Archive) -> np.ndarray:
    """An array of an archive's shape with the rows' objectives in their cells, NaN elsewhere."""
    grid = np.full(like.n_cells, np.nan)
    best = rows.sort(objective)
    grid[best[cell].to_numpy()] = best[objective].to_numpy()
    return grid.reshape(like.shape)


def _markdown(model: Path, numbers: dict[str, Any]) -> str:
    lines = [
        f"# The final surrogate of {model.name}",
        "",
        f"MAP-Elites on the surrogate found {numbers['n_elites']} elites. Played, "
        f"{numbers['retained']:.1%} of them are elites of the true archive, and "
        f"{numbers['same_cell']:.1%} are so in the predicted cell; the retained ones lie "
        f"{numbers['distance']:.2f} cells away from it on average (published, mean of five "
        "trials: 44 %, 3 %, 2.45).",
        "",
        "![Archive before and after](before-after.png)",
        "",
    ]
    if numbers["mse"]:
        lines += [
            "Mean squared errors on decks of other runs (published: turns 0.44, hand size 0.07, "
            "health difference 14.70, of decks that played 200 games), with the part that is "
            "noise: chance in the decks' own games, which no surrogate can predict:",
            "",
            "| run | decks | target | mean squared error | of it noise |",
            "| --- | --- | --- | --- | --- |",
        ]
        lines += [
            f"| {row['test']} | {row['n_rows']:,} | {row['target']} | {row['mse']:.3g} | "
            f"{'not measured' if row['noise'] is None else format(row['noise'], '.3g')} |"
            for row in numbers["mse"]
        ]
    return "\n".join(lines) + "\n"

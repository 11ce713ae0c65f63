"""The quality of a surrogate: its errors on another run's decks, and its archive after games.

Source: Zhang 2022, arXiv 2112.03534, section 6.1; distances as in its published analysis.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from models.problems.decks import solutions_of
from models.qd.archive import Archive
from tasks.reports import figures
from tasks.reports.results import read_results
from tasks.search.source import SHARED, final_surrogate, read_surrogate
from tasks.storage.files import StoreError, read_table, write_bytes, write_json, write_table
from tasks.storage.run import Run
from tasks.storage.settings import experiment_of
from tasks.storage.store import load_run
from tasks.studies.published import filled

#: The columns of `transfer_errors`, and of `placements` with the run's name before them.
TRANSFER = (
    dict.fromkeys(("model", "test", "target"), pl.String())
    | dict.fromkeys(("mse", "noise"), pl.Float64())
    | {"n_rows": pl.Int64()}
)
PLACEMENTS = (
    {"run": pl.String()}
    | dict.fromkeys(("evaluation", "predicted_cell", "cell"), pl.Int64())
    | dict.fromkeys(("predicted_objective", "objective"), pl.Float64())
    | {"retained": pl.Boolean(), "distance": pl.Int64()}
)


def check_tests(model: Path, tests: Iterable[Path]) -> None:
    """Raises an error for runs that cannot test a run's final surrogate, before any work.

    Args:
        model: The surrogate's run.
        tests: Runs with decks to predict.

    Raises:
        StoreError: A path is not a search, the model has no surrogate, or a test is the same run,
            has no decks, or has decks of other games.
    """
    run = load_run(model)
    ours = experiment_of(run)
    final_surrogate(run)
    for path in tests:
        test = load_run(path)
        theirs = experiment_of(test)
        other = [name for name in SHARED if getattr(theirs, name) != getattr(ours, name)]
        if test.path.resolve() == run.path.resolve():
            problem = "the surrogate learned from these; give another run"
        elif other:
            problem = (
                f"its {other[0]} differs from that of {model}; give a run with the same settings"
            )
        elif test.card_digest != run.card_digest:
            problem = f"it was played with other cards than {model}; repeat that run"
        elif test.evaluations().is_empty():
            problem = "no deck has been evaluated yet; let the run go on first"
        else:
            continue
        raise StoreError(f"--on {path}: {problem}")


def transfer_errors(model: Run, test: Run) -> pl.DataFrame:
    """Mean squared errors of a run's final surrogate on all decks of another run.

    Args:
        model: The surrogate's run.
        test: A run with the same games, as `check_tests` requires.

    Returns:
        One row per target: model, test (names of the runs), target, mse, noise (the mean squared
        standard error of the decks' results, a part of mse; null if a run has none), n_rows.

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
        schema=TRANSFER,
    )


def placements(run: Run) -> pl.DataFrame:
    """The predicted and the true cells of a surrogate's elites.

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
        raise StoreError(f"{run.path}: not a test of a surrogate; run surrogate-quality first")
    grid = experiment.archive.build(1)
    played = run.evaluations().head(proposed.height)
    names = experiment.archive.measures
    predicted = grid.index_of(proposed.select(f"predicted_{name}" for name in names).to_numpy())
    true = grid.index_of(played.select(names).to_numpy())
    places = [np.stack(np.unravel_index(cells, grid.shape)) for cells in (predicted, true)]
    retained = read_table(run.archives.path(0))["evaluation"]
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
    """Shares and distance, as defined in the paper.

    Returns:
        n_elites: elites of the surrogate's archive. retained: the share of them that are elites of
        the true archive. same_cell: the share that are elites in the predicted cell. distance: the
        mean distance of retained elites, in cells.
    """
    kept = placed.filter("retained")
    return {
        "n_elites": placed.height,
        "retained": kept.height / placed.height,
        "same_cell": kept.filter(pl.col("distance") == 0).height / placed.height,
        "distance": kept.select(pl.mean("distance")).item(),
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
    draw_placements(
        out / "before-after.png", placed, results.archive, results.experiment.archive.measures
    )
    write_table(out / "placements.parquet", placed)
    write_json(out / "quality.json", numbers)
    page = filled(Path(__file__).with_suffix(".md"), numbers | {"model": model.name})
    write_bytes(out / "quality.md", page.encode())
    return out / "quality.md"


def draw_placements(
    path: Path, placed: pl.DataFrame, like: Archive, measures: Sequence[str]
) -> None:
    """Draws a surrogate's archive, and the same decks in their true cells.

    Args:
        path: The PNG file.
        placed: A table of `placements`.
        like: An archive of the same cells.
        measures: Names of its measures.
    """
    before = archive_of(placed, "predicted_cell", "predicted_objective", like)
    after = archive_of(placed.filter("retained"), "cell", "objective", like)
    figures.heatmaps(path, {"predicted by the surrogate": before, "played": after}, like, measures)


def archive_of(rows: pl.DataFrame, cell: str, objective: str, like: Archive) -> np.ndarray:
    """An array of an archive's shape with the rows' objectives in their cells, NaN elsewhere."""
    grid = np.full(like.n_cells, np.nan)
    best = rows.sort(objective)
    grid[best[cell].to_numpy()] = best[objective].to_numpy()
    return grid.reshape(like.shape)

"""The report of a player's training: the player's file, the archive, its growth, the best elites.

Everything here can be deleted and made again from the run's tables.
"""

import base64
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from pydantic import ValidationError

from models.intervals import Z
from models.player_training import PlayerTraining
from models.players.networks import file_content
from models.qd.archive import GridArchive
from models.qd.metrics import summary
from tasks.reports import figures
from tasks.reports.documents import STYLE
from tasks.reports.results import growth
from tasks.storage.files import (
    StoreError,
    check_writable,
    read_table,
    write_bytes,
    write_json,
    write_table,
)
from tasks.storage.store import Run, load_run

N_SHOWN = 20
PLAYER = "player.json"


@dataclass(frozen=True)
class TrainingResults:
    """A training's evaluated networks.

    Attributes:
        run: Its directory.
        training: What was asked for.
        evaluations: One row per evaluated network, in evaluation order.
        fresh: The finalists' new games, one row each; without rows if there are none yet.
    """

    run: Run
    training: PlayerTraining
    evaluations: pl.DataFrame
    fresh: pl.DataFrame

    @cached_property
    def archive(self) -> GridArchive:
        """The elites; their solutions are empty, `evaluations` has the weights."""
        grid = self.training.archive
        archive = grid.build(0)
        archive.add(
            np.zeros((self.evaluations.height, 0), np.int8),
            self.evaluations["objective"].to_numpy(),
            self.evaluations.select(grid.measures).to_numpy(),
            self.evaluations["evaluation"].to_numpy(),
        )
        return archive


def is_training(path: str | Path) -> bool:
    """Whether a run directory holds the training of a player."""
    return "evolution" in load_run(path).experiment


def read_training(path: str | Path) -> TrainingResults:
    """Reads what a training has found so far.

    Raises:
        StoreError: There is no training, it has no evaluated network yet, or a file is damaged.
    """
    run = load_run(path)
    try:
        training = PlayerTraining.model_validate(run.experiment)
    except ValidationError as error:
        first = error.errors()[0]
        setting = ".".join(str(level) for level in first["loc"])
        raise StoreError(
            f"{path}: no training of a player that this code knows: {setting}: {first['msg']}"
        ) from None
    evaluations = run.evaluations()
    if evaluations.is_empty():
        raise StoreError(f"{path}: no network has been evaluated yet; let the run go on first")
    files = sorted((run.path / "evaluations").glob("fresh-*.parquet"))
    fresh = pl.concat([read_table(file) for file in files]) if files else evaluations.clear()
    return TrainingResults(run, training, evaluations, fresh)


def write_player_report(path: str | Path) -> Path:
    """Writes a training's report into its folder `report`, the player's file among it.

    Returns:
        The page to open, `report/index.html`.

    Raises:
        StoreError: There is no training, nothing has been evaluated, or a file is damaged.
    """
    results = read_training(path)
    folder = results.run.report_path
    check_writable(folder)
    curve, best = growth(results.training.archive, results.evaluations), ranked(results)
    numbers = facts(results, best)
    write_table(folder / "curve.parquet", curve)
    write_table(results.run.elites_path, best)
    write_json(folder / "summary.json", numbers)
    write_json(folder / PLAYER, player_file(results, best))
    title = f"{results.training.evolution.algorithm}, seed {results.run.seed}"
    pictures = {
        "The archive": figures.heatmap(folder / "archive.png", results.archive, title),
        "Growth": figures.curves(folder / "curves.png", curve, title, "networks"),
    }
    write_bytes(folder / "index.html", _page(results, numbers, best, pictures).encode())
    return folder / "index.html"


def ranked(results: TrainingResults) -> pl.DataFrame:
    """The elites: finalists first, by their new games; then the others, by those of the training.

    Columns named `fresh_...` are from the new games; `rank` 1 is the player.
    """
    archive = results.archive
    names = results.training.archive.measures
    columns = ["evaluation", "objective", "objective_se", "win_rate", *names, "weights"]
    found = archive.elites()
    table = results.evaluations[found.ids].select(columns).with_columns(cell=found.cells)
    judged = ("objective", "objective_se", "win_rate", "n_games", *names)
    fresh = results.fresh.select(
        "evaluation", *(pl.col(name).alias(f"fresh_{name}") for name in judged)
    )
    table = table.join(fresh, on="evaluation", how="left", maintain_order="left")
    table = table.sort(
        "fresh_objective",
        "objective",
        "evaluation",
        descending=[True, True, False],
        nulls_last=True,
    )
    return table.with_row_index("rank", 1)


def facts(results: TrainingResults, best: pl.DataFrame) -> dict[str, Any]:
    """The numbers of a training."""
    player = best.drop("weights").row(0, named=True)
    return {
        "run": results.run.name,
        "algorithm": results.training.evolution.algorithm,
        "seed": results.run.seed,
        "evaluations": results.evaluations.height,
        "n_games": results.training.n_games,
        "archive": summary(results.archive),
        "max_win_rate": float(best["win_rate"].max()),
        "player": player,
    }


def player_file(results: TrainingResults, best: pl.DataFrame) -> dict[str, Any]:
    """The player's file: its weights, and where they are from."""
    player, run, training = best.row(0, named=True), results.run, results.training
    algorithm = training.evolution.algorithm
    tested = player["fresh_objective"] is not None
    return file_content(
        run.name,
        f"trained by Hearthlight: {algorithm}, {results.evaluations.height} networks x "
        f"{training.n_games} games with {training.deck} against the opponents "
        f"'{training.opponents}', seed {run.seed}",
        player["weights"],
        training={
            "settings": training.model_dump(mode="json"),
            "seed": run.seed,
            "evaluation": player["evaluation"],
            "found": {name: player[name] for name in ("objective", "objective_se", "win_rate")},
            "new_games": {
                name: player[f"fresh_{name}"]
                for name in ("n_games", "objective", "objective_se", "win_rate")
            }
            if tested
            else None,
            "digests": run.manifest["digests"],
        },
    )


def _page(
    results: TrainingResults, numbers: dict[str, Any], best: pl.DataFrame, pictures: dict[str, Path]
) -> str:
    training, name = results.training, results.run.name
    title = f"{training.evolution.algorithm}: {training.name}, seed {results.run.seed}"
    images = "".join(
        f'<h2>{escape(label)}</h2><img alt="{escape(label)}" '
        f'src="data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}">'
        for label, path in pictures.items()
    )
    rows = "".join(
        f"<tr><td>{row['rank']}<td>{row['evaluation']}<td>{_health(row, 'fresh_')}"
        f"<td>{_health(row, '')}<td>{row['win_rate']:.0%}"
        for row in best.head(N_SHOWN).iter_rows(named=True)
    )
    archive = numbers["archive"]
    file = results.run.report_path / PLAYER
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>"
        f"<style>{STYLE}</style><h1>{escape(title)}</h1><p>{numbers['evaluations']:,} networks "
        f"played {training.n_games} games each with {escape(training.deck)}; "
        f"{archive['n_elites']:.0f} cells ({archive['coverage']:.1%}) hold an elite, QD score "
        f"{archive['qd_score']:.1f}. The best {training.finalists} played {training.final_games:,} "
        f"new games; the best of these is the player.</p>{images}<h2>The best networks</h2>"
        "<table><tr><th>rank<th>evaluation<th>health difference in new games<th>when found"
        f"<th>win rate when found{rows}</table><h2>Use it</h2><pre>"
        f"python -m flows compare-players rogue-network {escape(str(file))}\n"
        f"python -m flows dsa-me --set player.scorer={escape(str(file))}\n"
        f'python -m flows sql {escape(name)} "select * from metrics"</pre></html>\n'
    )


def _health(row: dict[str, Any], prefix: str) -> str:
    """A mean with the half-width of its 95 % interval."""
    mean, error = row[f"{prefix}objective"], row[f"{prefix}objective_se"]
    return "-" if mean is None else f"{mean:+.2f} ± {Z * error:.2f}"

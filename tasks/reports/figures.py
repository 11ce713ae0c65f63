"""Pictures of a run, as PNG files: archives, curves, errors, scatter plot. Data in, files out."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from models.qd.archive import Archive
from models.settings.outcomes import OUTCOMES
from tasks.reports.formats import OBJECTIVE, column_label

#: The colours of the paper's figures, and more for our other algorithms.
COLOURS = {
    "dsa-me": "tab:green",
    "map-elites": "tab:blue",
    "lsa-me": "tab:orange",
    "offline-dsa-me": "tab:red",
    "offline-surrogate-model": "maroon",
    "offline-elite-data": "gold",
    "dsa-me-no-reset": "indigo",
    "dsa-me-ad": "tab:purple",
    "offline-dsa-me-ad": "tab:cyan",
    "random-search": "gray",
}


class Band(NamedTuple):
    """A mean over trials with its limits: (n_points,) arrays; `low` is NaN for a single trial."""

    label: str
    x: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray


def heatmap(path: Path, archive: Archive, title: str, measures: Sequence[str]) -> Path:
    """The archive; see `heatmaps`."""
    return heatmaps(path, {title: archive.objective_grid()}, archive, measures)


def heatmaps(
    path: Path, grids: Mapping[str, np.ndarray], like: Archive, measures: Sequence[str]
) -> Path:
    """Archives side by side, as in the paper, or in rows if they have three measures.

    `grids` has, by title, arrays of the archive's shape, NaN where a cell is empty. `like` is an
    archive of the same cells with these one to three measures.
    """
    panels = [
        (f"{title}{note}", projected(grid, view), view)
        for title, grid in grids.items()
        for note, view in views(measures).items()
    ]
    n_columns = min(3, len(panels))
    n_rows = -(-len(panels) // n_columns)
    size = (3.8 * n_columns + 0.8, 3.4 * n_rows) if len(panels) > 1 else (6.4, 5.4)
    figure, all_axes = new_figure(size, n_rows, n_columns, squeeze=False, sharey=len(measures) == 1)
    for axes, (title, values, view) in zip(all_axes.flat, panels, strict=False):
        drawn = draw_cells(axes, values, view, like, measures)
        axes.set_title(title, fontsize="medium")
    for axes in all_axes.flat[len(panels) :]:
        axes.set_axis_off()
    if len(measures) > 1:
        figure.colorbar(drawn, ax=all_axes, label=OBJECTIVE)
    else:
        figure.supylabel(OBJECTIVE, fontsize="medium")
    return save(figure, path)


def views(measures: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The axes of each picture of an archive, by the text below its title.

    They are its one or two, or each two of three.
    """
    found = {}
    for view in combinations(range(len(measures)), min(2, len(measures))):
        hidden = [column_label(name) for axis, name in enumerate(measures) if axis not in view]
        found[f"\nbest over {hidden[0]}" if hidden else ""] = view
    return found


def projected(grid: np.ndarray, view: tuple[int, ...]) -> np.ndarray:
    """The best of all cells with the same place along a view's axes, NaN if all are empty."""
    return np.fmax.reduce(grid, axis=tuple(axis for axis in range(grid.ndim) if axis not in view))


def draw_cells(
    axes: Axes,
    values: np.ndarray,
    view: tuple[int, ...],
    like: Archive,
    measures: Sequence[str],
    colours: str = "viridis",
    limits: tuple[float, float] = (-30, 30),
) -> ScalarMappable:
    """Draws cells along one axis of an archive as points, or along two as a heatmap.

    `values` has the shape of the view, which are axes of the archive `like`, and NaN in empty
    cells. `limits` are the values of the first and the last colour.
    """
    style: dict[str, Any] = {"cmap": colours, "vmin": limits[0], "vmax": limits[1]}
    drawn: ScalarMappable
    if len(view) == 1:
        cells = np.arange(values.size)
        axes.vlines(cells, 0, values, color="lightgray", zorder=1)
        drawn = axes.scatter(cells, values, c=values, edgecolors="gray", linewidths=0.3, **style)
        axes.set_xlim(-0.5, values.size - 0.5)
        axes.grid(axis="y", alpha=0.3)
    else:
        drawn = axes.imshow(values.T, origin="lower", aspect="auto", **style)
    for axis, shown in zip((axes.xaxis, axes.yaxis), view, strict=False):
        places, bounds = like.ticks()[shown]
        axis.set_ticks(places, [f"{value:.4g}" for value in bounds])
        axis.set_label_text(OUTCOMES[measures[shown]].axis)
    return drawn


def bands(path: Path, panels: Mapping[str, Mapping[str, Band]], x_labels: Sequence[str]) -> Path:
    """Means over trials with their limits: curves by algorithm, by the label of the y axis."""
    figure, (all_axes,) = new_figure((5.2 * len(panels), 4.8), 1, len(panels), squeeze=False)
    for axes, x_label, (y_label, curves) in zip(all_axes, x_labels, panels.items(), strict=True):
        for number, (name, curve) in enumerate(curves.items()):
            colour = COLOURS.get(name, f"C{number}")
            axes.plot(curve.x, curve.mean, color=colour, label=curve.label)
            axes.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.1, linewidth=0)
            for limit in (curve.low, curve.high):  # shows the edges of overlapping bands
                axes.plot(curve.x, limit, color=colour, alpha=0.5, linewidth=0.7)
        axes.set(xlabel=x_label, ylabel=y_label)
        axes.grid(alpha=0.3)
    # Above the panels, because elsewhere it could hide a curve.
    handles, labels = all_axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False)
    return save(figure, path)


def curves(path: Path, runs: Mapping[str, Sequence[pl.DataFrame]], x_label: str) -> Path:
    """QD score, coverage and best objective over evaluations: mean and range of runs.

    Each algorithm has a curve per run: evaluations, qd_score, coverage and max_objective.
    """
    panels = {
        "QD score": "qd_score",
        "coverage: filled cells of all": "coverage",
        f"best {OBJECTIVE}": "max_objective",
    }
    drawn = {
        label: {name: _range(name, curves, column) for name, curves in runs.items()}
        for label, column in panels.items()
    }
    return bands(path, drawn, [x_label] * len(panels))


def _range(name: str, curves: Sequence[pl.DataFrame], column: str) -> Band:
    length = min(curve.height for curve in curves)
    values = np.array([curve[column][:length] for curve in curves])
    label = f"{name} (mean and range of {len(curves)})" if len(curves) > 1 else name
    x = curves[0]["evaluations"][:length].to_numpy()
    return Band(label, x, values.mean(axis=0), values.min(axis=0), values.max(axis=0))


def surrogate_errors(path: Path, errors: pl.DataFrame) -> Path:
    """Mean squared error of the surrogate per outer iteration, on training and held-out decks."""
    targets = errors["target"].unique(maintain_order=True)
    figure, all_axes = new_figure((4.4 * len(targets), 4), 1, len(targets), squeeze=False)
    for axes, target in zip(all_axes[0], targets, strict=True):
        for split, style in {"train": "-", "holdout": "--"}.items():
            rows = errors.filter(target=target, split=split).sort("iteration")
            axes.plot(rows["iteration"], rows["mse"], style, marker="o", label=split)
        axes.set(xlabel="outer iteration", ylabel="mean squared error", title=target, yscale="log")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_minor_locator(NullLocator())  # minor ticks take half of the time
        axes.grid(alpha=0.3)
        axes.legend()
    figure.suptitle("Surrogate errors, also on decks that it had not learned")
    return save(figure, path)


def scatter(path: Path, theirs: np.ndarray, ours: np.ndarray, title: str) -> Path:
    """Our health difference against SabberStone's, deck by deck."""
    low, high = min(theirs.min(), ours.min()) - 1, max(theirs.max(), ours.max()) + 1
    figure = Figure(figsize=(5.6, 5.4))
    axes = figure.subplots()
    axes.plot([low, high], [low, high], color="black", linewidth=0.8, label="equal")
    slope, offset = np.polyfit(theirs, ours, 1)
    line = np.array([low, high])
    fit = f"least squares: slope {slope:.2f}"
    axes.plot(line, slope * line + offset, "--", color="tab:red", label=fit)
    axes.scatter(theirs, ours, s=12, alpha=0.7)
    axes.set(xlabel=f"SabberStone's {OBJECTIVE}", ylabel=f"our {OBJECTIVE}")
    axes.set_title(title)
    axes.legend()
    axes.grid(alpha=0.3)
    return save(figure, path)


def effects(path: Path, panels: Mapping[str, pl.DataFrame], x_label: str) -> Path:
    """Numbers with their intervals (name, effect, low, high), one line each, in titled panels."""
    height = 1.5 + 0.2 * max(rows.height for rows in panels.values())
    figure, (all_axes,) = new_figure((6.5 * len(panels), height), 1, len(panels), squeeze=False)
    for axes, (title, rows) in zip(all_axes, panels.items(), strict=True):
        places, mean = np.arange(rows.height), rows["effect"].to_numpy()
        margins = [mean - rows["low"].to_numpy(), rows["high"].to_numpy() - mean]
        axes.axvline(0, color="black", linewidth=0.8)
        axes.errorbar(mean, places, xerr=margins, fmt="o", markersize=4, capsize=2)
        axes.set_yticks(places, rows["name"].to_list(), fontsize="small")
        axes.invert_yaxis()
        axes.set(xlabel=x_label, title=title)
        axes.grid(axis="x", alpha=0.3)
    return save(figure, path)


def new_figure(size: tuple[float, float], *grid: int, **options: Any) -> tuple[Figure, Any]:
    """A figure of a size in inches, and its axes as `Figure.subplots` arranges them."""
    figure = Figure(figsize=size, layout="constrained")
    return figure, figure.subplots(*grid, **options)


def save(figure: Figure, path: Path) -> Path:
    """Writes a picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if figure.get_layout_engine() is None:
        figure.tight_layout()
    figure.savefig(path, dpi=110)
    return path

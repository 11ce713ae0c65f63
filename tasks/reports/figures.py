"""Pictures of a run, as PNG files: heatmap, curves, errors, scatter plot. Data in, files out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.ticker import MaxNLocator

from models.outcomes import OUTCOMES
from models.qd.archive import Archive
from models.qd.metrics import objective_grid

OBJECTIVE_LABEL = OUTCOMES["objective"].label
#: Measures as axes name them; the papers' names first.
MEASURE_LABELS = {name: each.axis for name, each in OUTCOMES.items()}
TURNS_AND_HAND = ("turns", "hand_size")
#: The colours of the paper's figures, and others for what it does not draw.
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
    """A mean over trials with its confidence limits.

    Attributes:
        label: For people.
        x: (n_points,) array.
        mean: (n_points,) array.
        low: (n_points,) array; NaN for a single trial.
        high: (n_points,) array.
    """

    label: str
    x: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray


def heatmap(
    path: Path, archive: Archive, title: str, measures: Sequence[str] = TURNS_AND_HAND
) -> Path:
    """The archive as the paper draws it: viridis from -30 to 30, empty cells blank."""
    figure = Figure(figsize=(6.4, 5.4))
    axes = figure.subplots()
    image = _draw_grid(axes, objective_grid(archive), archive)
    x_label, y_label = (MEASURE_LABELS.get(name, name) for name in measures)
    axes.set(xlabel=x_label, ylabel=y_label, title=title)
    figure.colorbar(image, label=OBJECTIVE_LABEL)
    return save(figure, path)


def heatmaps(
    path: Path,
    grids: Mapping[str, np.ndarray],
    like: Archive,
    measures: Sequence[str] = TURNS_AND_HAND,
) -> Path:
    """Several archives side by side.

    Args:
        path: The PNG file.
        grids: Title to an array of the archive's shape, NaN where a cell is empty.
        like: An archive of the same cells, for the axes.
        measures: Names of its measures.
    """
    n_columns = min(3, len(grids))
    n_rows = -(-len(grids) // n_columns)
    figure = Figure(figsize=(3.8 * n_columns + 0.8, 3.4 * n_rows), layout="constrained")
    all_axes = figure.subplots(n_rows, n_columns, squeeze=False)
    for axes, (title, grid) in zip(all_axes.flat, grids.items(), strict=False):
        image = _draw_grid(axes, grid, like)
        axes.set_title(title, fontsize="medium")
    for axes in all_axes.flat[len(grids) :]:
        axes.set_axis_off()
    x_label, y_label = (MEASURE_LABELS.get(name, name) for name in measures)
    figure.supxlabel(x_label)
    figure.supylabel(y_label)
    figure.colorbar(image, ax=all_axes, label=OBJECTIVE_LABEL)
    return save(figure, path)


def before_after(path: Path, before: np.ndarray, after: Archive) -> Path:
    """A surrogate's archive as it was predicted, and the same decks where games put them."""
    grids = {"predicted by the surrogate": before, "played": objective_grid(after)}
    return heatmaps(path, grids, after)


def bands(path: Path, panels: Mapping[str, Mapping[str, Band]], x_labels: Sequence[str]) -> Path:
    """Means over trials with their confidence bands, one panel per number.

    Args:
        path: The PNG file.
        panels: Label of the y axis to the curves by algorithm.
        x_labels: Of the panels.
    """
    figure = Figure(figsize=(5.2 * len(panels), 4.8), layout="constrained")
    all_axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for axes, x_label, (y_label, curves) in zip(all_axes, x_labels, panels.items(), strict=True):
        for number, (name, curve) in enumerate(curves.items()):
            colour = COLOURS.get(name, f"C{number}")
            axes.plot(curve.x, curve.mean, color=colour, label=curve.label)
            axes.fill_between(curve.x, curve.low, curve.high, color=colour, alpha=0.1, linewidth=0)
            for limit in (curve.low, curve.high):  # bands lie on each other; their edges tell
                axes.plot(curve.x, limit, color=colour, alpha=0.5, linewidth=0.7)
        axes.set(xlabel=x_label, ylabel=y_label)
        axes.grid(alpha=0.3)
    # Above, since anywhere else it would lie on a curve of some study.
    handles, labels = all_axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels), frameon=False)
    return save(figure, path)


def curves(path: Path, curve: pl.DataFrame, title: str, what: str = "decks") -> Path:
    """QD score, coverage and best objective of one run over its evaluations, of decks or so."""
    panels = {
        "qd_score": "QD score",
        "coverage": "coverage: filled cells of all",
        "max_objective": f"best {OBJECTIVE_LABEL}",
    }
    figure = Figure(figsize=(13, 4))
    all_axes = figure.subplots(1, len(panels))
    for axes, (column, label) in zip(all_axes, panels.items(), strict=True):
        axes.plot(curve["evaluations"], curve[column], color="tab:green")
        axes.set(xlabel=f"evaluated {what}", ylabel=label)
        axes.grid(alpha=0.3)
    figure.suptitle(title)
    return save(figure, path)


def surrogate_errors(path: Path, errors: pl.DataFrame) -> Path:
    """Mean squared error of the surrogate per outer iteration, on seen and on held-out decks.

    Args:
        path: The PNG file.
        errors: Columns iteration, target, split and mse.
    """
    targets = errors["target"].unique(maintain_order=True)
    figure = Figure(figsize=(4.4 * len(targets), 4))
    all_axes = figure.subplots(1, len(targets), squeeze=False)
    for axes, target in zip(all_axes[0], targets, strict=True):
        for split, style in {"train": "-", "holdout": "--"}.items():
            rows = errors.filter(target=target, split=split).sort("iteration")
            axes.plot(rows["iteration"], rows["mse"], style, marker="o", label=split)
        axes.set(xlabel="outer iteration", ylabel="mean squared error", title=target, yscale="log")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.3)
        axes.legend()
    figure.suptitle("Surrogate errors (held out: the newest decks)")
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
    axes.set(xlabel=f"SabberStone's {OBJECTIVE_LABEL}", ylabel=f"our {OBJECTIVE_LABEL}")
    axes.set_title(title)
    axes.legend()
    axes.grid(alpha=0.3)
    return save(figure, path)


def comparison(path: Path, runs: Mapping[str, Sequence[pl.DataFrame]], title: str) -> Path:
    """Curves of several algorithms: one thin line per seed, one thick line for their mean.

    Args:
        path: The PNG file.
        runs: Algorithm name to one curve per seed, each with columns evaluations, qd_score and
            coverage.
        title: Written above.
    """
    panels = {"qd_score": "QD score", "coverage": "coverage: filled cells of all"}
    figure = Figure(figsize=(11, 4.4))
    all_axes = figure.subplots(1, len(panels))
    for axes, (column, label) in zip(all_axes, panels.items(), strict=True):
        for number, (name, seeds) in enumerate(runs.items()):
            _draw_seeds(axes, name, seeds, column, COLOURS.get(name, f"C{number + 1}"))
        axes.set(xlabel="evaluated decks", ylabel=label)
        axes.grid(alpha=0.3)
        axes.legend()
    figure.suptitle(title)
    return save(figure, path)


def _draw_seeds(
    axes: Axes, name: str, seeds: Sequence[pl.DataFrame], column: str, colour: str
) -> None:
    for curve in seeds:
        axes.plot(curve["evaluations"], curve[column], color=colour, alpha=0.35, linewidth=0.8)
    length = min(len(curve) for curve in seeds)
    mean = np.mean([curve[column][:length].to_numpy() for curve in seeds], axis=0)
    label = f"{name} (mean of {len(seeds)})"
    axes.plot(seeds[0]["evaluations"][:length], mean, color=colour, linewidth=2.2, label=label)


def _draw_grid(axes: Axes, grid: np.ndarray, like: Archive) -> AxesImage:
    image = axes.imshow(grid.T, origin="lower", cmap="viridis", vmin=-30, vmax=30, aspect="auto")
    (x_places, x_values), (y_places, y_values) = like.ticks()
    axes.set_xticks(x_places, [f"{value:.4g}" for value in x_values])
    axes.set_yticks(y_places, [f"{value:.4g}" for value in y_values])
    return image


def save(figure: Figure, path: Path) -> Path:
    """Writes a picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if figure.get_layout_engine() is None:
        figure.tight_layout()
    figure.savefig(path, dpi=110)
    return path

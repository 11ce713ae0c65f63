"""Pictures of a run, as PNG files: heatmap, curves, errors, scatter plot. Data in, files out."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from models.qd.archive import GridArchive
from models.qd.metrics import objective_grid

OBJECTIVE_LABEL = "mean health difference"
#: The colours of the paper's figures.
COLOURS = {"dsa-me": "tab:green", "map-elites": "tab:blue"}


def heatmap(path: Path, archive: GridArchive, title: str) -> Path:
    """The archive as the paper draws it: viridis from -30 to 30, empty cells blank."""
    figure = Figure(figsize=(6.4, 5.4))
    axes = figure.subplots()
    image = axes.imshow(
        objective_grid(archive).T,
        origin="lower",
        cmap="viridis",
        vmin=-30,
        vmax=30,
        aspect="auto",
    )
    (x_places, x_labels), (y_places, y_labels) = _ticks(archive)
    axes.set_xticks(x_places, x_labels)
    axes.set_yticks(y_places, y_labels)
    axes.set(xlabel="NumTurns: rounds per game", ylabel="HandSize: cards in hand", title=title)
    figure.colorbar(image, label=OBJECTIVE_LABEL)
    return _save(figure, path)


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
    return _save(figure, path)


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
    return _save(figure, path)


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
    return _save(figure, path)


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
    return _save(figure, path)


def _ticks(archive: GridArchive) -> list[tuple[list[int], list[str]]]:
    """For each measure, the cells of the lowest, middle and highest value, and the values."""
    values = [(low, (low + high) / 2, high) for low, high in archive.ranges]
    cells = archive.index_of(np.array(list(zip(*values, strict=True))))
    places = np.unravel_index(cells, archive.shape)
    return [
        (place.tolist(), [f"{value:g}" for value in ticks])
        for place, ticks in zip(places, values, strict=True)
    ]


def _draw_seeds(
    axes: Axes, name: str, seeds: Sequence[pl.DataFrame], column: str, colour: str
) -> None:
    for curve in seeds:
        axes.plot(curve["evaluations"], curve[column], color=colour, alpha=0.35, linewidth=0.8)
    length = min(len(curve) for curve in seeds)
    mean = np.mean([curve[column][:length].to_numpy() for curve in seeds], axis=0)
    label = f"{name} (mean of {len(seeds)})"
    axes.plot(seeds[0]["evaluations"][:length], mean, color=colour, linewidth=2.2, label=label)


def _save(figure: Figure, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    return path

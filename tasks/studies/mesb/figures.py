"""Pictures of MESB: elites and decks by mana curve, win rates, landscapes before and after."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from models.card_analysis.mana_distribution import ManaDistribution
from models.qd.archive import Archive
from tasks.reports.figures import draw_cells, projected, save, views

AVERAGE, VARIANCE = "average mana", "variance of mana"
N_CARDS = 30
_SEEN = 1e-12  # mana curves of a smaller share of all decks are not drawn


def scatter(path: Path, elites: Mapping[str, pl.DataFrame], title: str) -> Path:
    """Elites by average mana and its variance; colour and size show the fitness, as in figure 3.

    Args:
        path: The PNG file.
        elites: Title to a table with deck_mana_sum, deck_mana_variance and objective; each panel
            has its own colours.
        title: Written above.
    """
    n_columns = min(2, len(elites))
    n_rows = -(-len(elites) // n_columns)
    figure = Figure(figsize=(5.4 * n_columns, 3.8 * n_rows), layout="constrained")
    all_axes = figure.subplots(n_rows, n_columns, squeeze=False)
    for axes, (name, table) in zip(all_axes.flat, elites.items(), strict=False):
        worth = table["objective"].to_numpy()
        share = (worth - worth.min()) / max(np.ptp(worth), 1e-9)
        dots = axes.scatter(
            table["deck_mana_sum"] / N_CARDS,
            table["deck_mana_variance"],
            c=worth,
            s=10 + 90 * share,
            cmap="cubehelix_r",
            edgecolors="black",
            linewidths=0.3,
        )
        axes.set(xlabel=AVERAGE, ylabel=VARIANCE, title=name)
        figure.colorbar(dots, ax=axes, label="mean health difference")
    for axes in all_axes.flat[len(elites) :]:
        axes.set_axis_off()
    figure.suptitle(title)
    return save(figure, path)


def density(path: Path, evaluations: pl.DataFrame, exact: ManaDistribution, title: str) -> Path:
    """The distributions of the evaluated decks and of all decks, as in figure 4."""
    sums, variances, shares = (values[exact.points()[2] > _SEEN] for values in exact.points())
    means = evaluations["deck_mana_sum"].to_numpy() / N_CARDS
    spreads = evaluations["deck_mana_variance"].to_numpy()
    panels = {
        f"{evaluations.height:,} evaluated decks": (
            means,
            spreads,
            np.full(len(means), 1 / len(means)),
        ),
        f"all {exact.total:.2e} decks": (sums / N_CARDS, variances, shares),
    }
    both = np.concatenate([means, sums / N_CARDS]), np.concatenate([spreads, variances])
    extent = (both[0].min(), both[0].max(), both[1].min(), both[1].max())
    looks = {"gridsize": 40, "extent": extent, "mincnt": 1, "bins": "log"}
    figure = Figure(figsize=(11, 4.6), layout="constrained")
    for axes, (name, (x, y, share)) in zip(figure.subplots(1, 2), panels.items(), strict=True):
        cells = axes.hexbin(x, y, C=share, reduce_C_function=np.sum, **looks)
        axes.set(xlabel=AVERAGE, ylabel=VARIANCE, title=name, xlim=extent[:2], ylim=extent[2:])
        figure.colorbar(cells, ax=axes, label="share of decks")
    figure.suptitle(title)
    return save(figure, path)


def win_rates(path: Path, curves: Mapping[str, Mapping[str, pl.DataFrame]]) -> Path:
    """The best and the mean win rate of elites over evaluations, as in figure 5.

    Args:
        path: The PNG file.
        curves: Experiment to archetype to a table with evaluations, best and mean.
    """
    figure = Figure(figsize=(4.6 * len(curves), 7), layout="constrained")
    all_axes = figure.subplots(2, len(curves), squeeze=False, sharey="row")
    for column, (title, archetypes) in enumerate(curves.items()):
        for row, which in enumerate(("best", "mean")):
            axes = all_axes[row, column]
            for name, table in archetypes.items():
                axes.plot(table["evaluations"], table[which], label=name)
            axes.set(xlabel="evaluated decks", ylabel=f"{which} win rate of elites", title=title)
            axes.grid(alpha=0.3)
    all_axes[0, 0].legend(fontsize="small")
    return save(figure, path)


def landscapes(
    path: Path,
    rows: Mapping[str, tuple[np.ndarray, np.ndarray]],
    like: Archive,
    measures: Sequence[str],
    title: str,
) -> Path:
    """Maps before and after a change, side by side and as a difference.

    Args:
        path: The PNG file.
        rows: Title of a map, to two arrays of the archive's shape, NaN in empty cells.
        like: An archive of these cells, for the axes.
        measures: Names of its measures.
        title: Written above.
    """
    panels = [
        (f"{name}{note}", [projected(grid, view) for grid in pair], view)
        for name, pair in rows.items()
        for note, view in views(measures).items()
    ]
    figure = Figure(figsize=(13, 3.9 * len(panels)), layout="constrained")
    all_axes = figure.subplots(len(panels), 3, squeeze=False)
    for axes_row, (name, (before, after), view) in zip(all_axes, panels, strict=True):
        both = np.concatenate([before.ravel(), after.ravel()])
        low, high = np.nanmin(both), np.nanmax(both)
        change = after - before
        most = max(np.nanmax(np.abs(change)), 1e-9) if np.isfinite(change).any() else 1.0
        for axes, grid, label, cmap, limits in (
            (axes_row[0], before, "before", "viridis", (low, high)),
            (axes_row[1], after, "after", "viridis", (low, high)),
            (axes_row[2], change, "after - before", "RdBu", (-most, most)),
        ):
            image = draw_cells(axes, grid, view, like, measures, cmap, limits)
            axes.set_title(f"{name}: {label}", fontsize="medium")
            figure.colorbar(image, ax=axes, label=name.partition("\n")[0])
    figure.suptitle(title)
    return save(figure, path)

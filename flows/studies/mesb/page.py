"""The report of MESB's study: the values of `report.md`, the paper's figures and tables."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from flows.studies.claims import by_group, judge
from flows.studies.mesb.play import MesbRun
from flows.studies.mesb.tables import (
    CUT,
    EXTRACT,
    PUBLISHED,
    TESTS,
    MesbResults,
    extract,
    results_of,
)
from flows.studies.published import PublishedReport, Tables
from models.card_analysis.comparisons import compare_sets
from models.card_analysis.mana_distribution import ManaDistribution, mana_distribution
from models.problems.mesb import EXPERIMENTS
from models.qd.archive import Archive
from tasks.reports.figures import draw_cells, new_figure, projected, save, views
from tasks.storage.files import write_csv

N_SETS = 3


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    mesb = results_of(folder, tables)
    write_csv(folder, {"strength": mesb.strength, "cards": mesb.cards, **mesb.duels})
    by_experiment = {group: runs for group in EXPERIMENTS if (runs := mesb.of(group))}
    titles = {group: EXPERIMENTS[group].title for group in by_experiment}
    for group, runs in by_experiment.items():
        elites = {run.archetype.title: run.elites for run in runs}
        draw_scatter(folder / f"scatter-{group}.png", elites, titles[group])
    growth = {
        titles[group]: {run.archetype.name: run.growth for run in runs}
        for group, runs in by_experiment.items()
    }
    draw_win_rates(folder / "win-rates.png", growth)
    first = mesb.runs[0].experiment
    return {
        "mesb": mesb,
        "paper": PUBLISHED,
        "experiments": titles,
        "archive": first.archive,
        "search": first.search,
        "size": first.size_in_words,
        "groups": by_group(judge(PUBLISHED["claims"], TESTS, mesb), PUBLISHED["groups"]),
        "density": _density(mesb),
        "cards": _cards(mesb),
        "archetypes": list(dict.fromkeys(mesb.cards["archetype"])) if mesb.cards.height else [],
        "combinations": [_combinations(run) for run in mesb.of("elite")],
        "duels": [_duels(name, rows) for name, rows in mesb.duels.items()],
        "numbers": _numbers(mesb.strength),
    }


def _numbers(strength: pl.DataFrame) -> pl.DataFrame:
    """The results in `strength`, a row per run, such as elite-aggro-hunter."""
    run = pl.concat_str("experiment", "archetype", separator="-").alias("run")
    return strength.select(run, pl.exclude("experiment", "archetype", "decks", "n_games"))


def _density(mesb: MesbResults) -> dict[str, Any]:
    """The decks of one run beside all decks; the paper's run, if there is one."""
    run = mesb.find("elite", "control-paladin") or mesb.runs[0]
    exact = mana_distribution(run.pool.costs, run.pool.max_copies)
    title = f"{run.archetype.title}, {EXPERIMENTS[run.group].title}"
    draw_density(mesb.folder / "density.png", run.evaluations, exact, title)
    sums, _, shares = exact.points()
    mana = run.evaluations["deck_mana_sum"].to_numpy() / 30
    low, high = float(mana.min()), float(mana.max())
    return {
        "n_decks": exact.total,
        "published": PUBLISHED["n_decks"].get(run.archetype.hero.lower(), "-"),
        "mean": float((sums * shares).sum()) / 30,
        "low": low,
        "high": high,
        "beyond": float(shares[(sums / 30 < low) | (sums / 30 > high)].sum()),
    }


def _cards(mesb: MesbResults) -> list[list[str]]:
    """Figure 6: a row per changed card, a column per archetype."""
    if mesb.cards.is_empty():
        return []
    return [
        [card, group["change"][0], *(_before_after(row) for row in group.iter_rows(named=True))]
        for (card,), group in mesb.cards.group_by("card", maintain_order=True)
    ]


def _before_after(row: Mapping[str, Any]) -> str:
    shares = [row["before"], row["after"]]
    return " → ".join("-" if x is None else "x" if x <= CUT else f"{x:.0%}" for x in shares)


def _combinations(run: MesbRun) -> list[str]:
    """Cards, and sets of cards, that a run's elites share."""
    has = run.copies > 0
    shares = sorted(zip(has.mean(axis=0), run.cards, strict=True), reverse=True)[:N_SETS]
    sets = compare_sets(run.cards, has, has, CUT).sort("before_lift", descending=True)
    return [
        run.archetype.name,
        ", ".join(f"{card} {share:.0%}" for share, card in shares),
        "; ".join(
            f"{row['cards']} ({row['before']:.0%}, lift {row['before_lift']:.1f})"
            for row in sets.head(N_SETS).iter_rows(named=True)
        ),
    ]


def _duels(name: str, rows: pl.DataFrame) -> dict[str, Any]:
    """The share of wins of each deck against each other one."""
    score = {(row["ours"], row["theirs"]): row["score"] for row in rows.iter_rows(named=True)}
    return {
        "name": name,
        "n_games": rows["n_games"][0],
        "margin": rows.select((pl.col("high") - pl.col("low")).max()).item() / 2,
        "decks": list(dict.fromkeys([*rows["ours"], *rows["theirs"]])),
        "score": score | {(theirs, ours): 1 - share for (ours, theirs), share in score.items()},
    }


AVERAGE, VARIANCE = "average mana", "variance of mana"
N_CARDS = 30
_SEEN = 1e-12  # mana curves of a smaller share of all decks are not drawn


def draw_scatter(path: Path, elites: Mapping[str, pl.DataFrame], title: str) -> Path:
    """Elites by average mana and its variance; colour and size show the fitness, as in figure 3.

    `elites` has, by title, a table with deck_mana_sum, deck_mana_variance and objective. Each panel
    has its own colours.
    """
    n_columns = min(2, len(elites))
    n_rows = -(-len(elites) // n_columns)
    figure, all_axes = new_figure((5.4 * n_columns, 3.8 * n_rows), n_rows, n_columns, squeeze=False)
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


def draw_density(
    path: Path, evaluations: pl.DataFrame, exact: ManaDistribution, title: str
) -> Path:
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
    figure, all_axes = new_figure((11, 4.6), 1, 2)
    for axes, (name, (x, y, share)) in zip(all_axes, panels.items(), strict=True):
        cells = axes.hexbin(x, y, C=share, reduce_C_function=np.sum, **looks)
        axes.set(xlabel=AVERAGE, ylabel=VARIANCE, title=name, xlim=extent[:2], ylim=extent[2:])
        figure.colorbar(cells, ax=axes, label="share of decks")
    figure.suptitle(title)
    return save(figure, path)


def draw_win_rates(path: Path, curves: Mapping[str, Mapping[str, pl.DataFrame]]) -> Path:
    """The best and the mean win rate of elites over evaluations, as in figure 5.

    `curves` has, by experiment and archetype, a table with evaluations, best and mean.
    """
    figure, all_axes = new_figure(
        (4.6 * len(curves), 7), 2, len(curves), squeeze=False, sharey="row"
    )
    for column, (title, archetypes) in enumerate(curves.items()):
        for row, which in enumerate(("best", "mean")):
            axes = all_axes[row, column]
            for name, table in archetypes.items():
                axes.plot(table["evaluations"], table[which], label=name)
            axes.set(xlabel="evaluated decks", ylabel=f"{which} win rate of elites", title=title)
            axes.grid(alpha=0.3)
    all_axes[0, 0].legend(fontsize="small")
    return save(figure, path)


def draw_landscapes(
    path: Path,
    rows: Mapping[str, tuple[np.ndarray, np.ndarray]],
    like: Archive,
    measures: Sequence[str],
    title: str,
) -> Path:
    """Maps before and after a change, side by side and as a difference.

    `rows` has, by a map's title, two arrays of the shape of `like`, NaN in empty cells.
    """
    panels = [
        (f"{name}{note}", [projected(grid, view) for grid in pair], view)
        for name, pair in rows.items()
        for note, view in views(measures).items()
    ]
    figure, all_axes = new_figure((13, 3.9 * len(panels)), len(panels), 3, squeeze=False)
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


REPORT = PublishedReport(EXTRACT, extract, values, places=("docs/mesb",))

"""The report of the study of TradingStone: the values of `report.md`, its tables and pictures."""

from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.claims import by_group, judge
from flows.studies.published import PublishedReport, Tables
from flows.studies.tradingstone.tables import PUBLISHED, TESTS, TradingResults, extract
from models.statistics.intervals import Z
from models.tradingstone.study import VARIANTS
from tasks.reports.figures import new_figure, save
from tasks.storage.files import write_csv, write_table


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    results = TradingResults(tables["contests"], tables["games"], tables["losses"])
    table = results.table
    write_csv(folder, {"win_rates": table, "losses": results.losses})
    write_table(folder / "win_rates.parquet", table)
    draw_win_rates(folder / "win-rates.png", table)
    if results.losses.height:
        draw_losses(folder / "losses.png", results.losses)
    rows = table.to_dicts()
    return {
        "study": tables["study"].row(0, named=True),
        "tables": {
            view: [
                _published(view, row)
                for row in rows
                if (row["variant"], row["view"]) == ("literal", view)
            ]
            for view in PUBLISHED["tables"]
        },
        "variants": {
            variant: [row for row in rows if row["variant"] == variant]
            for variant in VARIANTS
            if variant in set(table["variant"])
        },
        "trained": [row for row in rows if row["player"] == "ppo"],
        "groups": by_group(judge(PUBLISHED["claims"], TESTS, results), PUBLISHED["groups"]),
        "losses": results.losses.to_dicts(),
        "n_games": results.games.height,
        "numbers": _numbers(table),
    }


def _numbers(table: pl.DataFrame) -> pl.DataFrame:
    """The numbers of `TradingResults.table` by contestant."""
    name = pl.concat_str("variant", "view", "player", separator="-").alias("contestant")
    return table.select(name, pl.exclude("variant", "view", "player", "n_games", "trainings"))


def _published(view: str, row: dict[str, Any]) -> dict[str, Any]:
    """A row of one of the paper's tables, with its figure."""
    paper = PUBLISHED["tables"][view].get(row["player"])
    return row | {"paper": f"{paper['mean']:.2f} ± {paper['error']:.2f}" if paper else "-"}


def draw_win_rates(path: Path, table: pl.DataFrame) -> Path:
    """The win rates of all contestants with their 95 % intervals, a panel per variant."""
    variants = table["variant"].unique(maintain_order=True).to_list()
    figure, (panels,) = new_figure(
        (3.1 * len(variants) + 0.6, 3.4), 1, len(variants), sharey=True, squeeze=False
    )
    for axes, variant in zip(panels, variants, strict=True):
        rows = table.filter(variant=variant)
        share, low, high = (rows[name].to_numpy() for name in ("share", "low", "high"))
        names = [f"{row['player']}, {row['view']}" for row in rows.iter_rows(named=True)]
        axes.errorbar(range(len(names)), share, (share - low, high - share), fmt="o", capsize=3)
        axes.set_xticks(range(len(names)), names, rotation=60, ha="right", fontsize="small")
        axes.set_title(variant, fontsize="medium")
        axes.axhline(0.5, color="0.8", linewidth=1, zorder=0)
    panels[0].set(ylabel="share of games won against greedy", ylim=(0, 1.02))
    return save(figure, path)


def draw_losses(path: Path, table: pl.DataFrame) -> Path:
    """Losses per game against perfect play over simulations per decision, as of `mcts:100`."""
    figure, axes = new_figure((5.2, 3.4))
    searches = table.filter(pl.col("player").str.contains(":")).with_columns(
        pl.col("player").str.split(":").list.get(0).alias("method"),
        pl.col("player").str.split(":").list.get(1).cast(pl.Int64).alias("budget"),
    )
    for (view, method), rows in searches.group_by("view", "method", maintain_order=True):
        errors = rows["error"].fill_null(0.0) * Z
        label = f"{method}, {view} hands"
        axes.errorbar(rows["budget"], rows["loss"], errors, fmt="o-", capsize=3, label=label)
    axes.set(xscale="log", xlabel="simulations per decision")
    axes.set_ylabel("loss per game against perfect play")
    axes.set_ylim(bottom=0)
    axes.legend(fontsize="small")
    return save(figure, path)


#: The extract's tables: what a row is.
EXTRACT = {
    "study": "the study: sizes, seed, the digest of the code, CPU-seconds",
    "contests": "a contest: rules, view of the opponent's hand, player, number of PPO's training",
    "games": "a game against the greedy opponent: the contestant's reward, turns, decisions; "
    "`game` numbers the deals, which all contests share",
    "losses": "a player's mean loss per game against perfect play, in small games",
}
#: Results that the report adds.
RESULTS = {"win_rates": "a contestant: its win rates with intervals, by seat, and its work"}
REPORT = PublishedReport(EXTRACT, extract, values, results=RESULTS, places=("docs/tradingstone",))

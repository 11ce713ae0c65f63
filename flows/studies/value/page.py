"""The report of a value network's training: the values of `report.md`, and its pictures."""

from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.published import PublishedReport, Tables, write_csv
from flows.studies.value.play import table_of
from flows.studies.value.tables import extract
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import ranged
from tasks.sql.extracts import VALUE_EXTRACT


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    checks, matches = tables["checks"], tables["matches"]
    write_csv(folder, {"checks": checks, "matches": matches})
    draw_strength(folder / "strength.png", matches)
    draw_losses(folder / "losses.png", tables["updates"])
    draw_reliability(folder / "reliability.png", tables["reliability"])
    training = tables["value-training"].row(0, named=True)
    last = matches.filter(round=matches["round"].max()).join(checks.filter(first=0), "round")
    return {
        "training": training,
        "cpu_seconds": tables["times"]["cpu_seconds"].sum(),
        "matches": [_match(row) for row in matches.to_dicts()],
        "checks": [_check(row) for row in checks.to_dicts()],
        "times": [
            [f"{r['round'] + 1}", r["step"], f"{r['seconds']:.0f}", f"{r['cpu_seconds']:.0f}"]
            for r in tables["times"].to_dicts()
        ],
        "numbers": last.select("opponent", "share", "low", "high", "log_loss", "auc"),
    }


def _match(row: dict[str, Any]) -> list[str]:
    share = ranged(row["share"], (row["low"], row["high"]), ".1%")
    return [f"{row['round'] + 1}", row["opponent"], share, f"{row['games']:,}"]


def _check(row: dict[str, Any]) -> list[str]:
    part = f"from round {row['first']}" if row["first"] else "all"
    numbers = [f"{row['states']:,}", f"{row['log_loss']:.3f}", f"{row['auc']:.3f}"]
    return [f"{row['round'] + 1}", part, *numbers]


def draw_strength(path: Path, matches: pl.DataFrame) -> Path:
    """The share of games won by the network of each round in the fair beam, by opponent."""
    figure, axes = new_figure((6, 3.4))
    for (opponent,), rows in matches.group_by("opponent", maintain_order=True):
        rounds = rows["round"] + 1
        axes.plot(rounds, rows["share"], "o-", label=opponent)
        axes.fill_between(rounds, rows["low"], rows["high"], alpha=0.2)
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set_xticks(sorted(set(matches["round"] + 1)))
    axes.set(xlabel="round", ylabel="share of games won")
    axes.legend(fontsize="small")
    return save(figure, path)


def draw_losses(path: Path, updates: pl.DataFrame) -> Path:
    """The loss of the fit of each round over updates."""
    figure, axes = new_figure((6, 3.4))
    for (round_,), rows in updates.group_by("round", maintain_order=True):
        axes.plot(rows["update"], rows["loss"], label=f"round {round_ + 1}")
    axes.set(xlabel="update", ylabel="logistic loss of the targets (nats)")
    axes.legend(fontsize="small")
    return save(figure, path)


def draw_reliability(path: Path, rows: pl.DataFrame) -> Path:
    """Predicted chances and true shares of wins of the last round's network."""
    figure, axes = new_figure((3.8, 3.6))
    last = rows.filter(round=rows["round"].max())
    axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    axes.plot(last["predicted"], last["won"], "o-")
    axes.set(xlabel="predicted chance to win", ylabel="share of games won", aspect="equal")
    return save(figure, path)


REPORT = PublishedReport(
    VALUE_EXTRACT, extract, values, step=lambda folder: len(table_of(folder, "matches").numbers())
)

"""The report of a value network's training: its extract, values and pictures."""

from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.published import PublishedReport, Tables
from flows.studies.value.play import FILE, SECONDS, TABLES, TIMING, network_path, table_of
from models.files import file_digest
from tasks.reports.figures import new_figure, save
from tasks.storage.files import not_empty, read_times, write_csv


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the rounds that have ended."""
    training, digests = FILE.load(path)
    rounds = not_empty(path, table_of(path, TABLES[-1]).numbers(), "no round has ended")
    about = {
        "format": training.player.format,
        "patch": training.player.patch.name,
        "rounds": list(training.rounds),
        "ended": len(rounds),
        "seed": training.seed,
        "network": file_digest(network_path(path, rounds[-1])),
        "settings": training.model_dump_json(exclude={"player": {"patch"}}),
        "code": digests["code"],
        "cards": digests["cards"],
    }
    times = [
        (int(round_), step, *seconds)
        for name, seconds in read_times(path / TIMING, SECONDS).items()
        for round_, step, *_chunk in [name.split()]
    ]
    names = ["round", "step", "seconds", "cpu_seconds"]
    steps = pl.DataFrame(times, names, orient="row")
    return {
        "value-training": pl.DataFrame([about]),
        **{
            name: pl.concat([table_of(path, name).read(each) for each in rounds]) for name in TABLES
        },
        "times": steps.group_by("round", "step", maintain_order=True).sum(),
    }


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    checks, matches = tables["checks"], tables["matches"]
    write_csv(folder, {"checks": checks, "matches": matches})
    draw_strength(folder / "strength.png", matches)
    draw_losses(folder / "losses.png", tables["updates"])
    draw_reliability(folder / "reliability.png", tables["reliability"])
    training = tables["value-training"].row(0, named=True)
    last = matches.filter(round=matches["round"].max()).join(checks.filter(first=0), "round")
    number = pl.col("round") + 1
    part = pl.when(first=0).then(pl.lit("all")).otherwise(pl.format("from round {}", "first"))
    return {
        "training": training,
        "cpu_seconds": tables["times"]["cpu_seconds"].sum(),
        "matches": matches.with_columns(number).to_dicts(),
        "checks": checks.with_columns(number, part=part).to_dicts(),
        "times": tables["times"].with_columns(number).to_dicts(),
        "numbers": last.select("opponent", "share", "low", "high", "log_loss", "auc"),
    }


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


#: The extract's tables: what a row is.
EXTRACT = {
    "value-training": "the training: format, rounds, settings, the digests of code and cards",
    "updates": "a hundred updates of a round's fit: the mean logistic loss of their targets",
    "checks": "a part of the game in a round: log loss and AUC on games of other decks; from round "
    "`first` of the game on, 0 for all states",
    "reliability": "a tenth of the predicted chances in a round: predicted and true share of wins",
    "matches": "a match of a round's network in the fair beam: share of games won, with interval",
    "times": "a step of a round: seconds and CPU-seconds",
}
REPORT = PublishedReport(
    EXTRACT,
    extract,
    values,
    step=lambda folder: len(table_of(folder, "matches").numbers()),
    places=("docs/value-training",),
)

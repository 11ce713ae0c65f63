"""The report of a backtest: the values of `report.md`, and its picture."""

import math
from pathlib import Path
from typing import Any

import polars as pl

from engine.history import LAST_DAY
from flows.studies.backtest.play import BASELINES, SCORES
from flows.studies.backtest.tables import areas, extract
from flows.studies.published import PublishedReport, Tables
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import ranged
from tasks.storage.files import write_csv, write_table

#: What was wanted before the games (docs/results/criteria.md).
WANTED_NERFS, WANTED_SIGN, WANTED_CLEAR = 25, 0.8, 0.5
WANTED_BOARD, WANTED_LOW, WANTED_ALL = 0.75, 0.65, 0.65


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the picture."""
    found = areas(tables["backtest"], tables["ranked"])
    write_table(folder / "areas.parquet", found)
    nerfs = tables["nerfs"]
    shown = {name: tables[name] for name in ("nerfs", "nerfed_decks", "ranked")}
    write_csv(folder, shown | {"areas": found})
    played = nerfs.drop_nulls("change")
    draw_nerfs(folder / "nerfs.png", played)
    points = pl.col("change", "error", "change_others", "error_others") * 100
    names = tables["backtest"]["metagame"].to_list()
    last = found.filter(until=LAST_DAY).group_by("metagame", "cards", maintain_order=True)
    return {
        "metagames": tables["backtest"].to_dicts(),
        "claims": claims(played, found),
        "nerfs": {
            name: played.filter(metagame=name).with_columns(points).to_dicts() for name in names
        },
        "absent": {name: _absent(nerfs.filter(metagame=name)) for name in names},
        "areas": [_area_row(rows) for _, rows in last],
        "scores": [*SCORES.values(), *BASELINES.values()],
        "numbers": played.select(pl.format("{} {}", "metagame", "name"), "change", "error"),
    }


def claims(played: pl.DataFrame, found: pl.DataFrame) -> list[list[str]]:
    """Rows of what was wanted, what was found (`areas`), and the verdict.

    `played` are the nerfs whose card a deck has.
    """
    n, change, error = played.height, played["change"], played["error"]
    signs, clear = int((change < 0).sum()), int((change < -2 * error).sum())
    is_enough = n >= WANTED_NERFS
    rows = [
        _claim(f"right sign in {WANTED_SIGN:.0%} of {WANTED_NERFS} nerfs or more",
               f"{signs} of {n}", is_enough and signs / n >= WANTED_SIGN),
        _claim("beyond two standard errors in half", f"{clear} of {n}",
               is_enough and clear / n >= WANTED_CLEAR),
    ]  # fmt: skip
    for (name,), ranked in found.filter(until=LAST_DAY).group_by("metagame", maintain_order=True):
        rank = {(row["cards"], row["score"]): row for row in ranked.to_dicts()}
        board, every = rank["board", "effect"], rank["all", "effect"]
        is_met = (
            board["auc"] >= WANTED_BOARD and board["low"] >= WANTED_LOW
            and every["auc"] >= WANTED_ALL and every["auc"] > rank["all", "low_cost"]["auc"]
            and board["auc"] > rank["board", "low_cost"]["auc"]
        )  # fmt: skip
        wanted = (
            f"{name}: AUC {WANTED_BOARD} for board cards with a lower limit of {WANTED_LOW}, "
            f"{WANTED_ALL} for all, above low cost"
        )
        row = _claim(wanted, f"board {_area(board)}, all {_area(every)}", is_met)
        is_tested = all(map(math.isfinite, (board["auc"], board["low"], every["auc"])))
        rows.append(row if is_tested else [*row[:2], "not testable: too few nerfed cards"])
    return rows


def _claim(wanted: str, shown: str, is_met: bool) -> list[str]:
    return [wanted, shown, "met" if is_met else "not met"]


def _absent(nerfs: pl.DataFrame) -> str:
    return ", ".join(nerfs.filter(decks=0)["name"]) or "none"


def _area_row(rows: pl.DataFrame) -> list[str]:
    first = rows.row(0, named=True)
    head = [first["metagame"], first["cards"], f"{first['nerfed']}"]
    return [*head, *(_area(row) for row in rows.to_dicts())]


def _area(row: dict[str, Any]) -> str:
    return ranged(row["auc"], (row["low"], row["high"]), ".2f")


def draw_nerfs(path: Path, played: pl.DataFrame) -> Path:
    """The change of the win rate by each nerf whose card a deck has, a panel for each metagame."""
    names = played["metagame"].unique(maintain_order=True).to_list() or [""]
    most = max(played.filter(metagame=name).height for name in names)
    size = (1 + 4.2 * len(names), 1.4 + 0.2 * most)
    figure, (panels,) = new_figure(size, 1, len(names), squeeze=False)
    for axes, name in zip(panels, names, strict=True):
        rows = played.filter(metagame=name).sort("change", descending=True)
        change, margin = 100 * rows["change"], 200 * rows["error"]
        axes.errorbar(change, range(rows.height), xerr=margin, fmt="o", markersize=4)
        axes.axvline(0, color="grey", linewidth=0.8)
        axes.set_yticks(range(rows.height), rows["name"].to_list(), fontsize="x-small")
        axes.set_xlabel("change of the win rate, points (two SE)")
        axes.set_title(name, fontsize="medium")
    return save(figure, path)


#: The extract's tables: what a row is.
EXTRACT = {
    "backtest": "a metagame: name, day, sizes, settings, digests",
    "nerfs": "a nerf of the game at a date: the change of the decks' win rate and of their share",
    "nerfed_decks": "a deck with a nerfed card: its win rate before and after, in the same deals",
    "ranked": "a card of a date: scores and baselines that rank it, and the day of its nerf",
}
#: Results that the report adds.
RESULTS = {"areas": "a score of cards at a date: AUC with 95 % limits"}
REPORT = PublishedReport(EXTRACT, extract, values, results=RESULTS, places=("docs/backtest",))

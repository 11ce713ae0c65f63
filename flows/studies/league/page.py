"""The report of a league: the values of `report.md`, its tables and pictures."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from flows.studies.league.tables import BUDGETS, LeagueResults, extract
from flows.studies.published import PublishedReport, Tables
from tasks.reports.figures import new_figure, save
from tasks.reports.formats import form, ranged
from tasks.storage.files import read_table, write_csv, write_table


def ranking(folder: Path) -> str:
    """The ratings of a report as text, the best player first, with 95 % intervals."""
    rows = read_table(folder / "ratings.parquet").to_dicts()
    width = max(len("player"), *(len(row["player"]) for row in rows))
    lines = [f"    {'player':<{width}}  {'rating (Elo)':<22} {'wins':<26} ms per turn"]
    for place, row in enumerate(rows, start=1):
        elo = ranged(row["elo"], (row["elo_low"], row["elo_high"]), "+.0f")
        wins = ranged(row["score"], (row["low"], row["high"]), ".1%")
        ms = form(row["ms_per_turn"], ",.2f")
        lines.append(f"{place:>2}. {row['player']:<{width}}  {elo:<22} {wins:<26} {ms:>11}")
    return "\n".join(lines)


def values(folder: Path, tables: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    league = LeagueResults(tables)
    found = dict(zip(RESULTS, (league.table, league.pairs, league.by_deck), strict=True))
    write_csv(folder, found)
    for name, table in found.items():
        write_table(folder / f"{name}.parquet", table)
    draw_matrix(folder / "matrix.png", league.pairs)
    has_times = league.table["ms_per_turn"].is_not_null().any()  # measured after the games
    if has_times:
        draw_strength_and_cost(folder / "strength-and-cost.png", league.table)
    draw_by_deck(folder / "by-deck.png", league.by_deck)
    return {
        "about": league.about,
        "decks": league.decks,
        "has_own_decks": league.has_own_decks,
        "n_games": league.games.height,
        "players": league.table.to_dicts(),
        "names": league.table["player"].to_list(),
        "pair": {(row["player"], row["other"]): row for row in league.pairs.to_dicts()},
        "margin": league.pairs.select((pl.col("high") - pl.col("low")).max()).item() / 2,
        "seat": league.ratings.seat,
        "surprise": league.surprise,
        "sight": league.sight,
        "best": league.best(),
        "best_fair": league.best(fair=True),
        "budgets": [_budget(league, most) for most in BUDGETS],
        "has_times": has_times,
        "draws": league.games.filter(result="draw").height,
        "numbers": league.table.drop("text", "sees_all"),
    }


def _budget(league: LeagueResults, most_ms: float) -> list[str]:
    """The best players within a time per turn."""
    found = [league.best(most_ms), league.best(most_ms, fair=True)]
    shown = (f"{row['player']} ({row['elo']:+.0f})" if row else "none" for row in found)
    return [f"{most_ms:,} ms", *shown]


def draw_matrix(path: Path, pairs: pl.DataFrame) -> Path:
    """The share of games that the row's player wins against the column's, best players first.

    `pairs` has player, other and score, in the order of both axes.
    """
    names = pairs["player"].unique(maintain_order=True).to_list()
    grid = np.full((len(names), len(names)), np.nan)
    for name, other, score in pairs.select("player", "other", "score").iter_rows():
        grid[names.index(name), names.index(other)] = score
    size = 2.5 + 0.62 * len(names)
    title = "share of games that the row's player wins"
    return _draw_shares(path, (size + 0.8, size), grid, names, names, title)


def draw_by_deck(path: Path, shares: pl.DataFrame) -> Path:
    """The share of games (player, deck, score) that each player wins with each deck."""
    players, decks = (
        shares[name].unique(maintain_order=True).to_list() for name in ("player", "deck")
    )
    grid = shares["score"].to_numpy().reshape(len(players), len(decks))
    size = 3.6 + 0.75 * len(decks), 2.4 + 0.4 * len(players)
    title = "share of wins with each deck, against all others"
    return _draw_shares(path, size, grid, players, decks, title)


def _draw_shares(
    path: Path,
    size: tuple[float, float],
    grid: np.ndarray,
    rows: list[str],
    columns: list[str],
    title: str,
) -> Path:
    """Shares of wins as colours and numbers."""
    figure, axes = new_figure(size)
    image = axes.imshow(grid, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(columns)), columns, rotation=60, ha="right", fontsize="small")
    axes.set_yticks(range(len(rows)), rows, fontsize="small")
    for (i, j), share in np.ndenumerate(grid):
        if np.isfinite(share):
            axes.text(j, i, f"{100 * share:.0f}", ha="center", va="center", fontsize="small")
    figure.colorbar(image, ax=axes, label="share of wins")
    axes.set_title(title, fontsize="medium")
    return save(figure, path)


def draw_strength_and_cost(path: Path, table: pl.DataFrame) -> Path:
    """Ratings with their intervals over milliseconds per turn; squares see hidden cards."""
    figure, axes = new_figure((9.6, 5.4))
    rows = table.filter(pl.col("ms_per_turn").is_not_null()).to_dicts()
    for number, row in enumerate(rows):
        axes.errorbar(
            row["ms_per_turn"],
            row["elo"],
            yerr=[[row["elo"] - row["elo_low"]], [row["elo_high"] - row["elo"]]],
            fmt="s" if row["sees_all"] else "o",
            color=f"C{number % 10}",
            # Ten colours; from the eleventh player on, the marks are hollow.
            markerfacecolor=None if number < 10 else "white",
            capsize=2,
            label=f"{row['player']} ({'sees hidden cards' if row['sees_all'] else 'fair'})",
        )
    axes.set(xscale="log", xlabel="CPU milliseconds per turn", ylabel="rating (Elo)")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", fontsize="small", frameon=False)
    return save(figure, path)


#: The extract's tables: what a row is.
EXTRACT = {
    "league": "the league: seed, games per pair, cards, digests",
    "players": "a player: its settings, its work in all games, and its time in separate games",
    "decks": "a deck, with its code",
    "games": "a game: its deal, who goes first and second with which deck, who won, rounds",
}
#: Results that the report adds.
RESULTS = {
    "ratings": "a player, best first: rating with interval, win rates, nodes and milliseconds",
    "pairs": "a player against another: share of wins with interval, by seat, and as rated",
    "by_deck": "a player with a deck, against all others",
}
REPORT = PublishedReport(
    EXTRACT, extract, values, summary=ranking, results=RESULTS, places=("docs/league",)
)

"""Draws exploitability curves: `python -m tests.benchmarks.small_games [--out docs/self-play]`.

Trains tables by each method of self-play on rock-paper-scissors, Kuhn and Leduc poker, and writes
`small-games.csv` and `small-games.png`. Takes about 70 CPU-seconds per seed.
"""

import argparse
from itertools import product
from pathlib import Path

import polars as pl
from matplotlib.figure import Figure

from models.self_play.opponents import METHODS
from models.self_play.small_games.game_tree import GameTree
from models.self_play.small_games.games import GAMES
from models.self_play.small_games.training import TrainingConfig, train

RATES = {"rock-paper-scissors": 0.01, "kuhn": 0.01, "leduc": 0.02}
#: What is compared: a method's settings and what differs from `TrainingConfig`.
ENTRIES: dict[str, dict[str, object]] = {
    **{name: {"opponents": rules} for name, rules in METHODS.items()},
    "osfp, momentum 0.9": {"opponents": METHODS["osfp"], "momentum": 0.9},
    "osfp, UPGO": {"opponents": METHODS["osfp"], "learning__upgo": 1.0},
}
_VARIED = "rock-paper-scissors"  # the only game of the entries that are no method
_EVERY = 10  # periods between rows of the table


def measure(periods: int, n_seeds: int) -> pl.DataFrame:
    """All curves: `game`, `entry`, `seed`, and the columns of `train`."""
    curves = []
    for game, (entry, changes), seed in product(GAMES, ENTRIES.items(), range(1, n_seeds + 1)):
        if entry not in METHODS and game != _VARIED:
            continue
        config = TrainingConfig(periods=periods, rate=RATES[game]).but(**changes)
        curve = train(GameTree.of(GAMES[game]), config, seed)
        named = (pl.lit(value).alias(name) for name, value in (("game", game), ("entry", entry)))
        curves.append(curve.select(*named, pl.lit(seed).alias("seed"), pl.all()))
        print(f"{game:20} {entry:20} seed {seed}: {curve['exploitability'][-30:].mean():.3f}")
    return pl.concat(curves)


def draw(curves: pl.DataFrame) -> Figure:
    """One panel per game: the mean of the seeds, over periods."""
    figure = Figure(figsize=(12, 4), layout="constrained")
    for axes, game in zip(figure.subplots(1, len(GAMES)), GAMES, strict=True):
        for entry in ENTRIES:
            rows = curves.filter(pl.col("game") == game, pl.col("entry") == entry)
            mean = rows.group_by("period").agg(pl.col("exploitability").mean()).sort("period")
            style = "--" if "," in entry else "-"
            axes.plot(mean["period"], mean["exploitability"], style, label=entry, linewidth=1)
        axes.set(title=game, xlabel="period", ylabel="exploitability", ylim=(0, None))
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return figure


def summary(curves: pl.DataFrame) -> pl.DataFrame:
    """The mean exploitability of the last 30 tables, of each seed."""
    last = curves.filter(pl.col("period") > pl.col("period").max() - 30)
    means = last.group_by("game", "entry", "seed", maintain_order=True)
    return means.agg(pl.col("exploitability").mean()).pivot("seed", values="exploitability")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/self-play"), help="folder")
    parser.add_argument("--periods", type=int, default=300, help="learning periods")
    parser.add_argument("--seeds", type=int, default=1, help="trainings of each kind")
    arguments = parser.parse_args()
    found = measure(arguments.periods, arguments.seeds)
    arguments.out.mkdir(parents=True, exist_ok=True)
    rows = found.filter(pl.col("period") % _EVERY == 0).drop("games")
    rows.write_csv(arguments.out / "small-games.csv", float_precision=4)
    draw(found).savefig(arguments.out / "small-games.png", dpi=80)
    print(summary(found))

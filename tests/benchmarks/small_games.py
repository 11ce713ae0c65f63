"""Draws exploitability curves: `python -m tests.benchmarks.small_games [--out docs/self-play]`.

Trains tables by each method of self-play on rock-paper-scissors, Kuhn and Leduc poker, and writes
the curves, `small-games-PERIODS.csv`, the same as `.png`, and the means of the last tenth of the
periods, `small-games-PERIODS-last.csv`: each training's, and the mean over seeds with its 95 %
limits. Takes about four CPU-minutes per seed. Longer trainings, as with `--periods 1200 --entries
self-play osfp`, are for methods that seldom copy a table. `--again` reads the stored curves.
"""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import polars as pl
from matplotlib.figure import Figure

from models.self_play.opponents import METHODS
from models.statistics.summaries import confidence_band
from tests.benchmarks.figures import parser_of
from tests.models.self_play.small_games.game_tree import GameTree
from tests.models.self_play.small_games.games import GAMES
from tests.models.self_play.small_games.training import TrainingConfig, train

RATES = {"rock-paper-scissors": 0.01, "kuhn": 0.01, "leduc": 0.02}
#: What is compared: a method's settings and what differs from `TrainingConfig`.
ENTRIES: dict[str, dict[str, object]] = {
    **{name: {"opponents": rules} for name, rules in METHODS.items()},
    **{
        f"{name}, momentum 0.9": {"opponents": METHODS[name], "momentum": 0.9}
        for name in ("self-play", "osfp")
    },
    "osfp, UPGO": {"opponents": METHODS["osfp"], "learning__upgo": 1.0},
}
_POINTS = 30  # of a curve
#: The first seed after the bounds for OSFP were stated (docs/results/self-play.md).
FIRST = 7


def measure(entries: Sequence[str], periods: int, seeds: Sequence[int]) -> pl.DataFrame:
    """Curves on all games: `game`, `entry`, `seed`, `period`, `exploitability` and `copies`.

    A curve has `_POINTS` rows, with means since the row before: exploitability goes up and down
    from one table to the next.
    """
    curves = []
    for game, entry, seed in product(GAMES, entries, seeds):
        config = TrainingConfig(periods=periods, rate=RATES[game]).but(**ENTRIES[entry])
        trained = train(GameTree.of(GAMES[game]), config, seed).filter(pl.col("period") > 0)
        stretch = (pl.col("period") * _POINTS + periods - 1) // periods
        until = (stretch * periods / _POINTS).round(1).alias("period")
        means = trained.group_by(until, maintain_order=True).agg(
            pl.col("exploitability").mean(), pl.col("copies").last()
        )
        named = {"game": game, "entry": entry, "seed": seed}
        curves.append(means.select(*(pl.lit(each).alias(n) for n, each in named.items()), pl.all()))
        last = _last(curves[-1])["exploitability"].mean()
        print(f"{game:20} {entry:20} seed {seed}: {last:.3f}", flush=True)
    return pl.concat(curves)


def _last(curves: pl.DataFrame) -> pl.DataFrame:
    """The rows of the last tenth of all tables."""
    return curves.filter(pl.col("period") > 0.9 * pl.col("period").max())


def draw(curves: pl.DataFrame) -> Figure:
    """One panel per game: the mean of the seeds, over periods."""
    figure = Figure(figsize=(12, 4), layout="constrained")
    entries = curves["entry"].unique(maintain_order=True)
    for axes, game in zip(figure.subplots(1, len(GAMES)), GAMES, strict=True):
        for entry in entries:
            rows = curves.filter(pl.col("game") == game, pl.col("entry") == entry)
            by_period = rows.group_by("period", maintain_order=True)
            seeds = by_period.agg(
                pl.col("exploitability").mean(),
                pl.col("exploitability").min().alias("low"),
                pl.col("exploitability").max().alias("high"),
            )
            style = "--" if "," in entry else "-"
            axes.plot(seeds["period"], seeds["exploitability"], style, label=entry, linewidth=1)
            axes.fill_between(seeds["period"], seeds["low"], seeds["high"], alpha=0.2)
        axes.set(title=game, xlabel="period", ylabel="exploitability", ylim=(0, None))
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return figure


def summary(curves: pl.DataFrame) -> pl.DataFrame:
    """The mean exploitability of the last tenth of the tables, by game and entry.

    `seed_N` has that of each training; `mean`, `low` and `high` are over the seeds from `FIRST` on,
    those after the bounds were stated, or over all if there are no others.
    """
    means = _last(curves).group_by("game", "entry", "seed", maintain_order=True)
    table = means.agg(pl.col("exploitability").mean()).pivot("seed", values="exploitability")
    seeds = [name for name in table.columns if name.isdecimal()]
    later = [name for name in seeds if int(name) >= FIRST] or seeds
    values = table.select(later).to_numpy()
    low, high = confidence_band(values.T)
    limits = {"mean": values.mean(axis=1), "low": low, "high": high}
    named = table.rename({name: f"seed_{name}" for name in seeds})
    return named.with_columns(**{name: pl.Series(each) for name, each in limits.items()})


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/self-play"), help="folder")
    parser.add_argument("--entries", nargs="+", choices=ENTRIES, default=ENTRIES, metavar="ENTRY")
    parser.add_argument("--periods", type=int, default=300, help="learning periods")
    parser.add_argument("--seeds", type=int, default=1, help="trainings of each kind")
    parser.add_argument("--first-seed", type=int, default=1, help="the first one's seed")
    parser.add_argument("--again", action="store_true", help="train nothing, read the curves")
    arguments = parser.parse_args()
    trainings = range(arguments.first_seed, arguments.first_seed + arguments.seeds)
    arguments.out.mkdir(parents=True, exist_ok=True)
    name = f"small-games-{arguments.periods}"
    if arguments.again:
        found = pl.read_csv(arguments.out / f"{name}.csv")
    else:
        found = measure(arguments.entries, arguments.periods, trainings)
        found.write_csv(arguments.out / f"{name}.csv", float_precision=4)
        draw(found).savefig(arguments.out / f"{name}.png", dpi=80)
    last = summary(found)
    last.write_csv(arguments.out / f"{name}-last.csv", float_precision=4)
    print(last)

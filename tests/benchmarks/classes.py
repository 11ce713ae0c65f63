"""How many times fewer games `bayes-me` needs, by class: `python -m tests.benchmarks.classes`.

Reads the extracts of `reproduce` for the nine classes and writes a table: the mean corrected QD
scores at 100,000 games, the better baseline, and N with its 95 % interval, as the criterion of 28
November 2026 says (docs/results/criteria.md). The last row is the geometric mean over classes.

Columns: class, seeds (of each algorithm), bayes_me, lsa_me, dsa_me, baseline, n, low, high, and
early, the seeds of `bayes-me` that are above the target at their first point: n is then a lower
bound.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import polars as pl
from scipy import stats

from models.statistics.efficiency import games_needed
from tasks.reports.curves import SearchCurve, read_curves
from tests.benchmarks.figures import parser_of

DOCS = Path(__file__).parents[2] / "docs" / "sample-efficiency"
#: The settings of each algorithm in these searches; Rogue's extract has others, too.
SETTINGS = {
    "bayes-me": {"belief.decks_per_game": "30"},
    "lsa-me": {"search.n_games": "12", "surrogate.kind": "linear"},
    "dsa-me": {"search.n_games": "24", "surrogate.epochs": "2"},
}
GAMES = 100_000


def of_algorithm(curves: Iterable[SearchCurve], name: str) -> list[pl.DataFrame]:
    """The points of an algorithm's searches with these settings; of a seed, the most points.

    Older searches of some seeds have no points on the way.
    """
    found = dict[int, pl.DataFrame]()
    for each in curves:
        if each.algorithm == name and SETTINGS[name].items() <= each.settings.items():
            if each.points["games"][-1] < 0.999 * GAMES:
                raise SystemExit(f"{each.place}: ends before {GAMES:,} games")
            known = found.get(each.seed, each.points)
            found[each.seed] = max(known, each.points, key=len)
    if len(found) < 2:
        raise SystemExit(f"{name}: {len(found)} seeds; play two or more")
    return list(found.values())


def scores(group: list[pl.DataFrame]) -> np.ndarray:
    """The corrected QD score of each search at its last point."""
    return np.array([points["corrected_qd_score"][-1] for points in group])


def log_games(group: list[pl.DataFrame], target: float) -> np.ndarray:
    """Logarithms of the games that each search needs for a score; all of them if it has less."""
    columns = [points.select("games", "corrected_qd_score").to_numpy().T for points in group]
    return np.log([min(GAMES, games_needed(*each, target)) for each in columns])


def row(hero: str, curves: list[SearchCurve]) -> dict[str, object]:
    """The row of a class."""
    groups = {name: of_algorithm(curves, name) for name in SETTINGS}
    means = {name: float(scores(group).mean()) for name, group in groups.items()}
    best = max(("lsa-me", "dsa-me"), key=means.__getitem__)
    target = min(means["bayes-me"], means[best])
    needed = [log_games(groups[name], target) for name in (best, "bayes-me")]
    test = stats.ttest_ind(*needed, equal_var=False)
    low, high = np.exp(test.confidence_interval())
    n = np.exp(needed[0].mean() - needed[1].mean())
    early = sum(each["corrected_qd_score"][0] >= target for each in groups["bayes-me"])
    seeds = "/".join(str(len(group)) for group in groups.values())
    shown = {name.replace("-", "_"): round(mean, 1) for name, mean in means.items()}
    numbers = {"n": n, "low": low, "high": high, "early": early}
    return {"class": hero, "seeds": seeds} | shown | {"baseline": best} | numbers


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--out", type=Path, default=DOCS / "classes" / "ratios.csv")
    places = {
        each.parent.name: [each] for each in sorted(DOCS.glob("classes/*/efficiency.parquet"))
    }
    places.setdefault("rogue", []).append(DOCS / "baselines-12" / "efficiency.parquet")
    rows = [
        row(hero, [curve for path in places[hero] for curve in read_curves([path])])
        for hero in sorted(places)
    ]
    logs = np.log([each["n"] for each in rows])
    mean, error = logs.mean(), stats.sem(logs)
    low, high = mean + error * stats.t.ppf([0.025, 0.975], len(logs) - 1)
    whole = dict(zip(("n", "low", "high"), np.exp([mean, low, high]), strict=True))
    rows.append({"class": f"{len(rows)} classes"} | whole)
    table = pl.DataFrame(rows, infer_schema_length=None)
    table.with_columns(pl.col("n", "low", "high").round(2)).write_csv(parser.parse_args().out)
    print(table)


if __name__ == "__main__":
    main()

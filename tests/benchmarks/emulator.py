"""Whether an emulator ranks algorithms as the engine does: `python -m tests.benchmarks.emulator`.

Reads the searches of `benchmark` on an emulator (docs/sample-efficiency/emulator) and those on the
engine with the same settings, and writes a table: the mean corrected QD score of each algorithm at
its last point, also as a share of that of `bayes-me`, and the rank correlation (Spearman) of the
means, which the criterion of 28 November 2026 is about (docs/results/criteria.md).

Columns: algorithm, engine, engine_seeds, emulator, emulator_seeds, engine_share, emulator_share,
rank_correlation (the same in all rows).
"""

from collections import defaultdict
from pathlib import Path

import numpy as np
import polars as pl
from scipy import stats

from flows.questions.data import BASELINES
from tasks.reports.curves import SearchCurve, read_curves
from tests.benchmarks.figures import parser_of

DOCS = Path(__file__).parents[2] / "docs" / "sample-efficiency"
#: Settings that say where decks play, and when archives are judged.
ELSEWHERE = ("emulator", "emulator.file", "emulator.digest", "search.curve_games")
#: Algorithms that were not played again: runs.txt has the settings of `benchmark` for them.
OLDER = ("map-elites", "extract-me", "archive-sampling")


def key_of(curve: SearchCurve) -> tuple[tuple[str, str], ...]:
    """The algorithm of a search and its settings, wherever its decks play."""
    settings = {k: v for k, v in curve.settings.items() if k not in ELSEWHERE}
    return ("algorithm", curve.algorithm), *sorted(settings.items())


def scores(extract: Path) -> dict[tuple[tuple[str, str], ...], list[float]]:
    """The last corrected QD scores of searches by what `key_of` says."""
    found = defaultdict(list)
    for curve in read_curves([extract]):
        found[key_of(curve)].append(float(curve.points["corrected_qd_score"][-1]))
    return found


def older_scores(algorithm: str) -> list[float]:
    """Those of the searches of docs/sample-efficiency/runs.txt, whose extract has no settings."""
    table = pl.read_parquet(DOCS / "efficiency.parquet").filter(algorithm=algorithm)
    last = table.sort("games").group_by("seed", maintain_order=True).last()
    return last["corrected_qd_score"].to_list()


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--emulated", type=Path, default=DOCS / "emulator", help="its extract")
    parser.add_argument("--out", type=Path, default=DOCS / "emulator" / "ranks.csv")
    asked = parser.parse_args()
    engine, rows = scores(DOCS / "baselines-12"), []
    for key, theirs in scores(asked.emulated).items():
        name = dict(key)["algorithm"]
        if name == "own":
            continue
        if key not in engine and name not in OLDER:
            raise SystemExit(f"{name}: the engine has no search with these settings")
        ours = engine.get(key) or older_scores(name)
        row = {"algorithm": name, "engine": np.mean(ours), "engine_seeds": len(ours)}
        rows.append(row | {"emulator": np.mean(theirs), "emulator_seeds": len(theirs)})
    table = pl.DataFrame(rows).sort("engine", descending=True)
    if {*table["algorithm"]} != {*BASELINES} or (table.select("^.*_seeds$").to_numpy() < 5).any():
        raise SystemExit(f"an algorithm or a seed is missing:\n{table}")
    best = table.filter(algorithm="bayes-me")
    shares = {f"{name}_share": pl.col(name) / best[name][0] for name in ("engine", "emulator")}
    found = stats.spearmanr(table["engine"], table["emulator"]).statistic
    table = table.with_columns(**shares, rank_correlation=pl.lit(found))
    table.with_columns(pl.selectors.float().round(3)).write_csv(asked.out)
    print(table)


if __name__ == "__main__":
    main()

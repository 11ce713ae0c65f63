"""What ancillary data do to a surrogate: `python -m tests.benchmarks.ancillary RUN ...`.

Fits a new surrogate to the decks of finished runs of `dsa-me`: to the first 100, which are random,
and to the first 2,000. The fits differ in the targets beside objective, turns and hand size, in
the scale of these, and in the epochs. Writes `surrogates.csv`, the mean squared errors of the
three, means over the runs: on the decks of the fit, and on the newest tenth, which was held out.
"""

from pathlib import Path

import numpy as np
import polars as pl

from models.problems.algorithms import PAPER_TARGETS
from models.problems.decks import solutions_of
from models.surrogates.dense import DenseConfig
from models.surrogates.surrogate import DEFAULT_TARGETS
from tasks.storage.store import load_run
from tests.benchmarks.figures import parser_of

ANCILLARY = tuple(target for target in PAPER_TARGETS if target not in DEFAULT_TARGETS)
#: Targets, factor of the ancillary ones, epochs.
VARIANTS = {
    "3 targets": (DEFAULT_TARGETS, 1.0, 20),
    "12 targets": (PAPER_TARGETS, 1.0, 20),
    "12 targets, the 9 ancillary ones divided by 1,000": (PAPER_TARGETS, 0.001, 20),
    "3 targets and the mana sum": ((*DEFAULT_TARGETS, "deck_mana_sum"), 1.0, 20),
    "12 targets, 100 epochs": (PAPER_TARGETS, 1.0, 100),
}


def errors(
    decks: pl.DataFrame, targets: tuple[str, ...], factor: float, epochs: int
) -> list[float]:
    """The errors of one fit: of each of the three targets, learned and held out."""
    counts = solutions_of(decks)
    wanted = [decks[name] * (factor if name in ANCILLARY else 1.0) for name in targets]
    surrogate = DenseConfig(targets=targets, epochs=epochs).build(counts.shape[1], 1)
    report = surrogate.fit(counts, np.stack([each.to_numpy() for each in wanted], axis=1), 1)
    places = [targets.index(name) for name in DEFAULT_TARGETS]
    return [*report.train_mse[places], *report.holdout_mse[places]]


def table(runs: list[pl.DataFrame]) -> pl.DataFrame:
    """A row for each fit: decks, surrogate, and the errors, means over the runs."""
    names = ("objective", "turns", "hand_size")
    columns = [*names, *(f"held_out_{name}" for name in names)]
    rows = [
        {"decks": n_decks, "surrogate": name}
        | dict(zip(columns, found(runs, n_decks, variant), strict=True))
        for n_decks in (100, 2_000)
        for name, variant in VARIANTS.items()
    ]
    return pl.DataFrame(rows)


def found(runs: list[pl.DataFrame], n_decks: int, variant: tuple) -> np.ndarray:
    """The mean errors of a variant over the runs."""
    return np.mean([errors(run.head(n_decks), *variant) for run in runs], axis=0)


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("runs", nargs="+", type=Path, help="Finished runs of dsa-me.")
    parser.add_argument("--out", type=Path, default=Path("docs/dsa-me/ancillary"), help="folder")
    arguments = parser.parse_args()
    fits = table([load_run(path).evaluations() for path in arguments.runs])
    fits.write_csv(arguments.out / "surrogates.csv", float_precision=4)
    print(fits)

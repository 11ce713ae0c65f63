"""The steps of the ladder over several trainings: `python -m tests.benchmarks.ladder`.

Reads the stored leagues of docs/self-play: the ladder's, the same trained again on another machine,
and all of the queue against the ring. Writes `ladder-means.csv`: the mean share of games that a
model wins over the trainings, with its 95 % limits (Student's t).
"""

from pathlib import Path

import numpy as np
import polars as pl

from models.statistics.summaries import mean_interval

DOCS = Path(__file__).parents[2] / "docs" / "self-play"
STEPS = (("b2", "b1.5"), ("b2", "b0"), ("b3", "b0"), ("b3", "b2"))


def shares(player: str, other: str) -> np.ndarray:
    """The share of games won in each pair of trainings with 2 million samples."""
    queue = pl.read_csv(DOCS / "queue-and-ring.csv").filter(draws="batch")
    tables = [pl.read_csv(DOCS / f"{name}.csv") for name in ("ladder", "ladder-again")]
    found = [queue] if other == "b1.5" else tables
    return np.concatenate([each.filter(player=player, other=other)["score"] for each in found])


if __name__ == "__main__":
    rows = []
    for player, other in STEPS:
        each = shares(player, other)
        low, high = mean_interval(each)
        rows.append((player, other, len(each), each.mean(), low, high))
    means = pl.DataFrame(
        rows, ["player", "other", "trainings", "mean", "low", "high"], orient="row"
    )
    means.write_csv(DOCS / "ladder-means.csv", float_precision=4)
    print(means)

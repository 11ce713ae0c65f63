"""Where the time of a run is said to have gone."""

from types import SimpleNamespace

import polars as pl
import pytest

from tasks.run_loop.measured import Measured
from tasks.run_loop.timing import write_timing
from tasks.storage.files import write_table


def test_the_time_of_all_iterations_and_of_the_end_is_added_up(tmp_path):
    iterations = {"games": [10, 20], "wall_s": [5.0, 6.0], "games_s": [3.0, 4.0]}
    more = {"train_s": [None, 0.5], "archive_s": [0.25, 0.25], "tracking_s": [0.1, 0.2]}
    paths = {name: tmp_path / f"{name}.parquet" for name in ("metrics", "timing")}
    write_table(paths["metrics"], pl.DataFrame(iterations | more))
    measured = Measured(tmp_path / "seconds.json")
    measured.note(report_s=1.0, games_s=2.0, tracking_s=0.0)
    directory = SimpleNamespace(metrics_path=paths["metrics"], timing_path=paths["timing"])
    run = SimpleNamespace(directory=directory, measured=measured)
    row = write_timing(run).row(0, named=True)
    assert row["wall_s"] == pytest.approx(11, abs=1)
    expected = {"games": 9, "train": 0.5, "search": 0, "archive": 0.5, "report": 1}
    for part, seconds in expected.items():
        assert row[f"{part}_s"] == pytest.approx(seconds), part
    assert row["other_s"] == pytest.approx(row["wall_s"] - 11)
    assert row["tracking_s"] == pytest.approx(0.3)
    assert row["games"] == 30
    assert row["not_games"] == pytest.approx(1 - 9 / row["wall_s"])
    measured.note(report_s=50.0)
    assert write_timing(run).row(0, named=True) == row, "a finished run keeps its timing"

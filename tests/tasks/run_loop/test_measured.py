"""Where the time of a run is said to have gone."""

from types import SimpleNamespace

import polars as pl
import pytest

from tasks.run_loop.measured import Measured, write_timing
from tasks.storage.files import write_json, write_table


def test_seconds_add_up_over_attempts_and_counts_do_not(tmp_path):
    first = Measured(tmp_path / "seconds.json")
    first.begin(3)
    first.add_seconds("train", 2.0)
    first.note(games=10)
    first.keep()
    again = Measured(tmp_path / "seconds.json")
    again.begin(3)
    assert again.values == {}
    assert again.add_seconds("train") == 2.0
    assert again.add_seconds("train", 0.5) == 2.5
    assert again.values == {"train_s": 2.5}


def test_seconds_kept_by_an_attempt_that_did_not_come_so_far_are_not_lost(tmp_path):
    path = tmp_path / "seconds.json"
    for _ in range(3):
        attempt = Measured(path)
        attempt.add_seconds("ask", 1.0)
        attempt.keep()  # killed before the games, which an earlier attempt began to play
    attempt.add_seconds("games", 5.0)
    attempt.keep()
    last = Measured(path)
    last.add_seconds("ask", 1.0)
    last.keep()
    assert Measured(path).add_seconds("games") == 5.0
    assert Measured(path).add_seconds("ask") == 4.0


def test_the_time_of_all_attempts_counts(tmp_path):
    path = tmp_path / "seconds.json"
    write_json(path, {"iteration": 0, "seconds": {"wall_s": 100.0}})
    assert 100 < Measured(path).wall_s < 150


def test_seconds_of_another_iteration_do_not_count(tmp_path):
    first = Measured(tmp_path / "seconds.json")
    first.add_seconds("train", 2.0)
    first.keep()
    again = Measured(tmp_path / "seconds.json")
    again.begin(1)
    assert again.add_seconds("train") == 0.0


def test_the_time_between_attempts_does_not_count(tmp_path, monkeypatch):
    now = [0.0]
    clock = SimpleNamespace(perf_counter=lambda: now[0])
    monkeypatch.setattr("tasks.run_loop.measured.time", clock)
    first = Measured(tmp_path / "seconds.json")
    with first.timed("games"):
        now[0] += 5
    first.keep()
    now[0] += 100
    again = Measured(tmp_path / "seconds.json")
    assert again.wall_s == 5
    assert again.add_seconds("games") == 5


def test_an_ended_run_leaves_no_file(tmp_path):
    measured = Measured(tmp_path / "seconds.json")
    measured.keep()
    measured.forget()
    assert list(tmp_path.iterdir()) == []


def test_the_time_of_all_iterations_and_of_the_end_is_added_up(tmp_path):
    iterations = {"games": [10, 20], "wall_s": [5.0, 6.0], "games_s": [3.0, 4.0]}
    more = {"train_s": [None, 0.5], "archive_s": [0.25, 0.25], "tracking_s": [0.1, 0.2]}
    paths = {name: tmp_path / f"{name}.parquet" for name in ("metrics", "timing")}
    write_table(paths["metrics"], pl.DataFrame(iterations | more))
    measured = Measured(tmp_path / "seconds.json")
    measured.note(report_s=1.0, games_s=2.0, tracking_s=0.0)
    directory = SimpleNamespace(metrics_path=paths["metrics"], timing_path=paths["timing"])
    row = write_timing(directory, measured).row(0, named=True)
    assert row["wall_s"] == pytest.approx(11, abs=1)
    expected = {"games": 9, "train": 0.5, "search": 0, "archive": 0.5, "report": 1}
    for part, seconds in expected.items():
        assert row[f"{part}_s"] == pytest.approx(seconds), part
    assert row["other_s"] == pytest.approx(row["wall_s"] - 11)
    assert row["tracking_s"] == pytest.approx(0.3)
    assert row["games"] == 30
    assert row["not_games"] == pytest.approx(1 - 9 / row["wall_s"])
    measured.note(report_s=50.0)
    again = write_timing(directory, measured).row(0, named=True)
    assert again == row, "a finished run keeps its timing"

"""The line that ends a search."""

from tasks.reports.summary import _closing_line


def test_the_closing_line_says_what_its_seconds_are_of():
    timing = {"wall_s": 68.2, "games": 1_800, "games_s": 17.0, "train_s": 21.04}
    line = _closing_line(timing | {"search_s": 9.5, "tracking_s": 3.26})
    assert line == (
        "iterations and report took 68 s: 1,800 games in 17 s (106 games/s), training 21.0 s, "
        "inner loop 9.5 s, Prefect and MLflow 3.3 s"
    )

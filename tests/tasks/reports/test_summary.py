"""The line that ends a search."""

import polars as pl

from tasks.reports.summary import _closing_line, best_decks


def test_the_closing_line_says_what_its_seconds_are_of():
    timing = {"wall_s": 68.2, "games": 1_800, "games_s": 17.0, "train_s": 21.04}
    line = _closing_line(timing | {"search_s": 9.5, "tracking_s": 3.26})
    assert line == (
        "iterations and report took 68 s: 1,800 games in 17 s (106 games/s), training 21.0 s, "
        "inner loop 9.5 s, Prefect and MLflow 3.3 s"
    )


def test_the_best_decks_are_sorted_by_the_health_they_show():
    elites = {"rank": [1, 2, 3], "deck": ["a", "b", "c"], "deck_code": ["A", "B", "C"]}
    elites |= {"objective": [-4.83, 9.0, 7.0], "fresh_objective": [6.0, 2.004, None]}
    elites |= {"win_rate": [0.2, 0.9, 0.75], "fresh_win_rate": [0.7, 0.6, None]}
    shown = best_decks(pl.DataFrame(elites | {"believed_objective": [5.0, 8.0, 4.0]}))
    assert shown.columns == ["Rank", "Health", "Wins, %", "Deck", "Deck code"]
    assert shown["Health"].to_list() == [6.0, 4.0, 2.0]
    assert shown["Deck"].to_list() == ["a", "c", "b"]
    assert shown["Wins, %"].to_list() == [70.0, 75.0, 60.0]
    assert shown["Rank"].to_list() == [1, 2, 3]

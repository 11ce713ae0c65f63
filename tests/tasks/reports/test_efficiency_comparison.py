import numpy as np
import polars as pl
import pytest

from models.settings.config import ConfigError
from tasks.reports.efficiency_comparison import comparison, games_to, reference_of


def group(*scores: tuple[float, ...], games=(100, 200)) -> dict[tuple[str, int], pl.DataFrame]:
    """One curve per tuple; a game takes a tenth of a second."""
    return {
        (f"run-{seed}", seed): pl.DataFrame(
            {
                "games": games,
                "seconds": [each / 10 for each in games],
                "corrected_qd_score": points,
            }
        )
        for seed, points in enumerate(scores)
    }


CURVES = {
    "bayes-me": group((20.0, 40.0), (22.0, 40.0), (24.0, 46.0)),
    "slow": group((10.0, 20.0), (11.0, 22.0), (12.0, 24.0), games=(100, 201)),
    "other": group((1.0,), games=(150,)),
}


def test_scores_are_compared_at_equal_games_only():
    text = comparison(CURVES, "bayes-me")
    assert "| slow | 100 | 3 and 3 | +11.0 (" in text
    assert "| slow | 201 | 3 and 3 | +20.0 (" in text
    assert "| other |" not in text


def test_games_and_time_until_a_score_have_ratios():
    text = games_to(CURVES, 22.0, "bayes-me", target_games=1_000)
    rows = {row.split(" | ")[0]: row.split(" | ") for row in text.splitlines() if "|" in row}
    own = rows["| bayes-me"]
    assert own[1] == "3 of 3"
    assert own[2].startswith("103 ±")  # 110, 100 and 100
    assert own[3] == "110"
    assert own[-2:] == ["1", "1 |"]
    assert rows["| slow"][1] == "2 of 3"
    assert rows["| slow"][2] == "-"
    assert rows["| slow"][-2] == "> 1.7"  # 184 games of the fastest seed over 110
    assert "bayes-me needs 9.7 (8.4 to 11.1) times fewer, and 9.1 times fewer in its worst" in text
    everyone = games_to(CURVES, 20.0, "bayes-me")
    assert "| slow | 3 of 3 |" in everyone
    assert "elsewhere" not in everyone


def test_one_algorithm_alone_is_compared_with_games_played_elsewhere():
    text = games_to({"bayes-me": CURVES["bayes-me"]}, 22.0, "bayes-me", target_games=1_000)
    assert "games / bayes-me" not in text
    assert "bayes-me needs 9.7 (8.4 to 11.1) times fewer" in text


def test_what_a_single_seed_reaches_has_no_interval():
    curves = {"bayes-me": group((20.0, 40.0)), "slow": group((10.0, 20.0))}
    text = games_to(curves, 20.0, "bayes-me")
    assert "| bayes-me | 1 of 1 | 100 | 100 | - | 10 | 1 | 1 |" in text
    assert "| slow | 1 of 1 | 200 | 200 | - | 20 | 2.0 | 2.0 |" in text
    assert "| slow | 100 | 1 and 1 | +10.0 | - |" in comparison(curves, "bayes-me")


def test_the_reference_is_bayes_me_or_the_named_one():
    assert reference_of(CURVES, None) == "bayes-me"
    assert reference_of(CURVES, "slow") == "slow"
    assert reference_of({"slow": CURVES["slow"]}, None) is None
    with pytest.raises(ConfigError, match=r"--against slo: .*did you mean slow\?"):
        reference_of(CURVES, "slo")


def test_without_times_ratios_are_of_games():
    curves = {
        name: {run: curve.with_columns(seconds=np.nan) for run, curve in each.items()}
        for name, each in CURVES.items()
    }
    assert "nan" not in games_to(curves, 20.0, "bayes-me")

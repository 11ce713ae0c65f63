"""The results of a study by experiment, mode and point."""

import pytest

from models.hearthsim.experiments import EXPERIMENTS
from tasks.studies.claims import NotMeasuredError
from tasks.studies.hearthsim.analysis import PUBLISHED, published_share
from tasks.studies.hearthsim.extract import read_extract
from tests.tasks.studies.hearthsim.conftest import write_extract


def test_results_are_found_by_name(results):
    assert results.row("taunt", "2014", "16")["share"] == 0.635
    assert results.of("divine-shield", "clean")["point"][:2].to_list() == ["mirror", "-2"]
    assert results.modes("taunt") == ["2014", "clean"]
    assert results.course("taunt", "2014", "16").height == 50


def test_what_was_not_played_is_not_measured(tmp_path):
    results = read_extract(write_extract(tmp_path, ["taunt"]))
    assert results.has("taunt")
    assert not results.has("card-draw")
    with pytest.raises(NotMeasuredError):
        results.of("card-draw", "clean")
    with pytest.raises(NotMeasuredError):
        results.row("taunt", "clean", "5")


def test_the_published_intervals():
    found = published_share("taunt", "0")
    assert found["share"] == 0.48
    assert (found["low"], found["high"]) == pytest.approx((0.4751, 0.4849), abs=5e-5)
    assert published_share("divine-shield", "0") is None


def test_published_points_are_points_of_ours():
    for name, points in PUBLISHED["points"].items():
        assert set(points) <= {point.name for point in EXPERIMENTS[name].points}
    for counts in PUBLISHED["points"]["taunt"].values():
        assert counts["wins"] + counts["losses"] == PUBLISHED["n_games"]["taunt"]

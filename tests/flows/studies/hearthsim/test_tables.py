"""The results of a study by experiment, mode and point."""

from dataclasses import replace

import polars as pl
import pytest

from flows.studies.claims import NotMeasuredError
from flows.studies.hearthsim.page import EXTRACT
from flows.studies.hearthsim.tables import (
    MET,
    NOT_MET,
    PUBLISHED,
    TESTS,
    extract,
    judged,
    published_share,
)
from models.hearthsim.experiments import EXPERIMENTS
from tasks.sql.catalog import query
from tasks.sql.schema import TABLES
from tasks.storage.files import StoreError
from tests.flows.studies.hearthsim.conftest import read_results, write_extract


def test_results_are_found_by_name(results):
    assert results.row("taunt", "2014", "16")["share"] == 0.635
    assert results.of("divine-shield", "clean")["point"][:2].to_list() == ["mirror", "-2"]
    assert results.modes("taunt") == ["2014", "clean"]
    assert results.course("taunt", "2014", "16").height == 50


def test_what_was_not_played_is_not_measured(tmp_path):
    results = read_results(write_extract(tmp_path, ["taunt"]))
    assert results.modes("card-draw") == []
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


def test_the_published_numbers_meet_every_criterion(results):
    claims = judged(results, "2014")
    assert len(claims) == len(PUBLISHED["claims"]) == 13
    verdicts = {claim.text: claim.finding.verdict for claim in claims}
    assert verdicts == {claim["text"]: MET for claim in PUBLISHED["claims"]}


@pytest.mark.parametrize(
    ("points", "share", "experiment", "missed", "ours"),
    [
        (["8"], 0.58, "taunt", ["each of the ten"], "9 of 10; largest difference -1.3 points (8)"),
        (["20"], 0.637, "taunt", ["the maximum"], "20, 63.7%"),
        (["30"], 0.47, "taunt", ["each of the ten", "30 Taunts"], "-1.0 points"),
        (["mirror"], 0.555, "divine-shield", ["the mirror"], "55.5%"),
        (["0"], 0.66, "divine-shield", ["weight 0 is"], "66.0%"),
        (["0.5"], 0.69, "divine-shield", ["the best weight"], "0.5, 69.0%"),
        (["2"], 0.64, "divine-shield", ["from 1.25"], "65.0% to 44.0%, 1 of 7 steps rise"),
        (["-0.5"], 0.59, "divine-shield", ["weights from -1"], "at least 59.0%"),
        (["-1.5"], 0.61, "divine-shield", ["below -1"], "at most 61.0%"),
        (["Mage"], 0.84, "hero-battle", ["Mage wins"], "84.0%"),
        (["Rogue"], 0.64, "hero-battle", ["Druid, Paladin"], "64.0% to 70.0%"),
        (["Hunter"], 0.6, "hero-battle", ["Hunter and"], "55.0% to 60.0%"),
    ],
)
def test_one_wrong_number_is_noticed(tmp_path, points, share, experiment, missed, ours):
    def change(mode, point, before):
        return share if mode == "clean" and point in points else before

    results = read_results(write_extract(tmp_path, [experiment], change))
    assert all(claim.finding.verdict == MET for claim in judged(results, "2014"))
    found = [claim for claim in judged(results, "clean") if claim.finding.verdict == NOT_MET]
    assert [claim.text[: len(text)] for claim, text in zip(found, missed, strict=True)] == missed
    assert found[-1].finding.ours == ours


def test_a_point_without_a_winner_is_not_measured(results):
    """All its games may have reached the last round."""
    share = pl.when(pl.col("point") == "16").then(None).otherwise(pl.col("share"))
    undecided = replace(results, points=results.points.with_columns(share.alias("share")))
    known, less = (
        {claim.text for claim in judged(each, "clean") if claim.finding.verdict in (MET, NOT_MET)}
        for each in (results, undecided)
    )
    assert less < known


def test_every_test_is_used():
    assert {claim["test"] for claim in PUBLISHED["claims"]} == {test.__name__ for test in TESTS}


def test_the_extract_has_the_tables_of_its_description(study):
    tables = extract(study)
    assert set(tables) == set(EXTRACT)
    assert tables["runs"]["run"].to_list() == ["card-draw-2014", "card-draw-clean"]
    assert tables["runs"]["games"].to_list() == [12, 12]
    assert tables["points"].height == 4
    assert tables["rounds"].height == 4 * 50


def test_sql_has_a_table_per_game_point_and_round(study):
    rows = query(
        [study],
        """select p.run, p.point, p.wins, count(*) filter (g.winner = 0) as won, count(*) as n
        from hearthsim_points as p join hearthsim_games as g using (run, point)
        group by all order by all""",
    )
    assert rows["wins"].to_list() == rows["won"].to_list()
    assert rows["n"].to_list() == [6] * 4
    ended = query([study], "select run, point, sum(share) as n from hearthsim_rounds group by all")
    assert ended["n"].to_list() == pytest.approx([1.0] * 4)
    for name in ("hearthsim_points", "hearthsim_rounds", "hearthsim_games"):
        found = query([study], f"describe {name}")
        assert found["column_name"].to_list() == list(TABLES[name].all_columns)


def test_a_folder_without_finished_runs_is_refused(tmp_path):
    with pytest.raises(StoreError, match="no finished experiment of HearthSim"):
        extract(tmp_path)

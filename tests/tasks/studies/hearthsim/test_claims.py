"""The criteria: met by the published numbers, and each not met by one wrong number."""

import pytest

from tasks.studies.hearthsim.analysis import PUBLISHED
from tasks.studies.hearthsim.claims import MET, NOT_MET, TESTS, judged
from tasks.studies.hearthsim.extract import read_extract
from tests.tasks.studies.hearthsim.conftest import write_extract


def test_the_published_numbers_meet_every_criterion(results):
    claims = judged(results, "2014")
    assert len(claims) == len(PUBLISHED["claims"]) == 13
    assert {claim.text: claim.finding.verdict for claim in claims} == {
        claim["text"]: MET for claim in PUBLISHED["claims"]
    }


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

    results = read_extract(write_extract(tmp_path, [experiment], change))
    assert all(claim.finding.verdict == MET for claim in judged(results, "2014"))
    found = [claim for claim in judged(results, "clean") if claim.finding.verdict == NOT_MET]
    assert [claim.text[: len(text)] for claim, text in zip(found, missed, strict=True)] == missed
    assert found[-1].finding.ours == ours


def test_every_test_is_used():
    used = {claim["test"] for claim in PUBLISHED["claims"]}
    assert used == {test.__name__ for test in TESTS}

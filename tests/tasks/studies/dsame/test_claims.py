"""Verdicts on the claims of DSA-ME's paper."""

import re

import numpy as np

from models.problems.algorithms import ALGORITHMS
from tasks.studies.claims import CONSISTENT, REPRODUCED, UNDECIDED
from tasks.studies.dsame.analysis import METRICS, PUBLISHED
from tasks.studies.dsame.claims import TESTS, judged
from tasks.studies.dsame.report import REPORT
from tests.tasks.synthetic import GAINS, write_study

WITH, AGAINST = "with the paper", "against the paper"


def test_the_text_of_a_claim_names_what_it_compares():
    for claim in PUBLISHED["claims"]:
        of = claim["of"]
        assert claim["test"] in {each.__name__ for each in TESTS}
        if "metric" in of:
            assert claim["text"].startswith(METRICS[of["metric"]])
        for key in {"more", "less", "one", "other"} & set(of):
            assert ALGORITHMS[of[key]].title in claim["text"]
        assert claim["group"] in PUBLISHED["groups"]


def test_the_signs_of_interactions_follow_from_table_1():
    table = PUBLISHED["table"]
    for claim in PUBLISHED["claims"]:
        if claim["test"] == "interaction" and claim["of"]["sign"] != 0:
            online, offline = (
                table[f"{name}-ad"][claim["of"]["metric"]]["mean"]
                - table[name][claim["of"]["metric"]]["mean"]
                for name in ("dsa-me", "offline-dsa-me")
            )
            assert claim["paper"] == f"{online:+.2f} online, {offline:+.2f} offline"
            assert claim["of"]["sign"] == np.sign(online - offline)


def test_claims_are_judged_by_what_was_measured(analysis):
    found = {claim.text: claim for claim in judged(analysis)}
    better = found["QD score: DSA-ME above MAP-Elites"]
    assert better.group == "H1"
    assert (better.finding.verdict, better.finding.direction) == (REPRODUCED, WITH)
    assert better.finding.ours.startswith("+")
    undecided = found["QD score: LSA-ME above Offline DSA-ME"]
    assert (undecided.group, undecided.finding.verdict) == ("H2", UNDECIDED)
    assert undecided.finding.direction in (WITH, AGAINST)
    assert not any("Elite Data" in text for text in found)


def test_effects_of_ancillary_data_are_claims_too(analysis):
    found = [claim for claim in judged(analysis) if claim.group == "H3"]
    assert [claim.text.partition(",")[0] for claim in found[:2]] == ["QD score", "QD score"]
    main, none, win_rate, *_ = found
    _, data, both = analysis.ancillary["qd_score"]
    assert (main.finding.p, none.finding.p) == (data.p, both.p)
    means = {name: analysis.values(name, "qd_score").mean() for name in GAINS}
    change = means["dsa-me-ad"] - means["dsa-me"]
    change += means["offline-dsa-me-ad"] - means["offline-dsa-me"]
    assert main.finding.ours == f"{change / 2:+.2f}"
    assert main.finding.direction == (WITH if change < 0 else AGAINST)
    # Of the paper's table 1: 97.4 - 98.4 and 97.7 - 97.1.
    assert win_rate.text.endswith("interaction")
    assert win_rate.paper == "-1.00 online, +0.60 offline"
    assert win_rate.finding.direction in (WITH, AGAINST)


def test_numbers_of_section_6_1_are_judged_without_the_noise_of_fewer_games(analysis):
    found = {claim.text: claim for claim in judged(analysis) if claim.group == "section 6.1"}
    errors = analysis.transfer.filter(target="objective")
    # Every synthetic deck has a standard error of 1, of 6 games; the paper's have 200.
    assert errors["noise"].to_list() == [1.0, 1.0]
    np.testing.assert_allclose(errors["comparable"], errors["mse"] - (1 - 6 / 200))
    assert analysis.accuracy["objective"].tolist() == errors["comparable"].to_list()
    claim = found["mean squared error of the health difference"]
    assert claim.paper == "14.7"
    assert claim.finding.direction == "worse than the paper"
    assert claim.finding.verdict in (UNDECIDED, CONSISTENT)
    assert analysis.transfer.filter(target="turns")["noise"].null_count() == 2


def test_a_claim_that_is_wrong_here_is_not_reproduced(tmp_path):
    write_study(tmp_path, {"map-elites": 20.0, "dsa-me": 0.0}, fresh=False)
    text = REPORT.write(tmp_path).with_name("report.md").read_text()
    claims = [line for line in text.splitlines() if "DSA-ME above MAP-Elites" in line]
    wanted = r"QD score: DSA-ME above MAP-Elites \| -[\d.]+ \| not reproduced \| against the paper"
    assert any(re.search(wanted, line) for line in claims)
    assert "No elite was played again." in text

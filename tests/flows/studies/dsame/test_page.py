"""The report of a synthetic study."""

import csv
import re
import shutil

import polars as pl
import pytest
from scipy import stats

from flows.studies.dsame.page import EXTRACT, REPORT, numbers_of, one_surrogate
from flows.studies.dsame.tables import METRICS, Analysis
from tasks.reports.formats import p_value
from tasks.storage.files import write_table
from tests.flows.studies.playing import check_whole
from tests.tasks.synthetic import GAINS, write_study


@pytest.fixture(scope="module")
def report(study):
    return REPORT.write(study)


@pytest.fixture(scope="module")
def analysis(report):
    return Analysis(report.parent)


def test_the_numbers_of_a_study_are_means_of_its_trials(report, analysis):
    (row,) = numbers_of(analysis).filter(algorithm="dsa-me").to_dicts()
    assert row["trials"] == 2
    for prefix, view in (("", analysis.scores), ("corrected_", analysis.corrected)):
        trials = view.filter(algorithm="dsa-me")
        assert row[f"{prefix}qd_score"] == pytest.approx(trials["qd_score"].mean())
        assert row[f"{prefix}coverage"] == pytest.approx(trials["coverage"].mean() / 100)
    other = Analysis(report.parent)
    other.corrected = analysis.corrected.clear()  # no new games
    assert numbers_of(other)["corrected_qd_score"].null_count() == len(GAINS) + 1


def test_trials_of_one_surrogate_are_one_trial_of_ours(analysis):
    rows = {tuple(row[:2]): row for row in one_surrogate(analysis)}
    values = analysis.values("offline-dsa-me", "max_objective")
    n, paper = len(values), 18.69
    t = (values.mean() - paper) / (values.std(ddof=1) * (1 + 1 / n) ** 0.5)
    *_, theirs, p = rows["Offline DSA-ME", "best health difference"]
    assert (theirs, p) == ("18.69 ± 0.17", p_value(2 * stats.t.sf(abs(t), n - 1)))


def test_the_findings_tell_what_is_against_the_paper(report, analysis):
    text = report.with_name("report.md").read_text().partition("## What was run")[0]
    assert "| **H1**, a surrogate makes MAP-Elites better | 12 | " in text
    assert re.search(r"\| \*\*H2\*\*, .*\(.*(with|against) the paper\)", text)
    means = [analysis.values(name, "qd_score").mean() for name in ("dsa-me", "lsa-me")]
    assert f"| LSA-ME | QD score | {means[0]:.1f} and {means[1]:.1f} | " in text
    assert "| DSA-ME (ad) | cells filled, % |" in text
    names = ("dsa-me", "dsa-me-ad")
    means = [[analysis.values(name, metric).mean() for name in names] for metric in METRICS]
    ahead = sum(ours > theirs for ours, theirs in means)
    assert f"- DSA-ME is ahead of DSA-ME (ad) in {ahead} of 4 numbers, in new games in " in text


def test_pairs_with_and_without_ancillary_data_stand_beside_the_papers(report, analysis):
    pair = analysis.with_and_without()["qd_score"][0]
    ours = [analysis.values(name, "qd_score") for name in ("dsa-me", "dsa-me-ad")]
    assert pair.p == pytest.approx(stats.ttest_ind(*ours).pvalue)
    assert pair.alpha == 0.025
    text = report.with_name("report.md").read_text()
    row = next(line for line in text.splitlines() if "significant at 0.05 / 2" in line)
    assert row.endswith("| paper's a - b | paper's p |")
    # Table 1: 31.86 and 30.78 with errors 0.71 and 1.35, so t = 0.71 with 8 degrees of freedom.
    start = "| cells filled, % | DSA-ME | DSA-ME"
    row = next(line for line in text.splitlines() if line.startswith(start))
    assert row.endswith("| +1.08 | 0.499 |")
    assert "not all 24 rows, so the level is 0.05 / 6" in text
    assert "assume independent trials. Ours are not fully independent" in text


def test_verdicts_tell_the_trials_of_their_algorithms(tmp_path):
    path = tmp_path / "study"
    write_study(path, GAINS, trials=3)
    shutil.rmtree(path / "lsa-me-3")
    lines = REPORT.write(path).with_name("report.md").read_text().splitlines()
    rows = {
        line.split("|")[1].strip()[2:4]: line.split(" | ")[-2]
        for line in lines
        if "**H" in line and line.startswith("|")
    }
    assert rows == {"H1": "2 to 3", "H2": "2 to 3", "H3": "3"}
    (total,) = (line for line in lines if line.startswith("| all | "))
    assert total.split(" | ")[-2] == "2 to 3"


def test_the_time_of_trials_is_their_median_with_its_range(tmp_path):
    path = tmp_path / "study"
    write_study(path, {"dsa-me": 1.0}, trials=3)
    for trial, seconds in enumerate((400.0, 90.0, 70.0), 1):
        parts = {"train_s": 1.0, "search_s": 2.0, "archive_s": 0.5, "report_s": 0.5}
        times = {"wall_s": seconds, "games_s": seconds - 5, "other_s": 1.0, "tracking_s": 0.5}
        facts = {"games": 1000, "not_games": 5 / seconds}
        table = pl.DataFrame(times | parts | facts)
        write_table(path / f"dsa-me-{trial}" / "timing.parquet", table)
    text = REPORT.write(path).with_name("report.md").read_text()
    assert "| DSA-ME | 1:30 (1:10 to 6:40) |" in text


def test_the_report_holds_every_section_table_and_picture(report):
    text = check_whole(REPORT, report, ("curves", "curves-ad", "archives"), 17)
    assert "22.30 ± 0.16" in text
    with open(report.parent / "scores.csv") as file:
        assert len(list(csv.DictReader(file))) == (len(GAINS) + 1) * 2
    assert "nan" not in text.lower()


def test_the_extract_alone_gives_the_same_report(report, tmp_path):
    for name in EXTRACT:
        shutil.copy(report.parent / f"{name}.parquet", tmp_path)
    assert REPORT.write(tmp_path).read_bytes() == report.read_bytes()
    assert REPORT.write(tmp_path, tmp_path / "other").read_bytes() == report.read_bytes()

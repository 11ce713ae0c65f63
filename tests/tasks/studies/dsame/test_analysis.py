"""The analysis of synthetic studies."""

import numpy as np
import pytest
from scipy import stats

from models.statistics.summaries import one_way
from tasks.reports.curves import curve
from tasks.reports.results import read_results
from tasks.studies.dsame.analysis import METRICS, PUBLISHED, Analysis
from tests.tasks.synthetic import GAINS


def test_the_scores_are_those_of_the_runs_reports(study, analysis):
    for view in (analysis.scores, analysis.corrected):
        assert view.height == (len(GAINS) + 1) * 2
    for row in analysis.scores.iter_rows(named=True):
        numbers = read_results(study / row["run"]).summary()["within_budget"]
        assert row["qd_score"] == pytest.approx(numbers["qd_score"])
        assert row["max_objective"] == numbers["max_objective"]
        assert row["max_win_rate"] == pytest.approx(100 * numbers["max_win_rate"])
        assert row["coverage"] == pytest.approx(100 * numbers["coverage"])
        corrected = analysis.corrected.filter(run=row["run"]).row(0, named=True)
        assert corrected["qd_score"] == pytest.approx(numbers["corrected_qd_score"])
        assert corrected["max_objective"] == numbers["corrected_max_objective"]


def test_the_curves_are_those_of_the_runs(study, analysis):
    evaluations, values = analysis.curves("curves", "evaluations", "qd_score")["dsa-me"]
    assert values.shape == (2, 60)
    for trial, row in enumerate(values, 1):
        growth = curve(read_results(study / f"dsa-me-{trial}")).head(60)
        np.testing.assert_array_equal(evaluations, growth["evaluations"])
        np.testing.assert_allclose(row, growth["qd_score"])
    np.testing.assert_allclose(
        analysis.curves("curves", "evaluations", "coverage")["dsa-me"][1][1],
        100 * growth["coverage"],
    )


def test_the_share_of_cells_above_a_threshold_is_counted(study, analysis):
    thresholds, shares = analysis.curves("shares_above", "threshold", "share")["lsa-me"]
    assert thresholds.tolist() == list(range(-30, 31))
    results = read_results(study / "lsa-me-2")
    objectives = results.archive_of(results.evaluations.head(60)).elites().objectives
    expected = [100 * (objectives > threshold).sum() / 1600 for threshold in thresholds]
    np.testing.assert_allclose(shares[1], expected)


def test_the_variance_is_scipys(analysis):
    names = PUBLISHED["families"]["main"]
    for metric in METRICS:
        groups = [analysis.scores.filter(algorithm=name)[metric].to_numpy() for name in names]
        effect = analysis.by_metric(names, one_way)[metric]
        assert effect.f == pytest.approx(stats.f_oneway(*groups).statistic)
        assert (effect.df, effect.df_error) == (3, 4)
    assert analysis.pairs("offline") == {}
    learning, ancillary, both = analysis.ancillary["qd_score"]
    assert learning.p < 0.01
    assert min(ancillary.p, both.p) > learning.p


def test_the_archives_are_of_the_median_trials(analysis):
    scores = dict(analysis.scores.filter(algorithm="dsa-me").select("run", "qd_score").iter_rows())
    assert analysis.median_run("dsa-me") == min(scores, key=scores.get)


def test_scores_are_the_same_bytes_every_time(report):
    first = report.with_name("scores.csv").read_bytes()
    for _ in range(3):
        other = Analysis(report.parent)
        assert other.scores.write_csv().encode() == first

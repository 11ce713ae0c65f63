"""The analysis of studies that are made of numbers instead of games."""

import csv
import re

import numpy as np
import polars as pl
import pytest
from scipy import stats

from models.qd.archive import GridConfig
from tasks.reports.results import curve, read_results
from tasks.storage.files import write_table
from tasks.storage.store import StoreError
from tasks.study.analysis import METRICS, PUBLISHED, Analysis
from tasks.study.claims import (
    AGAINST,
    CONSISTENT,
    REPRODUCED,
    UNDECIDED,
    WITH,
    accuracy,
    judge,
    transfer,
)
from tasks.study.extract import TABLES, cell_sql, extract
from tasks.study.report import TITLES, study_numbers, write_study_report
from tests.tasks.synthetic import write_study

GAINS = {
    "map-elites": 0.0,
    "dsa-me": 20.0,
    "lsa-me": 4.0,
    "offline-dsa-me": 2.0,
    "dsa-me-ad": 19.0,
    "offline-dsa-me-ad": 1.0,
}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "study"
    write_study(path, GAINS, trials=2)
    return path


@pytest.fixture(scope="module")
def report(study):
    return write_study_report(study)


@pytest.fixture(scope="module")
def analysis(report):
    analysis = Analysis(report.parent)
    yield analysis
    analysis.close()


def test_the_cells_of_sql_are_those_of_the_archive():
    import duckdb

    rng = np.random.default_rng(1)
    grid = GridConfig()
    edges = [[5, 1], [15, 7], [5.275, 1.175], [10, 4], [4, 8]]
    places = np.concatenate([rng.uniform([4, 0], [16, 8], (2000, 2)), edges])
    table = pl.DataFrame(places, schema=["turns", "hand_size"])
    with duckdb.connect() as connection:
        connection.register("decks", table.to_arrow())
        found = connection.execute(f"select {cell_sql(grid)} from decks").fetchall()
    assert [cell for (cell,) in found] == grid.build(1).index_of(places).tolist()


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


def test_the_numbers_of_a_study_are_means_of_its_trials(report, analysis, tmp_path):
    (row,) = study_numbers(report.parent).filter(algorithm="dsa-me").to_dicts()
    assert row["trials"] == 2
    for prefix, view in (("", analysis.scores), ("corrected_", analysis.corrected)):
        trials = view.filter(algorithm="dsa-me")
        assert row[f"{prefix}qd_score"] == pytest.approx(trials["qd_score"].mean())
        assert row[f"{prefix}coverage"] == pytest.approx(trials["coverage"].mean() / 100)
    analysis.scores.write_csv(tmp_path / "scores.csv")
    analysis.corrected.clear().write_csv(tmp_path / "scores-corrected.csv")  # no new games
    assert study_numbers(tmp_path)["corrected_qd_score"].null_count() == len(GAINS) + 1


def test_the_curves_are_those_of_the_runs(study, analysis):
    evaluations, values = analysis.curves("qd_score")["dsa-me"]
    assert values.shape == (2, 60)
    for trial, row in enumerate(values, 1):
        growth = curve(read_results(study / f"dsa-me-{trial}")).head(60)
        np.testing.assert_array_equal(evaluations, growth["evaluations"])
        np.testing.assert_allclose(row, growth["qd_score"])
    np.testing.assert_allclose(
        analysis.curves("coverage")["dsa-me"][1][1], 100 * growth["coverage"]
    )


def test_the_share_of_cells_above_a_threshold_is_counted(study, analysis):
    thresholds, shares = analysis.ccdf()["lsa-me"]
    assert thresholds.tolist() == list(range(-30, 31))
    results = read_results(study / "lsa-me-2")
    objectives = results.archive_of(results.evaluations.head(60)).elites().objectives
    expected = [100 * (objectives > threshold).sum() / 1600 for threshold in thresholds]
    np.testing.assert_allclose(shares[1], expected)


def test_the_variance_is_scipys(analysis):
    names = PUBLISHED["families"]["main"]
    for metric in METRICS:
        groups = [analysis.scores.filter(algorithm=name)[metric].to_numpy() for name in names]
        effect = analysis.one_way("main")[metric]
        assert effect.f == pytest.approx(stats.f_oneway(*groups).statistic)
        assert (effect.df, effect.df_error) == (3, 4)
    assert analysis.one_way("offline") == {}
    learning, ancillary, both = analysis.ancillary()["qd_score"]
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
        other.close()


def test_claims_are_judged_by_what_was_measured(analysis):
    found = {claim.text: claim for claim in judge(analysis)}
    better = found["QD score: DSA-ME above MAP-Elites"]
    assert (better.group, better.verdict, better.direction) == ("H1", REPRODUCED, WITH)
    assert better.ours.startswith("+")
    undecided = found["QD score: LSA-ME above Offline DSA-ME"]
    assert (undecided.group, undecided.verdict) == ("H2", UNDECIDED)
    assert undecided.direction in (WITH, AGAINST)
    assert not any("Elite Data" in text for text in found)


def test_effects_of_ancillary_data_are_claims_too(analysis):
    found = [claim for claim in judge(analysis) if claim.group == "H3"]
    assert [claim.text.partition(",")[0] for claim in found[:2]] == ["QD score", "QD score"]
    main, none, win_rate, *_ = found
    _, data, both = analysis.ancillary()["qd_score"]
    assert (main.p, none.p) == (data.p, both.p)
    means = {name: analysis.values(name, "qd_score").mean() for name in GAINS}
    change = means["dsa-me-ad"] - means["dsa-me"]
    change += means["offline-dsa-me-ad"] - means["offline-dsa-me"]
    assert main.ours == f"{change / 2:+.2f}"
    assert main.direction == (WITH if change < 0 else AGAINST)
    # Of the paper's table 1: 97.4 - 98.4 and 97.7 - 97.1.
    assert win_rate.text.endswith("interaction: -1.00 online, +0.60 offline")
    assert win_rate.direction in (WITH, AGAINST)


def test_numbers_of_section_6_1_are_judged_without_the_noise_of_fewer_games(analysis):
    found = {claim.text: claim for claim in judge(analysis) if claim.group == "section 6.1"}
    errors = transfer(analysis).filter(target="objective")
    # Every synthetic deck has a standard error of 1, of 6 games; the paper's have 200.
    assert errors["noise"].to_list() == [1.0, 1.0]
    np.testing.assert_allclose(errors["comparable"], errors["mse"] - (1 - 6 / 200))
    assert accuracy(analysis)["objective"].tolist() == errors["comparable"].to_list()
    claim = found["mean squared error of the health difference: 14.7"]
    assert claim.direction == "worse than the paper"
    assert claim.verdict in (UNDECIDED, CONSISTENT)
    assert transfer(analysis).filter(target="turns")["noise"].null_count() == 2


def test_the_findings_tell_what_is_against_the_paper(report, analysis):
    text = report.with_name("report.md").read_text().partition("## What was run")[0]
    assert "- **H1**, a surrogate makes MAP-Elites better: of 12 statements " in text
    assert re.search(r"- \*\*H2\*\*, .*not decidable \(.*(with|against) the paper", text)
    means = [analysis.values(name, "qd_score").mean() for name in ("dsa-me", "lsa-me")]
    assert f"| LSA-ME | QD score | {means[0]:.1f} and {means[1]:.1f} | " in text
    assert "| DSA-ME (ad) | cells filled, % |" in text
    ahead = sum(
        analysis.values("dsa-me", metric).mean() > analysis.values("dsa-me-ad", metric).mean()
        for metric in METRICS
    )
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
    row = next(
        line for line in text.splitlines() if line.startswith("| cells filled, % | DSA-ME | DSA-ME")
    )
    assert row.endswith("| +1.08 | 0.499 |")
    assert "each is tested at 0.05 / 6, not for all 24 rows" in text
    assert "assume independent trials, which ours are not strictly" in text


def test_a_claim_that_is_wrong_here_is_not_reproduced(tmp_path):
    write_study(tmp_path, {"map-elites": 20.0, "dsa-me": 0.0}, fresh=False)
    text = write_study_report(tmp_path).with_name("report.md").read_text()
    claims = [line for line in text.splitlines() if "DSA-ME above MAP-Elites" in line]
    wanted = "QD score: DSA-ME above MAP-Elites | not reproduced | against the paper | -"
    assert any(wanted in line for line in claims)
    assert "No elite was played again." in text


def test_the_time_of_trials_is_their_median_with_its_range(tmp_path):
    path = tmp_path / "study"
    write_study(path, {"dsa-me": 1.0}, trials=3)
    for trial, seconds in enumerate((400.0, 90.0, 70.0), 1):
        parts = {"train_s": 1.0, "search_s": 2.0, "archive_s": 0.5, "report_s": 0.5}
        times = {"wall_s": seconds, "games_s": seconds - 5, "other_s": 1.0, "tracking_s": 0.5}
        facts = {"games": 1000, "not_games": 5 / seconds}
        write_table(
            path / f"dsa-me-{trial}" / "timing.parquet", pl.DataFrame(times | parts | facts)
        )
    text = write_study_report(path).with_name("report.md").read_text()
    assert "| DSA-ME | 1:30 (1:10 to 6:40) |" in text


def test_the_report_holds_every_section_table_and_picture(report):
    text = report.with_name("report.md").read_text()
    for title in TITLES.values():
        assert f"## {title}\n" in text
        assert f"<h2>{title}</h2>" in report.read_text()
    assert "22.30 ± 0.16" in text
    for picture in re.findall(r"\]\(([\w-]+\.png)\)", text):
        assert (report.parent / picture).read_bytes().startswith(b"\x89PNG")
    assert {"curves.png", "curves-ad.png", "archives.png"} <= {
        file.name for file in report.parent.iterdir()
    }
    with open(report.parent / "scores.csv") as file:
        assert len(list(csv.DictReader(file))) == (len(GAINS) + 1) * 2
    assert "nan" not in text.lower()


def test_the_extract_alone_gives_the_same_report(report, tmp_path):
    for name in TABLES:
        (tmp_path / f"{name}.parquet").write_bytes((report.parent / f"{name}.parquet").read_bytes())
    assert write_study_report(tmp_path).read_bytes() == report.read_bytes()
    other = write_study_report(tmp_path, tmp_path / "other")
    assert other.read_bytes() == report.read_bytes()


def test_sections_are_written_into_a_document(report, tmp_path):
    document = tmp_path / "dsa-me.md"
    document.write_text(
        "# Mine\n\n<!-- begin scores -->\nold\n<!-- end scores -->\n\nwords\n\n"
        "<!-- begin archives -->\n<!-- end archives -->\n"
    )
    write_study_report(report.parent, tmp_path / "study", document)
    text = document.read_text()
    assert text.startswith("# Mine\n\n<!-- begin scores -->\n| algorithm | trials |")
    assert "old" not in text
    assert "\n\nwords\n\n" in text
    assert "](study/archives.png)" in text
    again = text
    write_study_report(tmp_path / "study", into=document)
    assert document.read_text() == again


@pytest.mark.parametrize(
    ("text", "message"),
    [("no marks", "no place for a section"), ("<!-- begin x -->\n<!-- end x -->\n", "called x")],
)
def test_a_document_without_sections_is_refused(report, tmp_path, text, message):
    (tmp_path / "doc.md").write_text(text)
    with pytest.raises(StoreError, match=message):
        write_study_report(report.parent, into=tmp_path / "doc.md")


def test_an_empty_study_and_no_study_are_refused(tmp_path):
    write_study(tmp_path / "empty", {"dsa-me": 1.0}, trials=1)
    for run in (tmp_path / "empty").glob("*/manifest.json"):
        run.unlink()
    with pytest.raises(StoreError, match="empty study: none of its trials has finished"):
        extract(tmp_path / "empty", tmp_path / "out")
    with pytest.raises(StoreError, match=r"no study here \(study.json is missing\)"):
        write_study_report(tmp_path)

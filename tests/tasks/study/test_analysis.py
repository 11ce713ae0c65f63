"""The analysis of studies that are made of numbers instead of games."""

import csv
import re

import numpy as np
import polars as pl
import pytest
from scipy import stats

from models.qd.archive import GridConfig
from tasks.reports.results import curve, facts, read_results
from tasks.storage.store import StoreError
from tasks.study.analysis import METRICS, PUBLISHED, Analysis
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
        numbers = facts(read_results(study / row["run"]))["within_budget"]
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


def test_claims_are_judged_by_what_was_measured(analysis):
    verdicts = {(claim.metric, claim.text): claim for claim in analysis.claims()}
    better = verdicts["qd_score", "DSA-ME above MAP-Elites"]
    assert better.verdict == "reproduced"
    assert better.difference > 0
    assert verdicts["qd_score", "LSA-ME above Offline DSA-ME"].verdict == "not decidable"
    assert not any("Elite Data" in claim.text for claim in analysis.claims())


def test_a_claim_that_is_wrong_here_is_not_reproduced(tmp_path):
    write_study(tmp_path, {"map-elites": 20.0, "dsa-me": 0.0}, fresh=False)
    text = write_study_report(tmp_path).with_name("report.md").read_text()
    claims = [line for line in text.splitlines() if "DSA-ME above MAP-Elites" in line]
    assert "QD score: DSA-ME above MAP-Elites | not reproduced | -" in claims[0]
    assert "No elite was played again." in text


def test_the_report_holds_every_section_table_and_picture(report):
    text = report.with_name("report.md").read_text()
    for title in TITLES.values():
        assert f"## {title}\n" in text
        assert f"<h2>{title}</h2>" in report.read_text()
    assert "22.30 ± 0.16" in text
    for picture in re.findall(r"\]\(([\w-]+\.png)\)", text):
        assert (report.parent / picture).read_bytes().startswith(b"\x89PNG")
    assert {"curves.png", "curves-variants.png", "archives.png"} <= {
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

"""The analysis of synthetic studies."""

import re
import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

from flows.studies.claims import CONSISTENT, REPRODUCED, UNDECIDED, judge
from flows.studies.dsame.page import REPORT
from flows.studies.dsame.tables import (
    METRICS,
    PUBLISHED,
    TESTS,
    Analysis,
    check_tests,
    extract,
    transfer_errors,
)
from models.problems.algorithms import ALGORITHMS
from models.qd.archive import GridConfig
from models.statistics.summaries import one_way
from tasks.reports.curves import curve
from tasks.reports.results import read_results
from tasks.sql.catalog import cell_sql
from tasks.storage.files import StoreError, read_json, write_arrays
from tasks.storage.run import INVENTORY
from tasks.storage.settings import experiment_of
from tasks.storage.store import MANIFEST, load_run
from tests.edits import edit_json
from tests.tasks.synthetic import GAINS, write_run, write_study


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
    _, coverage = analysis.curves("curves", "evaluations", "coverage")["dsa-me"]
    np.testing.assert_allclose(coverage[1], 100 * growth["coverage"])


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


def test_scores_are_the_same_every_time(analysis):
    for _ in range(3):
        assert Analysis(analysis.folder).scores.equals(analysis.scores)


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
    found = {claim.text: claim for claim in judge(PUBLISHED["claims"], TESTS, analysis)}
    better = found["QD score: DSA-ME above MAP-Elites"]
    assert better.group == "H1"
    assert (better.finding.verdict, better.finding.direction) == (REPRODUCED, WITH)
    assert better.finding.ours.startswith("+")
    undecided = found["QD score: LSA-ME above Offline DSA-ME"]
    assert (undecided.group, undecided.finding.verdict) == ("H2", UNDECIDED)
    assert undecided.finding.direction in (WITH, AGAINST)
    assert not any("Elite Data" in text for text in found)


def test_effects_of_ancillary_data_are_claims_too(analysis):
    found = [claim for claim in judge(PUBLISHED["claims"], TESTS, analysis) if claim.group == "H3"]
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
    found = {
        claim.text: claim
        for claim in judge(PUBLISHED["claims"], TESTS, analysis)
        if claim.group == "section 6.1"
    }
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


DOCS = Path(__file__).parents[4] / "docs" / "dsa-me"


@pytest.mark.parametrize("names", [("turns", "hand_size"), ("deck_mana_sum", "dust")])
def test_the_cells_of_sql_are_those_of_the_archive(names):
    import duckdb

    rng = np.random.default_rng(1)
    grid = GridConfig(measures=names)
    edges = [[5, 1], [15, 7], [5.275, 1.175], [10, 4], [4, 8]]
    places = np.concatenate([rng.uniform([4, 0], [16, 8], (2000, 2)), edges])
    table = pl.DataFrame(places, schema=list(names))
    with duckdb.connect() as connection:
        connection.register("decks", table.to_arrow())
        found = connection.execute(f"select {cell_sql(grid)} from decks").fetchall()
        rule = cell_sql(grid, "struct_extract(deck, '{}')")
        connection.execute(f"create macro cell(deck) as {rule}")
        of_rows = connection.execute("select cell(decks) from decks").fetchall()
    assert [cell for (cell,) in found] == grid.build(1).index_of(places).tolist()
    assert of_rows == found


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
@pytest.mark.parametrize("algorithm", ["dsa-me", "random-search"])
def test_the_extract_has_the_form_of_the_published_one(algorithm, zone, tmp_path, monkeypatch):
    """Also where a table is empty, as those of surrogates without a study of DSA-ME."""
    monkeypatch.setenv("TZ", zone)
    write_study(tmp_path, {algorithm: 1.0})
    tables = extract(tmp_path)
    for name, table in tables.items():
        assert table.schema == pl.read_parquet_schema(DOCS / f"{name}.parquet"), name
    for trial in tables["trials"].to_dicts():
        started = load_run(tmp_path / trial["run"]).manifest["started"]
        assert trial["started"] == started.replace("T", " ").replace("+00:00", "+00")


def test_an_empty_study_and_no_study_are_refused(tmp_path):
    write_study(tmp_path / "empty", {"dsa-me": 1.0}, trials=1)
    for run in (tmp_path / "empty").glob("*/manifest.json"):
        run.unlink()
    with pytest.raises(StoreError, match="none of its trials has finished"):
        extract(tmp_path / "empty")
    with pytest.raises(StoreError, match=r"no study here \(study.json is missing\)"):
        REPORT.write(tmp_path)


@pytest.fixture
def model(tmp_path):
    run = write_run(tmp_path / "model")
    write_arrays(run.surrogate_path(1), experiment_of(run).surrogate.build(180, 1).state())
    return run.path


@pytest.fixture
def other(tmp_path):
    return write_run(tmp_path / "other", seed=2).path


def test_runs_of_the_same_games_are_taken(model, other):
    check_tests(model, [other])
    errors = transfer_errors(load_run(model), load_run(other))
    assert errors["n_rows"].to_list() == [70] * 3
    # Every synthetic deck has a standard error of 1; that of other measures is not stored.
    assert errors["noise"].to_list() == [1.0, None, None]


def test_what_says_nothing_about_the_surrogate_is_refused(model, other, tmp_path):
    with pytest.raises(StoreError, match="no run here"):
        check_tests(model, [tmp_path / "nothing"])
    with pytest.raises(StoreError, match=r"--on .*: the surrogate learned from these"):
        check_tests(model, [model])
    with pytest.raises(StoreError, match="this run has no surrogate"):
        check_tests(other, [])
    player = read_json(other / MANIFEST)["experiment"]["player"]
    changed = {"opponents": "starter", "pool": "rogue", "player": player | {"scorer": "control"}}
    for name, value in changed.items():
        copy = shutil.copytree(other, tmp_path / "copy")
        edit_json(copy / MANIFEST, experiment={name: value})
        with pytest.raises(StoreError, match=f"--on .*copy: its {name} differs"):
            check_tests(model, [other, copy])
        shutil.rmtree(copy)
    edit_json(other / MANIFEST, digests={"cards": "others"})
    with pytest.raises(StoreError, match="played with other cards"):
        check_tests(model, [other])


def test_runs_without_decks_and_trainings_are_refused(model, other):
    for file in (other / "evaluations").iterdir():
        file.unlink()
    (other / INVENTORY).unlink()  # as if the run had just begun
    with pytest.raises(StoreError, match=r"--on .*other: no deck has been evaluated yet"):
        check_tests(model, [other])
    edit_json(other / MANIFEST, experiment={"evolution": {}})
    with pytest.raises(StoreError, match="the training of a player, not a search"):
        check_tests(model, [other])


def test_the_command_refuses_before_it_plays(model, other, tmp_path, refused):
    edit_json(other / MANIFEST, experiment={"opponents": "starter"})
    call = ["surrogate-quality", str(model), "--on", str(other), "--out", str(tmp_path / "out")]
    assert "its opponents differs" in refused(*call)
    assert not (tmp_path / "out").exists()

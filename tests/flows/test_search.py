"""Small complete searches on the real engine."""

import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.decks import solutions_of
from models.qd.archive import GridConfig
from models.settings.config import ConfigError
from tasks.games.seeds import Purpose, games_seed
from tasks.search.source import check_search, read_surrogate
from tasks.storage.files import StoreError, read_arrays, read_json, read_table
from tasks.storage.run import Run
from tasks.storage.store import load_run
from tests.flows.faces.app.conftest import client_of
from tests.run_contents import DERIVED, contents, differing, in_mlflow, stamps
from tests.tasks.searches import add_one_by_one, play_plainly

SEED = 3
CHUNKS = "evaluations/*.parquet"
BELIEF = experiment_for("bayes-me", SMOKE.but(search__budget_games=850, search__curve_games=(480,)))
BELIEF = BELIEF.but(
    belief__decks_per_game=1, belief__batch_games=200, belief__later_after=600,
    surrogate__scale_steps=10, scheduling__chunk_games=150,
)  # fmt: skip
CONTINUED = BELIEF.but(
    learning__mode="trend", learning__source="bayes-me", opponents="starter",
    search__budget_games=700, search__curve_games=(),
)  # fmt: skip


@pytest.fixture(scope="module")
def search(prefect):
    """The flow, imported when its server runs."""
    from flows.search import search

    return search


@pytest.fixture(scope="module")
def finished(search, tmp_path_factory):
    """A finished run of DSA-ME."""
    out = tmp_path_factory.mktemp("runs") / "finished"
    search(SMOKE, SEED, out, threads=1)
    return load_run(out)


def proposals(run, iteration: int) -> pl.DataFrame:
    return read_table(run.path / "proposals" / f"{iteration:05d}.parquet")


def n_iterations(run) -> int:
    return read_table(run.metrics_path).height


def searched_twice(search, experiment, folder: Path) -> Run:
    """A search that is the same on two threads, and whose archive all pages show."""
    out, again = folder / "one" / "run", folder / "two" / "run"
    search(experiment, SEED, out, threads=1)
    play_plainly(search, experiment, SEED, again, threads=2)
    assert contents(again, DERIVED) == contents(out, DERIVED)
    run = load_run(out)
    check_that_all_pages_show_the_archive_of(run)
    return run


def check_that_all_pages_show_the_archive_of(run) -> None:
    """The application, the report and SQL have the decks and objectives of the stored archive."""
    client = client_of(run.path.parent)
    kept = read_table(run.archives.path(n_iterations(run) - 1))
    objectives = dict(zip(kept["evaluation"], kept["objective"], strict=True))
    for measures in ({}, {"x": "hand_size", "y": "turns"}, {"x": "dust", "y": "turns"}):
        shown = client.get("/archive/cells", params={"run": run.path.name, **measures}).json()
        values = shown["values"]
        believed = values.get("believed_objective", values["objective"])
        found = dict(zip(values["evaluation"], believed, strict=True))
        if not measures:
            assert found == pytest.approx(objectives, rel=1e-5)
        elif "believed_objective" in values:
            known = {number: objectives[number] for number in found}
            assert found == pytest.approx(known, rel=1e-5)
    assert set(read_table(run.elites_path)["evaluation"]) == set(objectives)
    curve, metrics = read_table(run.report_path / "curve.parquet"), read_table(run.metrics_path)
    assert curve["evaluations"].to_list() == list(range(1, run.evaluations().height + 1))
    for name in ("qd_score", "n_elites"):
        assert curve[name][-1] == pytest.approx(metrics[name][-1])


def test_the_application_shows_the_archive_of_results(finished):
    check_that_all_pages_show_the_archive_of(finished)


def test_every_proposal_is_evaluated_in_order(finished):
    evaluations = finished.evaluations()
    tables = (proposals(finished, i) for i in range(n_iterations(finished)))
    proposed = pl.concat([table.select("iteration", "solution") for table in tables])
    assert evaluations["evaluation"].to_list() == list(range(evaluations.height))
    assert evaluations.select("iteration", "solution").equals(proposed)


def test_the_budget_is_checked_between_iterations_only(finished):
    ends = read_table(finished.metrics_path)["evaluations"].to_list()
    assert ends[0] == SMOKE.search.initial_evaluations
    assert ends[-2] < SMOKE.search.evaluations <= ends[-1]


def test_all_elites_of_the_surrogate_archive_are_proposed(finished):
    """In first-fill order, each in its own predicted cell."""
    table = proposals(finished, 1)
    archive = GridConfig().build(180)
    measures = table.select("predicted_turns", "predicted_hand_size").to_numpy()
    cells = archive.index_of(measures)
    assert len(set(cells.tolist())) == table.height > 1
    metrics = read_table(finished.metrics_path)
    assert metrics["surrogate_elites"][1] == metrics["n_proposed"][1] == table.height


def test_the_surrogate_learns_on_from_all_but_the_newest_tenth(finished):
    errors = read_table(finished.surrogate_metrics_path)
    ends = read_table(finished.metrics_path)["evaluations"].to_list()
    n_steps = 0
    for iteration, n in enumerate(ends, 1):
        rows = errors.filter(iteration=iteration)
        n_train = int(n * 0.9)
        assert set(rows.filter(split="train")["n_rows"]) == {n_train}
        assert set(rows.filter(split="holdout")["n_rows"]) == {n - n_train}
        n_steps += SMOKE.surrogate.epochs * -(-n_train // SMOKE.surrogate.batch_size)
        assert read_arrays(finished.surrogate_path(iteration))["n_steps"] == n_steps


def test_the_archive_is_that_of_the_evaluations_one_by_one(finished):
    evaluations, archive = finished.evaluations(), GridConfig().build(180)
    add_one_by_one(archive, evaluations, "turns", "hand_size")
    snapshot = read_table(finished.archives.path(n_iterations(finished) - 1))
    assert snapshot["evaluation"].to_list() == archive.elites().ids.tolist()
    assert np.array_equal(solutions_of(snapshot), archive.elites().solutions)
    metrics = read_table(finished.metrics_path).row(-1, named=True)
    assert metrics["qd_score"] == pytest.approx(archive.qd_score())
    assert metrics["coverage"] == archive.n_elites / 1600


def test_every_elite_is_judged_again_by_other_games(finished):
    fresh = read_table(finished.path / "evaluations" / "fresh-00000.parquet")
    assert games_seed(SEED) != games_seed(SEED, Purpose.FRESH_GAMES)
    both = fresh.join(finished.evaluations(), on="evaluation", suffix="_search")
    assert both.height == fresh.height
    assert (both["objective"] != both["objective_search"]).any()
    assert read_table(finished.elites_path)["fresh_objective"].null_count() == 0


def test_the_same_seed_gives_the_same_archive_on_two_threads(finished, search, tmp_path):
    search(SMOKE, SEED, tmp_path / finished.name, threads=2)
    assert contents(tmp_path / finished.name) == contents(finished.path)


def test_a_finished_run_only_writes_its_report_again(finished, search):
    before = stamps(finished.path, CHUNKS)
    (finished.report_path / "index.html").unlink()
    assert search(SMOKE, SEED, finished.path).exists()
    assert stamps(finished.path, CHUNKS) == before


def test_a_damaged_chunk_is_named_before_a_game_is_played(finished, search, tmp_path):
    shutil.copytree(finished.path, tmp_path / "run")
    chunk = tmp_path / "run" / "evaluations" / "chunk-00001.parquet"
    whole = chunk.read_bytes()
    chunk.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match=r"chunk-00001.parquet: damaged file .*; delete this file"):
        play_plainly(search, SMOKE, SEED, tmp_path / "run")
    chunk.unlink()
    play_plainly(search, SMOKE, SEED, tmp_path / "run")
    assert chunk.read_bytes() == whole


def test_mlflow_has_the_metrics_of_every_iteration(finished):
    client, run = in_mlflow(finished.path)
    history = client.get_metric_history(run.info.run_id, "Headline/qd_score")
    stored = read_table(finished.metrics_path)["qd_score"].to_list()
    assert [metric.value for metric in history] == stored
    assert run.data.params["search.n_games"] == str(SMOKE.search.n_games)
    main = {f"Headline/{name}" for name in ("coverage", "max_objective", "max_win_rate")}
    names = main | {"games_per_second", "holdout_mse_turns"}
    assert names <= set(run.data.metrics)
    artifacts = {file.path for file in client.list_artifacts(run.info.run_id)}
    assert "report" in artifacts


def test_map_elites_spends_the_budget_exactly(search, tmp_path):
    play_plainly(search, experiment_for("map-elites", SMOKE), SEED, tmp_path / "run")
    run = load_run(tmp_path / "run")
    evaluations = run.evaluations()
    assert evaluations.height == SMOKE.search.evaluations
    sizes = evaluations["iteration"].value_counts(sort=False)["count"].to_list()
    assert sorted(sizes) == [8, 12, 12, 12, 12, 24]
    children = solutions_of(proposals(run, 1)).astype(int)
    parents = solutions_of(proposals(run, 0)).astype(int)
    changed = np.abs(children[:, None] - parents).sum(axis=2).min(axis=1) / 2
    assert changed.mean() < 5


@pytest.mark.parametrize(
    "algorithm", ["extract-me", "archive-sampling", "sa-extract-me", "sa-archive-sampling"]
)
def test_elites_that_play_again_have_all_their_games(algorithm, search, tmp_path):
    base = SMOKE.but(search__initial_evaluations=10)
    experiment = experiment_for(algorithm, base).but(search__n_games=6, search__budget_games=300)
    run = searched_twice(search, experiment, tmp_path)
    evaluations = run.evaluations()
    assert evaluations["n_games"].sum() == 300
    assert evaluations["solution"].n_unique() < evaluations.height
    elites = read_table(run.archives.path(n_iterations(run) - 1))
    for row in elites.select("evaluation", "objective").to_dicts():
        deck = evaluations["solution"][row["evaluation"]]
        same = [each for each in evaluations.to_dicts() if each["solution"] == deck.to_list()]
        assert row["objective"] == pytest.approx(np.mean([each["objective"] for each in same]))
    table = read_table(run.efficiency_path)
    assert table["games"].to_list() == [300]
    assert table["n_elites"].to_list() == [elites.height]
    is_assisted = algorithm.startswith("sa-")
    assert (run.path / "surrogate").is_dir() == is_assisted
    assert ("train_s" in read_table(run.metrics_path).columns) == is_assisted


def test_a_budget_in_games_ends_the_search_and_its_curve_is_judged(search, tmp_path):
    base = SMOKE.but(search__budget_games=240, search__curve_games=(150,))
    search(experiment_for("map-elites", base), SEED, tmp_path / "run")
    run = load_run(tmp_path / "run")
    assert run.evaluations()["n_games"].sum() == 240
    table = read_table(run.efficiency_path)
    assert table["games"].to_list() == [150, 240]
    client, tracked = in_mlflow(run.path)
    history = client.get_metric_history(tracked.info.run_id, "Headline/corrected_qd_score")
    assert [metric.step for metric in history] == [150, 240]
    assert [metric.value for metric in history] == table["corrected_qd_score"].to_list()
    assert client.get_metric_history(tracked.info.run_id, "Headline/qd_score")[-1].step == 240


@pytest.mark.parametrize("emitter", ["gaussian", "iso-line", "evolution-strategy"])
def test_pyribs_emitters_propose_in_batches_for_the_runs_own_archive(emitter, search, tmp_path):
    ribs = {"ribs__emitter": emitter, "ribs__emitters": 2}
    ribs |= {"ribs__sigma": 0.01, "ribs__line_sigma": 0}
    experiment = experiment_for("ribs", SMOKE.but(search__evaluations=60, **ribs))
    run = searched_twice(search, experiment, tmp_path)
    sizes = run.evaluations()["iteration"].value_counts(sort=False)["count"].to_list()
    assert sorted(sizes) == [12, 12, 12, 24]
    # With so little noise, the first proposals are elites of the random decks.
    elites = {deck.tobytes() for deck in solutions_of(read_table(run.archives.path(0)))}
    assert {deck.tobytes() for deck in solutions_of(proposals(run, 1))} <= elites


@pytest.fixture(scope="module")
def believed(search, tmp_path_factory):
    """A finished run of Bayes-ME."""
    out = tmp_path_factory.mktemp("believed") / "run"
    search(BELIEF, SEED, out, threads=1)
    return load_run(out)


def test_a_search_by_belief_spends_its_games_and_keeps_beliefs(believed):
    evaluations = believed.evaluations()
    assert evaluations["n_games"].sum() == 12 * 24 + 12 * 26 + 24 * 10
    assert evaluations["solution"].n_unique() == evaluations.height
    assert BELIEF.spending.of_decks(evaluations.height) == 840 <= BELIEF.search.budget_games
    last = read_table(believed.archives.path(n_iterations(believed) - 1))
    raw = evaluations["objective"].gather(last["evaluation"])
    assert (raw != last["objective"]).all()
    table = read_table(believed.efficiency_path)
    assert table["games"].to_list() == [480, 840]
    assert table["n_elites"][1] == last.height
    assert np.isfinite(table["covered_90"].to_numpy()).all()
    best = read_table(believed.elites_path).join(last, on="evaluation", suffix="_believed")
    assert best["believed_objective"].equals(best["objective_believed"], check_names=False)
    games = evaluations["n_games"].gather(best["evaluation"])
    assert best["believed_games"].equals(games, check_names=False)
    summary = read_json(believed.report_path / "summary.json")
    assert summary["all"]["corrected_qd_score"] == table["corrected_qd_score"][1]


def test_the_application_shows_the_archive_of_beliefs(believed):
    check_that_all_pages_show_the_archive_of(believed)


def test_a_search_by_belief_can_begin_with_what_another_one_believes(believed, search, tmp_path):
    """It plays other opponents; a copy that lacks all results is played again from the source."""
    one, two = (tmp_path / name / "run" for name in ("one", "two"))
    search(CONTINUED, SEED, one, threads=1, source=believed.path)
    trend, other = (read_surrogate(load_run(path)) for path in (one, believed.path))
    np.testing.assert_array_equal(trend.trend.pairs, other.function.pairs)
    shutil.copytree(one, two)
    for folder in ("evaluations", "surrogate", "archive"):
        shutil.rmtree(two / folder)
    for name in ("files.json", "metrics.parquet", "timing.parquet"):
        (two / name).unlink()
    with pytest.raises(ConfigError, match="give its directory with --from"):
        search(CONTINUED, SEED, two, threads=2)
    search(CONTINUED, SEED, two, threads=2, source=believed.path)
    assert differing(contents(two, DERIVED), contents(one, DERIVED)) == []


def test_what_cannot_be_continued_is_refused(believed, finished, tmp_path):
    out = tmp_path / "run"
    for error, message, source, experiment in (
        (ConfigError, "bayes-me needs the surrogate of a run of bayes-me", None, CONTINUED),
        (StoreError, "a run of dsa-me; bayes-me needs one", finished.path, CONTINUED),
        (StoreError, "its decks are from other cards", believed.path, CONTINUED.but(pool="mage")),
        (ConfigError, "learns from its own decks; omit --from", believed.path, BELIEF),
    ):
        with pytest.raises(error, match=message):
            check_search(experiment, SEED, out, source=source)


def test_a_search_by_belief_goes_on_from_any_file_on_two_threads(believed, search, tmp_path):
    """A copy that lacks the files after some moment ends as if it had not stopped there."""
    files = [each for each in believed.path.rglob("*") if each.is_file()]
    files.sort(key=lambda each: each.stat().st_mtime_ns)
    folders = ("proposals", "evaluations", "surrogate", "archive")
    steps = [each for each in files if each.parent.name in folders]
    for moment in (0, 3, len(steps) // 2, len(steps) - 4):
        out = shutil.copytree(believed.path, tmp_path / f"{moment}" / "run")
        for file in steps[moment:]:
            (out / file.relative_to(believed.path)).unlink()
        for name in ("files.json", "metrics.parquet", "timing.parquet"):
            (out / name).unlink()
        play_plainly(search, BELIEF, SEED, out, threads=2)
        assert differing(contents(out, DERIVED), contents(believed.path, DERIVED)) == []

"""A small study of all algorithms on the real engine: played, continued, analysed."""

import re
import shutil
from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from flows.questions.presets import SMOKE
from flows.studies.dsame.page import EXTRACT, REPORT, write_quality
from flows.studies.dsame.play import FILE
from flows.studies.dsame.settings import ALL, Study
from flows.studies.dsame.tables import placement_facts, placements
from flows.studies.runs import is_finished
from models.problems.algorithms import ALGORITHMS, PAPER_ALGORITHMS, experiment_for
from models.problems.decks import solutions_of
from models.qd.archive import GridConfig
from models.settings.config import ConfigError
from models.surrogates.kinds import surrogate_from_state
from tasks.search.source import check_search
from tasks.sql.catalog import query
from tasks.storage.files import read_arrays, read_json, read_table, write_json
from tasks.storage.run import INVENTORY
from tasks.storage.store import MANIFEST, StoreError, load_run
from tests.flows.studies.playing import finished_in, played
from tests.run_contents import contents, in_mlflow, stamps

WANTED = {"preset": "smoke", "trials": 1, "evaluations": 60, "games": 3}
WANTED["settings"] = ["search.batch_size=18", "search.fresh_games=3", "surrogate.epochs=30"]
STUDY = Study.ask(WANTED).study


@pytest.fixture(scope="module")
def study(prefect, tmp_path_factory):
    """All algorithms, one trial each."""
    return finished_in(Study.ask(WANTED), out=tmp_path_factory.mktemp("studies") / "all")


@pytest.fixture(scope="module")
def grown(study, tmp_path_factory):
    """A copy that was killed while it judged a trial's elites; continued, with a trial more."""
    copy = shutil.copytree(study, tmp_path_factory.mktemp("studies") / "grown")
    stopped = copy / "map-elites-1"
    manifest = stopped / MANIFEST
    manifest.write_text(manifest.read_text().replace('"finished",', '"running",', 1))
    for file in (INVENTORY, "timing.parquet", "evaluations/fresh-00000.parquet"):
        (stopped / file).unlink()
    shutil.rmtree(stopped / "report")
    client, run = in_mlflow(stopped)
    client.update_run(run.info.run_id, "RUNNING")
    before = {trial.name: stamps(copy / trial.name) for trial in STUDY.plan()}
    wanted = Study.ask(WANTED | {"algorithms": ["map-elites"], "trials": 2})
    assert played(wanted, out=copy)[1] == {}
    assert {name for name in before if stamps(copy / name) != before[name]} == {stopped.name}
    return copy


def table(run, name: str) -> pl.DataFrame:
    return read_table(run.path / f"{name}.parquet")


def test_every_algorithm_has_its_trials(study):
    names = {trial.name for trial in STUDY.plan()}
    assert {path.name for path in study.iterdir() if (path / MANIFEST).exists()} == names
    assert all(is_finished(study, name) for name in names)
    assert set(STUDY.algorithms) == {*PAPER_ALGORITHMS, "surrogate-test"} == set(ALL)
    sql = "select distinct experiment->>'$.algorithm' as name from runs"
    assert set(query([study], sql)["name"]) == {run.experiment.algorithm for run in STUDY.plan()}


def test_trials_of_a_number_begin_with_the_same_games(study):
    sql = """select run, list(objective order by evaluation) as first from evaluations
        where evaluation < 24 and run like '%-1' group by run"""
    table = query([study], sql).filter(pl.col("run") != "surrogate-test-1")
    assert table.height == 10
    assert table["first"].n_unique() == 1


def test_an_offline_surrogate_is_trained_once_on_the_random_decks(study):
    for name in ("offline-dsa-me", "offline-dsa-me-ad"):
        run, source = load_run(study / f"{name}-1"), load_run(study / "random-search-1")
        assert source.evaluations().height == 60
        assert [file.name for file in (run.path / "surrogate").iterdir()] == ["00001.npz"]
        errors = table(run, "surrogate_metrics")
        assert set(errors["iteration"]) == {1}
        assert set(errors.filter(split="train")["n_rows"]) == {54}
        assert errors.height == 2 * len(experiment_for(name, STUDY.base).surrogate.targets)
        assert read_json(run.path / "source.json")["path"] == str(source.path)


def test_elite_data_and_surrogate_model_come_from_dsa_me(study):
    source = load_run(study / "dsa-me-1")
    final = sorted((source.path / "surrogate").glob("*.npz"))[-1]
    for name, first in (("offline-surrogate-model", 1), ("surrogate-test", 0)):
        taken = read_arrays(load_run(study / f"{name}-1").surrogate_path(first))
        for key, array in read_arrays(final).items():
            np.testing.assert_array_equal(array, taken[key])
    errors = table(load_run(study / "offline-elite-data-1"), "surrogate_metrics")
    assert errors.filter(split="train")["n_rows"][0] == int(source.evaluations().height * 0.9)


def test_without_resetting_an_inner_loop_goes_on_with_the_last_archive(study):
    run = load_run(study / "dsa-me-no-reset-1")
    tables = [read_table(file) for file in sorted((run.path / "proposals").iterdir())][1:]
    assert len(tables) > 1
    grid = GridConfig().build(180)
    for before, after in pairwise(tables):
        cells = [
            grid.index_of(each.select("predicted_turns", "predicted_hand_size").to_numpy()).tolist()
            for each in (before, after)
        ]
        assert cells[1][: len(cells[0])] == cells[0]
        kept = after.head(before.height)
        assert (kept["predicted_objective"] >= before["predicted_objective"]).all()
        assert (kept["predicted_objective"] == before["predicted_objective"]).sum() > 0


def test_a_surrogate_test_plays_the_surrogates_elites_alone(study):
    run = load_run(study / "surrogate-test-1")
    assert sorted(path.name for path in (run.path / "proposals").iterdir()) == ["00000.parquet"]
    placed = placements(run)
    proposed = read_table(run.path / "proposals" / "00000.parquet")
    assert placed.height == proposed.height == run.evaluations().height
    surrogate = surrogate_from_state(read_arrays(run.surrogate_path(0)))
    predicted = surrogate.predict(solutions_of(proposed))[:, 0]
    np.testing.assert_allclose(predicted, placed["predicted_objective"], atol=1e-3)
    numbers = placement_facts(placed)
    assert numbers["retained"] == read_table(run.archives.path(0)).height / placed.height
    kept = placed.filter("retained")
    assert kept["cell"].n_unique() == kept.height
    pairs = zip(kept["predicted_cell"], kept["cell"], strict=True)
    distances = [abs(a // 40 - b // 40) + abs(a % 40 - b % 40) for a, b in pairs]
    assert numbers["distance"] == pytest.approx(np.mean(distances))
    assert numbers["same_cell"] == sum(d == 0 for d in distances) / placed.height


def test_the_quality_of_one_surrogate_is_written(study, tmp_path):
    tests = [study / "map-elites-1", study / "lsa-me-1"]
    page = write_quality(study / "surrogate-test-1", study / "dsa-me-1", tests, tmp_path)
    text = page.read_text()
    assert "of them are elites of the true archive" in text
    assert text.count("| hand_size |") == 2
    assert (tmp_path / "before-after.png").read_bytes().startswith(b"\x89PNG")


def test_the_report_has_every_section_and_table(study):
    text = (study / "report" / "report.md").read_text()
    for title in REPORT.titles.values():
        assert f"## {title}\n" in text
    for name in PAPER_ALGORITHMS:
        assert f"| {ALGORITHMS[name].title} | 1 |" in text
    assert all("two trials" in line for line in re.findall("Needs.*", text))
    assert "retained in the true archive" in text
    names = {file.name for file in (study / "report").iterdir()}
    for picture in ("curves", "curves-ad", "curves-variants", "archives", "surrogate"):
        assert f"{picture}.png" in names
    assert {f"{name}.parquet" for name in EXTRACT} <= names


def test_the_time_of_every_trial_is_accounted_for(study):
    times = query([study], "select * from timing")
    assert times.height == len(STUDY.plan())
    parts = times.select("games_s", "train_s", "search_s", "archive_s", "report_s", "other_s")
    assert (parts.min_horizontal() >= 0).all()
    np.testing.assert_allclose(parts.sum_horizontal(), times["wall_s"])
    assert (times["tracking_s"] > 0).all()
    assert (times["tracking_s"] <= times["other_s"]).all()
    np.testing.assert_allclose(times["not_games"], 1 - times["games_s"] / times["wall_s"])


def test_a_killed_study_ends_as_if_it_had_not_been_and_may_grow(study, grown):
    assert contents(grown / "map-elites-1") == contents(study / "map-elites-1")
    assert not (grown / "dsa-me-2").exists()
    assert load_run(grown / "map-elites-2").seed == 2
    assert FILE.load(grown)[0].trials == 2


def test_the_killed_study_is_one_run_in_mlflow_with_each_trial_once(grown):
    client, whole = in_mlflow(grown)
    parent = f"tags.mlflow.parentRunId = '{whole.info.run_id}'"
    below = client.search_runs([whole.info.experiment_id], parent)
    names = sorted([*(trial.name for trial in STUDY.plan()), "map-elites-2"])
    assert sorted(each.info.run_name for each in below) == names
    assert {each.info.status for each in (whole, *below)} == {"FINISHED"}
    assert whole.data.metrics["trials/dsa-me"] == 1


def test_what_does_not_fit_is_refused_before_a_game(study, tmp_path):
    base, random, dsa = STUDY.base, study / "random-search-1", study / "dsa-me-1"
    offline = experiment_for("offline-dsa-me", base)
    model = experiment_for("offline-surrogate-model", base).but(surrogate__hidden=(8,))
    other = shutil.copytree(study / "offline-dsa-me-1", tmp_path / "other")
    write_json(other / "source.json", read_json(other / "source.json") | {"digest": "of others"})
    for error, message, experiment, source, out in (
        (ConfigError, "needs the decks of a run of random-search; give its", offline, None, "new"),
        (ConfigError, "dsa-me learns from its own decks; omit --from", base, dsa, "new"),
        (StoreError, "a run of dsa-me; offline-dsa-me needs one of random", offline, dsa, "new"),
        (StoreError, "no run here", offline, tmp_path / "nothing", "new"),
        (StoreError, "its opponents differs", offline.but(opponents="starter"), random, "new"),
        (StoreError, "its surrogate has hidden 128, 32, 16, this search 8", model, dsa, "new"),
        (StoreError, r"learned from .*random-search-1 \(seed 1\)", offline, random, other.name),
    ):
        with pytest.raises(error, match=message):
            check_search(experiment, 1, tmp_path / out, source=source)
    with pytest.raises(StoreError, match="seed: 1 there, 2 now"):
        check_search(offline, 2, study / "offline-dsa-me-1")
    check_search(offline, 1, study / "offline-dsa-me-1")


def test_an_unfinished_run_is_not_learned_from(study, tmp_path):
    shutil.copytree(study / "random-search-1", tmp_path / "random")
    manifest = tmp_path / "random" / MANIFEST
    manifest.write_text(manifest.read_text().replace('"finished",', '"running",', 1))
    offline = experiment_for("offline-dsa-me", SMOKE)
    with pytest.raises(StoreError, match="not finished; run its command again"):
        check_search(offline, 1, tmp_path / "out", source=manifest.parent)


def test_a_study_of_another_configuration_is_refused(study):
    with pytest.raises(StoreError, match=r"base.search.n_games: 3 there, 4 now"):
        FILE.check(study, Study.ask(WANTED | {"games": 4}).study)
    with pytest.raises(StoreError, match="a study with seed 1, not 7"):
        FILE.check(study, Study.ask(WANTED | {"seed": 7}).study)

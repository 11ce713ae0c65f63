"""Planned experiments, and what a directory refuses."""

import pytest

from flows.studies.hearthsim import play as runs
from flows.studies.hearthsim.play import planned_experiments, play_experiment
from tasks.orchestration.progress import Progress
from tasks.storage.files import StoreError, read_json, read_table
from tasks.storage.store import load_run
from tests.run_contents import DERIVED, bytes_of, contents, in_mlflow


def test_both_modes_of_an_experiment_follow_each_other():
    planned = planned_experiments(["divine-shield", "taunt"], ["clean", "2014"], "study", None, 1)
    names = ["taunt-2014", "taunt-clean", "divine-shield-2014", "divine-shield-clean"]
    assert [each.name for each in planned] == names
    assert [each.games for each in planned] == [100_000, 100_000, 220_000, 220_000]


def test_the_number_of_games_can_be_given():
    (each,) = planned_experiments(["hero-battle"], ["2014"], "paper", 6, 1)
    assert (each.n_games, each.games) == (6, 54)


def test_another_size_needs_another_directory(study):
    (each,) = planned_experiments(["card-draw"], ["2014"], "smoke", 8, 3)
    with pytest.raises(StoreError, match="n_games: 6 there, 8 now"):
        each.check(study)


@pytest.fixture
def in_chunks(monkeypatch):
    """Chunks of 4 games, so that 6 games are two chunks."""
    monkeypatch.setattr(runs, "CHUNK_GAMES", 4)


def test_a_finished_run_has_its_tables(study):
    run = load_run(study / "card-draw-2014")
    assert run.is_finished
    assert run.experiment["study"] == "hearthsim"
    assert (run.experiment["experiment"], run.experiment["mode"]) == ("card-draw", "2014")
    facts = {"files.json", "manifest.json", "timing.parquet", "points.parquet", "rounds.parquet"}
    chunks = {f"{kind}/{n:03d}-00000.parquet" for kind in ("games", "rounds") for n in range(2)}
    assert set(contents(run.path)) == facts | chunks
    assert read_table(run.timing_path)["games"].to_list() == [12]
    assert not (run.path / runs.TIMING).exists()


def test_the_digest_of_the_cards_covers_the_extra_cards(study, planned):
    digest = load_run(study / "card-draw-2014").card_digest
    player = planned[0].experiment.player(planned[0].experiment.points[0].sides[0], "2014")
    assert digest == planned[0].experiment.rules("2014").digest != player.rules().digest


def test_chunks_and_threads_do_not_change_the_results(study, planned, in_chunks, home, tmp_path):
    play_experiment(planned[0], tmp_path, Progress(), threads=2)
    whole, parts = (bytes_of(folder / planned[0].name) for folder in (study, tmp_path))
    for name in ("points.parquet", "rounds.parquet"):
        assert parts[name] == whole[name]
    assert "games/001-00001.parquet" in parts


def test_a_stopped_run_plays_what_is_missing(planned, in_chunks, home, tmp_path, monkeypatch):
    path = tmp_path / planned[0].name
    play_experiment(planned[0], tmp_path, Progress(), threads=1)
    before = contents(path, DERIVED)
    for name in ("points.parquet", "rounds.parquet", "games/001-00001.parquet", "timing.parquet"):
        (path / name).unlink()
    played, play_point = [], runs.play_point

    def counted(*about, **how):
        played.append(about[-1].games)
        return play_point(*about, **how)

    monkeypatch.setattr(runs, "play_point", counted)
    progress = Progress()
    play_experiment(planned[0], tmp_path, progress, threads=1)
    assert contents(path, DERIVED) == before
    assert played == [2]
    assert progress.games == planned[0].games
    assert len(read_json(path / "manifest.json")["resumes"]) == 1


def test_mlflow_has_a_metric_per_point(study):
    client, run = in_mlflow(study / "card-draw-clean")
    assert run.data.params["experiment"] == "card-draw"
    history = client.get_metric_history(run.info.run_id, "Headline/share")
    assert [point.step for point in history] == [6, 12]

"""`reproduce`: what extracts lack is played once, also after a kill."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
import yaml

from flows.questions.reproduce import Reproduce
from flows.reproduce import reproduce
from flows.studies.dsame.page import EXTRACT as TABLES
from flows.studies.evidence import EVIDENCE, ROOT, read_evidence
from models.players.networks import ScorerNetwork
from models.settings.config import ConfigError
from tasks.reports.curves import EXTRACT
from tasks.storage.files import StoreError, read_table, write_table
from tests.waiting import until

SEARCH = (
    "search map-elites --preset smoke --budget-games 150 --set search.n_games=3 "
    "--set search.batch_size=15 --set search.fresh_games=3"
)
STUDY = (
    "study --preset smoke --trials 1 --evaluations 60 --games 3 --algorithms map-elites "
    "--set search.fresh_games=3"
)


def written(folder: Path, **experiments: dict) -> Path:
    """A list of experiments with these settings."""
    common = {"question": "Which?", "pages": ["page.md"], "core_hours": 0.3}
    file = folder / "evidence.yaml"
    file.write_text(yaml.safe_dump({name: common | each for name, each in experiments.items()}))
    return file


def two_searches(folder: Path) -> Path:
    return written(folder, small={"extract": "small", "seeds": 2, "runs": {"me": SEARCH}})


def play(file: Path, out: Path, hours: float | None = None) -> None:
    question = Reproduce(evidence=file, out=out, hours=hours, threads=1)
    question.check()
    flow, arguments = question.work()
    assert flow(*arguments) == (None, {})


def states(file: Path, out: Path) -> list[str]:
    return [piece.state for piece in Reproduce(evidence=file, out=out).pieces]


def kill_after_the_first(file: Path, out: Path, started: Callable, extract: Path) -> None:
    """Starts the command and kills it when it has the first run's extract."""
    process = started(["reproduce", "--evidence", str(file), "--out", str(out), "--threads", "1"])
    until(lambda: process.poll() is not None or extract.exists(), 120)
    assert process.poll() is None
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def searched(prefect, tmp_path_factory):
    """The list of two searches, which are played."""
    folder = tmp_path_factory.mktemp("searched")
    file = two_searches(folder)
    play(file, folder / "runs")
    return file


def test_a_killed_command_repeats_no_run_and_ends_with_the_same(searched, started, tmp_path):
    file, out = two_searches(tmp_path), tmp_path / "runs"
    kill_after_the_first(file, out, started, tmp_path / "small" / EXTRACT)
    finished = out / "me-1" / "files.json"
    before = finished.stat().st_mtime_ns
    play(file, out)
    assert before == finished.stat().st_mtime_ns
    assert states(file, out) == ["done", "done"]
    assert (tmp_path / "small" / "report.md").exists()
    both = [pl.read_parquet(each.with_name("small") / EXTRACT) for each in (searched, file)]
    assert both[0].drop("seconds").equals(both[1].drop("seconds"))
    assert both[0]["run"].to_list() == ["me-1", "me-2"]


def test_the_plan_tells_what_is_done_stale_and_missing(searched, tmp_path, answered, capsys):
    shutil.copytree(searched.parent, tmp_path, dirs_exist_ok=True)
    file, out = tmp_path / searched.name, tmp_path / "runs"
    extract = tmp_path / "small" / EXTRACT
    rows = pl.read_parquet(extract)
    write_table(extract, rows.with_columns(cards=pl.col("cards").str.replace(".", "x")).head(1))
    assert states(file, out) == ["stale", "missing"]
    capsys.readouterr()
    shown = answered("reproduce", "--evidence", file, "--plan")
    assert "| small | 0 of 2 | 1 | 0.3 | page.md | Which? |" in shown
    assert "missing: about 0.3 core-hours" in shown


@pytest.fixture(scope="module")
def tried(prefect, tmp_path_factory):
    """The list of a study with two trials, of which the first is played."""
    share = "select count(*) from trials where algorithm = 'map-elites' and seed = {seed}"
    study = {"extract": "study", "seeds": 2, "runs": {"me": STUDY}, "finished": share}
    file = written(tmp_path_factory.mktemp("tried"), study=study | {"into": "page.md"})
    file.with_name("page.md").write_text("# Mine\n\n<!-- begin setup -->\n<!-- end setup -->\n")
    first, _ = Reproduce(evidence=file, out=file.with_name("runs"), threads=1).pieces
    flow, arguments = first.command.work()
    flow(*arguments)
    first.collect()
    return file


def test_trials_of_a_study_join_one_extract_also_without_the_earlier_ones_runs(tried, tmp_path):
    shutil.copytree(tried.parent, tmp_path, dirs_exist_ok=True)
    file, out, extract = tmp_path / tried.name, tmp_path / "runs", tmp_path / "study"
    assert states(file, out) == ["done", "missing"]
    shutil.rmtree(out)
    alone = {name: read_table(extract / f"{name}.parquet") for name in TABLES}
    play(file, out)
    assert states(file, out) == ["done", "done"]
    both = {name: read_table(extract / f"{name}.parquet") for name in TABLES}
    assert both["trials"]["run"].to_list() == ["map-elites-2", "map-elites-1"]
    for name in ("trials", "evaluations", "fresh", "iterations", "decks"):
        assert both[name].filter(run="map-elites-1").equals(alone[name]), name
        assert both[name].filter(run="map-elites-2").height, name
    for page in (extract / "report.md", tmp_path / "page.md"):
        assert "no surrogate | 1, 2 |" in page.read_text("utf-8")


def test_trainings_of_players_join_one_extract(prefect, tmp_path, answered):
    share = "select count(*) from trainings where run = '{run}-{seed}' and evaluations >= 40"
    node = {"extract": "trained", "seeds": 2, "finished": share, "into": "page.md"}
    smoke = "train-player --preset smoke"
    runs = {"me": smoke, "es": f"{smoke} --algorithm cma-es"}
    file = written(tmp_path, players=node | {"runs": runs})
    page = file.with_name("page.md")
    page.write_text("# Mine\n\n<!-- begin trainings -->\n<!-- end trainings -->\n")
    assert states(file, tmp_path / "runs") == ["missing"] * 4
    play(file, tmp_path / "runs")
    shutil.rmtree(tmp_path / "runs")
    assert states(file, tmp_path / "runs") == ["done"] * 4
    trainings = read_table(tmp_path / "trained" / "trainings.parquet")
    assert sorted(trainings["run"]) == ["es-1", "es-2", "me-1", "me-2"]
    for row in trainings.to_dicts():
        player = ScorerNetwork.from_file(tmp_path / "trained" / "players" / f"{row['run']}.json")
        assert list(player.weights) == json.loads(row["player"])["weights"]
        rows = read_table(tmp_path / "trained" / "generations.parquet").filter(run=row["run"])
        assert rows.row(-1, named=True)["qd_score"] == pytest.approx(row["qd_score"])
    before = page.read_text("utf-8")
    assert "| cma-es, 40 x 6 | 2 |" in before
    assert "](trained/trainings.png)" in before
    page.write_text("# Mine\n\n<!-- begin trainings -->\n<!-- end trainings -->\n")
    answered("report", tmp_path / "trained", "--into", page)
    assert page.read_text("utf-8") == before


def test_what_a_kill_left_unwritten_is_written_without_games(searched, tried, tmp_path):
    for file, name in ((searched, "small"), (tried, "study")):
        folder = tmp_path / name
        shutil.copytree(file.parent, folder, dirs_exist_ok=True)
        page = folder / name / "report.md"
        text = page.read_bytes()
        first, *_ = Reproduce(evidence=folder / file.name, out=folder / "none").pieces
        page.unlink()
        (page.parent / "index.html").touch()
        assert (first.state, first.is_written) == ("done", False)
        assert reproduce([first]) == (None, {})
        assert (first.is_written, page.read_bytes()) == (True, text)
    (tmp_path / "study" / "study" / "trials.parquet").unlink()  # it is written last
    assert states(tmp_path / "study" / tried.name, tmp_path / "none") == ["missing", "missing"]


def test_trials_of_other_cards_or_sizes_do_not_join(tried, tmp_path):
    shutil.copytree(tried.parent, tmp_path, dirs_exist_ok=True)
    trials = tmp_path / "study" / "trials.parquet"
    rows = read_table(trials)
    write_table(trials, rows.with_columns(card_digest=pl.lit("other"), run=pl.lit("map-elites-9")))
    first, _ = Reproduce(evidence=tmp_path / tried.name, out=tmp_path / "runs").pieces
    first.collect()
    assert read_table(trials)["run"].to_list() == ["map-elites-1"]
    write_table(trials, rows.drop("budget"))
    with pytest.raises(StoreError, match=r"trials.parquet has other columns"):
        first.collect()


def test_a_run_that_cannot_end_in_time_is_not_begun(prefect, tmp_path):
    file, out = two_searches(tmp_path), tmp_path / "runs"
    file.write_text(file.read_text().replace("core_hours: 0.3", "core_hours: 9"))
    play(file, out, hours=1)
    assert states(file, out) == ["missing", "missing"]
    assert not any(out.glob("*/manifest.json"))


def test_wrong_input_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"rogue: no such experiment; .*rogue-100k"):
        _ = Reproduce(nodes=["rogue"]).pieces
    file = two_searches(tmp_path)
    file.write_text(file.read_text().replace("seeds: 2", "seeds: 0"))
    with pytest.raises(ConfigError, match=r"evidence.yaml: Evidence seeds: .*greater"):
        read_evidence(file)
    file.write_text("- a list")
    with pytest.raises(ConfigError, match="is no list of experiments"):
        read_evidence(file)


def test_a_page_without_its_sections_is_named_before_work(tmp_path):
    study = {"extract": "study", "runs": {"me": STUDY}, "finished": "select 0", "into": "page.md"}
    file = written(tmp_path, study=study)
    marked = "<!-- begin x -->\n<!-- end x -->"
    for text, message in (("no marks", "no place"), (marked, "called x")):
        (tmp_path / "page.md").write_text(text)
        with pytest.raises(StoreError, match=message):
            Reproduce(evidence=file, out=tmp_path / "runs").check()
    assert not (tmp_path / "runs").exists()
    search = {"extract": "small", "runs": {"me": SEARCH}, "into": "page.md"}
    with pytest.raises(ConfigError, match="only a study"):
        read_evidence(written(tmp_path, small=search))


def test_our_own_experiments_have_pages_and_commands_that_can_start(tmp_path):
    known = read_evidence(EVIDENCE)
    assert [p for each in known.values() for p in each.pages if not (ROOT / p).is_file()] == []
    for piece in Reproduce(out=tmp_path).pieces:
        if piece.seed == 1:
            piece.check()

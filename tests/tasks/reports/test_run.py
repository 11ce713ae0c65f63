import json
from html import unescape

import polars as pl
import pytest

from models.qd.archive import GridConfig
from models.qd.sliding import SlidingConfig
from tasks.reports.results import read_results
from tasks.reports.run import compare_runs, write_report
from tasks.storage.store import StoreError
from tests.tasks.synthetic import (
    EXPERIMENT,
    write_believing,
    write_fresh,
    write_run,
    write_training,
)

PNG = b"\x89PNG"
ONE = GridConfig(measures=("turns",), shape=(40,), ranges=((5, 15),))
RANGES = {"turns": (5, 15), "hand_size": (1, 7), "deck_mana_sum": (60, 140)}
THREE = GridConfig(measures=tuple(RANGES), shape=(8, 9, 10), ranges=tuple(RANGES.values()))
SLIDING = SlidingConfig(measures=("turns", "hand_size", "dust"), last_size=4, budget=70)


def files(folder) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_the_page_explains_a_run_and_stands_alone(tmp_path):
    run = write_run(tmp_path / "run")
    write_fresh(run, read_results(run.path).archive.elites().ids)
    page = write_report(run.path)
    text = page.read_text()
    best = pl.read_parquet(run.elites_path)
    assert f"<code>{best['deck_code'][0]}</code>" in text
    for card in best["deck"][0].split(", "):
        assert card.partition("x ")[2] in unescape(text)
    assert text.count("data:image/png;base64,") == 3
    assert "http" not in text
    for name in ("archive.png", "archive_corrected.png", "curves.png"):
        assert (page.parent / name).read_bytes().startswith(PNG)
    assert (page.parent / "elites.csv").read_text().count(best["deck_code"][0]) == 1


def test_what_users_named_is_escaped(tmp_path):
    text = write_report(write_run(tmp_path / "run", name="<i>mine</i>").path).read_text()
    assert "&lt;i&gt;mine&lt;/i&gt;" in text
    assert "<i>" not in text


@pytest.mark.parametrize("archive", [ONE, THREE, SLIDING], ids=["one", "three", "sliding"])
def test_archives_of_one_and_three_measures_are_reported(archive, tmp_path):
    changes = {"archive": archive, "proposals": "mutation"}
    run = write_run(tmp_path / "run", 1, "map-elites", **changes)
    write_fresh(run, read_results(run.path).archive.elites().ids)
    text = write_report(run.path).read_text()
    best = pl.read_parquet(run.elites_path)
    shape = read_results(run.path).archive.shape
    for name, n in zip(archive.measures, shape, strict=True):
        words = name.removeprefix("deck_").replace("_", " ")
        assert f"{words}</th>" in text
        assert {name, f"fresh_{name}", f"cell_{name}"} <= set(best.columns)
        assert best[f"cell_{name}"].is_between(0, n - 1).all()
    assert files(run.report_path) >= {"archive.png", "archive_corrected.png", "curve.parquet"}


@pytest.mark.parametrize("archive", [GridConfig(), ONE], ids=["two", "one"])
def test_a_training_has_the_same_report_with_its_player(archive, tmp_path):
    page = write_report(write_training(tmp_path / "run", archive).path)
    text = page.read_text()
    assert text.count("data:image/png;base64,") == 2
    assert "40 networks" in text
    assert "+3.0 ± 3.9" in text
    data = {"curve.parquet", "elites.parquet", "player.json", "summary.json"}
    assert files(page.parent) == data | {"archive.png", "curves.png", "index.html"}
    assert json.loads((page.parent / "summary.json").read_text())["player"]["objective"] == 7


def test_algorithms_are_compared_over_their_seeds(tmp_path):
    for seed in (1, 2):
        write_run(tmp_path / f"good-{seed}", seed, "dsa-me", gain=5)
        write_run(tmp_path / f"plain-{seed}", seed, "map-elites", n=60)
    page = compare_runs([tmp_path], tmp_path / "out")
    assert files(page.parent) == {"comparison.png", "index.html", "report.md"}
    assert (page.parent / "comparison.png").read_bytes().startswith(PNG)
    text = (page.parent / "report.md").read_text()
    assert "| dsa-me | 2 |" in text
    assert "| map-elites | 2 |" in text
    assert "good-1, good-2, plain-1, plain-2" in text


def test_runs_of_different_size_are_not_compared(tmp_path):
    write_run(tmp_path / "a")
    write_run(tmp_path / "b", search__n_games=EXPERIMENT.search.n_games + 1)
    with pytest.raises(StoreError, match="differ in their settings of search"):
        compare_runs([tmp_path], tmp_path / "out")


def test_other_settings_of_an_algorithm_are_no_other_seed(tmp_path):
    write_run(tmp_path / "a")
    write_run(tmp_path / "b", 2, surrogate__epochs=EXPERIMENT.surrogate.epochs + 1)
    with pytest.raises(StoreError, match="are searches by dsa-me with other settings"):
        compare_runs([tmp_path], tmp_path / "out")
    write_run(tmp_path / "twice" / "a")
    write_run(tmp_path / "twice" / "b")
    with pytest.raises(StoreError, match="are the same search"):
        compare_runs([tmp_path / "twice"], tmp_path / "out")


def test_a_search_with_estimates_shows_what_it_believes_of_its_elites(tmp_path):
    run = write_believing(tmp_path / "run")
    text = write_report(run.path).read_text()
    best = pl.read_parquet(run.elites_path).row(0, named=True)
    shown = "{believed_objective:+.1f} ({believed_low:+.1f} to {believed_high:+.1f})"
    assert f"{shown.format(**best)}, 6 games" in text


def test_beliefs_without_intervals_are_shown_without_them(tmp_path):
    run = write_believing(tmp_path / "run", deviation=None)
    text = write_report(run.path).read_text()
    best = pl.read_parquet(run.elites_path).row(0, named=True)
    assert best["believed_low"] is None
    assert f"{best['believed_objective']:+.1f}, 6 games" in text

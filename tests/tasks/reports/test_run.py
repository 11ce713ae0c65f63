import json
from html import escape

import polars as pl
import pytest

from tasks.reports.results import read_results
from tasks.reports.run import compare_runs, write_report
from tasks.storage.store import StoreError
from tests.tasks.synthetic import write_fresh, write_run

PNG = b"\x89PNG"


def test_the_page_explains_a_run_and_stands_alone(tmp_path):
    run = write_run(tmp_path / "run")
    write_fresh(run, read_results(run.path).archive.elites().ids)
    page = write_report(run.path)
    text = page.read_text()
    best = pl.read_parquet(run.elites_path)
    assert best["deck_code"][0] in text
    assert escape(best["deck"][0]) in text
    assert text.count("data:image/png;base64,") == 3
    assert "http" not in text
    for name in ("archive.png", "archive_corrected.png", "curves.png"):
        assert (page.parent / name).read_bytes().startswith(PNG)
    for name in ("elites.md", "elites.csv"):
        assert (page.parent / name).read_text().count(best["deck_code"][0]) == 1


def test_a_report_can_be_deleted_and_made_again(tmp_path):
    run = write_run(tmp_path / "run")
    page = write_report(run.path)
    before = page.read_bytes()
    page.unlink()
    assert write_report(run.path).read_bytes() == before


def test_the_better_algorithm_is_found_with_its_crossing(tmp_path):
    for seed in (1, 2):
        write_run(tmp_path / f"good-{seed}", seed, "dsa-me", gain=5)
        write_run(tmp_path / f"plain-{seed}", seed, "map-elites", n=60)
    table = compare_runs([tmp_path], tmp_path / "out")
    assert "| dsa-me | 2 |" in table.read_text()
    numbers = json.loads((tmp_path / "out" / "comparison.json").read_text())
    assert len(numbers["runs"]) == 4
    assert list(numbers["crossing"]) == ["dsa-me above map-elites"]
    assert 1 <= numbers["crossing"]["dsa-me above map-elites"] <= 60
    assert (tmp_path / "out" / "comparison.png").read_bytes().startswith(PNG)


def test_runs_of_different_size_are_not_compared(tmp_path, monkeypatch):
    write_run(tmp_path / "a")
    monkeypatch.setattr("tests.tasks.synthetic.EXPERIMENT", _bigger())
    write_run(tmp_path / "b")
    with pytest.raises(StoreError, match="differ in their settings of search"):
        compare_runs([tmp_path], tmp_path / "out")


def _bigger():
    from tests.tasks.synthetic import EXPERIMENT

    return EXPERIMENT.but(search__n_games=12)

"""A finished run knows its files: none can be deleted or replaced without being noticed."""

import shutil

import polars as pl
import pytest

from flows.studies.runs import is_finished
from tasks.storage.files import StoreError, read_json, write_table
from tasks.storage.run import INVENTORY
from tasks.storage.store import load_run, open_run
from tests.tasks.synthetic import write_run

CHUNK = "evaluations/chunk-00003.parquet"


@pytest.fixture
def run(tmp_path):
    return write_run(tmp_path / "run", seed=1).path


def reopened(path):
    """The run opened to be continued, and closed as finished."""
    manifest = load_run(path, look_only=True).manifest
    cards = manifest["digests"]["cards"]
    with open_run(path, manifest["experiment"], manifest["seed"], cards) as run:
        return run


def test_it_lists_all_results_and_nothing_else(run):
    chunks = [f"evaluations/chunk-{chunk:05d}.parquet" for chunk in range(7)]
    assert sorted(read_json(run / INVENTORY)) == chunks


def test_the_report_may_be_deleted(run):
    write_table(run / "report" / "elites.parquet", pl.DataFrame({"x": [1]}))
    load_run(run, look_only=True).finish()
    shutil.rmtree(run / "report")
    load_run(run)


@pytest.mark.parametrize("last", ["evaluations/chunk-00006.parquet", CHUNK])
def test_a_missing_file_is_named_and_the_run_is_not_finished(run, last):
    (run / last).unlink()
    with pytest.raises(StoreError, match=f"{last}: .* missing; run the same command"):
        load_run(run)
    assert not is_finished(run.parent, run.name)


def test_a_missing_file_does_not_stop_the_run_from_being_continued(run):
    (run / CHUNK).unlink()
    assert reopened(run).is_finished


def test_a_run_that_goes_on_has_no_inventory_until_it_ends(run):
    """Else what it wrote again would be refused if it were killed before its end."""
    manifest = load_run(run).manifest
    with open_run(run, manifest["experiment"], manifest["seed"], manifest["digests"]["cards"]):
        assert not (run / INVENTORY).exists()
    assert (run / INVENTORY).exists()


def test_a_file_of_another_run_is_noticed_when_reading_and_when_continuing(run, tmp_path):
    shutil.copy(write_run(tmp_path / "other", seed=2).path / CHUNK, run / CHUNK)
    for use in (load_run, reopened):
        with pytest.raises(StoreError, match=f"{CHUNK}: not the file that this run wrote"):
            use(run)


def test_tables_with_seconds_must_be_there_but_may_differ(run):
    table = run / "timing.parquet"
    write_table(table, pl.DataFrame({"wall_s": [1.0]}))
    load_run(run, look_only=True).finish()
    write_table(table, pl.DataFrame({"wall_s": [2.0]}))
    load_run(run)
    table.unlink()
    with pytest.raises(StoreError, match="timing"):
        load_run(run)


def test_runs_of_older_versions_have_no_inventory(run):
    (run / INVENTORY).unlink()
    (run / CHUNK).unlink()
    load_run(run)

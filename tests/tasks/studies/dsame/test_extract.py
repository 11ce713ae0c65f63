"""The extract of a study."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from models.qd.archive import GridConfig
from tasks.storage.store import StoreError, load_run
from tasks.studies.dsame.extract import cell_sql, extract
from tasks.studies.dsame.report import REPORT
from tests.tasks.synthetic import write_study

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
    with pytest.raises(StoreError, match="empty study: none of its trials has finished"):
        extract(tmp_path / "empty")
    with pytest.raises(StoreError, match=r"no study here \(study.json is missing\)"):
        REPORT.write(tmp_path)

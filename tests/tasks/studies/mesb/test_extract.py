"""What is kept of MESB's runs."""

from pathlib import Path

import polars as pl
import pytest

from tasks.storage.store import load_run
from tasks.studies.mesb.extract import extract
from tests.tasks.mesb_runs import WORTH, write_mesb_study

DOCS = Path(__file__).parents[4] / "docs" / "mesb"


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_the_extract_has_the_form_of_the_published_one(zone, tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    write_mesb_study(tmp_path, ["aggro-paladin"], WORTH)
    tables = extract(tmp_path)
    for name, table in tables.items():
        assert table.schema == pl.read_parquet_schema(DOCS / f"{name}.parquet"), name
    for run in tables["runs"].to_dicts():
        manifest = load_run(tmp_path / run["run"]).manifest
        assert (run["started"], run["finished"]) == (manifest["started"], manifest["finished"])

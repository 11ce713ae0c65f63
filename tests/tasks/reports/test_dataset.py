import json
import re

import numpy as np
import polars as pl
import pytest

from engine.decks import find_card
from models.files import file_digest
from models.problems.decks import solutions_of
from models.problems.experiment import Emulator
from models.problems.vector_task import EmulatedDeckTask
from tasks.reports.dataset import FILES, write_dataset, write_emulator
from tasks.reports.results import read_results
from tasks.storage.files import StoreError
from tests.tasks.synthetic import write_fresh, write_run


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The data set of two runs, one with new games, and its folder."""
    folder = tmp_path_factory.mktemp("runs")
    first = write_run(folder / "first", algorithm="map-elites", n=30)
    write_fresh(first, np.array([3, 5]))
    write_run(folder / "second", n=20, seed=2)
    write_dataset([folder], folder / "data")
    return read_results(first.path), folder / "data"


def test_a_row_is_a_deck_with_its_cards_and_results(written):
    results, folder = written
    decks = pl.read_parquet(folder / "decks.parquet")
    assert decks.group_by("run", "hero_class", "new_games", maintain_order=True).len().rows() == [
        ("first", "ROGUE", False, 30),
        ("first", "ROGUE", True, 2),
        ("second", "ROGUE", False, 20),
    ]
    assert set(decks["copies"].list.sum()) == {30}
    row = decks.row(4, named=True)
    assert row["objective"] == results.evaluations["objective"][4]
    counts = solutions_of(results.evaluations)[4]
    names = {results.pool.patch.card_data(results.pool.ids[i]).name for i in np.flatnonzero(counts)}
    cards = pl.read_parquet(folder / "cards.parquet")
    assert set(cards.filter(pl.col("dbf_id").is_in(row["dbf_id"]))["name"]) == names
    assert cards.filter(name="Backstab")["dbf_id"].to_list() == [find_card("Backstab").dbf_id]
    assert row["copies"] == counts[counts > 0].tolist()


def test_every_column_has_a_meaning(written):
    _, folder = written
    card = (folder / "README.md").read_text()
    for name, table in FILES.items():
        for column in pl.read_parquet_schema(folder / f"{name}.parquet"):
            assert f"| `{column}` | {table.all_columns[column].text} |" in card
    assert "path" not in pl.read_parquet_schema(folder / "runs.parquet")


def test_the_card_says_how_to_read_it(written, monkeypatch, capsys):
    _, folder = written
    monkeypatch.chdir(folder)
    card = (folder / "README.md").read_text()
    with_duckdb, with_polars = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    assert with_duckdb.count("\n") == with_polars.count("\n") == 4
    exec(with_duckdb, {})
    exec(with_polars, {})
    best = pl.read_parquet("decks.parquet").sort("objective").row(-1, named=True)
    shown = capsys.readouterr().out
    assert shown.count("map-elites") + shown.count("dsa-me") == 5
    assert f"({len(best['copies'])}, 2)" in shown


def test_the_metadata_are_those_of_the_files(written):
    _, folder = written
    found = json.loads((folder / "croissant.json").read_text())
    for file in found["distribution"]:
        assert file["sha256"] == file_digest(folder / file["name"])
    names = [field["name"] for field in found["recordSet"][0]["field"]]
    assert names == list(pl.read_parquet_schema(folder / "decks.parquet"))


@pytest.mark.slow
def test_croissants_library_reads_it(written):
    croissant = pytest.importorskip("mlcroissant", reason="needs the extra croissant")
    _, folder = written
    data = croissant.Dataset(jsonld=folder / "croissant.json")
    assert not data.metadata.issues.errors
    assert not data.metadata.issues.warnings
    decks = pl.read_parquet(folder / "decks.parquet")
    records = list(data.records("decks"))
    assert [each["decks/objective"] for each in records] == decks["objective"].to_list()
    assert list(records[7]["decks/dbf_id"]) == decks["dbf_id"][7].to_list()
    assert len(list(data.records("cards"))) == pl.read_parquet(folder / "cards.parquet").height


def test_runs_of_one_name_are_refused(tmp_path):
    paths = [write_run(tmp_path / each / "run", n=10).path for each in "ab"]
    with pytest.raises(StoreError, match=r"run: 2 runs have this name"):
        write_dataset(paths, tmp_path / "data")
    assert not (tmp_path / "data").exists()


def test_an_emulator_says_what_it_is_of_and_how_it_agrees(tmp_path):
    run = write_run(tmp_path / "run", algorithm="extract-me", n=60)
    write_fresh(run, np.array([3, 5, 8]))
    about = write_emulator(run.path, tmp_path / "emulator.npz")
    task = EmulatedDeckTask(tmp_path / "emulator.npz")
    assert task.about == about
    assert (about["run"], about["decks"], about["new_games"]["elites"]) == ("run", 60, 3)
    assert (len(task.cards), task.measures) == (180, ("turns", "hand_size"))


def test_an_emulator_of_few_decks_is_refused(tmp_path):
    few = write_run(tmp_path / "few", algorithm="extract-me", n=10)
    with pytest.raises(StoreError, match="few: an emulator needs 20 decks with numbers of games"):
        write_emulator(few.path, tmp_path / "emulator.npz")


def test_runs_on_an_emulator_are_refused(tmp_path):
    emulator = Emulator(file="emulator.npz", digest="of a file that is gone")
    write_run(tmp_path / "run", n=10, emulator=emulator)
    with pytest.raises(StoreError, match="an emulator evaluated its decks"):
        write_dataset([tmp_path / "run"], tmp_path / "data")

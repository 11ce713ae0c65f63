"""Run directories whose files are deleted, cut, flipped, or another run's."""

import random
import shutil

import polars as pl
import pytest

from flows.faces.command_line import main
from tasks.reports.results import elites, read_results
from tasks.storage.files import write_table
from tests.tasks.synthetic import write_fresh, write_run

TABLES = (
    *(f"evaluations/chunk-{chunk:05d}.parquet" for chunk in (0, 3, 6)),
    "evaluations/fresh-00000.parquet",
    *(f"archive/{iteration:05d}.parquet" for iteration in (0, 1, 2)),
    *(f"{table}.parquet" for table in ("cards", "timing", "surrogate_metrics")),
    "manifest.json",
)
QUESTION = "select count(*) from evaluations, archive, fresh_evaluations"


def written(path, seed):
    """A finished run with evaluations, new games and three archives."""
    run = write_run(path, seed=seed)
    write_fresh(run, read_results(path).archive.elites().ids)
    found = elites(read_results(path))
    for iteration in range(3):
        write_table(run.archives.path(iteration), found.head(5 * (iteration + 1)))
    for table in ("cards", "timing", "surrogate_metrics"):
        write_table(path / f"{table}.parquet", pl.DataFrame({"run_seed": [seed]}))
    run.finish()
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return written(tmp_path_factory.mktemp("whole") / "run", seed=1)


def damaged(path, how: str) -> None:
    data, dice = path.read_bytes(), random.Random(path.name + how)
    place = 0 if path.suffix == ".json" else dice.randrange(len(data))  # a number may be another
    bit = bytes([data[place] ^ 1 << dice.randrange(8)])
    content = {
        "empty": b"",
        "half": data[: len(data) // 2],
        "one bit": data[:place] + bit + data[place + 1 :],
        "noise": dice.randbytes(len(data)),
        "text": b"{}\n",
    }
    path.unlink()
    if how in content:
        path.write_bytes(content[how])
    elif how == "a folder":
        path.mkdir()


#: What the message says; otherwise that the file is damaged.
WRONG = {"deleted": "is missing", "a folder": "is missing"}
WRONG |= {("manifest.json", "text"): "not a Hearthlight run"}
HOW = ["deleted", "empty", "half", "one bit", "noise", "text", "a folder"]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("name", TABLES)
def test_a_damaged_file_is_named_and_the_rest_answers_nothing(whole, tmp_path, capsys, name, how):
    run = shutil.copytree(whole, tmp_path / "run")
    damaged(run / name, how)
    status, told = main(["sql", str(run), QUESTION]), capsys.readouterr()
    assert status == 2
    assert told.err.startswith(f"error: {run}")
    message = told.err.removeprefix(f"error: {run}")
    assert message.count("\n") == 1
    assert name in message
    assert WRONG.get((name, how), WRONG.get(how, "damaged")) in message

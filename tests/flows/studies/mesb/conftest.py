"""A synthetic study of MESB."""

import polars as pl
import pytest

from flows.studies.mesb.play import read_mesb
from flows.studies.mesb.tables import MesbResults
from tasks.games.play import DUELS
from tasks.storage.files import write_table
from tests.tasks.mesb_runs import ARCHETYPES, WORTH, write_mesb_study


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("mesb") / "study"
    write_mesb_study(path, ARCHETYPES, WORTH)
    names = [f"{name}, {group}" for group in ("validation", "elite") for name in ARCHETYPES]
    shares = {(2, 3): 0.4, (0, 2): 0.51, (1, 3): 0.6, (0, 1): 0.5, (0, 3): 0.5, (1, 2): 0.5}
    rows = [(names[a], names[b], 1000, x, x - 0.03, x + 0.03) for (a, b), x in shares.items()]
    write_table(path / "duels-before.parquet", pl.DataFrame(rows, schema=DUELS, orient="row"))
    return path


@pytest.fixture(scope="module")
def runs(study):
    return read_mesb(study)


@pytest.fixture(scope="module")
def mesb(study, runs):
    duels = {"duels-before": pl.read_parquet(study / "duels-before.parquet")}
    return MesbResults(study, runs, duels)

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
    rows = [
        (names[2], names[3], 1000, 0.4, 0.37, 0.43),
        (names[0], names[2], 1000, 0.51, 0.48, 0.54),
        (names[1], names[3], 1000, 0.6, 0.57, 0.63),
    ]
    rows += [(a, b, 1000, 0.5, 0.47, 0.53) for a, b in ((0, 1), (0, 3), (1, 2))]
    rows = [
        (names[a] if isinstance(a, int) else a, names[b] if isinstance(b, int) else b, *rest)
        for a, b, *rest in rows
    ]
    write_table(path / "duels-before.parquet", pl.DataFrame(rows, schema=DUELS, orient="row"))
    return path


@pytest.fixture(scope="module")
def runs(study):
    return read_mesb(study)


@pytest.fixture(scope="module")
def mesb(study, runs):
    duels = {"duels-before": pl.read_parquet(study / "duels-before.parquet")}
    return MesbResults(study, runs, duels)

"""Classes of one's own beside the baselines, on an emulator and on the engine."""

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from models.settings.config import ConfigError
from tasks.reports.benchmark import BASELINES, run_benchmark
from tasks.reports.dataset import write_emulator
from tasks.storage.files import StoreError
from tests.tasks.synthetic import write_run

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "data.md"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with an emulator and the class of the guide."""
    run = write_run(tmp_path / "run", algorithm="extract-me", n=60)
    write_emulator(run.path, tmp_path / "emulator.npz")
    (code,) = re.findall(r"```python\n(import numpy.*?)```", PAGE.read_text(), re.DOTALL)
    (tmp_path / "emitter_of_the_guide.py").write_text(code)
    (tmp_path / "wrong_emitters.py").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    return tmp_path


WRONG = """
import numpy as np


class Wide:
    def __init__(self, space, seed): pass
    def ask(self): return np.zeros((5, 3))
    def tell(self, *results): pass


class Empty(Wide):
    def ask(self): return np.zeros((0, 180))


class Forgetful(Wide):
    def ask(self): return np.zeros((5, 180))
    def tell(self, solutions): pass


class Mute:
    def ask(self): pass
"""


def test_the_emulator_of_the_guide_runs(place, capsys):
    (code,) = re.findall(r"```python\n(import hearthlight.*?)```", PAGE.read_text(), re.DOTALL)
    exec(code, {})
    assert "without noise" in capsys.readouterr().out


def test_a_class_runs_beside_the_baselines_on_an_emulator(place):
    name = "emitter_of_the_guide.py:MyEmitter"
    for out in ("one", "other"):
        page = run_benchmark(name, "emulator.npz", 1250, 2, 5, place / out)
    text = page.with_name("report.md").read_text()
    own = name.replace(".py", "")
    assert text.startswith(f"# Benchmark of {own}\n")
    assert "2 seeds, 1,250 games each, 5 per deck" in text
    found = pl.read_parquet(place / "one" / "benchmark.parquet")
    assert found["algorithm"].unique(maintain_order=True).to_list() == [own, *BASELINES]
    assert set(found.group_by("algorithm", "seed").agg(pl.col("games").max())["games"]) == {1250}
    assert (found["corrected_n_elites"] <= found["n_elites"]).all()
    assert (place / "one" / "benchmark.png").exists()
    again = pl.read_parquet(place / "other" / "benchmark.parquet")
    assert found.drop("seconds").equals(again.drop("seconds"))


def test_it_runs_on_the_engine(place):
    page = run_benchmark("emitter_of_the_guide:MyEmitter", "engine", 4, 1, 2, place / "engine")
    text = page.with_name("report.md").read_text()
    assert "Games of the engine; 200 new games per elite." in text


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing:MyEmitter", "there is no module 'nothing'"),
        ("wrong_emitters:Other", "has no class 'Other'"),
        ("wrong_emitters:Mute", "the class has no method tell"),
        ("wrong_emitters.py:Wide", r"wrong_emitters:Wide: ask: .* expected shape \(n, 180\)"),
        ("wrong_emitters:Empty", "ask returned no rows"),
        ("wrong_emitters:Forgetful", "wrong_emitters:Forgetful: tell: TypeError"),
    ],
)
def test_wrong_classes_are_named(place, name, message):
    with pytest.raises(ConfigError, match=message):
        run_benchmark(name, "emulator.npz", 100, 1, 5, place / "out")


def test_wrong_tasks_and_numbers_are_refused(place):
    name = "emitter_of_the_guide:MyEmitter"
    with pytest.raises(StoreError, match=r"--task none.npz: give the file of an emulator"):
        run_benchmark(name, "none.npz", 100, 1, 5, place / "out")
    np.savez(place / "other.npz", x=np.ones(3))
    with pytest.raises(StoreError, match=r"--task other.npz: give the file of an emulator"):
        run_benchmark(name, "other.npz", 100, 1, 5, place / "out")
    with pytest.raises(ConfigError, match="--games 3: less than the 5 games of a deck"):
        run_benchmark(name, "emulator.npz", 3, 1, 5, place / "out")

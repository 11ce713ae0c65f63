"""`benchmark`: a class of one's own beside baselines, on an emulator and on the engine."""

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from flows.questions.data import BASELINES, Benchmark
from models.problems.algorithms import experiment_for
from models.problems.experiment import Experiment
from models.settings.config import ConfigError
from tasks.reports.curves import EXTRACT
from tasks.reports.dataset import write_emulator
from tasks.storage.files import read_table
from tests.tasks.searches import algorithm_in
from tests.tasks.synthetic import write_run

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "data.md"
OWN = "emitter_of_the_guide.py:MyEmitter"
WRONG = """
import numpy as np


class Wide:
    def __init__(self, space, seed): pass
    def ask(self): return np.zeros((5, 3))
    def tell(self, *results): pass


class Empty(Wide):
    def ask(self): return np.zeros((0, 180))


class Broken(Wide):
    def __init__(self, space): pass


class Forgetful(Wide):
    def ask(self): return np.zeros((5, 180))
    def tell(self, solutions): pass


class Mute:
    def ask(self): pass
"""


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


def play(place: Path, out: str, **asked) -> pl.DataFrame:
    """The curves of a benchmark."""
    sizes = {"games": 2500, "deck_games": 5, "threads": 1, "baselines": ["map-elites"]}
    question = Benchmark(
        **{"emitter": OWN, "task": "emulator.npz", "out": place / out} | sizes | asked
    )
    question.check()
    flow, arguments = question.work()
    page, failed = flow(*arguments)
    assert (page, failed) == (place / out / "report" / "index.html", {})
    return read_table(place / out / "report" / EXTRACT)


def test_the_emulator_of_the_guide_runs(place, capsys):
    (code,) = re.findall(r"```python\n(import hearthlight.*?)```", PAGE.read_text(), re.DOTALL)
    exec(code, {})
    assert "without noise" in capsys.readouterr().out


def test_a_class_runs_beside_baselines_on_an_emulator(place, prefect):
    first = play(place, "one", seeds=1)
    names = first["algorithm"].unique(maintain_order=True).to_list()
    assert names == ["own", "map-elites"]
    assert (first["corrected_n_elites"] <= first["n_elites"]).all()
    text = (place / "one" / "report" / "report.md").read_text()
    assert "## own against the others" in text
    more = play(place, "one", seeds=2)
    again = play(place, "other", seeds=2)
    assert more.filter(seed=1).drop("seconds").equals(first.drop("seconds"))
    assert more.drop("seconds").equals(again.drop("seconds"))


def test_it_runs_on_the_engine(place, prefect):
    found = play(place, "engine", task="engine", seeds=1, games=8, deck_games=4, baselines=[])
    assert found["games"].to_list() == [8]


def test_every_baseline_can_be_searched_with_the_default_games(place):
    runs = Benchmark(emitter=OWN, task="emulator.npz", out=place / "out", seeds=1).runs
    assert [run.name for run in runs] == ["own-1", *(f"{name}-1" for name in BASELINES)]
    assert {run.experiment.search.curve_games for run in runs} == {(25_000, 50_000, 75_000)}
    assert Benchmark(emitter=OWN, task="emulator.npz", out=place / "out").check() is False


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Wide", r"wrong_emitters:Wide: ask: .* expected shape \(n, 180\)"),
        ("Empty", "ask returned no rows"),
        ("Broken", "wrong_emitters:Broken: __init__: TypeError"),
    ],
)
def test_a_class_that_fails_is_named(place, name, message):
    experiment = experiment_for("own", Experiment(own=f"wrong_emitters:{name}"))
    algorithm = algorithm_in(place / "search", experiment)
    with pytest.raises(ConfigError, match=message):
        type(algorithm).ask.fn(algorithm, pl.DataFrame())


def test_a_class_whose_tell_fails_fails_alone(place, prefect):
    question = Benchmark(
        emitter="wrong_emitters:Forgetful", task="emulator.npz", out=place / "out", games=2500,
        seeds=1, deck_games=5, threads=1, baselines=["map-elites"],
    )  # fmt: skip
    flow, arguments = question.work()
    page, failed = flow(*arguments)
    assert page is None
    assert "wrong_emitters:Forgetful: tell: TypeError" in failed["own-1"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing:MyEmitter",), "there is no module 'nothing'"),
        (("wrong_emitters:Other",), "has no class 'Other'"),
        (("wrong_emitters:Mute",), "the class has no method tell"),
        ((OWN, "--task", "none.npz"), "give a file that `export --emulator` wrote"),
        ((OWN, "--games", "30"), "own with --games 30: search: budget_games (30) pays"),
        (
            (OWN, "--games", "2000"),
            "bayes-me with --games 2000: search: budget_games (2000) pays",
        ),
        ((OWN, "--baselines", "bayes-mee"), "did you mean bayes-me?"),
    ],
)
def test_wrong_classes_tasks_and_numbers_are_refused(place, refused, words, message):
    np.savez(place / "other.npz", x=np.ones(3))
    given = words if "--task" in words else (*words, "--task", "emulator.npz")
    assert message in refused("benchmark", *given, "--out", "out")
    assert not (place / "out").exists()

"""`benchmark`: a class of one's own beside baselines, on an emulator and on the engine."""

import re
import sys
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
from tasks.storage.files import StoreError, read_table
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


class Late(Wide):
    def ask(self): return 1 / 0


class Mute:
    def ask(self): pass
"""
STRICT = """
import numpy as np


class Strict:
    def __init__(self, space, seed): self.decks = space.random_solutions(4, seed)
    def ask(self): return self.decks

    def tell(self, solutions, objective, measures):
        objective -= objective.mean()
        assert (solutions == self.decks).all()
        with open("told.txt", "a") as file:
            file.write(f"{len(objective)} ")
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with an emulator and the class of the guide."""
    run = write_run(tmp_path / "run", algorithm="extract-me", n=60)
    write_emulator(run.path, tmp_path / "emulator.npz")
    (code,) = re.findall(r"```python\n(import numpy.*?)```", PAGE.read_text(), re.DOTALL)
    (tmp_path / "emitter_of_the_guide.py").write_text(code)
    (tmp_path / "wrong_emitters.py").write_text(WRONG)
    (tmp_path / "strict_emitter.py").write_text(STRICT)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    for name in ("emitter_of_the_guide", "wrong_emitters", "strict_emitter"):
        sys.modules.pop(name, None)
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
    where = "emitter_of_the_guide:MyEmitter on an emulator, emulator.npz"
    assert text.startswith(f"# Benchmark of {where}: 2 runs")
    more = play(place, "one", seeds=2)
    again = play(place, "other", seeds=2)
    assert more.filter(seed=1).drop("seconds").equals(first.drop("seconds"))
    assert more.drop("seconds").equals(again.drop("seconds"))


def test_it_runs_on_the_engine(place, prefect):
    found = play(place, "engine", task="engine", seeds=1, games=8, deck_games=4, baselines=[])
    assert found["games"].to_list() == [8]


def test_every_baseline_can_be_searched_with_the_default_games(place):
    question = Benchmark(emitter=OWN, task="emulator.npz", seeds=2)
    names = [run.name for run in question.baseline_runs]
    assert names == [f"{name}-{seed}" for seed in (1, 2) for name in BASELINES]
    runs = [*question.own_runs, *question.baseline_runs]
    assert {run.experiment.search.curve_games for run in runs} == {(25_000, 50_000, 75_000)}
    assert question.check() is False
    assert question.folder == Path("runs/benchmark-MyEmitter-emulator")


def test_a_class_is_told_all_results_but_the_last_which_the_budget_cuts(place, prefect):
    play(place, "out", emitter="strict_emitter:Strict", seeds=1, games=45, baselines=[])
    told = Path("told.txt").read_text().split()
    assert told == ["4", "4"]  # of 9 decks


def test_a_changed_class_is_refused(place, prefect):
    play(place, "out", seeds=1, games=45, baselines=[])
    file = place / "emitter_of_the_guide.py"
    file.write_text(file.read_text() + "# another one\n")
    question = Benchmark(
        emitter=OWN, task="emulator.npz", out=place / "out", games=45, deck_games=5, seeds=1,
        baselines=[],
    )  # fmt: skip
    with pytest.raises(StoreError, match=r"own.digest"):
        question.check()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Wide", r"wrong_emitters:Wide: ask: .* expected shape \(n, 180\)"),
        ("Late", "wrong_emitters:Late: ask: ZeroDivisionError: .* in line .* of wrong_emitters.py"),
        ("Empty", "ask returned no rows"),
        ("Broken", "wrong_emitters:Broken: __init__: TypeError"),
    ],
)
def test_a_class_that_fails_is_named(place, name, message):
    experiment = experiment_for("own", Experiment()).but(own=f"wrong_emitters:{name}")
    algorithm = algorithm_in(place / "search", experiment)
    with pytest.raises(ConfigError, match=message):
        type(algorithm).ask.fn(algorithm, pl.DataFrame())


def test_after_a_class_that_fails_no_baseline_is_played(place, prefect):
    question = Benchmark(
        emitter="wrong_emitters:Forgetful", task="emulator.npz", out=place / "out", games=2500,
        seeds=1, deck_games=5, threads=1, baselines=["map-elites"],
    )  # fmt: skip
    flow, arguments = question.work()
    page, failed = flow(*arguments)
    assert page is None
    assert not (place / "out" / "map-elites-1").exists()
    assert "wrong_emitters:Forgetful: tell: TypeError" in failed["own-1"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing:MyEmitter",), "there is no module 'nothing'"),
        (("wrong_emitters:Other",), "has no class 'Other'"),
        (("wrong_emitters:Mute",), "the class has no method tell"),
        ((OWN, "--task", "none.npz"), "none.npz: cannot be read (No such file"),
        ((OWN, "--task", "other.npz"), "give a file that `export --emulator` wrote"),
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

"""Kernels are compiled with how often their branches are taken."""

import ast
import importlib
import runpy
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest
from llvmlite.ir import ConditionalBranch

from engine.core import branches
from engine.core.jit import JIT_ON, kernels

ROOT = Path(__file__).parents[3]
compiled = pytest.mark.skipif(not JIT_ON, reason="nothing is compiled")

SOURCE = """
from engine.core.jit import INT, kernels

kernel, entry = kernels()

@kernel(INT, INT)
def halved(x):
    if x % 2:
        return x
    return x // 2

@entry(INT, INT)
def sum_of_halves(n):
    total = 0
    for i in range(n):
        total += halved(i)
    return total
"""


@pytest.fixture
def compile_again(tmp_path, monkeypatch):
    """Runs a source as a new process would, with the cache and the counts of earlier calls."""
    monkeypatch.setenv("HEARTHLIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(branches, "counted", None)

    def run(source=SOURCE, counts=False):
        branches._read.cache_clear()
        branches.counted = {} if counts else None
        (tmp_path / "source.py").write_text(source)
        return runpy.run_path(str(tmp_path / "source.py"))

    yield run
    branches._read.cache_clear()


@pytest.fixture
def weights(monkeypatch):
    """All weights of branches that are set, other than Numba's own for errors."""
    found = []
    set_weights = ConditionalBranch.set_weights

    def note(branch, numbers):
        found.append(numbers)
        set_weights(branch, numbers)

    monkeypatch.setattr(ConditionalBranch, "set_weights", note)
    return found


@compiled
def test_branches_are_counted(compile_again):
    source = compile_again(counts=True)
    assert source["sum_of_halves"](10) == 1 + 3 + 5 + 7 + 9 + 0 + 1 + 2 + 3 + 4
    counts = branches.counted[source["halved"].py_func]
    assert [5, 5] in counts.tolist()
    assert counts.max() <= 10


@compiled
def test_counts_become_weights(compile_again, weights, tmp_path):
    compile_again(counts=True)["sum_of_halves"](100)
    assert branches.write_counts() == [tmp_path / branches.COUNTS]
    assert compile_again()["sum_of_halves"](10) == 35
    assert [51, 51] in weights  # one more than counted: 0 would mean that it never happens


@compiled
def test_a_kernel_that_has_changed_has_no_counts(compile_again, weights):
    compile_again(counts=True)["sum_of_halves"](100)
    branches.write_counts()
    compile_again(SOURCE.replace("return x\n", "return x + 0\n"))
    assert [51, 51] not in weights
    assert [101, 2] in weights or [2, 101] in weights  # of the entry, which has not changed


@compiled
def test_code_that_counts_is_not_kept(compile_again):
    compile_again(counts=True)
    assert not compile_again()["sum_of_halves"].stats.cache_hits
    assert compile_again()["sum_of_halves"].stats.cache_hits


def test_new_counts_compile_anew(tmp_path):
    before = kernels(str(tmp_path / "__init__.py"))[1].home
    (tmp_path / branches.COUNTS).write_text("halved,12345678,1/2\n")
    assert kernels(str(tmp_path / "__init__.py"))[1].home != before


def test_large_counts_keep_their_proportions():
    counts = np.array([[2**40, 2**38], [0, 5]])
    assert branches._pairs(branches._text(counts)) == [(2**30, 2**28), (0, 0)]


def kernels_of(folder):
    """The kernels of a folder as Python functions."""
    for path in sorted(folder.glob("*.py")):
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for each in vars(module).values():
            function = getattr(each, "py_func", each)
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                yield function


FILES = sorted(
    path for part in ("engine", "models") for path in (ROOT / part).rglob(branches.COUNTS)
)


def test_counts_are_of_the_kernels_as_they_are():
    """A few kernels may have changed since; `python -m tests.benchmarks.branches` counts anew."""
    known = missing = 0
    for file in FILES:
        keys = {branches.key_of(each) for each in kernels_of(file.parent)}
        found = branches._read(file).keys() & keys
        known += len(found)
        missing += len(branches._read(file)) - len(found)
    assert known > 400
    assert missing <= 0.05 * known, f"{missing} of {known + missing} kernels have changed since"


@pytest.mark.parametrize("text", ['"""Half of x."""', "# rounded down"])
def test_a_kernel_of_another_docstring_or_comment_has_its_counts(text):
    digests = [
        branches.digest_of(ast.parse(f"def halved(x):\n    {line}\n    return x // 2\n").body[0])
        for line in (text, "")
    ]
    assert len(set(digests)) == 1


def test_all_counts_are_of_kernels_of_today():
    for file in ROOT.glob("[em]*/**/branches.csv"):
        known = {
            (code.name, branches.digest_of(code))
            for path in file.parent.glob("*.py")
            for code in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(code, ast.FunctionDef)
        }
        stale = sorted(branches._read(file).keys() - known)
        assert not stale, f"{file}: {stale}; count again: python -m tests.benchmarks.branches"

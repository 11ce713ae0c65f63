"""Kernels are linked into entries, and have no machine code of their own."""

import runpy

import pytest
from llvmlite.binding import Linkage

from engine.core.jit import JIT_ON
from engine.core.libraries import KernelLibrary

pytestmark = pytest.mark.skipif(not JIT_ON, reason="nothing is compiled")

#: `five` reaches `one` over two kernels, and by itself.
SOURCE = """
from engine.core.jit import INT, kernels

kernel, entry = kernels()

@kernel(INT, INT)
def one(x):
    return x + 1

@kernel(INT, INT)
def two(x):
    return one(one(x))

@kernel(INT, INT)
def four(x):
    return two(two(x))

@entry(INT, INT)
def five(x):
    return one(four(x))

@kernel(INT, INT)
def large(x):
    LARGE
    return x

@entry(INT, INT)
def twice(x):
    return large(large(x))
""".replace("LARGE", "; ".join(f"x = x * {2 * i + 3} ^ x >> {i % 7 + 1}" for i in range(200)))


@pytest.fixture
def compile_again(tmp_path, monkeypatch):
    """Runs the source as a new process would, with the cache of earlier calls."""
    monkeypatch.setenv("HEARTHLIGHT_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "source.py"
    file.write_text(SOURCE)
    return lambda: runpy.run_path(str(file))


def test_an_entry_has_the_code_of_all_kernels_it_reaches(compile_again):
    assert compile_again()["five"](10) == 15


def test_only_entries_have_machine_code(compile_again):
    source = compile_again()
    for name in ("one", "two", "four"):
        (compiled,) = source[name].overloads.values()
        assert isinstance(compiled.library, KernelLibrary)
        assert compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name) == 0
    (compiled,) = source["five"].overloads.values()
    assert compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name) != 0


def test_the_kernels_inside_an_entry_have_no_other_callers(compile_again):
    """So LLVM removes the status that Numba's functions return, and their callers' checks of it."""
    (compiled,) = compile_again()["twice"].overloads.values()
    (large,) = (each for each in compiled.library.get_defined_functions() if "large" in each.name)
    assert large.linkage == Linkage.internal
    returned = {line.split(",")[0] for line in str(large).splitlines() if " ret " in line}
    assert returned == {"  ret void"}


def test_an_entry_from_the_cache_compiles_no_kernel(compile_again):
    compile_again()
    source = compile_again()
    assert source["five"].stats.cache_hits
    assert not any(source[name].overloads for name in ("one", "two", "four"))
    assert source["five"](10) == 15

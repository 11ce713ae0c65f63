import copy
import gc
import os
import pickle
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest

import engine.core.jit
from engine.core.jit import record

CALLEE = """
from numba import int64
from engine.core.jit import kernel_of

@kernel_of(__file__)(int64())
def number():
    return {number}
"""
CALLER = """
from numba import int64
import callee
from callee import number
from engine.core.jit import kernel_of

@kernel_of(__file__, callee.__file__)(int64())
def doubled():
    return 2 * number()

print(doubled(), sum(doubled.stats.cache_hits.values()))
"""


def run(folder):
    root = Path(engine.core.jit.__file__).parents[2]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(root), str(folder)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HEARTHLIGHT_CACHE": str(folder / "cache"),
        "NUMBA_DISABLE_JIT": "0",
    }
    command = [sys.executable, str(folder / "caller.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_an_edit_of_a_called_kernel_is_seen_and_no_edit_compiles_nothing(tmp_path):
    (tmp_path / "caller.py").write_text(CALLER)
    (tmp_path / "callee.py").write_text(CALLEE.format(number=1))
    assert run(tmp_path) == ["2", "0"]
    assert run(tmp_path) == ["2", "1"]
    (tmp_path / "callee.py").write_text(CALLEE.format(number=5))
    assert run(tmp_path) == ["10", "0"]


NUMBERS = record(("first", "i4"), ("second", "i4", (3,)))


@pytest.mark.parametrize(
    "again", [np.record.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))]
)
def test_a_records_bytes_are_its_own_memory_and_a_copys_the_copys(again):
    array = np.zeros(2, NUMBERS)
    one = array[1]
    assert bytes(one.data) == bytes(16)
    array["first"][1], one.second[2] = 5, 7
    other = again(one)
    assert np.frombuffer(one.data, np.int32).tolist() == [5, 0, 0, 7]
    one.first = 6
    assert np.frombuffer(one.data, np.int32).tolist() == [6, 0, 0, 7]
    assert np.frombuffer(other.data, np.int32).tolist() == [5, 0, 0, 7]


def test_a_record_is_freed_without_the_garbage_collector():
    one = np.zeros(1, NUMBERS)[0]
    assert len(one.data) == 16
    gc.disable()
    try:
        lives = weakref.ref(one)
        del one
        assert lives() is None
    finally:
        gc.enable()

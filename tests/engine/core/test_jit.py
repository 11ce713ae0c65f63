import os
import subprocess
import sys
from pathlib import Path

import engine.core.jit

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

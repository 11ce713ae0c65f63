"""How often kernels take each of their branches: LLVM arranges machine code by it.

Code that hardly ever runs moves out of the way of code that runs all the time, and less of it is
inlined. Results are the same to the byte; games are 1.06 times as fast.

The counts stand in `branches.csv` beside the kernels, a line each: the kernel's name, a digest of
its code, and for each branch of it how often the condition was false and true. A kernel that has no
line, or has changed since, is compiled without. `python -m tests.benchmarks.branches`
counts anew.
"""

import ast
import csv
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from inspect import getsource
from pathlib import Path
from textwrap import dedent

import numpy as np
from llvmlite import ir

#: Name of the files of counts.
COUNTS = "branches.csv"
_WORD = ir.IntType(64)
_LARGEST = 2**31 - 2  # of a count

#: While branches are counted: kernel -> (n_branches, 2) array, how often each was false and true.
counted: dict[Callable, np.ndarray] | None = None


def start_counting() -> None:
    """From now on, kernels are compiled so that they count their branches in `counted`."""
    global counted
    counted = {}


def prepare(module: ir.Module, kernel: Callable) -> None:
    """Adds to a kernel's code how often its branches are taken, or lets it count them."""
    branches = branches_of(module)
    if counted is not None:
        counted[kernel] = np.zeros((len(branches), 2), np.int64)
        for branch, counts in zip(branches, counted[kernel], strict=True):
            _count(branch, counts.ctypes.data)
        return
    known = _read(file_of(kernel)).get(key_of(kernel), [])
    if len(known) == len(branches):  # another version of Python can give other code
        for branch, (no, yes) in zip(branches, known, strict=True):
            if no or yes:
                branch.set_weights([yes + 1, no + 1])  # 0 would mean never


def branches_of(module: ir.Module) -> list[ir.ConditionalBranch]:
    """Return all branches on a condition, in order."""
    ends = (block.terminator for each in module.functions for block in each.blocks)
    return [each for each in ends if isinstance(each, ir.ConditionalBranch)]


def file_of(kernel: Callable) -> Path:
    """Return the file with a kernel's counts, which need not exist."""
    return Path(kernel.__code__.co_filename).with_name(COUNTS)


def key_of(kernel: Callable) -> tuple[str, str]:
    """Return a kernel's name and a digest of its code (`digest_of`)."""
    (code,) = ast.parse(dedent(getsource(kernel))).body
    assert isinstance(code, ast.FunctionDef)
    return code.name, digest_of(code)


def digest_of(code: ast.FunctionDef) -> str:
    """Return a digest of a function that does not follow its docstring, comments and decorators."""
    text = ast.get_docstring(code) is not None
    bare = ast.FunctionDef(code.name, code.args, code.body[text:], [], lineno=0)
    return sha256(ast.unparse(bare).encode()).hexdigest()[:8]


def write_counts() -> list[Path]:
    """Writes the files of counts of the kernels that ran, and returns them."""
    tables: dict[Path, dict[tuple[str, str], np.ndarray]] = {}
    for kernel, counts in (counted or {}).items():
        table, key = tables.setdefault(file_of(kernel), {}), key_of(kernel)
        if counts.sum() > table.get(key, np.zeros(1)).sum():  # one source can be compiled twice
            table[key] = counts
    written = sorted(file for file, table in tables.items() if table)
    for file in written:
        table = tables[file]
        with file.open("w", newline="") as out:
            rows = ((*key, _text(table[key])) for key in sorted(table))
            csv.writer(out, lineterminator="\n").writerows(rows)
    return written


def _text(counts: np.ndarray) -> str:
    """The counts of a kernel; all are halved until the largest fits into a weight."""
    counts = counts >> max(0, int(counts.max()).bit_length() - _LARGEST.bit_length())
    return " ".join(f"{no}/{yes}" for no, yes in counts.tolist())


def _count(branch: ir.ConditionalBranch, address: int) -> None:
    """Adds code that counts a branch in the two words at an address."""
    builder = ir.IRBuilder(branch.parent)
    builder.position_before(branch)
    words = ir.Constant(_WORD, address).inttoptr(_WORD.as_pointer())
    word = builder.gep(words, [builder.zext(branch.operands[0], _WORD)])
    builder.store(builder.add(builder.load(word), _WORD(1)), word)


@cache
def _read(file: Path) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Key of a kernel -> how often its branches were false and true."""
    if not file.exists():
        return {}
    with file.open(newline="") as rows:
        return {(name, digest): _pairs(text) for name, digest, text in csv.reader(rows)}


def _pairs(text: str) -> list[tuple[int, int]]:
    pairs = (pair.split("/") for pair in text.split())
    return [(int(no), int(yes)) for no, yes in pairs]

"""The compile guard: a kernel's cache is keyed by every file whose code is compiled into it.

Numba notices edits only in the file a function stands in. So the digest that names a kernel's cache
must cover each file from which the kernel, or a kernel that it calls, uses a name. What a kernel
uses is followed through its code: its names, and the imports and assignments that they come from.
"""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.core import jit
from models.tree_search.core import search
from models.tree_search.core.search import SearchKernels
from tests.processes import ROOT

PACKAGES = ("engine", "models", "tasks", "flows")
DECORATORS = ("kernel", "entry", "kernel_of")
#: Names of a record's fields: they are part of the signatures under which kernels are cached.
IN_SIGNATURES = {(ROOT / "models" / "settings" / "outcomes.py", "COUNTED")}
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def names_of(path: Path) -> dict[str, ast.AST]:
    """What each name at the top of a module is: its definition, assignment or import."""
    found: dict[str, ast.AST] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom | ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                found.setdefault(name, ast.ImportFrom(getattr(node, "module", None), [alias], 0))
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, FUNCTIONS):
            found[node.name] = node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        found[name.id] = node
    return found


@cache
def file_of(module: str) -> Path | None:
    """The file of a module of the project; None of any other."""
    place = ROOT.joinpath(*module.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def origin(node: ast.ImportFrom) -> tuple[Path | None, str | None]:
    """The file that an import names, and the name in it; no name if it is the module itself."""
    (alias,) = node.names
    if node.module is None:
        return file_of(alias.name), None
    if submodule := file_of(f"{node.module}.{alias.name}"):
        return submodule, None
    return file_of(node.module), alias.name


@cache
def named(path: Path, name: str) -> frozenset[tuple[Path, str]]:
    """(file, name) of all that the definition of a module's name names, also elsewhere."""
    found, node = set(), names_of(path)[name]
    if isinstance(node, ast.ImportFrom):
        return frozenset({origin(node)})
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            module = names_of(path).get(each.value.id)
            if isinstance(module, ast.ImportFrom):
                file, imported = origin(module)
                if imported is None:
                    found.add((file, each.attr))
        elif isinstance(each, ast.Name):
            found.add((path, each.id))
    return frozenset(found)


def uses(path: Path | None, name: str | None, seen: set[tuple[Path, str]]) -> None:
    """Adds (file, name) of all that a name of a module needs, itself included."""
    if path is None or name is None or (path, name) in seen or (path, name) in IN_SIGNATURES:
        return
    if name in DECORATORS or name not in names_of(path):
        return
    if not isinstance(names_of(path)[name], ast.ImportFrom):
        seen.add((path, name))
    for each in named(path, name):
        uses(*each, seen)


def kernels_in(path: Path) -> Iterator[tuple[str, str]]:
    """Names of a module's kernels, each with the name of its decorator."""
    for name, node in names_of(path).items():
        for decorator in getattr(node, "decorator_list", ()):
            called = decorator
            while isinstance(called, ast.Call):
                called = called.func
            if isinstance(called, ast.Name) and called.id in DECORATORS:
                yield name, called.id


def missing(path: Path, covered: list[Path]) -> set[Path]:
    """Files that a module's kernels use and the digest of their cache does not cover."""
    seen: set[tuple[Path, str]] = set()
    for name, _ in kernels_in(path):
        uses(path, name, seen)
    return {file for file, _ in seen} - set(covered)


@cache
def modules() -> list[tuple[Path, dict[str, list[Path]]]]:
    """Files with kernels, and for each of their decorators the files that its digest covers."""
    found = []
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        decorators = {decorator for _, decorator in kernels_in(path)}
        if decorators and path != Path(jit.__file__):
            module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            found.append((path, {name: getattr(module, name).sources for name in decorators}))
    return found


def test_the_digest_of_every_kernel_covers_what_it_uses():
    wrong = [
        f"{path.relative_to(ROOT)}: @{decorator} lacks {file.relative_to(ROOT)}"
        for path, decorators in modules()
        for decorator, covered in decorators.items()
        for file in sorted(missing(path, covered))
    ]
    assert not wrong, "\n".join(wrong)
    assert len(modules()) >= 30


def test_a_file_that_is_left_out_is_found():
    """Each file that is named to `kernel_of` besides its own is needed, also by a callee only."""
    compiler = {*jit.kernel_of().sources}
    listed = [
        (path, covered["kernel"])
        for path, covered in modules()
        if "kernel" in covered and jit.THE_GAME not in covered["kernel"]
    ]
    for path, covered in listed:
        for file in {*covered} - compiler - {path}:
            assert missing(path, [each for each in covered if each != file]) == {file}, path
    assert sum(len(covered) > len(compiler) + 1 for _, covered in listed) >= 2


def test_an_indirect_constant_is_found():
    """`game_loop` lists no constant of the rules itself; `search`, which it calls, does."""
    path, decorators = next(each for each in modules() if each[0].name == "game_loop.py")
    covered = decorators["entry"]
    for name in ("enums", "hash", "rng", "costs"):
        file = ROOT / "engine" / "core" / f"{name}.py"
        assert missing(path, [each for each in covered if each != file]) == {file}


def searches() -> Iterator[tuple[Path, SearchKernels]]:
    """Files that compile the tree searches for a game, and what they compiled."""
    for path in sorted((ROOT / "models").rglob("*.py")):
        if " = compile_search(" not in path.read_text(encoding="utf-8"):
            continue
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for each in vars(module).values():
            if isinstance(each, SearchKernels):
                yield path, each


def used_by_searches(compiled: SearchKernels) -> set[Path]:
    """The files of all that the searches of a game use; kernels called by address are apart."""
    seen: set[tuple[Path, str]] = set()
    for function, _ in search.GENERIC:
        uses(Path(search.__file__), function.__name__, seen)
    for kernel in vars(compiled.kernels).values():
        if function := getattr(kernel, "py_func", kernel if callable(kernel) else None):
            uses(Path(function.__code__.co_filename), function.__name__, seen)
    return {file for file, _ in seen}


def test_the_digest_of_every_tree_search_covers_what_it_uses():
    found = list(searches())
    wrong = [
        f"{path.relative_to(ROOT)}: lacks {file.relative_to(ROOT)}"
        for path, compiled in found
        for file in sorted(used_by_searches(compiled) - set(compiled.sources))
    ]
    assert not wrong, "\n".join(wrong)
    assert found

"""Rules of this code base that no linter checks."""

import ast
import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from numba.core.registry import CPUDispatcher

import engine
import engine.core
from engine import dsl
from engine.core import CacheError
from engine.core import enums as e
from engine.core.jit import JIT_ON, kernels

CORE = Path(engine.core.__file__).parent
ROOT = CORE.parents[1]
LANGUAGE = sorted((ROOT / "engine" / "dsl").glob("*.py"))
# Folders and modules of kernels; Python calls their entries only.
COMPILED = (
    CORE,
    ROOT / "engine" / "random_play",
    *sorted((ROOT / "models").glob("*/core")),
    ROOT / "models" / "players" / "search",
    ROOT / "models" / "hearthsim" / "game_loop.py",
    ROOT / "tests" / "models" / "players" / "search" / "foreseen.py",
    ROOT / "tests" / "engine" / "soundness",
)
CONTROL = ("nothing", "skip_unless", "skip", "maybe_skip", "repeat")
VERB_SIGNATURE = "VOID, GAME_T, RULES_T, VM_T, EFFECT_T"
OPS_MODULES = ("damage", "stats", "minions", "graveyard", "cards", "heroes", "secrets")


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """The functions of a module, without those that replace kernels in plain Python."""
    return (node for node in tree(path).body if isinstance(node, ast.FunctionDef))


def modules() -> list[Path]:
    return [path for path in sorted(CORE.rglob("*.py")) if path.name != "jit.py"]


def modules_in(*places: Path) -> list[Path]:
    """The modules among the places, and those of the folders among them."""
    found = ([each] if each.is_file() else sorted(each.rglob("*.py")) for each in places)
    return [path for paths in found for path in paths]


def decorator(function: ast.FunctionDef) -> ast.Call | None:
    """The call of `kernel` or `entry` above a function."""
    found = [
        node
        for node in function.decorator_list
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("kernel", "entry")
    ]
    return found[0] if found else None


def verbs_defined() -> dict[str, str]:
    """Verb -> module of `ops` with a function of that name and the verbs' signature."""
    found = {}
    for module in OPS_MODULES:
        for function in functions(CORE / "ops" / f"{module}.py"):
            made = decorator(function)
            if made is None or function.name.startswith("_"):
                continue
            if ", ".join(ast.unparse(x) for x in made.args) == VERB_SIGNATURE:
                assert function.name not in found, f"two functions do {function.name}"
                found[function.name] = module
    return found


# --- verbs -------------------------------------------------------------------------------------


def test_every_verb_event_and_keyword_has_a_number_of_its_own():
    for names in (e.OPS, e.EVENTS):
        assert [getattr(e, name.upper()) for name in names] == list(range(len(names)))
    assert all(bit.bit_count() == 1 for bit in e.KEYWORDS.values())
    assert len({*e.KEYWORDS.values()}) == len(e.KEYWORDS)


def test_every_verb_has_one_function():
    assert set(verbs_defined()) == set(e.OPS) - set(CONTROL)


def test_every_verb_has_one_branch_that_calls_it():
    branches: dict[str, list[str]] = {}
    for node in ast.walk(tree(CORE / "vm.py")):
        if isinstance(node, ast.If) and ast.unparse(node.test).startswith("op == e."):
            verb = ast.unparse(node.test).removeprefix("op == e.").lower()
            branches.setdefault(verb, []).append(ast.unparse(node.body[0]))
    expected = {
        verb: [f"{module}.{verb}(game, rules, vm, effect)"]
        for verb, module in verbs_defined().items()
    }
    assert branches == expected


def test_the_verbs_of_a_module_have_consecutive_numbers():
    """`vm.run_effect` finds the module by comparing the opcode with their first ones."""
    defined = verbs_defined()
    order = [defined[verb] for verb in e.OPS if verb not in CONTROL]
    assert order == sorted(order, key=OPS_MODULES.index)


def test_verbs_are_short_functions():
    for module in OPS_MODULES:
        for function in functions(CORE / "ops" / f"{module}.py"):
            n_lines = (function.end_lineno or 0) - function.lineno
            assert n_lines <= 30, f"{module}.{function.name} has {n_lines} lines"


def test_every_verb_can_be_said():
    """Each opcode but `reveal`, which starts every secret's text, is made by a word."""
    written = {
        node.attr
        for path in LANGUAGE
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "e"
    }
    silent = {verb for verb in e.OPS if verb not in CONTROL and verb.upper() not in written}
    assert silent == {"reveal"}


def test_the_words_of_the_language_are_those_of_the_list() -> None:
    """Patches and lines of strangers may use every word: a new one is put on the list by hand."""
    listed = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").split()
    assert sorted(dsl.__all__) == listed


# --- kernels -----------------------------------------------------------------------------------


def test_every_kernel_has_an_explicit_signature():
    """Left to inference, Numba compiles a function once per mix of integer types."""
    for path in modules_in(*COMPILED):
        for function in functions(path):
            made = decorator(function)
            if made is None:
                continue
            n_parameters = len(function.args.args)
            assert len(made.args) == 1 + n_parameters, f"{path.name}: {function.name}"


def kernels_of(*folders: Path) -> dict[str, set[str]]:
    """Module -> its functions that only kernels may call."""
    found = {}
    for path in modules_in(*folders):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[module] = {
            function.name
            for function in functions(path)
            if (made := decorator(function)) and ast.unparse(made.func) == "kernel"
        }
    return found


def kernels_used(path: Path, known: dict[str, set[str]]) -> list[str]:
    """Kernels that a module names outside of its own compiled functions."""
    module = tree(path)
    meant: dict[str, str] = {}  # what a name in this module stands for
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            meant |= {x.asname or x.name: f"{node.module}.{x.name}" for x in node.names}
        if isinstance(node, ast.Import):
            meant |= {x.asname or x.name: x.name for x in node.names}
    kernels = {f"{home}.{name}" for home, names in known.items() for name in names}
    return [name for name in names_in_python(module, meant) if name in kernels]


def names_in_python(node: ast.AST, meant: dict[str, str]) -> Iterator[str]:
    """The full names of what is named below a node, but for compiled functions."""
    if isinstance(node, ast.FunctionDef) and decorator(node) is not None:
        return
    if isinstance(node, ast.Name):
        yield meant.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        yield f"{meant.get(ast.unparse(node.value), '')}.{node.attr}"
    for child in ast.iter_child_nodes(node):
        yield from names_in_python(child, meant)


def test_python_calls_entries_only():
    """A compiled kernel has no wrapper for Python: calling it from there ends the process."""
    known = kernels_of(*COMPILED)
    assert sum(map(len, known.values())) > 100
    folders = ("engine", "models", "tasks", "flows", "infra", "hearthlight", "tests")
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))):
        if not any(path.is_relative_to(folder) for folder in COMPILED):
            assert not kernels_used(path, known), path


def test_only_jit_py_knows_numbas_compiler():
    for path in modules():
        names = {node.id for node in ast.walk(tree(path)) if isinstance(node, ast.Name)}
        assert not names & {"njit", "jit", "prange"}, path.name


def test_no_kernel_is_compiled_twice():
    """And none at all if Numba is switched off; from the cache come the entries only."""
    compiled = 0
    for info in pkgutil.walk_packages(engine.core.__path__, "engine.core."):
        module = importlib.import_module(info.name)
        for name, found in vars(module).items():
            if isinstance(found, CPUDispatcher):
                assert len(found.nopython_signatures) <= 1, f"{info.name}.{name}"
                compiled += len(found.nopython_signatures)
    assert (compiled > 20) == JIT_ON


def test_kernels_do_not_recurse():
    for path in modules():
        for function in functions(path):
            if decorator(function) is not None:
                called = {
                    ast.unparse(node.func)
                    for node in ast.walk(function)
                    if isinstance(node, ast.Call)
                }
                assert function.name not in called, f"{path.name}: {function.name}"


def test_what_starts_with_an_underscore_stays_in_its_module():
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine"):
                private = [alias.name for alias in node.names if alias.name.startswith("_")]
                assert not private, f"{path.name} imports {private}"


def test_the_cards_package_lists_its_modules_beside_those_of_the_classes():
    """`tests/test_structure.py` looks at every other package."""
    cards = ROOT / "engine" / "cards"
    text = ast.get_docstring(tree(cards / "__init__.py")) or ""
    names = {path.stem for path in cards.glob("*.py")}
    names -= {"__init__", *(name.lower() for name in e.CLASSES)}
    assert {name for name in names if f"`{name}`" not in text} == set()


# --- imports, digests --------------------------------------------------------------------------


def run_python(code: str, root: Path = ROOT) -> str:
    """What a fresh, interpreted Python prints that finds the packages in `root`."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_engine_knows_arrays_only():
    code = (
        "import sys, engine.decks, engine.rules, engine.core.setup, engine.core.options, "
        "engine.core.hash, engine.game, engine.view; "
        "print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    loaded = set(run_python(code).split())
    assert {"numpy", "numba", "engine"} <= loaded
    others = {"torch", "prefect", "polars", "mlflow", "duckdb", "pandas", "pyarrow", "ribs"}
    assert not loaded & {*others, "models", "tasks", "flows"}


def test_editing_a_card_changes_the_rules_and_compiles_nothing(tmp_path):
    """The digest of the tables follows the card, the one that keys compiled code does not."""
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    code = (
        "from engine.rules import rules_for; from engine.core.jit import entry; "
        "print(rules_for().digest, entry.home.name)"
    )
    rules, sources = run_python(code, tmp_path).split()
    path = tmp_path / "engine" / "cards" / "neutral.py"
    text = path.read_text(encoding="utf-8")
    edited = text.replace('"Chillwind Yeti", 4, 4, 5', '"Chillwind Yeti", 4, 4, 6')
    assert edited != text
    path.write_text(edited, encoding="utf-8")
    assert run_python(code, tmp_path).split()[0] != rules
    assert run_python(code, tmp_path).split()[1] == sources


def test_editing_a_kernel_changes_the_digest_of_compiled_code(tmp_path):
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    code = "from engine.core.jit import entry; print(entry.home.name)"
    before = run_python(code, tmp_path)
    path = tmp_path / "engine" / "core" / "ops" / "damage.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert run_python(code, tmp_path) != before


def test_a_cache_that_cannot_be_written_is_named_with_the_remedy(tmp_path, monkeypatch):
    """Numba alone would cache beside the sources and miss edits of what a kernel calls."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HEARTHLIGHT_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr("numba.config.DISABLE_JIT", 0)
    with pytest.raises(CacheError, match=r"file.*: set HEARTHLIGHT_CACHE to a writable directory"):
        kernels()

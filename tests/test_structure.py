"""The shape of the code: short functions and files, complete indexes, tests that mirror the tree.

Each test reports all offenders at once.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.processes import ROOT

PACKAGES = ("engine", "models", "tasks", "flows", "infra", "hearthlight")
MAX_FUNCTION, MAX_FILE = 40, 500
#: Tables, one line per card.
TABLES = ("engine/cards/",)

#: Tests of no module of their own: a folder or a file, and what they test.
SUBJECTS = {
    "tests/engine/interactions/": "rulings that concern several modules of the engine",
    "tests/engine/cards/test_goblins_classes_": "engine/cards/goblins_classes.py, in three files",
    "tests/engine/cards/test_goblins_neutral_": "engine/cards/goblins_neutral.py, in two files",
    "tests/engine/cards/test_neutral_": "the tests of engine/cards/neutral.py, in three files",
    "tests/engine/core/ops/test_random_verbs.py": "which verbs set `random_happened`",
    "tests/engine/test_capacities.py": "what happens at the limits of a game's arrays",
    "tests/engine/test_card_fuzz.py": "random abilities, compiled and played",
    "tests/engine/test_cards_against_": "cards against the game's own data and printed texts",
    "tests/engine/test_conformance.py": "invariants of states in random games",
    "tests/engine/test_golden.py": "recorded games, played again",
    "tests/engine/test_house_rules.py": "rules of the engine's code",
    "tests/engine/test_interpreted.py": "interpreted equals compiled",
    "tests/engine/test_mutants.py": "the command tests/engine/mutants.py",
    "tests/engine/test_soundness.py": "the package tests/engine/soundness, which checks all states",
    "tests/flows/chaos/": "faults that a run survives",
    "tests/flows/hostile/": "inputs and places that are refused in one line",
    "tests/flows/test_cancellation.py": "flows that a person stops",
    "tests/flows/test_cluster.py": "flows on a cluster",
    "tests/flows/test_learned_players.py": "trained networks in the commands",
    "tests/flows/test_mirror.py": "flows with a copy elsewhere",
    "tests/flows/test_own_player.py": "a player of one's own in the commands",
    "tests/flows/test_patches.py": "flows with patches",
    "tests/flows/faces/app/test_in_browser.py": "the pages and their scripts in a browser",
    "tests/flows/faces/app/test_bad_input.py": "what persons do wrong in a browser",
    "tests/flows/faces/app/test_screens.py": "the pages in two sizes, light and dark, by keyboard",
    "tests/flows/faces/app/test_table.py": "cards, motion and touch in a browser",
    "tests/infra/test_environment.py": "the virtual environment",
    "tests/infra/test_pages.py": "the service's pages in a browser",
    "tests/infra/test_postgres_stack.py": "the service on PostgreSQL and Dask",
    "tests/infra/test_running_service.py": "the service with its servers",
    "tests/infra/test_security.py": "what is locked, listened on and read",
    "tests/infra/test_site.py": "what `make docs` makes",
    "tests/infra/test_wheel.py": "the wheel, outside the checkout",
    "tests/models/environments/test_batch_conformance.py": "every batch, by the same tests",
    "tests/models/environments/test_page.py": "docs/environments.md and observations.md",
    "tests/models/players/search/test_search_conformance.py": "every search, by the same tests",
    "tests/models/qd/test_archive_conformance.py": "every archive, by the same tests",
    "tests/models/self_play/small_games/": "small games, to check self-play by exact answers",
    "tests/models/self_play/test_page.py": "docs/self-play.md",
    "tests/models/surrogates/test_surrogate_conformance.py": "every surrogate, by the same tests",
    "tests/tasks/sql/test_catalog.py": "the questions of docs/sql.md",
    "tests/test_compile_guard.py": "all kernels",
    "tests/test_docs.py": "README.md and docs/",
    "tests/test_layers.py": "all imports",
    "tests/test_numbers.py": "numbers of result pages",
    "tests/test_walks.py": "calls of docs/architecture.md",
    "tests/test_structure.py": "all files",
}

#: Modules that list others of a package by importing or naming them, one per kind of a thing.
LISTS = {
    "flows/studies": "flows/commands.py",
    "models/players/search": "models/players/search/dispatch.py",
    "models/surrogates": "models/surrogates/kinds.py",
    "tasks/search": "models/problems/algorithms.py",
}

#: Raises an error without saying so: it prints it itself.
SILENT = {"engine/probe.py: main"}


def check(found: set[str], advice: str) -> None:
    """Nothing may offend."""
    assert not found, f"{advice}:\n  " + "\n  ".join(sorted(found))


def sources() -> Iterator[tuple[str, str]]:
    """Names and texts of the project's modules."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring."""
    lines = function.end_lineno - function.lineno + 1
    if ast.get_docstring(function) is not None:
        lines -= function.body[0].end_lineno - function.body[0].lineno + 1
    return lines


def test_functions_are_short():
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    found = {
        f"{name}: {node.name}"
        for name, text in sources()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, functions) and length(node) > MAX_FUNCTION
    }
    check(found, f"functions over {MAX_FUNCTION} lines")


def test_files_are_short():
    long = (name for name, text in sources() if len(text.splitlines()) > MAX_FILE)
    found = {name for name in long if not name.startswith(TABLES)}
    check(found, f"files over {MAX_FILE} lines")


def raising(node: ast.AST) -> bool:
    """Whether a function makes and raises an error itself, not in a function within it."""
    inner = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    own = [each for each in ast.iter_child_nodes(node) if not isinstance(each, inner)]
    is_raise = isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    return is_raise or any(raising(each) for each in own)


def silent(body: list[ast.stmt]) -> Iterator[str]:
    """Public functions and methods whose docstring, or that of what they override, has no error."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{name}" for name in silent(node.body))
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            text = ast.get_docstring(node) or ""
            if raising(node) and not re.search(r"[Rr]aise|^(As|See) `", text):
                yield node.name


def test_public_functions_say_what_they_raise():
    found = {f"{name}: {each}" for name, text in sources() for each in silent(ast.parse(text).body)}
    check(found ^ SILENT, "functions whose docstring has no `Raises:`, or need none any more")


def test_a_packages_docstring_lists_all_its_modules():
    missing = {}
    for init in (path for each in PACKAGES for path in (ROOT / each).rglob("__init__.py")):
        text = ast.get_docstring(ast.parse(init.read_text())) or ""
        listed = set(re.findall(r"(\w+)(?:`|:|\.py)", text))
        modules = {path.stem for path in init.parent.glob("*.py")} - {"__init__", "__main__"}
        modules |= {path.parent.name for path in init.parent.glob("*/__init__.py")}
        package = init.parent.relative_to(ROOT).as_posix()
        if package in LISTS:
            listed |= named(ROOT / LISTS[package])
        if modules - listed and not f"{package}/".startswith(TABLES):
            missing[package] = sorted(modules - listed)
    check(set(missing), f"docstrings that do not list their package's modules {missing}")


def named(path: Path) -> set[str]:
    """The parts of the names of modules from which a module imports, what it takes, its texts."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                found |= {*module.split("."), *(alias.name for alias in names)}
            case ast.Constant(value=str(text)):
                found.add(text)
    return found


def test_tests_mirror_the_tree():
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        place = ROOT / path.relative_to(ROOT / "tests").parent
        module = place / path.stem.removeprefix("test_")
        name = path.relative_to(ROOT).as_posix()
        is_there = module.with_suffix(".py").exists() or (module / "__init__.py").exists()
        if not is_there and not name.startswith(tuple(SUBJECTS)):
            found.add(name)
    check(found, "tests without a module of their name in their place")


def test_every_subject_has_its_tests():
    names = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")]
    empty = {subject for subject in SUBJECTS if not any(n.startswith(subject) for n in names)}
    assert not empty


def test_no_file_names_a_place_of_one_machine():
    """Absolute paths of a person's machine; those of the system, such as /usr, are no offence."""
    place = re.compile(r"(?<![\w.~/}$)])/(?:home|tmp|work|root|opt|mnt)/\w")
    tracked = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True)
    names = tracked.stdout.splitlines() or [name for name, _ in sources()]
    found = set()
    for name in names:
        is_text = Path(name).suffix in (".py", ".md", ".toml", ".yaml", ".txt", "")
        if is_text and (ROOT / name).is_file():
            for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
                if place.search(line):
                    found.add(f"{name}:{number}: {line.strip()}")
    check(found, "absolute paths")

"""The library's names, its examples, and folders with packages of the same names."""

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hearthlight as hl
from tests.processes import ROOT

PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SCRIPT = Path(sys.executable).with_name("hearthlight")


def run(*words: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess:
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)


def test_every_name_is_there_and_has_a_docstring():
    assert len(hl.__all__) <= 40
    for name in hl.__all__:
        thing = getattr(hl, name)
        assert isinstance(thing, dict) or thing.__doc__, name
        assert name in dir(hl)
    assert isinstance(hl.__version__, str)
    with pytest.raises(AttributeError, match="no attribute 'serach'"):
        _ = hl.serach


def test_type_checkers_see_the_same_names_and_the_docstring_lists_them():
    tree = ast.parse((ROOT / "hearthlight" / "__init__.py").read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    found = {name.name: each.module for each in block.body for name in each.names}
    assert found == hl._HOMES
    assert [name for name in hl.__all__ if f"`{name}`" not in hl.__doc__] == []


def test_examples_run():
    failed, attempted = doctest.testmod(hl)
    assert (failed, attempted >= 10) == (0, True)


def test_the_import_loads_nothing_else():
    code = "import sys, hearthlight; print(sorted({'numpy', 'models', 'flows'} & set(sys.modules)))"
    assert run(sys.executable, "-c", code).stdout == "[]\n"


@pytest.mark.parametrize("own", ["models/__init__.py", "tasks.py"])
def test_a_folder_that_hides_a_package_is_named(tmp_path, own):
    file = tmp_path / own
    file.parent.mkdir(exist_ok=True)
    file.touch()
    failed = run(sys.executable, "-c", "import hearthlight", cwd=tmp_path)
    package = Path(own).parts[0].removesuffix(".py")
    assert f"{file} hides Hearthlight's package '{package}'" in failed.stderr
    shown = run(SCRIPT, "evaluate", "Aggro Hunter", "--games", "2", cwd=tmp_path)
    assert "win rate" in shown.stdout, shown.stderr


def test_a_folder_without_modules_hides_nothing(tmp_path):
    (tmp_path / "models").mkdir()
    code = "import hearthlight as hl; print(hl.find_card('Wisp').name)"
    assert run(sys.executable, "-c", code, cwd=tmp_path).stdout == "Wisp\n"


@pytest.mark.parametrize("words", [["--help"], ["evaluate"]], ids=" ".join)
def test_the_command_is_that_of_flows(words, tmp_path):
    commands = [SCRIPT], [sys.executable, "-m", "hearthlight"], [sys.executable, "-m", "flows"]
    done = (run(*command, *words, cwd=tmp_path) for command in commands)
    assert len({(each.returncode, each.stdout, each.stderr) for each in done}) == 1


def test_the_page_lists_all_names_and_is_short():
    rows = "".join(re.findall(r"^\| [^|]+ \| (`.*`) \|$", PAGE, re.M))
    assert sorted(re.findall(r"`(\w+)`", rows)) == hl.__all__
    assert PAGE.count("\n") <= 120
    assert len(EXAMPLES) == 5


@pytest.mark.parametrize("number", [0, 1, 2, 4], ids=["deck", "game", "task", "batch"])
def test_the_examples_of_the_page_run(number, tmp_path, monkeypatch, capsys):
    """With few games; that of a search runs in `tests/hearthlight/test_commands.py`."""
    monkeypatch.chdir(tmp_path)
    small = re.sub(r"(n_games|games)=(50|200)", r"\1=6", EXAMPLES[number])
    exec(compile(small.replace("range(20)", "range(2)"), "example", "exec"), {})
    assert capsys.readouterr().out

"""The virtual environment of `make install`: permissions and Python versions."""

import os
import re
import stat
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import pytest

from tests.processes import ROOT


def test_every_file_may_be_read_by_all_users():
    """Some wheels hold files for their owner only: `make install` opens them."""
    closed = []
    for folder, _, names in os.walk(sys.prefix):
        for path in (Path(folder), *(Path(folder) / name for name in names)):
            wanted = stat.S_IROTH | (stat.S_IXOTH if path.is_dir() else 0)
            if not path.is_symlink() and path.stat().st_mode & wanted != wanted:
                closed.append(str(path))
    assert not closed, f"{len(closed)} files, such as {closed[:3]}: run `make install` again"


NOBODY = 65534
SEARCH = "search dsa-me --preset smoke --seed 1 --set search.evaluations=30 --out run"


def as_another_user() -> list[str]:
    """What to put before a command so that a user runs it who owns nothing and may write nothing.

    Without root that is whoever runs this test. Where the Python of the environment lies in a home
    that only its owner may enter, the user may read everything, but still write nothing.
    """
    if os.geteuid() != 0:
        return []
    command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    folders = Path(sys.executable).resolve().parents
    if not all(each.stat().st_mode & stat.S_IXOTH for each in folders):
        command += [f"--{kind}-caps=+dac_read_search" for kind in ("inh", "ambient")]
    return command


@pytest.mark.slow
def test_a_user_who_did_not_install_it_can_play_search_and_ask():
    """With a home of his own, in which the engine is compiled once more."""
    with tempfile.TemporaryDirectory(prefix="hearthlight-user-") as home:
        if os.geteuid() == 0:
            os.chown(home, NOBODY, NOBODY)
        environment = {"PATH": os.environ["PATH"], "HOME": home, "PYTHONPATH": str(ROOT)}
        said = {}
        for command in ("presets", SEARCH, "sql run", "report run"):
            question = ["select count(*) from evaluations"] * (command == "sql run")
            words = [*as_another_user(), sys.executable, "-m", "flows", *command.split(), *question]
            done = subprocess.run(words, cwd=home, env=environment, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            assert "Traceback" not in done.stderr
            said[command] = done.stdout
        assert "smoke" in said["presets"]
        assert int(re.search(r"\d+", said["sql run"]).group()) >= 30
        assert (Path(home) / "run" / "report" / "index.html").is_file()
        owners = {path.stat().st_uid for path in Path(home).rglob("*")}
        assert owners == {NOBODY if os.geteuid() == 0 else os.geteuid()}


def test_make_admits_the_pythons_that_the_project_admits():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    low, high = re.fullmatch(r">=3\.(\d+),<3\.(\d+)", project["requires-python"]).groups()
    make = (ROOT / "Makefile").read_text()
    assert f"(3, {low}) <= sys.version_info[:2] <= (3, {int(high) - 1})" in make
    for minor in range(int(low), int(high)):
        assert f"python3.{minor}" in make

"""The virtual environment of `make install`: permissions and Python versions."""

import os
import re
import stat
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_file_may_be_read_by_all_users():
    """Some wheels hold files for their owner only: `make install` opens them."""
    closed = []
    for folder, _, names in os.walk(sys.prefix):
        for path in (Path(folder), *(Path(folder) / name for name in names)):
            wanted = stat.S_IROTH | (stat.S_IXOTH if path.is_dir() else 0)
            if not path.is_symlink() and path.stat().st_mode & wanted != wanted:
                closed.append(str(path))
    assert not closed, f"{len(closed)} files, such as {closed[:3]}: run `make install` again"


def test_make_admits_the_pythons_that_the_project_admits():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    low, high = re.fullmatch(r">=3\.(\d+),<3\.(\d+)", project["requires-python"]).groups()
    make = (ROOT / "Makefile").read_text()
    assert f"(3, {low}) <= v <= (3, {int(high) - 1})" in make
    for minor in range(int(low), int(high)):
        assert f"python3.{minor}" in make

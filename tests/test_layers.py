"""The layers, hearthlight -> flows -> tasks -> models -> engine, and imports of libraries."""

import subprocess
import sys
from pathlib import Path

from tests.processes import ROOT


def test_every_import_keeps_to_its_layer():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    check = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stdout + check.stderr

"""The documentation's site, as `make docs` makes it."""

import subprocess
import sys

import pytest

from tests.processes import ROOT


@pytest.mark.slow
def test_the_site_is_made_without_warnings_and_shows_every_name(tmp_path):
    import hearthlight

    pytest.importorskip("sphinx", reason="needs the extra docs")
    command = ["-m", "sphinx", "--quiet", "--fail-on-warning", "-c", "infra/docs", "docs", tmp_path]
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True)
    page = (tmp_path / "api.html").read_text()
    assert [name for name in hearthlight.__all__ if f'.{name}">' not in page] == []
    assert "how-to/search.html" in (tmp_path / "README.html").read_text()

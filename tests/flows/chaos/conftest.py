"""The table of `make chaos`, and fixtures of its tests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.flows.chaos.disturbed import Search, ended

HEAD = ["injected", "finished files", "lost", "repeated", "same results", "s to recover"]


@pytest.fixture(scope="session")
def own_home(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("chaos-home")


@pytest.fixture
def search(own_home, tmp_path) -> Search:
    return Search(tmp_path / "run", own_home)


@pytest.fixture(scope="session")
def whole(own_home, tmp_path_factory) -> dict[str, Any]:
    """What an undisturbed search's files hold."""
    undisturbed = Search(tmp_path_factory.mktemp("runs") / "run", own_home)
    ended(undisturbed.start(), 0)
    return undisturbed.contents()


@pytest.fixture
def survived(request, whole) -> Callable:
    """Checks that nothing finished was lost or repeated, and puts a row into the table."""

    def check(injected: str, search: Search, before: dict[str, int], seconds: float) -> None:
        after = search.results()
        lost = [name for name in before if name not in after]
        repeated = [name for name in before if after.get(name, before[name]) != before[name]]
        same = search.contents() == whole
        counts = (str(len(each)) for each in (before, lost, repeated))
        row = (injected, *counts, "yes" if same else "NO", f"{seconds:.1f}")
        request.node.user_properties.append(("chaos", row))
        assert (lost, repeated, same) == ([], [], True)

    return check


def pytest_terminal_summary(terminalreporter) -> None:
    """Prints the table, with a line for each disturbance that was not survived."""
    rows = []
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            if report.when != "call" or "chaos" not in report.nodeid:
                continue
            found = [list(value) for key, value in report.user_properties if key == "chaos"]
            if outcome == "failed":
                found.append([report.nodeid.split("::")[-1], "", "", "", "FAILED", ""])
            rows += found
    if not rows:
        return
    widths = [max(len(row[i]) for row in [HEAD, *rows]) for i in range(len(HEAD))]
    terminalreporter.section("what was injected, what was lost")
    for row in [HEAD, *rows]:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        terminalreporter.write_line("  ".join(cells).rstrip())

"""Studies as their commands play them, and what their reports have."""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import polars as pl

from flows.studies.published import PublishedReport
from flows.studies.study import StudySettings
from tests.run_contents import bytes_of


def played(asked: StudySettings, **changes: Any) -> tuple[Any, dict[str, str]]:
    """Plays a study in a flow; returns its report, and the failed runs with their errors."""
    work, arguments = asked.but(**{"threads": 1, **changes}).work()
    return work(*arguments)


def finished_in(asked: StudySettings, **changes: Any) -> Path:
    """Plays a study to its report, in which no run fails; returns its folder."""
    out = changes.get("out", asked.out)
    assert played(asked, **changes) == (out / "report" / "index.html", {})
    return out


def check_whole(report: PublishedReport, page: Path, pictures: Sequence[str], n_tables: int) -> str:
    """Checks that a page has all sections, its tables and pictures; returns its Markdown."""
    text, html = page.with_name("report.md").read_text(), page.read_text()
    assert re.findall("^## (.*)$", text, re.M) == [*report.titles.values()]
    assert html.count("<h2>") == len(report.titles)
    assert html.count("<table>") == n_tables
    for name in pictures:
        assert page.with_name(f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert f"]({name}.png)" in text
    return text


def check_mended(asked: StudySettings, finished: Path, steps: Sequence[str]) -> None:
    """Checks that a copy that lacks its report and the last file of each step ends with the same.

    Args:
        asked: The study, in a folder that is not there.
        finished: Its finished folder, which is copied there.
        steps: Folders of its files.
    """
    shutil.copytree(finished, asked.out)
    shutil.rmtree(asked.out / "report")
    lost = [max((asked.out / step).iterdir()) for step in steps]
    for path in lost:
        path.unlink()
    assert played(asked, threads=2)[1] == {}
    for path in (*lost, asked.out / "report" / "report.md"):
        assert path.read_bytes() == (finished / path.relative_to(asked.out)).read_bytes()


def numbers_of(report: PublishedReport, folder: Path) -> pl.DataFrame:
    """The numbers that the report of an extract gives MLflow."""
    tracking = Mock()
    report.publish(folder, tracking)
    return tracking.log_report.call_args.args[1]


def check_follows(report: PublishedReport, page: Path, *out: Path) -> None:
    """Checks that the extract beside a page gives all its files again."""
    assert bytes_of(report.write(page.parent, *out).parent) == bytes_of(page.parent)

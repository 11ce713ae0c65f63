"""The pages of leagues, trainings by self-play and other work: the report, also as it forms.

The report of unfinished work is written from its results so far: in the background, into the
application's own folder, and only while a page shows it.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse, HTMLResponse

from flows.faces.app.background import Background, Job
from flows.faces.app.folder import REPORT_TEXT, Listed, NoSuchRunError, RunFolder
from flows.faces.app.pages import RunName, page
from flows.faces.app.work import LEAGUE, SELF_PLAY, RatedPlayer, rated_players
from flows.studies.study import OneDirectory
from models.settings.config import ConfigError
from tasks.reports.pages import html_of
from tasks.storage.files import StoreError

#: Seconds from the end of a report of unfinished work to the beginning of the next one.
PAUSE_S = 15.0
_PICTURE = re.compile(r'(?<=<img src=")[\w.-]+\.png(?=")')
_PictureName = Annotated[str, Query(pattern=r"^[\w-][\w.-]*\.png$", max_length=100)]


@dataclass(eq=False)
class LiveReport(Job):
    """The report of some work, from what is there so far."""

    work: Listed  #: The work as it was when the report was begun
    path: Path  #: Its directory
    out: Path  #: The folder of the report
    until: float = 0.0  #: The time at which the report may be written again

    def play(self) -> None:
        """Writes the report; `StoreError` if work that has stopped has too few results for one."""
        from flows.commands import study_in

        try:
            study = study_in(self.path)
            if study is None or not issubclass(study, OneDirectory):
                self.problem = "The report comes at the end."
            else:
                study.report().write(self.path, self.out)
        except StoreError:
            if self.work.status != "running":
                raise
            self.problem = "The report comes with the first results."
        finally:
            self.until = time.monotonic() + PAUSE_S


class Reports:
    """The reports of all work below a folder: those of their commands, and live ones."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._place = TemporaryDirectory(prefix="hearthlight-", ignore_cleanup_errors=True)
        self._jobs = Background[LiveReport]("report")

    def close(self) -> None:
        """Removes the live reports; one that is being written may leave its files."""
        self._place.cleanup()

    def of(self, run: Listed) -> tuple[Path | None, str]:
        """The folder of the report, None if there is none yet; and what there is to say of it."""
        path, out = self._folder.path / run.name, Path(self._place.name) / run.name
        if run.status == "finished":
            text = path / REPORT_TEXT
            return (text.parent if text.is_file() else None), ""
        live = self._jobs.find(run.name)
        if live is None or (
            live.is_over and live.work is not run and live.until < time.monotonic()
        ):
            live = LiveReport(run, path, out)
            try:
                self._jobs.start(live, run.name)
            except ConfigError as error:  # too many wait: the page shows the rest
                live.problem, live.is_over = f"{error}", True
        has_report = (out / "report.md").is_file()
        note = live.problem if live.is_over or has_report else "The report is being written …"
        return out if has_report else None, note


def study_pages(folder: RunFolder, reports: Reports) -> APIRouter:
    """The addresses of leagues, trainings and other work below a folder of runs."""
    router = APIRouter(prefix="/study")

    def shown(run: Listed) -> dict[str, Any]:
        place, note = reports.of(run)
        title, text = text_of(place, run.name) if place else ("", "")
        path = folder.path / run.name
        known = {"run": run, "note": note, "title": title, "body": text}
        known["is_league"] = (path / LEAGUE).is_file()
        known["has_players"] = known["is_league"] or (path / SELF_PLAY).is_file()
        players = rated_players(path, place)
        share = _scale(players) if known["is_league"] else float  # which is per cent already
        return known | {"players": players, "share": share}

    @router.get("")
    def show(run: RunName) -> HTMLResponse:
        return page("study.html", **shown(folder.study(run)))

    @router.get("/part")
    def part(run: RunName) -> HTMLResponse:
        return page("study_part.html", **shown(folder.study(run)))

    @router.get("/picture")
    def picture(run: RunName, file: _PictureName) -> FileResponse:
        place, _ = reports.of(folder.study(run))
        if place is None or not (place / file).is_file():
            raise NoSuchRunError(f"{run[:60]!r} has no picture {file!r}")
        return FileResponse(place / file)

    return router


def text_of(place: Path, run: str) -> tuple[str, str]:
    """The title of a report, and its text as HTML.

    A run is named by its path below the folder of runs. The addresses of pictures change with
    them, so that a browser asks for new ones.
    """
    title, _, text = (place / "report.md").read_text("utf-8").partition("\n")

    def address(match: re.Match[str]) -> str:
        file = place / match[0]
        version = file.stat().st_mtime_ns if file.is_file() else 0
        return f"/study/picture?run={quote(run)}&amp;file={match[0]}&amp;v={version}"

    return title.removeprefix("# "), _PICTURE.sub(address, html_of(text))


def _scale(players: list[RatedPlayer]) -> Callable[[float], float]:
    """Returns where a rating lies between the lowest and the highest limit, in per cent."""
    limits = [limit for each in players for limit in (each.low, each.high) if limit is not None]
    low, high = min(limits, default=0.0), max(limits, default=0.0)
    return lambda value: 100 * (value - low) / ((high - low) or 1.0)

"""The studies whose reports can be written again, and which of them a folder holds."""

from importlib import import_module
from pathlib import Path

from tasks.studies.published import PublishedReport

_RUN = "-*/manifest.json"
#: By package: files of which the folder of a study, or of its extract, has one.
STUDIES = {
    "dsame": ("study.json", "placements.parquet"),
    "league": ("league.json", "league.parquet"),
    "tradingstone": ("tradingstone.json", "contests.parquet"),
    "self_play": ("self-play.json", "training.parquet"),
    "mesb": (f"validation{_RUN}", f"elite{_RUN}", f"balance{_RUN}", "duels.parquet"),
    "hearthsim": (
        *(f"taunt{_RUN}", f"divine-shield{_RUN}", f"card-draw{_RUN}", f"hero-battle{_RUN}"),
        "points.parquet",
    ),
}


def report_of(package: str) -> PublishedReport:
    """The report of a study; imports its package only."""
    report: PublishedReport = import_module(f"tasks.studies.{package}.report").REPORT
    return report


def study_in(folder: Path) -> str | None:
    """The package of the study that a folder or an extract holds; None if it holds none."""
    folder = folder.expanduser()
    found = (name for name, files in STUDIES.items() if any(map(any, map(folder.glob, files))))
    return next(found, None)

"""Studies as their commands play them."""

from typing import Any

from flows.studies.study import StudySettings


def played(asked: StudySettings, **changes: Any) -> tuple[Any, dict[str, str]]:
    """Plays a study in a flow; returns its report, and the failed runs with their errors."""
    work, arguments = asked.but(**{"threads": 1, **changes}).work()
    return work(*arguments)

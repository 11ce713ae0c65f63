"""Reproduces the pages of results: plays what their extracts lack, and writes them again."""

import time
from collections.abc import Sequence
from pathlib import Path

from engine.threads import n_cores
from flows.studies.evidence import Piece
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress, duration
from tasks.orchestration.steps import flow
from tasks.storage.files import reason


@flow("reproduce", validate_parameters=False)
def reproduce(
    pieces: Sequence[Piece], hours: float | None = None
) -> tuple[Path | None, dict[str, str]]:
    """Plays the missing pieces in order; each finished one joins its extract at once.

    A piece that fails does not stop the others. One that is not expected to end within the time is
    not begun. Pages that an earlier attempt left unwritten are written first.

    Returns:
        No page, and the failed pieces with their errors.
    """
    progress, failed, start = Progress(), {}, time.monotonic()
    for piece in pieces:
        if piece.state == "done" and not piece.is_written:
            progress.say(f"{piece.node}: writing its page")
            piece.write()
    missing = [piece for piece in pieces if piece.state == "missing"]
    for place, piece in enumerate(missing):
        left = None if hours is None else 3600 * hours - (time.monotonic() - start)
        expected = 3600 * piece.evidence.core_hours / (piece.command.threads or n_cores())
        if left is not None and expected > left:
            progress.say(f"{piece.name} takes about {duration(expected)}: left for another time")
            continue
        progress.say(f"{place + 1} of {len(missing)}: {piece.node}, {piece.name}")
        try:
            work, arguments = piece.command.work()
            work(*arguments)
            piece.collect()
        # Errors are reported at the end; the other pieces do not depend on this one.
        except Exception as error:
            stop_if_interrupted()
            failed[piece.name] = f"{type(error).__name__}: {reason(error, 2000)}"
            progress.say(f"{piece.name} failed: {failed[piece.name]}")
    return None, failed

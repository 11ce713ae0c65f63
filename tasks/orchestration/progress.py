"""Progress of games, or of a training: bars on a terminal, lines in logs and in Prefect's log."""

from __future__ import annotations

import atexit
import logging
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Self, TextIO

from tasks.orchestration.interrupt import stop_if_interrupted

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

#: Seconds between updates on a terminal, and between lines elsewhere.
LIVE_INTERVAL_S = 0.25
LOG_INTERVAL_S = 15.0
#: Seconds over which the speed is measured.
RATE_WINDOW_S = 10.0


class Progress:
    """Counts games and shows progress on standard error.

    On a terminal it is a bar; a study and its runs have bars below each other. Tests give another
    stream, and a clock that returns seconds.
    """

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        # While bars are visible, rich replaces standard error.
        stderr = getattr(sys.stderr, "rich_proxied_file", sys.stderr)
        self._stream = stderr if stream is None else stream
        self._clock = clock
        self._is_live = self._stream.isatty()
        self._start = self._last = clock()
        self._window = [(self._start, 0)]
        self.label = ""
        self.games = 0
        self.total = 0
        self.unit = "games"

    def expect(self, games: int, label: str, unit: str = "games") -> Self:
        """Set the total number of games of this session, the name of the work, and the unit."""
        self.total, self.label, self.unit = games, label, unit
        if self._is_live:
            _show(self, self._stream)
        return self

    def add(self, games: int) -> None:
        """Add to the number of games."""
        self.games += games
        now = self._clock()
        self._window.append((now, self.games))
        while len(self._window) > 2 and now - self._window[1][0] > RATE_WINDOW_S:
            del self._window[0]
        is_due = now - self._last >= (LIVE_INTERVAL_S if self._is_live else LOG_INTERVAL_S)
        if self._is_live and (is_due or self.games >= self.total):
            self._last = now
            _show(self, self._stream)
        elif is_due:
            self._last = now
            self._stream.write(f"{self.line()}\n")
            self._stream.flush()

    def counter(self, start: int = 0) -> Callable[[int], None]:
        """Return what counts the games of a piece of work that begins here.

        It is called with the number of games played so far, `start` at the beginning; after Ctrl-C
        it raises `KeyboardInterrupt`.
        """
        before = self.games - start

        def count(n_played: int) -> None:
            stop_if_interrupted()
            self.add(before + n_played - self.games)

        return count

    def say(self, text: str) -> None:
        """Write one line, also into the log of the flow run in progress."""
        if self._is_live and self._stream in _shown:
            _shown[self._stream].console.print(text, highlight=False, markup=False, soft_wrap=True)
        else:
            self._stream.write(f"{text}\n")
            self._stream.flush()
        _log_in_prefect(text)

    def rate(self) -> float:
        """Return the games per second of the last 10 s."""
        (before, games_before), (now, games) = self._window[0], self._window[-1]
        return (games - games_before) / (now - before) if now > before else 0.0

    def state(self) -> str:
        """Return the state without the label, `1,200 of 9,000 games, 650 games/s, 2:17 left`.

        Before the first game ends, speed and time are unknown.
        """
        seconds = self._clock() - self._start
        games = f"{self.games:,} of {self.total:,} {self.unit}"
        if not self.games:
            return games
        left = (self.total - self.games) * seconds / self.games
        return f"{games}, {self.rate():,.0f} {self.unit}/s, {duration(left)} left"

    def line(self) -> str:
        """Return the label and the state."""
        return f"{self.label}: {self.state()}"


def duration(seconds: float) -> str:
    """Return seconds as `2:05` or `1:02:05`."""
    minutes, seconds = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def plural(n: int, word: str) -> str:
    """A number of things: `1 run`, `2 runs`, `1,000 games`."""
    return f"{n:,} {word}{'' if n == 1 else 's'}"


_FIELDS = ("label", "state")
#: The visible bars of each terminal.
_shown: dict[TextIO, Bars] = {}


def _show(progress: Progress, stream: TextIO) -> None:
    """Show a bar as it is now, or remove it when it is full.

    Also removes bars that began after it: a study's bar moves when one of its runs has ended.
    """
    if stream not in _shown:
        _shown[stream] = _bars(stream)
        _shown[stream].start()
    bars = _shown[stream]
    number = next((task.id for task in bars.tasks if task.fields["of"] is progress), None)
    if number is None:
        number = bars.add_task("", of=progress, label="", state="")
    for later in (task.id for task in bars.tasks if task.id > number):
        bars.remove_task(later)
    if progress.games < progress.total:
        bars.update(number, completed=progress.games, total=progress.total)
        bars.tasks[-1].fields.update(label=progress.label, state=progress.state())
        bars.refresh()
        return
    bars.remove_task(number)
    if not bars.tasks:
        _shown.pop(stream).stop()


def _bars(stream: TextIO) -> Bars:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bars

    label, state = (TextColumn(f"{{task.fields[{key}]}}", markup=False) for key in _FIELDS)
    return Bars(
        *(label, BarColumn(), state),
        console=Console(file=stream),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
    )


@atexit.register
def clear() -> None:
    """Remove all bars and show the cursor again; also at the end of the process."""
    while _shown:
        _shown.popitem()[1].stop()


def _log_in_prefect(text: str) -> None:
    """Add a line to the log of the flow run in progress, if there is one.

    Uses Prefect's handler, because its loggers would also write to standard error.
    """
    if "prefect" not in sys.modules:
        return
    from prefect.context import FlowRunContext, TaskRunContext
    from prefect.logging.handlers import APILogHandler

    if FlowRunContext.get() or TaskRunContext.get():
        place = {"name": "hearthlight", "levelno": logging.INFO, "levelname": "INFO"}
        APILogHandler().emit(logging.makeLogRecord({**place, "msg": text}))

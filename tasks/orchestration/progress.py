"""How far a run is: one live line on a terminal, a line now and then in a log file."""

import sys
import time
from collections.abc import Callable
from typing import TextIO

#: Seconds between two updates on a terminal, and between two lines elsewhere.
LIVE_INTERVAL_S = 0.25
LOG_INTERVAL_S = 15.0
#: The rate is measured over about the last so many seconds.
RATE_WINDOW_S = 10.0


class Progress:
    """Counts games and tells how many are left, on standard error.

    Args:
        stream: Where the lines go; standard error unless told otherwise.
        clock: Seconds, monotonic; for tests.
    """

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._live = self._stream.isatty()
        self._start = self._last = clock()
        self._window = [(self._start, 0)]
        self._width = 0
        self.label = ""
        self.games = 0
        self.total = 0

    def expect(self, games: int, label: str) -> None:
        """Sets how many games this session will have played in the end, and what is going on."""
        self.total, self.label = games, label

    def add(self, games: int) -> None:
        """Counts games that were just played."""
        self.games += games
        now = self._clock()
        self._window.append((now, self.games))
        while len(self._window) > 2 and now - self._window[1][0] > RATE_WINDOW_S:
            del self._window[0]
        if now - self._last >= (LIVE_INTERVAL_S if self._live else LOG_INTERVAL_S):
            self._last = now
            self._write(self.line(), live=True)

    def say(self, text: str) -> None:
        """Writes one line that stays."""
        self._write(text, live=False)

    def rate(self) -> float:
        """Games per second, lately."""
        (before, games_before), (now, games) = self._window[0], self._window[-1]
        return (games - games_before) / (now - before) if now > before else 0.0

    def line(self) -> str:
        """The state in words, `decks: 1,200 of 9,000 games, 650 games/s, 2:17 left`."""
        seconds = self._clock() - self._start
        left = (self.total - self.games) * seconds / self.games if self.games else 0.0
        return (
            f"{self.label}: {self.games:,} of {self.total:,} games, "
            f"{self.rate():,.0f} games/s, {duration(left)} left"
        )

    def _write(self, text: str, live: bool) -> None:
        if not self._live:
            self._stream.write(f"{text}\n")
        else:
            self._stream.write(f"\r{text.ljust(self._width)}" + ("" if live else "\n"))
            self._width = len(text) if live else 0
        self._stream.flush()


def duration(seconds: float) -> str:
    """Seconds as `2:05` or `1:02:05`."""
    minutes, seconds = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def plural(n: int, word: str) -> str:
    """A number of things: `1 run`, `2 runs`, `1,000 games`."""
    return f"{n:,} {word}{'' if n == 1 else 's'}"

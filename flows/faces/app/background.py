"""Games in the background: jobs that wait for each other, by their ids."""

import secrets
import traceback
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, Generic, TypeVar

from engine import UserError
from engine.illegal import IllegalAction
from models.players.games import GameError
from models.settings.config import ConfigError
from tasks.storage.files import StoreError

#: What a run, a deck, a setting or the rules do not allow; all other errors are bugs.
REFUSALS = (UserError, GameError, IllegalAction)
#: Jobs that wait or play at a time, and those whose results are kept.
MAX_WAITING, N_KEPT = 8, 50


def problem_of(work: Callable[[], None]) -> str:
    """Does some background work; returns why it failed, or an empty text."""
    try:
        work()
    except REFUSALS as error:
        return f"{error}"
    except Exception as error:
        traceback.print_exc()
        return f"{type(error).__name__}: the terminal of the application shows more"
    return ""


class Job:
    """Games to play; `problem` is why they stopped, if they did."""

    problem: str = ""
    is_over: bool = False

    def play(self) -> None:
        """Plays all games; other threads may ask for the state meanwhile."""
        raise NotImplementedError  # every kind of job defines it

    def state(self) -> dict[str, Any]:
        """Whether it is `over`, and its `problem`; kinds add progress and results as JSON."""
        return {"over": self.is_over, "problem": self.problem}

    def stop(self) -> None:
        """Ends it soon, if its kind can; the results so far are kept."""

    def run(self) -> None:
        """Plays, and notes how it ends."""
        self.problem = problem_of(self.play) or self.problem
        self.is_over = True


J = TypeVar("J", bound=Job)


class Background(Generic[J]):
    """Jobs of one kind, which one thread runs in turn."""

    def __init__(self, name: str) -> None:
        self._worker = ThreadPoolExecutor(1, name)
        self._all: OrderedDict[str, J] = OrderedDict()
        self._lock = Lock()

    def start(self, job: J, name: str = "") -> str:
        """Starts a job, or continues one that is over; returns its id.

        A `name` becomes the id; nothing starts while a job of that name runs.

        Raises:
            ConfigError: Too many wait already.
        """
        with self._lock:
            if name in self._all and not self._all[name].is_over:
                return name
            if sum(not each.is_over for each in self._all.values()) >= MAX_WAITING:
                raise ConfigError(
                    f"{MAX_WAITING} measurements wait already; try again when one has ended"
                )
            names = [known for known, each in self._all.items() if each is job]
            name = name or (names[0] if names else secrets.token_hex(8))
            self._all[name] = job
            self._all.move_to_end(name)  # a continued job counts as new, so it is kept
            job.is_over = False
            while len(self._all) > N_KEPT:
                self._all.popitem(last=False)
        self._worker.submit(job.run)
        return name

    def job(self, name: str) -> J:
        """Returns the job of an id; raises `StoreError` if there is none."""
        job = self.find(name)
        if job is None:
            raise StoreError("this measurement is not known any more; start it again")
        return job

    def find(self, name: str) -> J | None:
        """The job of an id; None if there is none."""
        with self._lock:
            return self._all.get(name)

    def close(self) -> None:
        """Stops all jobs, as far as their kind can."""
        with self._lock:
            for job in self._all.values():
                job.stop()

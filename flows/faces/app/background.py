"""Games in the background: jobs that wait for each other, by their ids."""

import secrets
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, Generic, TypeVar

from engine.decks import DeckError
from models.players.games import GameError
from models.settings.config import ConfigError
from tasks.storage.files import StoreError

#: Jobs that wait or play at a time, and those whose results are kept.
MAX_WAITING, N_KEPT = 8, 50


class Job:
    """Games to play; `problem` is why they stopped, if they did."""

    problem: str = ""
    is_over: bool = False

    def play(self) -> None:
        """Plays all games; other threads may ask for the state meanwhile."""
        raise NotImplementedError  # every kind of job defines it

    def state(self) -> dict[str, Any]:
        """Its progress and results as JSON values."""
        raise NotImplementedError  # every kind of job defines it

    def run(self) -> None:
        """Plays, and notes how it ends."""
        try:
            self.play()
        except (DeckError, GameError, StoreError) as error:
            self.problem = f"{error}"
        except Exception as error:
            self.problem = f"{type(error).__name__}: the terminal of the application shows more"
            raise
        finally:
            self.is_over = True


J = TypeVar("J", bound=Job)


class Background(Generic[J]):
    """Jobs of one kind, which one thread runs in turn."""

    def __init__(self, name: str) -> None:
        self._worker = ThreadPoolExecutor(1, name)
        self._all: OrderedDict[str, J] = OrderedDict()
        self._lock = Lock()

    def start(self, job: J) -> str:
        """Starts a job, or goes on with one that is over; returns its id.

        Raises:
            ConfigError: Too many wait already.
        """
        with self._lock:
            if sum(not each.is_over for each in self._all.values()) >= MAX_WAITING:
                raise ConfigError(
                    f"{MAX_WAITING} measurements wait already; try again when one has ended"
                )
            names = [name for name, each in self._all.items() if each is job]
            name = names[0] if names else secrets.token_hex(8)
            self._all[name] = job
            job.is_over = False
            while len(self._all) > N_KEPT:
                self._all.popitem(last=False)
        self._worker.submit(job.run)
        return name

    def job(self, name: str) -> J:
        """The job of an id; `StoreError` if there is none."""
        with self._lock:
            job = self._all.get(name)
        if job is None:
            raise StoreError("this measurement is not known any more; start it again")
        return job

"""Balance labs that the application plays: each is the command `balance`, in its own process.

Below the folder of runs, a lab has its patch in `labs/NAME.yaml`, its question in `labs/NAME.json`,
the command's output in `labs/NAME.log`, and its runs and report in `labs/NAME`. The name ends with
a digest of the question: the same question is the same lab, which continues where it stopped.
"""

import json
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple

from filelock import lock_descriptor
from pydantic import Field, ValidationError

from engine.formats import DEFAULT_FORMAT
from engine.history import PERIODS
from engine.patches import MAX_NEW, Patch, PatchError
from engine.rules import patch_problems
from flows.faces.app.background import Background, Job
from flows.faces.app.cards import cards_of
from flows.faces.app.folder import LABS, REPORT, NoSuchRunError, RunFolder, changed_at
from flows.faces.app.pages import Body
from flows.faces.command_line import read
from models.files import remove
from models.settings.config import ConfigError
from models.settings.patches import as_patch, as_yaml
from tasks.orchestration.server import start_logged
from tasks.storage.files import MANIFEST, StoreError, read_json, write_bytes, write_json
from tasks.storage.locks import LOCK, is_locked

_NAME, _ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}"), re.compile(r"[a-z0-9-]{1,60}")


class Size(NamedTuple):
    """The searches of a lab on each side, and its time on two cores in words."""

    trials: int
    preset: str
    settings: tuple[str, ...]
    title: str


_SHORT = ("search.evaluations=800", "search.n_games=24", "search.fresh_games=24")
SIZES = {
    "short": Size(1, "quick", _SHORT, "one search per side, 800 decks x 24 games: a minute"),
    "quick": Size(1, "quick", (), "one search per side, 1,500 decks x 48 games: two minutes"),
    "trials": Size(3, "quick", (), "three searches per side, 1,500 decks x 48 games: five minutes"),
    "study": Size(3, "study", (), "three searches per side, 4,000 decks x 100 games: half an hour"),
}


class AskedPatch(Body):
    """The body of a request with a patch: new numbers by field, by the card's id; new cards."""

    name: str = Field(max_length=100)
    format: str = Field("", max_length=60)
    cards: dict[str, dict[str, Any]] = Field(max_length=200)
    new: list[str] = Field([], max_length=MAX_NEW)

    def patch(self) -> Patch:
        """The patch of the format's cards.

        Raises:
            ConfigError: The name cannot be that of a file.
            DeckError: There is no such format.
            PatchError: As of a file: an unknown card, or a number out of range, for example.
        """
        if not _NAME.fullmatch(self.name):
            raise ConfigError(
                f"name {self.name[:60]!r}: use up to 40 small letters, digits and hyphens"
            )
        if not any(self.cards.values()) and not self.new:
            raise PatchError("no card is changed; change a number of a card, or add a card")
        base, _ = cards_of(self.format)
        facts = {"name": self.name, "description": "", "base": base.base, "cards": self.cards}
        patch = as_patch(facts | {"new": self.new})
        if problems := patch_problems(patch):
            raise PatchError("; ".join(problems.values()))
        return patch


class AskedLab(AskedPatch):
    """The body of a request to play a lab."""

    archetype: str = Field(max_length=40)
    size: Literal["short", "quick", "trials", "study"] = "short"

    def words(self, path: Path) -> list[str]:
        """The words of the command, whose patch and folder are those of a lab."""
        size, cards = SIZES[self.size], ["--format", self.format or DEFAULT_FORMAT]
        if self.format in PERIODS:
            cards = ["--date", self.format, "--opponents", self.format]
        made = ["balance", "--patch", f"{path}.yaml", "--archetype", self.archetype, *cards]
        made += ["--preset", size.preset, "--trials", f"{size.trials}", "--out", f"{path}"]
        return [*made, *(word for each in size.settings for word in ("--set", each))]


@dataclass(eq=False)
class Lab(Job):
    """A lab that is played."""

    path: Path
    words: list[str]
    is_stopped: bool = False
    process: subprocess.Popen | None = None

    def play(self) -> None:
        """Plays it to the end; the command inherits the lock, so it is held if the server dies."""
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / LOCK).open("wb") as held:
            if self.is_stopped or not lock_descriptor(held.fileno(), blocking=False):
                return  # another server plays it
            command, log = [sys.executable, "-m", "flows"], self.path.with_suffix(".log")
            # In its own session: Ctrl-C reaches only the server, which stops it.
            self.process = start_logged([*command, *self.words], log, pass_fds=[held.fileno()])
        if self.is_stopped:
            self.stop()
        if self.process.wait() and not self.is_stopped:
            self.problem = _last_line(self.path).removeprefix("error: ")

    def stop(self) -> None:
        """Ends it as Ctrl-C does; finished games are kept."""
        self.is_stopped = True
        if self.process is None:
            self.is_over = True  # it waits, and can be started again before its turn comes
        else:
            self.process.send_signal(signal.SIGINT)


class Labs:
    """The labs below a folder of runs; one is played at a time."""

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._jobs = Background[Lab]("labs")
        self.close = self._jobs.close

    def start(self, asked: AskedLab) -> str:
        """Starts or continues a lab; returns its name.

        Raises:
            ConfigError: A setting is wrong, or too many labs wait.
            PatchError: The patch is wrong, or changes nothing.
            StoreError: The folder cannot be written.
        """
        facts, patch = asked.model_dump(mode="json"), asked.patch()
        text = f'name: "{asked.name}"\n{as_yaml(patch)}'
        digest = sha256((text + json.dumps(facts, sort_keys=True)).encode()).hexdigest()[:8]
        name = f"{asked.name}-{digest}"
        path = self.path(name)
        words = asked.words(path)
        write_bytes(path.with_suffix(".yaml"), text.encode())
        if not path.exists():  # else the command checks it, and locks its runs
            try:
                read(words).check()  # type: ignore[attr-defined]
            except ValueError:
                remove(path.with_suffix(".yaml"))
                raise
        write_json(path.with_suffix(".json"), facts)
        if not (is_locked(path) or (path / REPORT).is_file()):
            self._jobs.start(Lab(path, words), name)
        return name

    def stop(self, name: str) -> None:
        """Stops a lab; raises `ConfigError` if this server does not play it."""
        job = self._jobs.find(name)
        if job is None or job.is_over:
            raise ConfigError("this server does not play the lab: stop it where it was started")
        job.stop()

    def asked(self, name: str) -> AskedLab:
        """The question of a lab.

        Raises:
            NoSuchRunError: There is no such lab.
            StoreError: Its file is damaged or of another version.
        """
        file = self.path(f"{name}.json")
        if not (_ID.fullmatch(name) and file.is_file()):
            raise NoSuchRunError(f"no lab {name[:60]!r}; start it again on the page Patch editor")
        try:
            return AskedLab.model_validate(read_json(file))
        except ValidationError:
            raise StoreError(f"{file}: of another version; start the lab again") from None

    def path(self, name: str) -> Path:
        """The folder of a lab."""
        return self._folder.path / LABS / name

    def newest(self, n: int) -> dict[str, AskedLab]:
        """The questions of the newest labs, by name; those that cannot be read are left out."""
        found: dict[str, AskedLab] = {}
        files = sorted(self.path("").glob("*.json"), key=lambda file: -changed_at(file))
        for name in [file.stem for file in files[:n]]:
            with suppress(StoreError):
                found[name] = self.asked(name)
        return found

    def state(self, name: str) -> dict[str, Any]:
        """How far a lab is, whichever server plays it."""
        asked, path, job = self.asked(name), self.path(name), self._jobs.find(name)
        is_played = is_locked(path)
        runs = [
            self._folder.listed(f"{LABS}/{name}/{each.parent.name}").progress
            for each in path.glob(f"*/{MANIFEST}")
        ]
        return {
            "progress": sum(runs) / (2 * SIZES[asked.size].trials),
            "over": not is_played and (job is None or job.is_over),
            "finished": not is_played and (path / REPORT).is_file(),
            "failed": "" if job is None else job.problem,
            "said": _last_line(path) or "Waits for another lab, or begins.",
        }


def _last_line(path: Path) -> str:
    """The last line that a lab's command has written, empty before the first."""
    log = path.with_suffix(".log")
    lines = log.read_text(errors="replace").splitlines() if log.is_file() else []
    return lines[-1][:400] if lines else ""

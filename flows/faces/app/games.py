"""Games that persons play: kept on disk after every action; opponents think in the background.

A game that the server does not hold in memory, after a restart for example, is read again.
"""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from engine.illegal import IllegalAction
from models.config import ConfigError
from models.play.config import PlayConfig
from models.play.course import Course
from models.play.game import PersonGame
from models.play.thinker import Thinker, thinker_of
from models.players.games import GameError
from tasks.games.played import PLAY, read_config, read_kept, store_game, write_kept
from tasks.storage.files import StoreError, check_writable

if TYPE_CHECKING:
    from models.play.learned import LearnedThinker

#: Games in memory; the others are read again when they are asked for.
N_KEPT = 30
#: Games whose opponents think at the same time; others wait.
N_THINKING = 2
_ID = re.compile(r"[0-9a-f]{16}")


class NoSuchGameError(StoreError):
    """There is no game or match of this id."""


class MovedOnError(StoreError):
    """The game is not where the request believes it is."""


class OpenGame:
    """A game that a person plays; safe for several requests at once.

    Args:
        id: Its id.
        course: The game.
        facts: What its file has beside the game: `started`, `run`.
        path: Its file.

    Attributes:
        lock: Held while the game changes.
        problem: Why the opponent does not move or the game is not stored; empty if nothing is
            wrong.
    """

    def __init__(self, id: str, course: Course, facts: dict[str, Any], path: Path) -> None:
        self.id, self.course, self.facts, self.path = id, course, facts, path
        self.lock = RLock()
        self.problem = ""
        self.is_busy = False
        self._thinker: Thinker | LearnedThinker | None = None

    @property
    def game(self) -> PersonGame:
        """The game itself."""
        return self.course.game

    def think(self) -> list[int]:
        """What the opponent does next; its memory is kept for the next time."""
        game = self.game
        self._thinker = self._thinker or thinker_of(game.config)
        return self._thinker.actions(game.game, game.played, len(game.actions))

    def forget(self) -> None:
        """Frees the memory of the opponent, which can be 50 MB."""
        self._thinker = None

    def save(self) -> None:
        """Writes the game's file."""
        game = self.game
        config = game.config.model_dump(mode="json")
        known = {"config": config, "seed": game.seed, "cards": game.rules.digest}
        write_kept(self.path, {**self.facts, **known, "kept": game.kept()})

    def state(self, since: int = 0) -> dict[str, Any]:
        """What the person may know, as JSON values."""
        with self.lock:
            config = self.game.config
            return {
                **self.course.state(since),
                "problem": self.problem,
                "run": self.facts["run"],
                "match": config.match,
                "practice": config.practice,
                "opponent": config.opponent,
                "decks": [config.decks[self.game.person].name, self._their_deck()],
            }

    def _their_deck(self) -> str:
        return self.game.config.decks[1 - self.game.person].name


class OpenGames:
    """The games of persons below a folder of runs.

    Args:
        runs: The folder of runs.
        ended: Called with a game of a match when it has ended.
    """

    def __init__(self, runs: Path, ended: Callable[[OpenGame], None]) -> None:
        self.runs, self._ended = runs, ended
        self.folder = runs / PLAY / ".tables"
        self._all: OrderedDict[str, OpenGame] = OrderedDict()
        self._lock = RLock()
        self._workers = ThreadPoolExecutor(N_THINKING, "opponent")

    def start(self, config: PlayConfig, seed: int | None = None) -> OpenGame:
        """Starts a game.

        Args:
            config: Its settings.
            seed: Its seed; a random one by default.

        Raises:
            DeckError: A deck is not legal, or has a card that the engine does not have.
            StoreError: The folder of runs cannot be written.
        """
        made = PersonGame(config, secrets.randbits(62) if seed is None else seed)
        check_writable(self.folder)
        id = new_id()
        facts = {"started": datetime.now(UTC).isoformat(timespec="seconds"), "run": None}
        opened = OpenGame(id, Course(made), facts, self.folder / f"{id}.json")
        opened.save()
        self._keep(opened)
        return opened

    def game(self, id: str) -> OpenGame:
        """A game by its id.

        Raises:
            NoSuchGameError: There is none.
            GameError: It cannot be continued: the cards or the rules have changed.
        """
        with self._lock:
            if id in self._all:
                self._all.move_to_end(id)
                return self._all[id]
            opened = self._read(id)
            self._keep(opened)
        self.go_on(opened)
        return opened

    def unfinished(self) -> list[dict[str, Any]]:
        """Games that go on, the newest first: `id`, `opponent`, `decks` and `started`."""
        found = []
        for path in self.folder.glob("*.json") if self.folder.is_dir() else ():
            try:
                facts = read_kept(path)
                config = read_config(facts["config"], str(path))
            except (StoreError, KeyError, TypeError):
                continue  # damaged, or removed meanwhile
            decks = [config.decks[config.person].name, config.decks[1 - config.person].name]
            shown = {"id": path.stem, "opponent": config.opponent, "decks": decks}
            if facts.get("run") is None:
                found.append(shown | {"started": str(facts.get("started", ""))})
        return sorted(found, key=lambda each: each["started"], reverse=True)

    def changed(self, opened: OpenGame) -> None:
        """Writes a game after an action of the person, and lets it go on.

        Raises:
            StoreError: Its file cannot be written.
        """
        opened.save()
        self.go_on(opened)

    def go_on(self, opened: OpenGame) -> None:
        """Lets the opponent think if it is to move; stores a game that is over."""
        with opened.lock:
            phase = opened.game.phase
            if opened.is_busy or (phase == "over" and opened.facts["run"] is not None):
                return
            if phase in ("player", "over"):
                opened.is_busy = True
                self._workers.submit(self._work, opened)

    def _work(self, opened: OpenGame) -> None:
        try:
            opened.problem = ""
            while opened.game.phase == "player":
                _think(opened)
            with opened.lock:
                if opened.game.phase == "over" and opened.facts["run"] is None:
                    opened.forget()
                    self._store(opened)
        except (GameError, StoreError, IllegalAction, ConfigError) as error:
            opened.problem = f"{error}"
        except Exception as error:
            opened.problem = f"{type(error).__name__}: the terminal of the application shows more"
            raise
        finally:
            opened.is_busy = False
        if not opened.problem:
            self.go_on(opened)  # the person may have acted just before

    def _store(self, opened: OpenGame) -> None:
        name = f"{opened.facts['started'][:10]}-{opened.id}"
        store_game(self.runs / PLAY / name, opened.game)
        opened.facts["run"] = f"{PLAY}/{name}"
        opened.save()
        if opened.game.config.match is not None:
            self._ended(opened)

    def _read(self, id: str) -> OpenGame:
        path = self.folder / f"{id}.json"
        if not _ID.fullmatch(id) or not path.is_file():
            raise NoSuchGameError("this game is not known; start one on the page Play")
        facts = read_kept(path)
        try:
            config = read_config(facts.pop("config"), str(path))
            seed, digest, kept = (facts.pop(name) for name in ("seed", "cards", "kept"))
            facts["started"], facts["run"]
        except KeyError as error:
            raise StoreError(f"{path}: {error} is missing; start a new game") from None
        if digest != config.player.rules().digest:
            raise GameError("the cards have changed since this game began; start a new one")
        return OpenGame(id, Course.restored(config, seed, kept), facts, path)

    def _keep(self, opened: OpenGame) -> None:
        with self._lock:
            self._all[opened.id] = opened
            while len(self._all) > N_KEPT:
                self._all.popitem(last=False)


def new_id() -> str:
    """A new id that nobody can guess."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether a text can be the id of a game or a match."""
    return _ID.fullmatch(text) is not None


def _think(opened: OpenGame) -> None:
    """Lets the opponent decide and act once, unless the person has conceded meanwhile."""
    game = opened.game
    number = len(game.actions)
    codes = opened.think()
    with opened.lock:
        if game.phase == "player" and len(game.actions) == number:
            for code in codes:
                opened.course.apply(code)
            opened.save()

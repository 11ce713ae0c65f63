"""Games that persons play: kept on disk after every action; opponents think in the background.

A game that the server does not hold in memory, or that another server has changed, is read again.
A match is best of five in Conquest: a game after the other.
"""

import re
import secrets
from collections import OrderedDict
from collections.abc import Container, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any

from engine.decks import DeckError
from flows.faces.app.background import problem_of
from flows.faces.app.levels import named
from models.play.conquest import MatchGame, check_decks, match_winner, next_game, remaining
from models.play.course import Course
from models.play.game import PersonGame, PlayConfig, PlayDeck, seat_of
from models.players.games import GameError
from models.players.table import Seat
from models.settings.config import ConfigError
from tasks.games.played import PLAY, read_config, read_kept, store_game, write_kept
from tasks.storage.files import StoreError
from tasks.storage.locks import locked

#: Games in memory; the others are read again when a request needs them.
N_KEPT = 30
#: Games whose opponents think at the same time; others wait.
N_THINKING = 2
#: The id of a game or a match, which nobody can guess.
_ID = re.compile(r"[0-9a-f]{16}")
_UNKNOWN = "this game is not known; start one on the page Play"
WHO = ("you", "opponent")
_WINNERS: dict[str | None, int] = {"won": 0, "lost": 1}


class NoSuchGameError(StoreError):
    """There is no game or match of this id."""


class MovedOnError(StoreError):
    """The game is at another position than the request assumes."""


class OpenGame:
    """A game that a person plays; safe for several requests, and several servers, at once.

    The file is the game: what another server has written there is read before it is changed.

    Attributes:
        course: What the person sees of it.
        facts: The content of the file, of which `started`, `owner`, and at the end `run` and
            `result` are not in `game`.
        lock: Held while the game changes.
        problem: Why the opponent does not move or the game is not stored; empty if nothing is
            wrong.

    Raises:
        StoreError: The file is missing or damaged.
        GameError: The game cannot be continued: the cards or the rules have changed.
    """

    def __init__(self, path: Path) -> None:
        self.id, self.path = path.stem, path
        self.lock = RLock()
        self.problem = ""
        self.is_busy = False
        self._seat: Seat | None = None
        self._stored: dict[str, Any] = {}
        self.facts: dict[str, Any] = {}
        self._load(_read(path))

    def think(self) -> list[int]:
        """What the opponent does next; its memory is kept for the next time."""
        game = self.game
        self._seat = self._seat or seat_of(game.config)
        return self._seat.actions(game, game.played, len(game.actions))

    def forget(self) -> None:
        """Frees the memory of the opponent, which can be 50 MB."""
        self._seat = None

    def renew(self) -> bool:
        """Reads the file if another server has written it; returns whether it has."""
        with self.lock:
            stored = _read(self.path)
            has_changed = stored != self._stored
            if has_changed:
                self._load(stored)
            return has_changed

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Holds the game for a change, and writes it; no thread or server changes it meanwhile.

        A change that raises an error, or cannot be written, is dropped.
        """
        with self.lock, locked(self.path.parent):
            self.renew()
            try:
                yield
                content = self.facts | _content_of(self.game)
                if content != self._stored:
                    write_kept(self.path, content)
                    self._stored = content
            except BaseException:
                self._load(self._stored)
                raise

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
                "level": named(config.opponent),
                "decks": names_of(config.decks, config.person),
            }

    def _load(self, stored: dict[str, Any]) -> None:
        """Takes over the content of the file."""
        names = ("config", "seed", "cards", "kept", "started", "run")
        if missing := [name for name in names if name not in stored]:
            raise StoreError(f"{self.path}: {missing[0]!r} is missing; start a new game")
        config = read_config(stored["config"], str(self.path))
        if stored["cards"] != config.player.rules().digest:
            raise GameError("the cards have changed since this game began; start a new one")
        self.game = PersonGame.restored(config, stored["seed"], stored["kept"])
        self.course = Course(self.game)
        self._stored, self.facts = stored, dict(stored)


class OpenGames:
    """The games of persons below a folder of runs, and the players of one's own that may play."""

    def __init__(self, runs: Path, own: Container[str] = ()) -> None:
        self.runs, self.own = runs, own
        self.folder = runs / PLAY / ".tables"
        self._all: OrderedDict[str, OpenGame] = OrderedDict()
        self._lock = RLock()
        self._workers = ThreadPoolExecutor(N_THINKING, "opponent")

    def start(
        self,
        config: PlayConfig,
        owner: str,
        seed: int | None = None,
        kept: Mapping[str, Any] | None = None,
    ) -> OpenGame:
        """Starts a game in the list of its owner; the default seed is random.

        With `kept`, as `PersonGame.kept` returns it, the game continues from there.

        Raises:
            DeckError: A deck is not legal, or has a card that the engine does not have.
            StoreError: The folder of runs cannot be written.
        """
        made = PersonGame(config, secrets.randbits(62) if seed is None else seed)
        if kept is not None:
            made = PersonGame.restored(config, made.seed, kept)
        id, started = secrets.token_hex(8), datetime.now(UTC).isoformat(timespec="seconds")
        facts = {"started": started, "owner": owner, "run": None}
        write_kept(self._path(id), facts | _content_of(made))
        return self.game(id)

    def game(self, id: str) -> OpenGame:
        """A game by its id, as the last server has left it.

        Raises:
            NoSuchGameError: There is none.
            GameError: It cannot be continued: the cards or the rules have changed.
        """
        with self._lock:
            known = self._all.get(id)
            opened = self._all[id] = known or OpenGame(self._path(id))
            self._all.move_to_end(id)
            while len(self._all) > N_KEPT:
                self._all.popitem(last=False)
        if known is None or opened.renew():
            self.go_on(opened)
        return opened

    def resumed(self, id: str) -> OpenGame:
        """A game, after another try of what could not be written or played; raises as `game`."""
        opened = self.game(id)
        self.go_on(opened)
        return opened

    @contextmanager
    def changing(self, id: str) -> Iterator[OpenGame]:
        """A game for an action of the person, which is written before the game continues."""
        opened = self.game(id)
        with opened.changing():
            yield opened
        self.go_on(opened)

    def unfinished(self, owner: str) -> list[dict[str, Any]]:
        """An owner's unfinished games, the newest first: `id`, `opponent`, `decks`, `started`.

        Games of older versions have no owner and are in every list.
        """
        found = []
        for path in self.folder.glob("*.json"):
            try:
                facts = read_kept(path)
                if facts.get("run") is not None or facts.get("owner", owner) != owner:
                    continue
                config = read_config(facts["config"], str(path))
            except (StoreError, KeyError, TypeError):
                continue  # damaged, or removed meanwhile
            shown = {
                "id": path.stem,
                "opponent": named(config.opponent),
                "decks": names_of(config.decks, config.person),
            }
            found.append(shown | {"started": str(facts.get("started", ""))})
        return sorted(found, key=lambda each: each["started"], reverse=True)

    def ending(self, id: str) -> tuple[str, str | None] | None:
        """The run and the result of a game that is over and stored; None for others."""
        facts = _read(self._path(id))
        return (facts["run"], facts.get("result")) if facts.get("run") else None

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
        opened.problem = ""
        opened.problem = problem_of(partial(self._play_on, opened))
        opened.is_busy = False
        if not opened.problem:
            self.go_on(opened)  # the person may have acted just before

    def _play_on(self, opened: OpenGame) -> None:
        self._check_own(opened.game.config)
        while opened.game.phase == "player":
            _think(opened)
        if opened.game.phase == "over":
            opened.forget()
            self._store(opened)

    def _check_own(self, config: PlayConfig) -> None:
        """Raises `ConfigError` if the opponent is a class that was not given at the start.

        A folder of runs may come from others: what it names is not imported.
        """
        if config.own and config.own.path not in self.own:
            path = config.own.path
            raise ConfigError(f"{path}: start the application with --player {path}")

    def _store(self, opened: OpenGame) -> None:
        with opened.changing():
            game, facts = opened.game, opened.facts
            if game.phase != "over" or facts["run"] is not None:
                return  # another server has stored it
            # Not the id: whoever sees the run's name could find the match, which may go on.
            name = f"{facts['started'][:10]}-{sha256(opened.id.encode()).hexdigest()[:16]}"
            store_game(self.runs / PLAY / name, game)
            facts |= {"run": f"{PLAY}/{name}", "result": game.outcome}

    def _path(self, id: str) -> Path:
        if not _ID.fullmatch(id):
            raise NoSuchGameError(_UNKNOWN)
        return self.folder / f"{id}.json"


def act(game: PersonGame, move: int) -> None:
    """Plays the person's action at a place among the legal ones.

    Raises:
        MovedOnError: The person is not to move, or has fewer legal actions.
    """
    codes = game.codes() if game.phase == "person" else []
    if move >= len(codes):
        raise MovedOnError("this action is not possible now; the page shows those that are")
    game.apply(codes[move])


def names_of(decks: tuple[PlayDeck, PlayDeck], person: int) -> list[str]:
    """The names of the person's deck and of the opponent's."""
    return [decks[person].name, decks[1 - person].name]


def _think(opened: OpenGame) -> None:
    """Lets the opponent decide and act once, unless the game has changed meanwhile."""
    game = opened.game
    number = len(game.actions)
    codes = opened.think()
    with opened.changing():
        if opened.game is game and game.phase == "player" and len(game.actions) == number:
            for code in codes:
                game.apply(code)


def _content_of(game: PersonGame) -> dict[str, Any]:
    """What the file of a game needs to continue it."""
    known = {"config": game.config.model_dump(mode="json"), "seed": game.seed}
    return known | {"cards": game.rules.digest, "kept": game.kept()}


def _read(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise NoSuchGameError(_UNKNOWN)
    return read_kept(path)


class Matches:
    """The matches below a folder of runs; their games are among those of persons."""

    def __init__(self, games: OpenGames) -> None:
        self.folder = games.runs / PLAY / ".matches"
        self._games = games

    def start(
        self,
        decks: tuple[list[PlayDeck], list[PlayDeck]],
        settings: PlayConfig,
        seed: int | None = None,
    ) -> str:
        """Starts a match between three decks of each side; returns its id.

        The settings may have any of the decks; the default seed is random.

        Raises:
            DeckError: A side does not have three decks of three classes.
            StoreError: The folder of runs cannot be written.
        """
        for whose, side in zip(("Your decks", "The opponent's decks"), decks, strict=True):
            check_decks([deck.deck() for deck in side], whose)
        id = secrets.token_hex(8)
        facts = {
            "decks": [[deck.model_dump(mode="json") for deck in side] for side in decks],
            "settings": settings.but(match=id).model_dump(mode="json"),
            "seed": secrets.randbits(62) if seed is None else seed,
            "games": [],
            "open": None,
        }
        write_kept(self.folder / f"{id}.json", facts)
        return id

    def match(self, id: str) -> dict[str, Any]:
        """A match as its page shows it; `NoSuchGameError` if there is none of this id."""
        facts = self._read(id)
        games = _games(facts)
        names = [[deck["name"] for deck in side] for side in facts["decks"]]
        left = [remaining(games, whose) for whose in range(2)]
        winner = match_winner(games)
        return {
            "id": id,
            "opponent": facts["settings"]["opponent"],
            "decks": names,
            "left": left,
            "wins": [len(names[0]) - len(each) for each in left],
            "open": facts["open"] and facts["open"]["game"],
            "winner": None if winner is None else WHO[winner],
            "games": [
                {
                    "decks": [names[side][each["decks"][side]] for side in range(2)],
                    "winner": "nobody" if each["winner"] is None else WHO[each["winner"]],
                    "run": each["run"],
                }
                for each in facts["games"]
            ],
        }

    def next(self, id: str, deck: int, owner: str) -> OpenGame:
        """Starts the next game of a match with the person's deck, counted from 0.

        Raises:
            NoSuchGameError: There is no match of this id.
            DeckError: The deck has won already, or the match is over.
        """
        path = self._path(id)
        with locked(self.folder):
            facts = self._read(id)
            if facts["open"] is not None:
                return self._games.game(facts["open"]["game"])
            played = _games(facts)
            if match_winner(played) is not None:
                raise DeckError("this match is over; start another one on the page Play")
            if deck not in remaining(played, 0):
                raise DeckError("a deck that has won is out; choose one of the others")
            theirs, person, seed = next_game(played, facts["seed"])
            pair = [facts["decks"][0][deck], facts["decks"][1][theirs]]
            config = facts["settings"] | {
                "decks": pair if person == 0 else pair[::-1],
                "person": person,
            }
            opened = self._games.start(read_config(config, f"match {id}"), owner, seed)
            facts["open"] = {"game": opened.id, "decks": [deck, theirs]}
            write_kept(path, facts)
        return opened

    def _read(self, id: str) -> dict[str, Any]:
        """A match, with its open game among the others once that is over and stored."""
        facts = read_kept(self._path(id))
        if facts["open"] and (ending := self._games.ending(facts["open"]["game"])):
            run, result = ending
            row = {"decks": facts["open"]["decks"], "winner": _WINNERS.get(result), "run": run}
            facts |= {"games": [*facts["games"], row], "open": None}
        return facts

    def _path(self, id: str) -> Path:
        path = self.folder / f"{id}.json"
        if not (_ID.fullmatch(id) and path.is_file()):
            raise NoSuchGameError("this match is not known; start one on the page Play")
        return path


def _games(facts: dict[str, Any]) -> list[MatchGame]:
    return [MatchGame(tuple(each["decks"]), each["winner"]) for each in facts["games"]]

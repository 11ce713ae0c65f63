"""The addresses of Play: new games, the board, matches, and finished games.

Each browser has its own secret, a cookie, by which it finds its open games again.
"""

import re
import secrets
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, Response
from pydantic import Field

from flows.faces.app.cards import printed, read_deck
from flows.faces.app.folder import RunFolder
from flows.faces.app.games import Matches, MovedOnError, OpenGame, OpenGames, act
from flows.faces.app.levels import named
from flows.faces.app.new_game import (
    N_OFFERED,
    SEARCHES,
    Against,
    GameAsked,
    PlayerAsked,
    decks_of,
    game_of_level,
    network_facts,
    network_files,
    player_of,
    scorer_names,
    settings_against,
    settings_of,
)
from flows.faces.app.pages import (
    AnyRun,
    Body,
    DeckText,
    FormatName,
    Id,
    Named,
    Number,
    Place,
    RunName,
    page,
)
from flows.faces.app.reviews import AskedGame
from models.play.conquest import N_DECKS
from models.play.game import hint_of, seat_of, taken_over
from models.players.board import why_not
from models.players.decks import deck_names
from models.players.kinds import LEARNED, OWN
from models.players.replay import ReplayedGame
from models.players.search_player import SearchPlayer
from models.players.table import Seat
from models.review.lines import N_OTHERS
from tasks.games.played import PLAY, game_of, lines_of
from tasks.reports.deck_facts import as_text, best_decks
from tasks.storage.files import StoreError
from tasks.storage.store import load_run, run_names

COOKIE = "hearthlight"
_SECONDS = 365 * 24 * 3600
_SECRET = re.compile(r"[0-9a-f]{32}")


def browser_of(request: Request) -> str:
    """The name of a browser in files, from which nobody learns its secret; empty without one."""
    secret = _secret_of(request)
    return _name(secret) if secret else ""


def known_browser(request: Request, response: Response) -> str:
    """The name of a browser, which gets a secret if it has none, and keeps it for another year.

    Scripts cannot read the secret, and pages of other sites cannot send it.
    """
    secret = _secret_of(request) or secrets.token_hex(16)
    response.set_cookie(COOKIE, secret, _SECONDS, path="/play", httponly=True, samesite="lax")
    return _name(secret)


def _secret_of(request: Request) -> str:
    secret = request.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else ""


def _name(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


_Since = Annotated[int, Query(ge=0, le=10_000, description="Number of the first event.")]
_Owner = Annotated[str, Depends(known_browser)]
_MAX_SHOWN = 40
_ALL = 1_000  # more actions than any position has


class Now(Body):
    """The body of a request to start a game at once: the opponent's level."""

    level: str = Field(max_length=40)


class Mulligan(Named):
    """The body of a mulligan: places of the cards to replace."""

    places: list[int] = Field(max_length=10)


class Act(Named):
    """The body of an action: how many came before it, and its place among the legal ones."""

    number: int = Field(ge=0, le=100_000)
    move: int = Field(ge=0, le=10_000)


class Retry(AskedGame):
    """The body of a request to play on from a position of a finished game."""

    number: int = Field(ge=0, le=100_000)


class NextGame(Named):
    """The body of a request for the next game of a match: the person's deck."""

    deck: int = Field(ge=0, lt=N_DECKS)


def play_pages(folder: RunFolder) -> APIRouter:
    """The addresses of Play over a folder of runs."""
    games = OpenGames(folder.path, folder.own)
    matches = Matches(games)
    router = APIRouter(prefix="/play")
    _add_start(router, folder, games, matches)
    _add_choices(router, folder)
    _add_actions(router, games)
    _add_questions(router, folder, games)
    _add_matches(router, matches)
    _add_finished(router, folder, games)
    return router


def _add_start(router: APIRouter, folder: RunFolder, games: OpenGames, matches: Matches) -> None:
    """The page of new games, the request to start one, and the board."""

    @router.get("")
    def new(
        request: Request,
        run: AnyRun = "",
        evaluation: Number | None = None,
        deck: DeckText = "",
        format: FormatName = "",
        against: bool = False,
    ) -> HTMLResponse:
        chosen = as_text(folder.decks(run), evaluation) if run and evaluation is not None else deck
        shown: dict[str, Any] = {"run": run, "deck": chosen, "against": against}
        unfinished = games.unfinished(browser_of(request))
        shown |= {"unfinished": unfinished[:_MAX_SHOWN], "finished": _finished(folder)}
        return page("play.html", **shown, **_known(folder, format))

    @router.post("/start")
    def start(asked: GameAsked, owner: _Owner) -> dict[str, str]:
        settings = settings_of(asked, folder)
        if asked.is_match:
            return {"match": matches.start(decks_of(asked, settings.player), settings)}
        return {"game": games.start(settings, owner).id}

    @router.post("/now")
    def now(asked: Now, owner: _Owner) -> dict[str, str]:
        return {"game": games.start(settings_of(game_of_level(asked.level), folder), owner).id}

    @router.post("/against")
    def against(asked: Against, owner: _Owner) -> dict[str, str]:
        return {"game": games.start(settings_against(asked, folder), owner).id}

    @router.get("/game")
    def board(id: Id) -> HTMLResponse:
        opened = games.resumed(id)
        state = opened.state()
        hinters = [*SEARCHES, *folder.own, *([LEARNED] if opened.game.config.learned else [])]
        shown = {"id": id, "decks": state["decks"], "kinds": hinters, "match": state["match"]}
        shown |= {"base": "/play", "printed_at": f"/play/cards?id={id}"}
        return page("play_game.html", **shown)


def _add_choices(router: APIRouter, folder: RunFolder) -> None:
    """What the form of a new game asks for."""

    @router.get("/elites")
    def elites(run: RunName) -> list[dict[str, Any]]:
        return best_decks(folder.decks(run), _MAX_SHOWN)

    @router.get("/network")
    def network(name: AnyRun) -> dict[str, Any]:
        return network_facts(name, folder.path)


def _known(folder: RunFolder, format: str) -> dict[str, Any]:
    """What the form of a new game offers."""
    return {
        "runs": folder.searches(),
        "published": deck_names(),
        "format": format,
        "kinds": SEARCHES | dict.fromkeys(folder.own, OWN),
        "networks": list(network_files(folder.path, N_OFFERED)),
        "scorers": scorer_names(),
    }


def _add_actions(router: APIRouter, games: OpenGames) -> None:
    """What a person does in a game."""

    @router.get("/state")
    def state(id: Id, since: _Since = 0) -> dict[str, Any]:
        return games.game(id).state(since)

    @router.get("/cards")
    def cards(id: Id) -> Response:
        player = games.game(id).game.config.player
        return Response(printed(player.patch, player.format), media_type="application/json")

    @router.post("/mulligan")
    def mulligan(asked: Mulligan) -> dict[str, Any]:
        with games.changing(asked.id) as opened:
            opened.game.mulligan(asked.places)
            return opened.state()

    @router.post("/act")
    def play(asked: Act) -> dict[str, Any]:
        with games.changing(asked.id) as opened:
            _check_number(opened, asked.number)
            act(opened.game, asked.move)
            return opened.state(asked.number)

    @router.post("/undo")
    def undo(asked: Named) -> dict[str, Any]:
        with games.changing(asked.id) as opened:
            opened.game.undo()
            return opened.state()

    @router.post("/concede")
    def concede(asked: Named) -> dict[str, Any]:
        with games.changing(asked.id) as opened:
            opened.game.concede()
            return opened.state(len(opened.game.actions))


def _check_number(opened: OpenGame, number: int) -> None:
    if number != len(opened.game.actions):
        raise MovedOnError("the game has gone on, perhaps in another window; look again")


def _add_questions(router: APIRouter, folder: RunFolder, games: OpenGames) -> None:
    """What a text is as a deck, which rule forbids an action, and what a player would do."""

    @router.get("/deck")
    def deck(text: DeckText, run: AnyRun = "", format: FormatName = "") -> dict[str, str]:
        config = player_of(PlayerAsked(), run, format, folder).config
        return {"read": f"Read: {read_deck(text, config).account}."}

    @router.get("/why")
    def why(
        id: Id, kind: Place, source: Place = "", target: Place = "", number: _Since = 0
    ) -> dict[str, str]:
        opened = games.game(id)
        with opened.lock:
            _check_number(opened, number)
            game = opened.game
            return {"why": why_not(game, game.person, kind, source, target)}

    @router.get("/hint")
    def hint(
        id: Id, kind: Annotated[str, Query(max_length=200)] = "fair-beam", every: bool = False
    ) -> dict[str, Any]:
        opened = games.game(id)
        game = opened.game
        if kind == LEARNED and game.config.learned:
            seat: Seat = seat_of(game.config, game.person)
        elif kind in folder.own:
            seat = folder.own[kind].seat()
        else:
            has_scorer = kind in SEARCHES and SEARCHES[kind].has_scorer
            asked = PlayerAsked(kind=kind, scorer="value" if has_scorer else "")
            seat = SearchPlayer(player_of(asked, "", "", folder).config)
        with opened.lock:
            if game.phase != "person":
                raise MovedOnError("hints are given only in your turn")
            number, copy = len(game.actions), game.copy()
        return {"number": number, **hint_of(seat, copy, number, _ALL if every else N_OTHERS)}


def _add_matches(router: APIRouter, matches: Matches) -> None:
    """Best of five."""

    @router.get("/match")
    def match(id: Id) -> HTMLResponse:
        return page("play_match.html", match=matches.match(id))

    @router.post("/match/next")
    def following(asked: NextGame, owner: _Owner) -> dict[str, str]:
        return {"game": matches.next(asked.id, asked.deck, owner).id}


def _add_finished(router: APIRouter, folder: RunFolder, games: OpenGames) -> None:
    """Finished games in the replay viewer, and new ones from their positions."""

    @router.get("/watch")
    def watch(run: RunName) -> HTMLResponse:
        game = game_of(load_run(folder.path_of(run)))
        return page("play_watch.html", run=run, person=game.person)

    @router.post("/retry")
    def retry(asked: Retry, owner: _Owner) -> dict[str, str]:
        found = asked.found(folder)
        if asked.number > len(found.actions):
            raise MovedOnError(f"the game has {len(found.actions)} actions; choose a turn of it")
        game = taken_over(found, asked.number) if isinstance(found, ReplayedGame) else found
        config = game.config.but(practice=True, match=None)
        actions = game.actions[: asked.number]
        kept = game.kept() | {"actions": actions, "conceded": False, "undone": 0}
        return {"game": games.start(config, owner, game.seed, kept).id}

    @router.get("/lines")
    def lines(run: RunName) -> Response:
        text = lines_of(load_run(folder.path_of(run)))
        return Response(text, media_type="application/x-ndjson")


def _finished(folder: RunFolder) -> list[dict[str, Any]]:
    """The last finished games, the newest first."""
    found = []
    for name in run_names(folder.path / PLAY):
        try:
            run = load_run(folder.path / PLAY / name, look_only=True)
            facts = run.experiment["play"]
            decks = [deck["name"] for deck in facts["decks"]]
            own = int(facts["person"])
        except (StoreError, KeyError, TypeError, ValueError):
            continue  # another command's, or damaged
        shown: dict[str, Any] = {"run": f"{PLAY}/{name}", "opponent": named(facts["opponent"])}
        shown |= {"decks": [decks[own], decks[1 - own]], "started": run.manifest["started"]}
        found.append(shown)
    return sorted(found, key=lambda each: each["started"], reverse=True)[:_MAX_SHOWN]

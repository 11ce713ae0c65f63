"""The application with its errors as pages, and the server that `python -m flows app` starts."""

import errno
import socket
from collections.abc import Callable, Collection
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from engine.decks import DeckError, PatchError
from engine.illegal import IllegalAction
from flows.faces.app.bench_pages import bench_pages
from flows.faces.app.folder import NoSuchRunError, RunFolder
from flows.faces.app.games import NoSuchGameError
from flows.faces.app.guard import HEADERS, Guard, PromptConnection, told
from flows.faces.app.pages import pages
from flows.faces.app.play_pages import play_pages
from models.players.games import GameError
from models.players.own import OwnSetting
from models.settings.config import ConfigError
from tasks.storage.files import StoreError

HERE = Path(__file__).parent
_REFUSALS = (StoreError, DeckError, PatchError, ConfigError, GameError, IllegalAction)


def create_app(
    runs: Path, names: Collection[str] = (), own: Collection[OwnSetting] = ()
) -> FastAPI:
    """The application over the runs below a folder.

    Args:
        runs: The folder; it may not exist yet.
        names: Names of this machine to which it answers, in addition to `localhost` and addresses.
        own: Players of one's own that can be opponents.
    """
    app = FastAPI(title="Hearthlight", docs_url=None, redoc_url=None, openapi_url=None)
    folder = RunFolder(runs, own)
    app.include_router(pages(folder))
    app.include_router(bench_pages(folder))
    app.include_router(play_pages(folder))
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.add_middleware(Guard, names=names)
    for kind in _REFUSALS:
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(Exception, _broken)
    return app


def serve(
    runs: Path,
    host: str,
    port: int,
    ready: Callable[[str], None],
    names: Collection[str] = (),
    own: Collection[OwnSetting] = (),
) -> None:
    """Serves the application until it is interrupted.

    Args:
        runs: The folder of the runs.
        host: The address to listen on.
        port: The port; 0 for a free one.
        ready: Called with the application's address before the first request.
        names: Names of this machine to which it answers, in addition to `host`.
        own: Players of one's own that can be opponents.

    Raises:
        ConfigError: The address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    place = socket.socket(family, socket.SOCK_STREAM)
    with place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((host, port))
        except OSError as error:
            reason = error.strerror or f"{error}"
            is_foreign = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
            fix = (
                "give an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them"
                if is_foreign
                else "give another --port"
            )
            raise ConfigError(
                f"--host {host} --port {port}: cannot listen there ({reason}); {fix}"
            ) from None
        place.listen()  # before the address is printed, so that no browser is refused
        app = create_app(runs, [host, *names], own)
        config = uvicorn.Config(app, http=PromptConnection, log_level="warning", access_log=False)
        shown = f"[{host}]" if ":" in host else host
        ready(f"http://{shown}:{place.getsockname()[1]}/")
        uvicorn.Server(config).run(sockets=[place])


def _refused(request: Request, error: Exception) -> Response:
    """What a run, a deck or a setting does not allow, and the fix."""
    status = 404 if isinstance(error, NoSuchRunError | NoSuchGameError) else 409
    return told(request, status, "This cannot be shown", f"{error}")


def _malformed(request: Request, error: Exception) -> Response:
    """An address with a missing or impossible value."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    name = first["loc"][-1]
    message = f"{name}: {first['msg']}. Go back, or start from the list of runs."
    return told(request, 422, "This address is not complete", message)


def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = f"{error.detail}: start from the list of runs."
    return told(request, error.status_code, "There is no such page", message)


def _broken(request: Request, error: Exception) -> Response:
    """A bug; the server's terminal shows the traceback."""
    message = (
        f"{type(error).__name__}. This is an error in Hearthlight; the terminal in which the "
        "application runs shows where. Other pages go on working."
    )
    response = told(request, 500, "Something went wrong", message)
    response.headers.update(HEADERS)  # it leaves by another way than the other answers
    return response

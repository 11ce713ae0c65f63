"""The application with its safety rules, and the server that `python -m flows app` starts."""

import errno
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from engine.decks import DeckError, PatchError
from engine.illegal import IllegalAction
from flows.faces.app.bench_pages import bench_pages
from flows.faces.app.folder import NoSuchRunError, RunFolder
from flows.faces.app.games import NoSuchGameError
from flows.faces.app.pages import page, pages
from flows.faces.app.play_pages import play_pages
from models.config import ConfigError
from models.players.games import GameError
from tasks.storage.files import StoreError

HERE = Path(__file__).parent
LOOPBACK = ("127.0.0.1", "localhost")
#: Bytes of a request's body.
MAX_BODY = 20_000
_WITHOUT_BODY = ("GET", "HEAD")
_ANY_ADDRESS = ("0.0.0.0", "::", "")
#: Pages load only our own files, and no other site can show them in a frame.
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",  # else a newer version would run with older scripts
}
_REFUSALS = (StoreError, DeckError, PatchError, ConfigError, GameError, IllegalAction)


def create_app(runs: Path, host: str = "127.0.0.1") -> FastAPI:
    """The application over the runs below a folder.

    Args:
        runs: The folder; it may not exist yet.
        host: The address it listens on. On loopback, only requests to loopback are answered, so
            that no page of another site can read it.
    """
    app = FastAPI(title="Hearthlight", docs_url=None, redoc_url=None, openapi_url=None)
    folder = RunFolder(runs)
    app.include_router(pages(folder))
    app.include_router(bench_pages(folder))
    app.include_router(play_pages(folder))
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    allowed = ["*"] if host in _ANY_ADDRESS else [*LOOPBACK, host]
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=allowed)
    app.middleware("http")(_guarded)
    for kind in _REFUSALS:
        app.add_exception_handler(kind, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(Exception, _broken)
    return app


def serve(runs: Path, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serves the application until it is interrupted.

    Args:
        runs: The folder of the runs.
        host: The address to listen on.
        port: The port; 0 for a free one.
        ready: Called with the application's address before the first request.

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
        config = uvicorn.Config(create_app(runs, host), log_level="warning", access_log=False)
        shown = f"[{host}]" if ":" in host else host
        ready(f"http://{shown}:{place.getsockname()[1]}/")
        uvicorn.Server(config).run(sockets=[place])


def _is_foreign(request: Request) -> bool:
    """Whether another site's page asks for something to be done here."""
    origin = request.headers.get("origin")
    if request.method in _WITHOUT_BODY or origin is None:
        return False
    return origin.partition("://")[2] != request.headers.get("host")


async def _guarded(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
    length = request.headers.get("content-length", "0" if request.method in _WITHOUT_BODY else "")
    if not length.isdigit() or int(length) > MAX_BODY:
        response = _told(request, 413, "Too long", f"a request has up to {MAX_BODY:,} bytes")
    elif _is_foreign(request):
        response = _told(request, 403, "Not from there", "only the application's own pages can act")
    else:
        response = await answer(request)
    response.headers.update(_HEADERS)
    return response


def _refused(request: Request, error: Exception) -> Response:
    """What a run, a deck or a setting does not allow, and the fix."""
    status = 404 if isinstance(error, NoSuchRunError | NoSuchGameError) else 409
    return _told(request, status, "This cannot be shown", f"{error}")


def _malformed(request: Request, error: Exception) -> Response:
    """An address with a missing or impossible value."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    name = first["loc"][-1]
    message = f"{name}: {first['msg']}. Go back, or start from the list of runs."
    return _told(request, 422, "This address is not complete", message)


def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = f"{error.detail}: start from the list of runs."
    return _told(request, error.status_code, "There is no such page", message)


def _broken(request: Request, error: Exception) -> Response:
    """A bug; the server's terminal shows the traceback."""
    message = (
        f"{type(error).__name__}. This is an error in Hearthlight; the terminal in which the "
        "application runs shows where. Other pages go on working."
    )
    response = _told(request, 500, "Something went wrong", message)
    response.headers.update(_HEADERS)  # it leaves by another way than the other answers
    return response


def _told(request: Request, status: int, title: str, message: str) -> Response:
    """An error as a page, or as JSON where a page's script asks."""
    if "text/html" not in request.headers.get("accept", "text/html"):
        return JSONResponse({"error": message}, status)
    return page(request, "error.html", status, title=title, message=message)

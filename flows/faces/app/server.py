"""The application with its errors as pages, and the server that `python -m flows app` starts.

A request must be for this application, from its own pages, short, and sent in time.
"""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import h11
import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from flows.faces.app.background import REFUSALS, Background
from flows.faces.app.bench import Measurement, bench_pages
from flows.faces.app.builder import builder_pages
from flows.faces.app.doctor import doctor_pages
from flows.faces.app.folder import NoSuchRunError, RunFolder
from flows.faces.app.games import NoSuchGameError
from flows.faces.app.labs import Labs
from flows.faces.app.pages import page, pages
from flows.faces.app.patch import patch_pages
from flows.faces.app.play_pages import play_pages
from flows.faces.app.puzzles import puzzle_pages
from flows.faces.app.reviews import review_pages
from flows.faces.app.studies import Reports, study_pages
from models.players.own import OwnSetting
from models.settings.config import ConfigError

HERE = Path(__file__).parent
#: Bytes of a request's body.
MAX_BODY = 20_000
#: Seconds in which a browser has sent a whole request, or has taken what waits for it.
PATIENCE_S = 30.0
#: Pages load only our own files, and no other site can show them in a frame.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",  # else a newer version would run with older scripts
}
_LOCALHOST = "localhost"
_WITHOUT_BODY = ("GET", "HEAD")


def create_app(
    runs: Path, names: Collection[str] = (), own: Collection[OwnSetting] = ()
) -> FastAPI:
    """The application over the runs below a folder, which may not exist yet.

    It answers to `localhost`, to addresses, and to the given names of this machine.
    """
    folder = RunFolder(runs, own)
    labs, bench, reports = Labs(folder), Background[Measurement]("bench"), Reports(folder)

    @asynccontextmanager
    async def closing(_: FastAPI) -> AsyncIterator[None]:
        yield
        labs.close()  # else the server would wait for their end
        reports.close()

    app = FastAPI(lifespan=closing, docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(pages(folder))
    app.include_router(study_pages(folder, reports))
    app.include_router(bench_pages(folder, bench))
    app.include_router(doctor_pages(folder))
    app.include_router(builder_pages())
    app.include_router(patch_pages(folder, labs, bench))
    app.include_router(play_pages(folder))
    app.include_router(puzzle_pages())
    app.include_router(review_pages(folder))
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.add_middleware(Guard, names=names)
    for kind in REFUSALS:
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

    `ready` is called with the application's address before the first request. Port 0 is a free one.

    Raises:
        ConfigError: The address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends the parts of an answer at once: 40 ms sooner.
    place = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
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
        "application runs shows where. Other pages still work."
    )
    response = told(request, 500, "Something went wrong", message)
    response.headers.update(HEADERS)  # it does not pass through `Guard`
    return response


class Guard:
    """Refuses requests before the application sees them, and adds `HEADERS` to all answers.

    Another site can point its own name at this machine, but not an address in numbers. So requests
    to addresses in numbers are answered, and of names only `localhost` and those given.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = {_LOCALHOST, *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        async def receive_body() -> Message:
            return whole.pop() if whole else await receive()

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            refusal, body = self._refusal(request), b""
            if refusal is None:
                refusal, body = await _read(request)
        except ClientDisconnect:
            return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        if refusal is not None:
            refusal.headers["Connection"] = "close"  # what is still to come is not read
        await (refusal or self._app)(scope, receive_body, send_on)

    def _refusal(self, request: Request) -> Response | None:
        """The answer to a request that is none for this application; else None."""
        host = request.headers.get("host", "")
        name, origin = _name(host), request.headers.get("origin")
        if name not in self._names and not _is_address(name):
            message = f"{name[:60]!r} is no name of this server; its option --name can add it"
            return told(request, 400, "Unknown name", message)
        is_foreign = origin is not None and origin.partition("://")[2] != host
        if is_foreign and request.method not in _WITHOUT_BODY:
            message = "only the application's own pages can send this request"
            return told(request, 403, "Not from there", message)
        return None


class PromptConnection(H11Protocol):
    """A connection that is dropped if its browser lets the server wait for `PATIENCE_S`."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """As in the base class."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """As in the base class."""
        super().data_received(data)
        self._watch()

    def pause_writing(self) -> None:
        """As in the base class."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """As in the base class."""
        super().resume_writing()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """As in the base class."""
        super().connection_lost(exc)
        self._stop_waiting()

    def _watch(self) -> None:
        """Starts to count when the browser is to send or to take something; not again meanwhile."""
        is_incomplete = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if not is_incomplete and not self.flow.write_paused:
            self._stop_waiting()
        elif self._late is None:
            self._late = self.loop.call_later(PATIENCE_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def is_local(host: str) -> bool:
    """Whether only this machine reaches an address."""
    return host == _LOCALHOST or (_is_address(host) and ip_address(host).is_loopback)


def told(request: Request, status: int, title: str, message: str) -> Response:
    """An error as a page, or as JSON where a page's script asks."""
    if "text/html" not in request.headers.get("accept", "text/html"):
        return JSONResponse({"error": message}, status)
    return page("error.html", status, title=title, message=message)


async def _read(request: Request) -> tuple[Response | None, bytes]:
    """The body; a refusal as soon as it is too long, whatever length its headers claim."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY:
            message = f"a request has up to {MAX_BODY:,} bytes"
            return told(request, 413, "Too long", message), b""
    return None, body


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True

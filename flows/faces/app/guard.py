"""What a request may be: for this application, from its own pages, short, and sent in time."""

import asyncio
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

import h11
from fastapi import Request, Response
from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from flows.faces.app.pages import page

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


class Guard:
    """Refuses requests before the application sees them, and adds `HEADERS` to all answers.

    Another site's page can make its own name mean this machine. It cannot do so with an address in
    numbers, so each of these is answered, and no name except those given.

    Args:
        app: The application.
        names: Names of this machine, in addition to `localhost`.
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
            message = "only the application's own pages can act"
            return told(request, 403, "Not from there", message)
        return None


class PromptConnection(H11Protocol):
    """A connection that is dropped if its browser lets the server wait for `PATIENCE_S`."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
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
    return page(request, "error.html", status, title=title, message=message)


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

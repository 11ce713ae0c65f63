"""Requests to a running server: names, lengths and times."""

import socket
import threading
import time
from contextlib import closing
from http.client import HTTPConnection

import pytest
import uvicorn
from fastapi.testclient import TestClient

from flows.faces.app import guard
from flows.faces.app.guard import MAX_BODY, PromptConnection, is_local
from flows.faces.app.server import create_app

PATIENCE_S = 0.5
HEAD = b"POST /play/concede HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
PART = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The address of a server that runs in a thread and has little patience."""
    monkeypatch.setattr(guard, "PATIENCE_S", PATIENCE_S)
    app = create_app(tmp_path)

    @app.get("/large")
    def large() -> list[str]:
        return ["x" * 1_000] * 8_000

    server = uvicorn.Server(uvicorn.Config(app, http=PromptConnection, log_level="error"))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        thread = threading.Thread(target=server.run, args=[[listening]])
        thread.start()
        yield listening.getsockname()
        server.should_exit = True
        thread.join()


def connected(place, data):
    made = socket.create_connection(place, timeout=5)
    made.sendall(data)
    return made


def answer(connection):
    """All that comes until the server closes the connection."""
    parts = []
    with closing(connection):
        try:
            while part := connection.recv(65_536):
                parts.append(part)
        except ConnectionError:
            pass
    return b"".join(parts)


def status(place, name="127.0.0.1"):
    text = f"GET /style.css HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
    return int(answer(connected(place, text.encode())).split()[1])


@pytest.mark.parametrize(
    "headers",
    [
        b"Transfer-Encoding: chunked\r\n",
        b"Content-Length: 10\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 10\r\n",
    ],
)
def test_a_body_is_measured_as_it_comes_whatever_its_headers_say(place, headers):
    n_sent = 0
    with connected(place, HEAD + headers + b"\r\n") as connection:
        try:
            while n_sent < 1_000:
                connection.sendall(PART)
                n_sent += 1
        except OSError:  # the server has closed the connection
            pass
    assert n_sent < 1_000
    assert status(place) == 200


@pytest.mark.parametrize(("n", "code"), [(MAX_BODY, 422), (MAX_BODY + 1, 413)])
def test_a_body_has_up_to_the_limit(place, n, code):
    head = HEAD + b"Connection: close\r\nAccept: application/json\r\n"
    for framed in (
        b"Content-Length: %d\r\n\r\n%b" % (n, b"x" * n),
        b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (n, b"x" * n),
    ):
        assert answer(connected(place, head + framed)).split()[1] == b"%d" % code


def test_a_body_that_is_claimed_but_too_long_is_answered_before_all_of_it_has_come(place):
    head = HEAD + b"Accept: application/json\r\nContent-Length: 1000000000\r\n\r\n"
    assert b" 413 " in answer(connected(place, head + b"x" * (MAX_BODY + 1)))


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127",
        HEAD + b"Content-Length: 10\r\n\r\nab",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n4\r\nab",
    ],
)
def test_slow_connections_are_dropped_and_others_answered_meanwhile(place, begun):
    start = time.monotonic()
    slow = [connected(place, begun) for _ in range(30)]
    assert status(place) == 200
    for connection in slow:
        answer(connection)
    assert time.monotonic() - start < 4  # else `recv` times out


def test_a_connection_that_sends_a_byte_now_and_then_is_dropped(place):
    n_sent = 0
    with connected(place, b"GET / HTTP/1.1\r\nX: ") as connection:
        try:
            while n_sent < 100:
                connection.sendall(b"x")
                time.sleep(0.05)
                n_sent += 1
        except ConnectionError:
            pass
    assert n_sent < 100


def test_a_connection_that_takes_no_answer_is_dropped(place):
    asked = b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.connect(place)
        connection.sendall(asked)
        time.sleep(3 * PATIENCE_S)
        assert len(answer(connection)) < 8_000_000
    whole = answer(connected(place, asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")))
    assert len(whole) > 8_000_000


def test_a_connection_that_is_used_again_is_kept_until_a_request_is_late(place):
    connection = HTTPConnection(*place, timeout=5)
    connection.connect()
    kept = connection.sock
    for _ in range(2):
        connection.request("GET", "/style.css")
        assert connection.getresponse().read()
        time.sleep(1.5 * PATIENCE_S)
    assert connection.sock is kept
    kept.sendall(b"GET")
    assert kept.recv(1) == b""
    connection.close()


@pytest.mark.parametrize(
    ("host", "code"),
    [
        *(("localhost", 200), ("LOCALHOST:8008", 200), ("localhost.", 200), ("127.0.0.1:1", 200)),
        *(("[::1]:8008", 200), ("10.1.2.3", 200), ("Lab.example.org:80", 200)),
        *(("evil.example", 400), ("localhost.evil.example", 400), ("127.0.0.1.evil.example", 400)),
        *(("", 400), ("[", 400), ("example.org", 400), ("2130706433", 400)),
    ],
)
def test_only_names_of_this_machine_are_answered(tmp_path, host, code):
    client = TestClient(create_app(tmp_path, ["lab.example.org"]))
    assert client.get("/", headers={"host": host}).status_code == code


def test_a_refused_name_says_how_to_allow_it(tmp_path):
    refused = TestClient(create_app(tmp_path)).get("/", headers={"host": "lab.example.org"})
    assert "--name" in refused.text
    assert "script-src 'self'" in refused.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        *(("127.0.0.1", True), ("127.1.2.3", True), ("::1", True), ("localhost", True)),
        *(("0.0.0.0", False), ("::", False), ("", False), ("10.0.0.1", False), ("lab", False)),
    ],
)
def test_only_addresses_of_this_machine_alone_need_no_warning(host, expected):
    assert is_local(host) == expected

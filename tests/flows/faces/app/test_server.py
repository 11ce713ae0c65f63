"""Hostile and broken requests: a page that says what to do, and nothing from elsewhere."""

import shutil
import socket
import time
from contextlib import closing
from http.client import HTTPConnection

import pytest
import uvicorn
from fastapi.testclient import TestClient

from flows.faces.app import server as module
from flows.faces.app.server import MAX_BODY, PromptConnection, create_app, is_local, serve
from models.settings.config import ConfigError
from tests.flows.faces.app.conftest import ADDRESS, client_of, serving
from tests.tasks.synthetic import write_run

PAGES = (
    *("/archive", "/archive/growth", "/archive/cells", "/archive/facts"),
    *("/deck", "/replay", "/replay/lines"),
)
SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "name",
    [
        *("..", "../runs/done", "done/..", "done/", "/etc", "./done", "study/../done", "\\done"),
        *("done\0", ".hidden", "linked", "a/b/c/d/e", "nothing", SCRIPT, "%2e%2e/done"),
    ],
)
def test_no_name_leads_out_of_the_folder(client, runs, name):
    link = runs / "linked"
    if not link.is_symlink():
        link.symlink_to(runs / "done")
    for page in PAGES:
        values = {"run": name, "evaluation": 0, "game": 0}
        answer = client.get(page, params=values, headers={"accept": "text/html"})
        assert answer.status_code == 404
        assert "choose one from the list of runs" in answer.text
        assert "Traceback" not in answer.text
        assert SCRIPT not in answer.text


@pytest.mark.parametrize(
    "address",
    [
        *("/archive", "/deck?run=done", "/deck?run=done&evaluation=-1", "/compare"),
        *("/deck?run=done&evaluation=one", "/deck?run=done&evaluation=99999999999999999999"),
        *("/replay?run=done&evaluation=0&game=1e9", "/archive/cells?run=done&n=0"),
        *("/archive/cells?run=done&x=drop table&y=dust", f"/archive?run={'x' * 301}"),
        f"/archive/cells?run=done&x={'a' * 61}&y=dust",
        "/compare?" + "&".join(["run=done"] * 21),
    ],
)
def test_malformed_and_oversized_requests_are_refused(client, address):
    answer = client.get(address, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert "list of runs" in answer.text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/deck?run=done&evaluation=70", "0 to 69"),
        ("/replay?run=done&evaluation=70", "0 to 69"),
        ("/replay/lines?run=done&evaluation=0&game=6", "use 0 to 5"),
        ("/archive/cells?run=done&n=71", "1 to 70"),
        ("/archive/cells?run=done&x=luck&y=dust", "use one of turns"),
        ("/archive/cells?run=done&x=dust&y=dust", "two different"),
        ("/deck?run=trained&evaluation=0", "the training of a player"),
        ("/deck?run=killed&evaluation=0", "let the run go on first"),
    ],
)
def test_what_a_run_does_not_have_is_told(client, address, words):
    answer = client.get(address)
    assert answer.status_code == 409
    is_json = "json" in answer.headers["content-type"]
    assert words in (answer.json()["error"] if is_json else answer.text)


def test_names_of_runs_and_cards_are_never_markup(tmp_path):
    name = "<img src=x onerror=alert(1)>"
    write_run(tmp_path / name, seed=1)
    client = client_of(tmp_path)
    for page in ("/", "/archive", "/deck", "/replay", "/compare"):
        answer = client.get(page, params={"run": name, "evaluation": 0})
        assert answer.status_code == 200
        assert name not in answer.text
        assert "&lt;img" in answer.text


def test_every_answer_forbids_scripts_from_elsewhere(client):
    for address in ("/", "/archive?run=nothing", "/nothing", "/static/app.css", "/deck"):
        headers = client.get(address).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_no_page_loads_anything_from_elsewhere_or_has_a_script_within(client):
    for address in ("/", "/archive?run=done", "/deck?run=done&evaluation=1"):
        page = client.get(address).text
        assert "//" not in page.replace("<!doctype", "")
        assert "<script>" not in page
        assert "style=" not in page


@pytest.mark.parametrize("kind", ["application/json", "text/plain", None])
def test_another_sites_page_cannot_act_here(client, kind):
    body = b'{"deck": "Aggro Hunter", "games": 1}'
    headers = {"origin": "https://evil.example"} | ({"content-type": kind} if kind else {})
    assert client.post("/bench/measure", content=body, headers=headers).status_code == 403
    headers = {"origin": ADDRESS, "content-type": "application/json"}
    own = client.post("/bench/measure", content=b'{"deck": "no deck"}', headers=headers)
    assert own.status_code == 409


def test_other_methods_and_addresses_are_refused(client):
    assert client.post("/", content=b"x").status_code == 405
    assert client.post("/", content=b"x" * 10_000_000).status_code == 413
    assert client.get("/nothing").status_code == 404
    assert client.get("/static/../server.py").status_code == 404
    assert client.get("/static/%2e%2e/server.py").status_code == 404


def test_a_removed_or_damaged_run_gives_a_page(tmp_path):
    write_run(tmp_path / "one", seed=1)
    client = client_of(tmp_path, is_strict=False)
    assert client.get("/deck?run=one&evaluation=0").status_code == 200
    chunk = tmp_path / "one" / "evaluations" / "chunk-00003.parquet"
    chunk.write_bytes(chunk.read_bytes()[:100])
    (tmp_path / "one" / "evaluations").touch()
    answer = client.get("/archive?run=one")
    assert answer.status_code == 200
    assert "chunk-00003.parquet" in answer.text
    shutil.rmtree(tmp_path / "one")
    assert client.get("/archive?run=one").status_code == 404
    assert "No runs" in client.get("/").text


def test_a_bug_gives_a_page_without_a_traceback(client, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("flows.faces.app.pages.replay_json", broken)
    answer = client.get("/replay/lines?run=done&evaluation=0", headers={"accept": "text/html"})
    assert answer.status_code == 500
    assert "ZeroDivisionError" in answer.text
    assert "secret" not in answer.text


def test_a_port_in_use_is_named(tmp_path, taken_port):
    with pytest.raises(ConfigError, match=f"--port {taken_port}"):
        serve(tmp_path, "127.0.0.1", taken_port, lambda address: None)


@pytest.mark.parametrize("host", ["8.8.8.8", "256.1.1.1", "2001:db8::1"])
def test_an_address_of_another_machine_is_not_blamed_on_the_port(tmp_path, host):
    with pytest.raises(ConfigError, match=f"--host {host} .*; give an address of this machine"):
        serve(tmp_path, host, 0, lambda address: None)


def test_the_address_is_open_when_it_is_told(tmp_path):
    class ToldError(Exception):
        pass

    def ready(address):
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        socket.create_connection((host, int(port)), timeout=5).close()
        raise ToldError

    with pytest.raises(ToldError):
        serve(tmp_path, "127.0.0.1", 0, ready)


def test_no_part_of_an_answer_waits_for_the_browser_to_confirm_another(tmp_path, monkeypatch):
    listening = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda server, sockets: listening.extend(sockets))
    serve(tmp_path, "127.0.0.1", 0, lambda address: None)
    # asyncio sets TCP_NODELAY for sockets that name this protocol
    assert [each.proto for each in listening] == [socket.IPPROTO_TCP]


PATIENCE_S = 0.5
HEAD = b"POST /play/concede HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
PART = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The address of a server that runs in a thread and has little patience."""
    monkeypatch.setattr(module, "PATIENCE_S", PATIENCE_S)
    app = create_app(tmp_path)

    @app.get("/large")
    def large() -> list[str]:
        return ["x" * 1_000] * 8_000

    with serving(app, http=PromptConnection, log_level="error") as place:
        yield place


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

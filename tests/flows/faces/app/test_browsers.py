"""Browsers and their secrets: who sees which open games."""

import json

import pytest
from fastapi.testclient import TestClient

from flows.faces.app.browsers import COOKIE
from flows.faces.app.server import create_app
from tests.flows.faces.app.conftest import ADDRESS
from tests.flows.faces.app.test_play_pages import start


@pytest.fixture
def browsers(tmp_path):
    """Two browsers at one application."""
    app = create_app(tmp_path)
    return [TestClient(app, base_url=ADDRESS) for _ in range(2)]


def listed(browser, id):
    return f"/play/game?id={id}" in browser.get("/play").text


def test_an_open_game_is_listed_only_in_the_browser_that_started_it(browsers):
    ids = [start(each) for each in browsers]
    assert [[listed(each, id) for id in ids] for each in browsers] == [[True, False], [False, True]]
    assert browsers[1].get(f"/play/game?id={ids[0]}").status_code == 200  # by its address


def test_a_browser_gets_its_secret_with_its_first_game_and_keeps_it(browsers, tmp_path):
    browser = browsers[0]
    assert "set-cookie" not in browser.get("/play").headers
    first = start(browser)
    secret = browser.cookies[COOKIE]
    second = start(browser)
    assert browser.cookies[COOKIE] == secret
    assert listed(browser, first)
    assert listed(browser, second)
    body = {"decks": ["Aggro Hunter"], "opponent_decks": ["Aggro Hunter"]}
    sent = browser.post("/play/start", json=body).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/play"} <= set(sent.split("; "))
    stored = "".join(path.read_text() for path in (tmp_path / "play" / ".tables").glob("*.json"))
    assert secret not in stored


@pytest.mark.parametrize("cookie", ["", "x", "0" * 31, "é" * 32, "0" * 5_000])
def test_a_cookie_that_is_no_secret_is_replaced(browsers, cookie):
    headers = {"cookie": f"{COOKIE}={cookie}".encode()}
    body = {"decks": ["Aggro Hunter"], "opponent_decks": ["Aggro Hunter"]}
    answer = browsers[0].post("/play/start", json=body, headers=headers)
    assert answer.status_code == 200
    assert len(browsers[0].cookies[COOKIE]) == 32


def test_a_game_from_before_there_were_secrets_stays_in_every_list(browsers, tmp_path):
    id = start(browsers[0])
    path = tmp_path / "play" / ".tables" / f"{id}.json"
    facts = json.loads(path.read_text())
    del facts["owner"]
    path.write_text(json.dumps(facts))
    assert listed(browsers[0], id)
    assert listed(browsers[1], id)

"""What persons do wrong, and what goes wrong for them, in Chromium: nothing is lost."""

import signal

import pytest

from tests.flows.faces.app.browsing import application, finder, needs_chromium
from tests.flows.faces.app.test_in_browser import play_on, show_all, start_game
from tests.waiting import until

pytestmark = [pytest.mark.slow, needs_chromium]
ILLEGAL = "# Class: Mage\n3x Fireball\n2x Backstab"
#: Pages with a deck: its field, and the button that sends it.
FORMS = {
    "/doctor": ("#deck", "#examine"),
    "/bench": ("#deck", "#measure"),
    "/play": ("#own-0", "#new-game [type=submit]"),
}
#: Texts, some longer than the fields take, with words of the message.
TEXTS = {
    "2x Fierball": ("did you mean 'Fireball'",),
    ILLEGAL: ("3 copies", "Backstab"),
    "": ("deck",),
    "x" * 5_000: ("at most 4000 characters",),
    "x" * 25_000: ("20,000 bytes",),
}


@pytest.mark.parametrize("page", FORMS)
def test_a_text_that_is_no_deck_is_refused_beside_the_form(browser, address, page):
    find = finder(browser)
    browser.get(address + page)
    field, button = FORMS[page]
    find("#format option")
    for text, words in TEXTS.items():
        browser.execute_script("arguments[0].value = arguments[1]", find(field)[0], text)
        before = browser.execute_script("return document.getElementById('said').textContent = ''")
        find(button)[0].click()
        until(lambda before=before: find("#said")[0].text != before)
        said = find("#said")[0].text
        assert any(each in said for each in words), said
        assert find(field)[0].get_property("value") == text  # nothing that was typed is lost
    assert browser.get_log("browser")  # the refusals


def test_an_address_with_a_wrong_deck_says_so(browser, address):
    find = finder(browser)
    browser.get(f"{address}/builder?deck=2x%20Fierball")
    assert "did you mean 'Fireball'" in find("[role=alert]")[0].text
    browser.get(f"{address}/builder?deck={'x' * 5_000}")
    assert "at most 4000 characters" in find("main")[0].text
    assert browser.get_log("browser")


def test_two_browsers_on_one_game_see_each_others_actions(browser, other_browser, address):
    find = finder(browser)
    start_game(browser, find, address, kind="random", first="you")
    find("#keep")[0].click()
    until(lambda: show_all(browser) and find("#end")[0].is_enabled())
    seek = finder(other_browser)
    other_browser.get(browser.current_url)
    until(lambda: show_all(other_browser) and seek("#end")[0].is_enabled())
    play_on(browser, 3)
    until(lambda: show_all(browser) and find("#end")[0].is_enabled())
    n = len(find("#log li"))
    seek("#end")[0].click()
    until(lambda: "the game has gone on" in seek("#rule")[0].text)
    until(lambda: len(seek("#log li")) == n)
    assert len(find("#log li")) == n
    assert other_browser.get_log("browser")  # the refusal


def test_a_game_goes_on_after_the_server_is_killed(browser, tmp_path):
    find = finder(browser)
    with application(tmp_path) as (server, address):
        start_game(browser, find, address, kind="random", first="you")
        find("#keep")[0].click()
        play_on(browser, 2)
        until(lambda: show_all(browser) and find("#end")[0].is_enabled())
        n = len(find("#log li"))
        server.send_signal(signal.SIGKILL)
        server.wait()
        find("#end")[0].click()
        until(lambda: "The server does not answer." in find("#rule")[0].text)
        assert "what is on disk is kept" in find("#rule")[0].text
    with application(tmp_path, address.rpartition(":")[2]):
        find("#end")[0].click()  # the page goes on as it is
        until(lambda: show_all(browser) and len(find("#log li")) > n)
        play_on(browser, 1)
        browser.refresh()
        until(lambda: len(find("#log li")) > n)
    assert browser.get_log("browser")

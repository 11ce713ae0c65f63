"""Clicks through the pages in Chromium, which runs their scripts.

It needs Debian's packages `chromium` and `chromium-driver`, and the extra `browser`. If
`HEARTHLIGHT_APP_PICTURES` names a folder, pictures of the pages go there. `HEARTHLIGHT_APP_RUN`
names the directory of a run to show in place of a small one.
"""

import os
import shutil
import socket
import threading
import time
from pathlib import Path

import pytest
import uvicorn

from flows.faces.app.server import create_app

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("chromedriver") is None,
        reason="no Chromium here; on Debian: apt-get install chromium chromium-driver",
    ),
]
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
WAIT_S = 60.0
MINE = os.environ.get("HEARTHLIGHT_APP_RUN")


@pytest.fixture(scope="module")
def address(runs):
    folder = Path(MINE).parent if MINE else runs
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(folder), log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [place]})
        thread.start()
        yield f"http://127.0.0.1:{place.getsockname()[1]}"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def browser(address):
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs the extra browser")
    options = webdriver.ChromeOptions()
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in (*FLAGS, "--window-size=1280,1150"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture
def find(browser, address):
    """Waits for elements by a CSS selector; afterwards no script may have failed."""

    def found(selector, n=1):
        end = time.monotonic() + WAIT_S
        while len(seen := browser.find_elements("css selector", selector)) < n:
            assert time.monotonic() < end, f"{selector} at {browser.current_url}"
            time.sleep(0.05)
        return seen

    yield found
    errors = [each for each in browser.get_log("browser") if each["level"] == "SEVERE"]
    assert errors == []


@pytest.fixture
def run():
    return Path(MINE).name if MINE else "done"


def picture(browser, name):
    if folder := os.environ.get("HEARTHLIGHT_APP_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        browser.save_screenshot(str(Path(folder) / f"{name}.png"))


def until(condition):
    end = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_cell_leads_to_its_deck_and_a_game_is_watched_to_the_end(browser, find, address, run):
    browser.get(f"{address}/")
    picture(browser, "runs")
    next(link for link in find("tbody a") if link.text == run).click()
    cells = find("#heatmap rect[data-row]", 2)
    (heatmap,) = find("#heatmap")
    heatmap.send_keys("\ue014")  # arrow right: the best deck
    until(lambda: "Deck" in find("#pointed")[0].text)
    picture(browser, "archive")
    cells[0].click()
    until(lambda: "/deck?" in browser.current_url)
    picture(browser, "deck")
    find("a.game", 2)[1].click()
    find(".log .here")
    (body,) = find("body")
    for key in ("\ue00f", "\ue00f", "\ue00f", "\ue00f", "\ue00f", "\ue00f", "\ue00f", "\ue014"):
        body.send_keys(key)  # page down: a turn; arrow right: an action
    assert "Round" in find("#now")[0].text
    picture(browser, "game")
    body.send_keys("\ue010")  # end
    assert find(".log li")[-1].text.split()[-1].lstrip("+-").isdigit()
    assert browser.current_url.partition("#")[2].isdigit()
    moved = browser.current_url
    browser.get("about:blank")
    browser.get(moved)
    assert find(".log .here")[0].get_attribute("data-step") == moved.partition("#")[2]


def test_filters_time_and_axes_change_the_map_and_the_address(browser, find, address, run):
    browser.get(f"{address}/archive?run={run}")
    before = len(find("#heatmap rect[data-row]", 2))
    assert find("#count")[0].text == f"{before} of {before} decks"
    find("#rate")[0].send_keys("60")
    until(lambda: not find("#count")[0].text.startswith(f"{before} of"))
    assert "rate=60" in browser.current_url
    find("#time")[0].send_keys("\ue011")  # home: the first iteration
    until(lambda: len(find("#heatmap rect[data-row]")) < before)
    assert "&n=" in browser.current_url
    script = "const s = document.getElementById('y-measure'); s.value = 'dust';"
    browser.execute_script(f"{script} s.dispatchEvent(new Event('input'))")
    until(lambda: ">dust</text>" in find("#heatmap")[0].get_attribute("innerHTML"))
    assert "y-measure=dust" in browser.current_url


def test_a_changed_deck_is_measured(browser, find, address, run):
    browser.get(f"{address}/bench?run={run}&evaluation=1")
    (changed,) = find("#changed")
    changed.clear()
    changed.send_keys("Classic Miracle Rogue")
    find("#measure")[0].click()
    find("#results tbody tr", 3)
    until(find("#measure")[0].is_enabled)
    assert "difference, same deals" in find("#results")[0].text
    picture(browser, "bench")


def test_marked_runs_stay_marked_while_the_list_is_renewed(browser, find, address):
    browser.get(f"{address}/")
    boxes = find("input[type=checkbox]", 2)
    for box in boxes[:2]:
        box.click()
    time.sleep(5)
    assert len(find("input:checked", 2)) == 2
    find("form button")[0].click()
    until(lambda: "/compare" in browser.current_url)
    picture(browser, "compare")

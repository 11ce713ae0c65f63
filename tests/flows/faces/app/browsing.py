"""A browser to click through the application, and what waits in it for the pages.

It needs Debian's packages `chromium` and `chromium-driver`, and the extra `browser`. If
`HEARTHLIGHT_APP_PICTURES` names a folder, pictures of the pages go there. `HEARTHLIGHT_APP_RUN`
names the directory of a run to show in place of a small one.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import until

needs_chromium = pytest.mark.skipif(
    shutil.which("chromedriver") is None,
    reason="no Chromium here; on Debian: apt-get install chromium chromium-driver",
)
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
WAIT_S = 60.0
MINE = os.environ.get("HEARTHLIGHT_APP_RUN")


@contextmanager
def application(runs, port=0):
    """An application over a folder of runs in a process of its own: the process, its address."""
    command = [sys.executable, "-m", "flows", "app", "--runs", f"{runs}", "--port", f"{port}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            line = next(each for each in server.stderr if "http://" in each)
            yield server, re.search(r"http://[\w.:]+", line)[0]
        finally:
            server.terminate()


def new_browser():
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs the extra browser")
    options = webdriver.ChromeOptions()
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in (*FLAGS, "--window-size=1280,1150"):
        options.add_argument(flag)
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def finder(browser):
    """Waits for elements by a CSS selector."""

    def found(selector, n=1):
        end = time.monotonic() + WAIT_S
        while len(seen := browser.find_elements("css selector", selector)) < n:
            assert time.monotonic() < end, f"{selector} at {browser.current_url}"
            time.sleep(0.02)
        return seen

    return found


def failures(browser):
    return [each for each in browser.get_log("browser") if each["level"] == "SEVERE"]


def picture(browser, name):
    if folder := os.environ.get("HEARTHLIGHT_APP_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        until(lambda: not browser.find_elements("css selector", ".ghost"))
        browser.execute_script("scrollTo(0, 0)")
        browser.save_screenshot(str(Path(folder) / f"{name}.png"))


def press(browser, *keys):
    chains = pytest.importorskip("selenium.webdriver").ActionChains
    for key in keys:
        chains(browser).send_keys(key).perform()


def tab_to(browser, selector):
    script = "return document.activeElement.matches(arguments[0]) ? document.activeElement : null"
    for _ in range(200):
        if node := browser.execute_script(script, selector):
            return node
        press(browser, "\ue004")
    raise AssertionError(f"the tab key does not reach {selector}")

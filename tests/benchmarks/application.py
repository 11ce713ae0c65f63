"""Times the application: `python -m tests.benchmarks.application`.

It starts the application over a folder of small runs, in a process of its own, and prints
milliseconds: pages until what they wait for is there, in Chromium; filters of the builder and the
patch editor until the list is drawn; actions of Play; and the moves of its opponents. Takes two
minutes. Other work on the machine makes all of it slower; the load is printed, too.
"""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import numpy as np

from flows.studies.league.page import REPORT
from models.play.course import PERSON
from models.players import learned
from tests.benchmarks.figures import parser_of
from tests.flows.faces.app.browsing import application, finder, new_browser
from tests.flows.studies.league.conftest import LEAGUE, play
from tests.tasks.synthetic import write_run

#: Pages, and what is there once their scripts are done.
PAGES = {
    "/": ".fan .card",
    "/play": "#kind option",
    "/builder?deck=Zoolock&format=blackrock": ".steps a",
    "/patch?changes=EX1_032.attack.1": "#use td",
    "/doctor?deck=Zoolock": "#examine",
    "/puzzle?number=3": "#own .hero",
    "/archive?run=done": "#heatmap rect",
    "/deck?run=done&evaluation=1": ".drawn .card",
    "/replay?run=done&evaluation=1&game=1": ".log .here",
    "/study?run=league": ".intervals",
}
#: Types a word into the search of a list of cards; milliseconds until the list is on the screen.
FILTER = """
const [word, done] = arguments;
const words = document.getElementById("words");
const start = performance.now();
words.value = word;
words.dispatchEvent(new Event("input", { bubbles: true }));
requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
"""
WORDS = ("dem", "taunt", "zz", "", "a", "")
LISTS = ("/builder?format=blackrock", "/patch?format=blackrock")
OPPONENTS: dict[str, dict[str, Any]] = {
    "master": {"kind": "fair-beam", "scorer": "value"},
    "grandmaster": {"kind": "one-turn", "scorer": "value"},
}
N_ACTIONS = 60


def pages(browser: Any, address: str, passes: int) -> None:
    """Prints how long each page takes."""
    find = finder(browser)
    for page, there in PAGES.items():
        times = []
        for _ in range(passes):
            browser.get("about:blank")
            start = time.perf_counter()
            browser.get(address + page)
            find(there)
            times.append(1000 * (time.perf_counter() - start))
        show(page, times)


def filters(browser: Any, address: str, passes: int) -> None:
    """Prints how long the filters of lists of cards take."""
    for page in LISTS:
        browser.get(address + page)
        finder(browser)("#cards [tabindex='0']")
        words = WORDS * passes
        show(f"filter {page}", [browser.execute_async_script(FILTER, word) for word in words])


def games(address: str) -> None:
    """Prints how long actions of Play and moves of its opponents take."""
    networks = sorted(path.stem for path in learned.FOLDER.glob("*.npz"))
    players = OPPONENTS | {f"learned {n}": {"kind": "learned", "network": n} for n in networks}
    with httpx.Client(base_url=address, timeout=120) as client:
        for name, player in players.items():
            acts, moves = game_times(client, player)
            show(f"actions against {name}", acts)
            show(f"moves of {name}", moves)


def game_times(client: httpx.Client, player: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Milliseconds of a person's actions and of the opponent's, in games with the last action."""
    acts: list[float] = []
    moves: list[float] = []
    while len(acts) < N_ACTIONS:
        state = started(client, player)
        while state["phase"] != "over" and len(acts) < N_ACTIONS:
            begun = time.perf_counter()
            last = len(state["moves"]) - 1
            body = {"id": state["id"], "number": state["number"], "move": last}
            after = client.post("/play/act", json=body).json()
            acts.append(1000 * (time.perf_counter() - begun))
            state = waited(client, state["id"], after, moves)
    return acts, moves


def started(client: httpx.Client, player: dict[str, Any]) -> dict[str, Any]:
    """A game in which the person is to move."""
    asked = {"decks": ["Zoolock"], "opponent_decks": ["Midrange Hunter"], "first": PERSON}
    id = client.post("/play/start", json=asked | {"player": player}).json()["game"]
    client.post("/play/mulligan", json={"id": id, "places": []})
    return waited(client, id, client.get("/play/state", params={"id": id}).json(), [])


def waited(
    client: httpx.Client, id: str, state: dict[str, Any], moves: list[float]
) -> dict[str, Any]:
    """The state once the opponent has moved; adds milliseconds of each of its actions."""
    begun = time.perf_counter()
    while state["phase"] == "player":
        time.sleep(0.001)
        now = client.get("/play/state", params={"id": id, "since": state["number"]}).json()
        assert not now["problem"], now["problem"]
        if n := now["number"] - state["number"]:
            moves += [1000 * (time.perf_counter() - begun) / n] * n
            begun = time.perf_counter()
        state = now
    return state | {"id": id}


def show(what: str, times: Sequence[float]) -> None:
    """Prints the median, the 95th percentile and the worst of some milliseconds."""
    middle, late = np.percentile(times, [50, 95])
    print(f"{what:<44} {middle:7.1f} {late:7.1f} {max(times):7.1f}", flush=True)


def main() -> None:
    """Prints all figures."""
    parser = parser_of(__doc__)
    parser.add_argument("--passes", type=int, default=10, help="Times of each page and filter.")
    passes = parser.parse_args().passes
    with TemporaryDirectory() as folder:
        write_run(Path(folder) / "done", seed=3)
        play(Path(folder) / "league", LEAGUE.but(n_games=4))
        REPORT.write(Path(folder) / "league")
        with application(Path(folder)) as (_, address):
            print(f"load {os.getloadavg()[0]:.1f}{'':<35} median    95 %   worst (ms)", flush=True)
            games(address)
            browser = new_browser()
            try:
                pages(browser, address, passes)
                filters(browser, address, passes)
            finally:
                browser.quit()


if __name__ == "__main__":
    main()

"""docs/architecture.md names the functions on the way of a deck, a deal, a click and a sample."""

import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from flows.faces.command_line import read
from tasks.sql.catalog import query
from tests.flows.faces.app.conftest import client_of
from tests.flows.faces.app.test_play_pages import act, opened

PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
PACKAGES = {"flows", "tasks", "models", "engine"}


class Walk:
    """The project's functions on the way from one of them to others, as they are first called.

    What is defined in a function counts as that function.

    Args:
        begin: Where the way begins, as "module:function".
        goals: Where it leads to; of `write_table` and `write_json` only to files in a folder.
        folder: The name of that folder.
    """

    def __init__(self, begin: str, *goals: str, folder: str = "") -> None:
        self._begin, self._goals, self._folder = begin, set(goals), folder
        self.functions: list[tuple[str, str]] = []

    def record(self, work: Callable[[], object]) -> None:
        """Does the work, in this thread and in new ones."""
        threading.setprofile(self._hear)
        sys.setprofile(self._hear)
        try:
            work()
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _hear(self, frame: FrameType, event: str, _: object) -> None:
        name = _name(frame)
        if event != "call" or name not in self._goals:
            return
        path = frame.f_locals.get("path")
        if path is not None and self._folder not in Path(path).parts:
            return
        self._goals.discard(name)
        way, at = [], frame
        while at is not None and (not way or way[-1] != self._begin):
            if _name(at):
                way.append(_name(at))
            at = at.f_back
        for each in reversed(way):
            module, _, function = each.partition(":")
            if (function, module) not in self.functions:
                self.functions.append((function, module))


def _name(frame: FrameType) -> str:
    module = frame.f_globals.get("__name__", "")
    if module.partition(".")[0] not in PACKAGES:
        return ""
    return f"{module}:{frame.f_code.co_qualname.partition('.<locals>')[0]}"


def on_page(heading: str) -> list[tuple[str, str]]:
    """The functions and modules of a section's table."""
    page = PAGE.read_text(encoding="utf-8")
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| (\d+) \| `([\w.]+)` .* \| `([\w.]+)` \|$", section, re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1))
    return [(function, module) for _, function, module in rows]


def command(words: str, out: Path) -> Callable[[], object]:
    """A checked command, to be executed."""
    question = read([*words.split(), "--out", str(out)])
    question.check()
    flow, arguments = question.work()
    return lambda: flow(*arguments)


def test_the_way_of_one_deck(prefect, tmp_path):
    goals = ("models.qd.emitters:random_decks", "models.players.games:play")
    goals += ("tasks.storage.files:write_table", "tasks.sql.catalog:query")
    walk = Walk("flows.search:search", *goals, folder="evaluations")
    run = tmp_path / "run"
    walk.record(command("search dsa-me --preset smoke --threads 1", run))
    walk.record(lambda: query([run], "select * from evaluations"))
    assert on_page("One deck, from the random draw to its SQL row") == walk.functions
    assert len(walk.functions) <= 20
    assert len({module for _, module in walk.functions}) <= 12


def test_the_way_of_a_leagues_deal(prefect, tmp_path):
    goals = "models.players.games:play", "tasks.storage.files:write_table"
    walk = Walk("flows.studies.study:play_study", *goals, folder="games")
    players = "open-beam:aggro random"
    walk.record(command(f"league --players {players} --games 2 --threads 1", tmp_path / "run"))
    assert on_page("A deal of a league") == walk.functions


def test_the_way_of_a_sample_of_self_play(prefect, tmp_path):
    goals = ("models.environments.batch:ParallelGames.step",)
    goals += ("models.self_play.learning:Learner.update", "tasks.storage.files:write_table")
    walk = Walk("flows.studies.study:play_study", *goals, folder="periods")
    walk.record(command("self-play b3 --preset smoke", tmp_path / "run"))
    assert on_page("A sample of self-play") == walk.functions


def test_the_way_of_a_click(tmp_path):
    goals = "engine.game:Game.apply", "tasks.storage.files:write_json"
    walk = Walk("flows.faces.app.play_pages:_add_actions", *goals, folder=".tables")
    client = client_of(tmp_path)
    game, state = opened(client)
    walk.record(lambda: act(client, game, state, 0))
    assert on_page("A click in the application") == walk.functions

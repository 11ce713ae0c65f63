"""Kills before every kind of write of every command: run again, it ends as if nothing had happened.

Writes are traced. Those to which the same lines of code lead are of one kind, such as all chunks of
evaluations: the command is killed before the first and the last one. Searches are killed at all
kinds of their writes by themselves. So of the searches of a study only the second one is killed, in
the middle, just after it is noted as finished, and before its last write. No file of games
that was there at the kill is written again.
"""

import shutil
import time
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from models.statistics.calibration import REFERENCE
from tasks.reports.dataset import write_emulator
from tests.flows.chaos.killed import Killer
from tests.run_contents import contents, differing, stamps

#: Commands by name. RUN is a finished search, META a finished metagame, OUT the command's folder;
#: without OUT it changes RUN. EMULATOR is that of RUN. EVIDENCE lists two searches and a study, and
#: lies in OUT.
COMMANDS = {
    "map-elites": "search map-elites --preset smoke --set search.evaluations=40 --out OUT",
    "dsa-me": "search dsa-me --preset smoke --set scheduling.chunk_games=60 --out OUT",
    "bayes-me": "search bayes-me --preset smoke --set search.budget_games=900 "
    "--set belief.batch_games=240 --out OUT",
    "train-player": "train-player --preset smoke --out OUT",
    "study": "study --preset smoke --trials 1 --algorithms map-elites --out OUT",
    "mesb": "mesb --preset smoke --archetype control-paladin --experiment validation --out OUT",
    "balance": "balance --preset smoke --patch mesb-balance --out OUT",
    "hearthsim": "hearthsim card-draw --preset smoke --games 2 --mode clean --out OUT",
    "league": "league --players open-beam:aggro random --games 2 --out OUT",
    "tradingstone": "tradingstone --preset smoke --rules literal --environments 2 --games 2 "
    "--trainings 1 --out OUT",
    "self-play": "self-play b3 --preset smoke --out OUT",
    "self-play-copying": "self-play b3 --preset smoke --set copying.samples=512 --out OUT",
    "self-play-drafting": "self-play b3 --preset smoke --set drafting.samples=1024 "
    "--set environment.deck_size=30 --out OUT",
    "self-play-exploit": "self-play b3 --preset smoke --samples 512 --exploit blackrock --out OUT",
    "train-value": "train-value --preset smoke --set rounds=[32,32] --set decks=9 "
    '--set held_out=100 --set matches=4 --set match_decks=2 --set opponents=["greedy"] --out OUT',
    "meta": "meta --preset smoke --date classic14 --set search_games=600 --set random_decks=10 "
    "--out OUT",
    "backtest": "backtest META --preset smoke --out OUT",
    "design": "design Wisp --metagame META --preset smoke --steps 0 --out OUT",
    "pilots": "pilots --preset smoke --trials 1 --out OUT",
    "deck": "deck Zoolock --games 3000 --rounds 2 --out OUT",
    "calibrate": "calibrate --decks DECKS --games 2 --out OUT",
    "report": "report RUN",
    "explain": "explain RUN",
    "efficiency": "efficiency RUN --out OUT",
    "export": "export RUN --out OUT",
    "reproduce": "reproduce --evidence EVIDENCE --out OUT",
    "benchmark": "benchmark tests.flows.chaos.climber:Climber --task EMULATOR --games 2400 "
    "--seeds 1 --deck-games 100 --baselines map-elites --out OUT",
}
#: Files of games, which are played once.
GAMES = "**/evaluations/*.parquet"
#: How many lines of code, the innermost ones, tell one kind of writes from another.
DEPTH = 4
#: Its event, and these lines.
Kind = tuple[str, ...]
#: Searches, and commands that execute some.
SEARCHES = ("map-elites", "dsa-me", "bayes-me")
STUDIES = ("study", "mesb", "balance", "meta", "pilots", "reproduce", "benchmark")
#: Commands that have no option for threads.
UNTHREADED = ("self-play", "report", "explain", "efficiency", "export")
#: Files that show times: only their presence is compared.
TIMES = {
    "benchmark": ("report/efficiency.parquet", "report/report.md", "report/index.html"),
    "hearthsim": ("report/report.md", "report/index.html"),
    "league": (
        *("timing.json", "report/report.md", "report/index.html", "report/players.parquet"),
        *("report/ratings.*", "report/strength-and-cost.png"),
    ),
    "self-play": ("timing.json", "report/periods.*", "report/report.md", "report/index.html"),
    "reproduce": ("curves/report.md",),
    "pilots": ("report/report.md", "report/index.html", "report/pilots.parquet"),
    "train-value": (
        *("timing.json", "report/report.md", "report/index.html", "report/times.parquet"),
    ),
    "tradingstone": (
        *("timing.json", "report/report.md", "report/index.html", "report/contests.parquet"),
        *("report/study.parquet", "report/win_rates.*"),
    ),
}


@pytest.fixture(scope="module")
def killer(prefect):
    made = Killer(prefect)
    yield made
    made.close()


@pytest.fixture(scope="module")
def run(killer, tmp_path_factory) -> Path:
    """A search, its emulator, a metagame, decks and experiments, which other commands read."""
    folder = tmp_path_factory.mktemp("searches")
    rows = REFERENCE.read_text().splitlines(keepends=True)
    (folder / "decks.csv").write_text("".join(rows[:6]))
    write_evidence(folder / "evidence")
    for name, place in (("dsa-me", folder / "run"), ("meta", folder / "meta")):
        Command(killer, name, folder / "run").end(place)
    write_emulator(folder / "run", folder / "emulator.npz")
    return folder / "run"


def write_evidence(folder: Path) -> None:
    """Writes a list of experiments for `reproduce`, and the page that one of them fills."""
    common = {"question": "Which?", "pages": ["page.md"], "core_hours": 0.1}
    tiny = "--preset smoke --set search.fresh_games=3"
    searches = {"me": f"search map-elites {tiny} --budget-games 150 --set search.n_games=3"}
    studies = {"all": f"study {tiny} --trials 1 --evaluations 40 --algorithms map-elites"}
    share = "select count(*) from trials where seed = {seed}"
    study = {"extract": "study", "runs": studies, "finished": share, "into": "page.md"}
    experiments = {"searches": {"extract": "curves", "seeds": 2, "runs": searches}, "study": study}
    folder.mkdir()
    written = {name: common | each for name, each in experiments.items()}
    (folder / "evidence.yaml").write_text(yaml.safe_dump(written))
    (folder / "page.md").write_text("<!-- begin setup -->\n<!-- end setup -->\n")


@pytest.fixture(scope="module")
def kinds_of_searches(killer, run, tmp_path_factory) -> set[Kind]:
    """The kinds of writes of searches."""
    folder = tmp_path_factory.mktemp("kinds")
    writes = [Command(killer, name, run).end(folder / name) for name in SEARCHES]
    return {kind_of(write) for each in writes for write in each}


class Command:
    """A command that can be killed.

    Args:
        killer: Runs it.
        name: Its name in `COMMANDS`.
        run: A finished search.
    """

    def __init__(self, killer: Killer, name: str, run: Path) -> None:
        self._killer, self._run = killer, run
        self._words = COMMANDS[name].split()

    def begin(self, out: Path) -> None:
        """Prepares its folder; a folder above it that is missing would be one more write."""
        out.parent.mkdir(exist_ok=True)
        if "RUN" in self._words and "OUT" not in self._words:
            shutil.copytree(self._run, out)
        if "EVIDENCE" in self._words:
            shutil.copytree(self._run.with_name("evidence"), out)

    def end(self, out: Path) -> list[str]:
        """Runs it to its end; returns its writes."""
        status, lines = self._killer.run(self._for(out), out)
        assert status == 0, "\n".join(lines)
        return lines

    def killed(self, out: Path, moment: int) -> None:
        """Kills it just before a write."""
        assert self._killer.run(self._for(out), out, moment)[0] == -9

    def contents(self, out: Path) -> dict[str, Any]:
        """What its files hold, except times."""
        found = contents(out)
        for name in found:
            if any(fnmatch(name, pattern) for pattern in TIMES.get(self._words[0], ())):
                found[name] = None
        return found

    def _for(self, out: Path) -> list[str]:
        changed = out if "OUT" not in self._words else self._run
        places = {"OUT": out, "RUN": changed}
        places |= {"META": self._run.with_name("meta"), "DECKS": self._run.with_name("decks.csv")}
        places |= {"EVIDENCE": out / "evidence.yaml"}
        places |= {"EMULATOR": self._run.with_name("emulator.npz")}
        words = [str(places.get(word, word)) for word in self._words]
        return words if self._words[0] in UNTHREADED else [*words, "--threads", "1"]


def kind_of(write: str) -> Kind:
    event, lines = write.split()[0], write.partition("\t")[2]
    return event, *lines.split()[:DEPTH]


def moments(writes: list[str], known: set[Kind], inner: list[str]) -> list[int]:
    """The numbers of the writes before which a command is killed.

    `inner` are the folders of a study's searches, whose writes of known kinds do not count.
    """
    of_runs: dict[str, list[int]] = {name: [] for name in inner}
    places: dict[Kind, list[int]] = {}
    for number, write in enumerate(writes):
        path = write.partition("\t")[0].split()[-1]
        run = next((name for name in inner if path.startswith(f"{name}/")), None)
        if run is not None:
            of_runs[run].append(number)
        if run is None or kind_of(write) not in known:
            places.setdefault(kind_of(write), []).append(number)
    chosen = {number for each in places.values() for number in (each[0], each[-1])}
    for own in sorted(of_runs.values())[:2][-1:]:
        noted = [each for each in own if writes[each].split("\t")[0].endswith("/manifest.json")]
        after = next(each for each in own if each > noted[-1])
        chosen |= {own[len(own) // 2], after, own[-1]}
    return sorted(chosen)


def faults(command: Command, folder: Path, known: set[Kind]) -> tuple[int, list[str]]:
    """Kills a command before its kinds of writes, and runs it again each time; see `moments`.

    Returns:
        How often it was killed, and what was wrong afterwards.
    """
    whole, out, found = folder / "whole" / "run", folder / "killed" / "run", []
    command.begin(whole)
    writes = command.end(whole)
    wanted = command.contents(whole)
    inner = [f"{each.parent.relative_to(whole)}" for each in whole.rglob("*/manifest.json")]
    chosen = moments(writes, known, inner if known else [])
    for moment in chosen:
        command.begin(out)
        command.killed(out, moment)
        played = stamps(out, GAMES)
        try:
            command.end(out)
        except AssertionError as error:
            found.append(f"write {moment}, {writes[moment]}: {str(error)[-300:]}")
        else:
            again = [name for name, at in played.items() if stamps(out, GAMES).get(name) != at]
            if names := {*differing(command.contents(out), wanted), *again}:
                found.append(f"write {moment}, {writes[moment]}: {', '.join(sorted(names))}")
        shutil.rmtree(out)
    return len(chosen), found


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_kills_at_all_kinds_of_writes_change_nothing(killer, run, name, tmp_path, request):
    known = request.getfixturevalue("kinds_of_searches") if name in STUDIES else set()
    begun = time.monotonic()
    n_kills, found = faults(Command(killer, name, run), tmp_path, known)
    assert n_kills > 1
    seconds = (time.monotonic() - begun) / n_kills
    what = "writes of its own, and of a search" if known else "writes of all kinds"
    injected = f"{name} killed before {n_kills} {what}"
    row = (injected, "", "", "", "NO" if found else "yes", f"{seconds:.1f}")
    request.node.user_properties.append(("chaos", row))
    assert found == []

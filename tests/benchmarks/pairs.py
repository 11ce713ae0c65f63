"""Compares this code with older code, in turns: `python -m tests.benchmarks.pairs [--pairs 10]`.

The older code is a commit, by default `OLD`: the engine with all its rulings, before the beam
foresees what an action does without playing it. A pair is one new process of each, on one thread,
the older first in every other pair: two processes of the same code differ by up to 10 %, and a
busy machine slows both. In a process all games are played `REPEATS` times in pieces of 20 to 100
ms, and the fastest repeat of each piece counts, as noise only adds. Reports, for

- `paper`: evaluations as in the paper, 40 reference decks x 60 games,
- `random`: games of uniformly random players, Basic Mage against Basic Hunter,

games per CPU-second old and new, and the median, least and largest ratio over the pairs.

`--same N` measures nothing and proves that games end alike: N games at random between random decks
of all 81 pairs of classes (the bytes of every final state), evaluations as `calibrate` plays them,
and evaluations with other players and classes. Old and new play at once, in a process each.

--old compares with another commit, or with the code in a folder; --json prints JSON only. If a game
ends otherwise, the exit status is 1, and the first such game and what differs in it are named. The
first time, the older code is compiled, a minute; `HEARTHLIGHT_CACHE` keeps it and its kernels.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from statistics import median

from engine.core.jit import cache_home
from models.players.networks import network_names
from tests.benchmarks.figures import parser_of
from tests.benchmarks.pairs_driver import SCORERS

OLD = "3184582"
ROOT = Path(__file__).parents[2]
DRIVER = Path(__file__).with_name("pairs_driver.py")
REPEATS = 5
CHUNK = 5  # tasks of one process of `--same`
PIECE = 10_000  # random games whose final states have one digest
N_DECKS, N_GAMES = 40, 60  # of the paper's games
N_PIECES, N_RANDOM = 20, 2_500  # of the games at random

Tasks = dict[str, dict]
Answer = dict[str, dict]


class DifferentError(RuntimeError):
    """Old and new code do not play the same games."""


# --- what is played ----------------------------------------------------------------------------


def timed_tasks(chosen: list[str]) -> dict[str, Tasks]:
    """The pieces of each kind of games: kind -> name -> task of the driver."""
    paper = {
        f"paper games, deck {deck}": {
            "kind": "evaluations", "decks": f"reference:{N_DECKS}", "opponents": "elite",
            "player": {"cards": "printed"}, "n_games": N_GAMES, "seed": 1, "deck": deck,
        }
        for deck in range(N_DECKS)
    }  # fmt: skip
    at_random = {
        f"random games, seed {seed}": {"kind": "statistics", "seed": seed, "n_games": N_RANDOM}
        for seed in range(N_PIECES)
    }
    return {name: {"paper": paper, "random": at_random}[name] for name in chosen}


def _players() -> dict[str, dict]:
    """Settings of players by name, each unlike the others in something."""
    scorers = {f"scorer {name}": {"scorer": name} for name in (*SCORERS, *network_names())}
    blind = {"fidelity": "fair"}
    return {
        "as published": {},
        "width 1": {"width": 1},
        "width 14": {"width": 14},
        "width 14, mix-ups": {"width": 14, "mixups": 0.05},
        "depth 4": {"depth": 4},
        "depth 32": {"depth": 32},
        "blind": blind,
        "blind, width 14": blind | {"width": 14},
        "blind, mix-ups": blind | {"mixups": 0.05},
        "of MESB": {"fidelity": "mesb", "scorer": "aggro"},
        "rightmost": {"positions": "rightmost"},
        "printed cards": {"cards": "printed"},
        "printed cards, width 14": {"cards": "printed", "width": 14, "scorer": "control"},
        "implemented cards": {"generated": "implemented"},
        **scorers,
    }


def same_tasks(n_games: int) -> Tasks:
    """All tasks of `--same`, by name; evaluations are in proportion."""
    tasks: Tasks = {}
    for i, first in enumerate(range(0, n_games, PIECE)):
        cards = ("printed", "sabberstone")[i % 2]
        n = min(PIECE, n_games - first)
        name = f"random decks at random, {cards} cards, games {first} to {first + n - 1}"
        tasks[name] = {
            "kind": "final_states", "seed": 1, "n_games": n, "first": first, "cards": cards
        }  # fmt: skip
    n_each = max(1, n_games // 5000)

    def evaluate(name: str, decks: str, opponents: str, share: float, player: dict, seed: int = 1):
        n = max(1, round(share * n_each))
        tasks[name] = {
            "kind": "evaluations", "decks": decks, "opponents": opponents, "n_games": n,
            "seed": seed, "player": player,
        }  # fmt: skip

    for seed in (1, 2):
        for mixups in (0, 0.02):
            name = f"calibrate, mix-ups {mixups}, seed {seed}"
            evaluate(name, "reference:200", "elite", 1, {"mixups": mixups}, seed)
    for name, player in _players().items():
        evaluate(f"published decks, {name}", "published", "published", 0.5, player)
        evaluate(f"random decks of all classes, {name}", "classes:10", "classes:3", 0.135, player)
    for hero in ("hunter", "paladin", "warlock"):
        for scorer in ("aggro", "control"):
            player = {"fidelity": "mesb", "scorer": scorer, "patch": "23321"}
            for suite in ("elite", "starter"):
                name = f"decks of MESB, {hero}, {scorer}, {suite}"
                evaluate(name, f"{hero}-mesb:30", suite, 0.3, player)
    return tasks


# --- the processes of old and new code ---------------------------------------------------------


def checkout(old: str) -> Path:
    """Returns a folder with the code of a commit, or the folder itself if `old` names one.

    Numba's cache knows a source by its place and the time of its last change, so a new folder
    would compile anew. A commit is unpacked once, beside the compiled kernels, and kept.

    Raises:
        ValueError: The repository has no such commit.
    """
    if Path(old).is_dir():
        return Path(old).resolve()
    asked = _git("rev-parse", "--verify", f"{old}^{{commit}}")
    if asked.returncode:
        raise ValueError(f"--old {old}: the repository has no such commit, and there is no folder")
    commit = asked.stdout.decode().strip()
    place = cache_home().resolve() / "checkouts" / commit
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place.parent) as folder:
            files = io.BytesIO(_git("archive", "--format=zip", commit).stdout)
            with zipfile.ZipFile(files) as archive:
                archive.extractall(Path(folder) / "code")
            (Path(folder) / "code").rename(place)
    return place


def _git(*command: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(ROOT), *command], capture_output=True)


class Played:
    """A process of the driver, already running, in the root of a checkout."""

    def __init__(self, place: Path, tasks: Tasks, **request):
        environment = os.environ | {"PYTHONPATH": str(place)}
        self.place, command = place, [sys.executable, "-P", str(DRIVER)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, cwd=place, env=environment, **pipes)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"tasks": tasks} | request))
        self._process.stdin.close()
        self._process.stdin = None

    def answer(self) -> Answer:
        """Waits for its end.

        Raises:
            RuntimeError: It failed; what it wrote to stderr says why.
        """
        text, _ = self._process.communicate()
        if self._process.returncode:
            raise RuntimeError(f"the driver failed in {self.place}")
        return json.loads(text)


def differences(old: Answer, new: Answer) -> dict[str, list[str]]:
    """Task -> its differing fields, of those that both have; tasks that agree are left out."""
    found = {}
    for name in old:
        first, second = old[name]["digests"], new[name]["digests"]
        shared = [field for field in first if field in second]
        if not shared:
            raise DifferentError(f"{name}: old and new share no field of the outcome")
        if fields := [field for field in shared if first[field] != second[field]]:
            found[name] = fields
    return found


def first_game(places: tuple[Path, Path], name: str, task: dict) -> str:
    """The first game of a task that ends otherwise, and what differs in it."""
    both = [Played(place, {name: task}, each_game=True) for place in places]
    old, new = (each.answer()[name]["digests"] for each in both)
    fields = [field for field in old if field in new]
    if isinstance(old[fields[0]], str):
        return f"{name}: {', '.join(field for field in fields if old[field] != new[field])} differ"
    games: dict[int, list[str]] = {}
    for field in fields:
        for game, (first, second) in enumerate(zip(old[field], new[field], strict=True)):
            if first != second:
                games.setdefault(game, []).append(field)
    if not games:
        return f"{name}: a difference that does not repeat"
    game = min(games)
    return (
        f"{name}: {len(games):,} of {len(old[fields[0]]):,} games differ, the first is number "
        f"{game} of the task {json.dumps(task)}, in {', '.join(games[game])}"
    )


def refuse_differences(places: tuple[Path, Path], tasks: Tasks, old: Answer, new: Answer) -> None:
    """Raises `DifferentError` if old and new did not play the same games."""
    if found := differences(old, new):
        texts = [first_game(places, name, tasks[name]) for name in list(found)[:5]]
        texts += [f"{name}: {', '.join(found[name])} differ" for name in list(found)[5:]]
        raise DifferentError("\n".join(texts))


# --- the two modes -----------------------------------------------------------------------------


def measure(places: tuple[Path, Path], chosen: list[str], n_pairs: int) -> dict[str, dict]:
    """Times old and new in turns: kind -> rates and ratios.

    Raises:
        DifferentError: They do not play the same games.
    """
    kinds = timed_tasks(chosen)
    tasks = {name: task for pieces in kinds.values() for name, task in pieces.items()}
    rates: dict[str, list[list[float]]] = {kind: [[], []] for kind in kinds}
    for number in range(n_pairs):
        answers: list[Answer] = [{}, {}]
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            answers[which] = Played(places[which], tasks, repeats=REPEATS).answer()
        refuse_differences(places, tasks, *answers)
        for kind, pieces in kinds.items():
            n_games = sum(task["n_games"] for task in pieces.values())
            for which, answer in enumerate(answers):
                seconds = sum(answer[name]["seconds"] for name in pieces)
                rates[kind][which].append(n_games / seconds)
        print(f"pair {number + 1} of {n_pairs}", file=sys.stderr, flush=True)
    return {kind: _figures(*both) for kind, both in rates.items()}


def _figures(old: list[float], new: list[float]) -> dict[str, float | list[float]]:
    ratios = [second / first for first, second in zip(old, new, strict=True)]
    return {
        "old_games_per_cpu_s": median(old), "new_games_per_cpu_s": median(new),
        "ratio": median(ratios), "least_ratio": min(ratios), "largest_ratio": max(ratios),
        "ratios": ratios,
    }  # fmt: skip


def compare(places: tuple[Path, Path], n_games: int) -> dict[str, dict]:
    """Plays everything with old and new at once: task -> CPU-seconds of both, differing fields."""
    tasks, results = same_tasks(n_games), {}
    names = list(tasks)
    for start in range(0, len(names), CHUNK):
        some = {name: tasks[name] for name in names[start : start + CHUNK]}
        both = [Played(place, some) for place in places]
        old, new = (each.answer() for each in both)
        found = differences(old, new)
        for name, task in some.items():
            results[name] = {
                "differs": found.get(name, []),
                "first_game": first_game(places, name, task) if name in found else None,
                "old_cpu_s": old[name]["seconds"],
                "new_cpu_s": new[name]["seconds"],
            }
            text = results[name]["first_game"] or f"same: {name}"
            print(f"{len(results)} of {len(tasks)}, {text}", file=sys.stderr, flush=True)
    return results


def _print_rates(figures: dict[str, dict]) -> None:
    for kind, each in figures.items():
        print(
            f"{kind:8} old {each['old_games_per_cpu_s']:9,.0f}  new "
            f"{each['new_games_per_cpu_s']:9,.0f} games per CPU-s; {each['ratio']:.3f} times as "
            f"fast ({each['least_ratio']:.3f} to {each['largest_ratio']:.3f})"
        )


def _print_parts(results: dict[str, dict]) -> None:
    different = {name: each for name, each in results.items() if each["differs"]}
    for name in results:
        print(f"{'DIFFERENT' if name in different else 'same':10}{name}")
    for each in different.values():
        print(each["first_game"])
    verdict = f"{len(different)} of {len(results)} parts differ" if different else "all the same"
    print(f"verdict: {verdict}")


def main() -> int:
    """Prints the figures; returns the exit status."""
    parser = parser_of(__doc__)
    kinds = ("paper", "random")
    parser.add_argument(
        "--old", default=OLD, metavar="COMMIT", help=f"or a folder with its code; default: {OLD}"
    )
    parser.add_argument("--pairs", type=int, default=10, help="default: 10")
    parser.add_argument("--games", nargs="+", choices=kinds, default=kinds, help="default: both")
    parser.add_argument("--same", type=int, metavar="N", help="compare outcomes only")
    parser.add_argument("--json", action="store_true", help="JSON only on stdout")
    chosen = parser.parse_args()
    try:
        places = checkout(chosen.old), ROOT
        if chosen.same:
            results, show = compare(places, chosen.same), _print_parts
        else:
            results, show = measure(places, list(chosen.games), chosen.pairs), _print_rates
    except (ValueError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if chosen.json:
        print(json.dumps(results))
    else:
        show(results)
    return int(any(each.get("differs") for each in results.values()))


if __name__ == "__main__":
    raise SystemExit(main())

"""Makes the included puzzles, and measures which of them the players of the levels solve.

    python -m tests.benchmarks.puzzles make
    python -m tests.benchmarks.puzzles levels --into docs/puzzles

`make` plays games between decks that people played, both sides by `fair-beam:value`, and writes
`models/puzzles/data/puzzles.json`. `levels` lets the players of the levels, and others, play the
puzzles' turns; plays the best line and the next best of each `best` puzzle to the end of the game;
and writes `levels.csv`, `leads.csv`, `puzzles.csv` and `report.md`.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import get_args

import numpy as np
import polars as pl

from engine.core.enums import END_TURN, RUNNING
from flows.faces.app.levels import LEVELS
from models.play.game import PersonGame, PlayConfig, PlayDeck
from models.players.config import PlayerConfig
from models.players.decks import opponent_suite
from models.players.player_names import read_player
from models.players.search_player import SearchPlayer
from models.puzzles.puzzle import (
    COMMAND,
    FILE,
    NAME,
    PLAYER,
    SAME,
    End,
    Grade,
    Kind,
    Puzzle,
    Referee,
    included,
    whole_turn,
)
from models.review.lines import Line
from tasks.reports.pages import table
from tasks.storage.files import write_bytes
from tests.benchmarks.figures import parser_of
from tests.benchmarks.mistakes import LEAST, ROLLOUTS, Rollouts

SUITES = ("classic14", "naxx14", "brm15")
#: Puzzles of each kind and grade at most, and games played at most.
WANTED, MOST_GAMES = 7, 661
EVERY = 20  # games: how often the file is written
#: Seeds of the tries by which puzzles are graded, and of those that are counted.
GRADING, COUNTING = range(1, 4), range(101, 104)
#: Players that had no part in the grades.
OTHERS = ("greedy", "two-ply", "is-mcts:1000")
LEVEL_NAMES = {
    name: ":".join(filter(None, (level.kind, level.scorer))) for name, level in LEVELS.items()
}
KEEP_BELOW = 4  # mana: the mulligan of fair players
#: States of a turn at most; turns with more are left out.
MAX_STATES = 5_000
#: A turn is a puzzle if this share of its ends reaches the goal at most, of this many at least.
MOST_GOOD, LEAST_ENDS = 0.1, 10
#: Actions of a solution at least, the end of the turn not counted.
LEAST_ACTIONS = 2
#: Chances after the best end of `best`: elsewhere the game is decided.
_OPEN = (0.1, 0.95)
_FIRST_TURN = 7  # of both sides: before, few actions are possible


def played(seed: int) -> PersonGame:
    """A game between two decks; the person's side is the search player's, too."""
    decks = [each.deck for suite in SUITES for each in opponent_suite(suite)]
    first, second = np.random.default_rng(seed).choice(len(decks), 2, replace=False)
    both = PlayDeck.of(decks[first]), PlayDeck.of(decks[second])
    config = PlayConfig(decks=both, person=seed % 2, opponent=NAME, player=PLAYER)
    game, seat = PersonGame(config, seed), SearchPlayer(PLAYER)
    hand = game.players[game.person].hand
    game.mulligan(place for place, card in enumerate(hand) if card.cost >= KEEP_BELOW)
    while game.phase != "over":
        for code in seat.actions(game, game.played, len(game.actions)):
            game.apply(code)
    return game


def starts(game: PersonGame) -> Iterator[int]:
    """The numbers of actions before the person's turns."""
    for number, side in enumerate(game.movers):
        if side == game.person and (number == 0 or game.movers[number - 1] != side):
            yield number


def n_actions(codes: Sequence[int]) -> int:
    """The actions of a line, the end of the turn not counted."""
    return sum(code != END_TURN for code in codes)


class Finder:
    """Looks for puzzles; it is asked about a game's turns one by one."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._maximiser = SearchPlayer(PLAYER.but(search="one-turn"))

    def puzzle(self, game: PersonGame, number: int, kinds: tuple[Kind, ...]) -> Puzzle | None:
        """Returns the puzzle that a game is after a number of actions; None if it is none.

        It is not graded. Left out are positions with a secret of the opponent, which nobody knows.
        """
        kept = game.kept()
        facts = {
            "decks": game.config.decks,
            "person": game.person,
            "seed": game.seed,
            "replaced": kept["replaced"],
            "actions": kept["actions"][:number],
        }
        start = Puzzle(kind="win", solution=(), ends=0, good=0, **facts).game()
        record, side = start.record, game.person
        if record["turn"] < _FIRST_TURN or record["players"][1 - side]["n_secrets"]:
            return None
        kind = self._kind(record)
        if kind not in kinds:
            return None
        ends = whole_turn(start, self._referee.lines, MAX_STATES, with_luck=kind != "best")
        if ends is None or len(ends) < LEAST_ENDS:
            return None
        found = self._best(start, ends) if kind == "best" else self._reached(kind, ends, side)
        if found is None or n_actions(found["solution"]) < LEAST_ACTIONS:
            return None
        return Puzzle(kind=kind, **facts, **found)

    def _kind(self, record: np.record) -> Kind:
        """What a turn could be a puzzle of."""
        if self._referee.threats.wins(record):
            return "win"
        return "survive" if self._referee.threats.loses_by_passing(record) else "best"

    def _reached(self, kind: Kind, ends: Sequence[End], side: int) -> dict | None:
        """The facts of a puzzle whose ends reach the goal or do not."""
        good = [end for end in ends if self._is_good(kind, end, side)]
        if not 0 < len(good) <= MOST_GOOD * len(ends):
            return None
        return _facts(good[0], len(ends), len(good))

    def _is_good(self, kind: Kind, end: End, side: int) -> bool:
        if kind == "win" or end.record["result"] != RUNNING:
            return self._referee.judge.chance(end.record, side) == 1
        return not self._referee.threats.wins_openly(end.record)

    def _best(self, start: PersonGame, ends: Sequence[End]) -> dict | None:
        """The facts of a puzzle with one best end; the one-turn player has to find it, too."""
        judge, side = self._referee.judge, start.person
        chances = np.array([judge.chance(end.record, side) for end in ends])
        best = chances.max()
        good = np.flatnonzero(chances >= best - SAME)
        second = chances[chances < best - SAME].max(initial=0)
        is_clear = best - second >= LEAST and len(good) <= MOST_GOOD * len(chances)
        if not is_clear or not _OPEN[0] <= best <= _OPEN[1]:
            return None
        plan, copy = self._maximiser.plan(start), start.copy()
        for code in plan.codes:
            copy.apply(code)
        if plan.capped or judge.chance(copy.record, side) < best - SAME:
            return None
        facts = _facts(ends[good[0]], len(chances), len(good))
        return facts | {"chance": round(float(best), 4), "second": round(float(second), 4)}


def _facts(end: End, n_ends: int, n_good: int) -> dict:
    return {"solution": end.codes, "ends": n_ends, "good": n_good}


def solved(puzzle: Puzzle, player: PlayerConfig, referee: Referee, tries: range) -> float:
    """The share of tries, by their seeds, in which a player solves a puzzle."""
    n = 0
    for seed in tries:
        game, seat = puzzle.game(), SearchPlayer(player)
        played = np.array([game.played])[0]
        played["seed_a"] = seed
        while game.phase == "person":
            for code in seat.actions(game, played, len(game.actions)):
                game.apply(code)
        n += referee.verdict(puzzle, game.record).solved
    return n / len(tries)


def player_of(name: str) -> PlayerConfig:
    """A player's settings, with the puzzles' cards."""
    return read_player(name, PLAYER.patch, PLAYER.format).config.but(cards=PLAYER.cards)


def graded(puzzle: Puzzle, referee: Referee, wanted: set[Grade]) -> Puzzle | None:
    """The puzzle with how many levels miss it; None as soon as its grade can be none of those."""
    missed, names = 0, list(LEVEL_NAMES.values())
    for left in range(len(names), -1, -1):
        possible = {puzzle.but(missed=missed + more).grade for more in range(left + 1)}
        if not possible & wanted:
            return None
        if left:
            missed += solved(puzzle, player_of(names[-left]), referee, GRADING) < 0.5
    return puzzle.but(missed=missed)


def make() -> None:
    """Plays games until there are puzzles of every kind and grade, one of a game at most."""
    referee = Referee()
    finder, found, n = Finder(referee), list[Puzzle](), Counter[tuple[Kind, Grade]]()
    groups = list(product(get_args(Kind), get_args(Grade)))
    for seed in range(MOST_GAMES):
        kinds = tuple({kind for kind, grade in groups if n[kind, grade] < WANTED})
        if not kinds:
            break
        game = played(seed)
        for number in starts(game):
            if (puzzle := finder.puzzle(game, number, kinds)) is None:
                continue
            open_grades = {grade for kind, grade in groups if n[puzzle.kind, grade] < WANTED}
            puzzle = graded(puzzle, referee, open_grades)
            if puzzle:
                n[puzzle.kind, puzzle.grade] += 1
                found.append(puzzle)
                print(seed, number, puzzle.kind, puzzle.grade, puzzle.good, puzzle.ends, flush=True)
                break
        if seed % EVERY == 0:
            store(found)
    store(found)


def store(puzzles: list[Puzzle]) -> None:
    """Writes the file of the puzzles found so far."""
    content = {"command": COMMAND, "player": NAME, "cards": PLAYER.rules().digest}
    content |= {
        "puzzles": [each.model_dump(mode="json", exclude_defaults=True) for each in puzzles]
    }
    write_bytes(FILE, (json.dumps(content, separators=(",", ":")) + "\n").encode())


def levels(into: Path) -> None:
    """Writes what the players solve, and what the best lines win."""
    referee, rows = Referee(), []
    for level, name in (LEVEL_NAMES | dict.fromkeys(OTHERS)).items():
        player = player_of(name or level)
        shares = [solved(puzzle, player, referee, COUNTING) for puzzle in included()]
        groups = {each: [p.grade == each for p in included()] for each in get_args(Grade)}
        groups |= {each: [p.kind == each for p in included()] for each in get_args(Kind)}
        groups["all"] = [True] * len(shares)
        means = {each: 100 * float(np.mean(np.array(shares)[of])) for each, of in groups.items()}
        rows.append({"player": f"{level}: {name}" if name else level} | means)
        print(rows[-1], flush=True)
    solves, won = pl.DataFrame(rows), leads(referee)
    facts = [
        {"puzzle": number, "kind": each.kind, "grade": each.grade, "missed": each.missed,
         "actions": n_actions(each.solution), "ends": each.ends, "good": each.good}
        for number, each in enumerate(included(), 1)
    ]  # fmt: skip
    tables = {"levels": solves, "leads": won, "puzzles": pl.DataFrame(facts)}
    for name, found in tables.items():
        write_bytes(into / f"{name}.csv", found.write_csv(float_precision=2).encode())
    write_bytes(into / "report.md", report(**tables).encode())


def leads(referee: Referee) -> pl.DataFrame:
    """How much better the best end of a turn is than the next, by its chance and in new games."""
    strategy = PLAYER.strategy(PLAYER.scorer, is_first=True, rules=referee.rules)
    rollouts, gains = Rollouts(np.array([strategy, strategy]), referee.judge), []
    chosen = [each for each in included() if each.kind == "best"]
    for puzzle in chosen:
        start = puzzle.game()
        turn = whole_turn(start, referee.lines, MAX_STATES) or ()
        ends = sorted(turn, key=lambda end: -referee.judge.chance(end.record, puzzle.person))
        pair = [Line(ends[place].codes, (), 0.0) for place in (0, puzzle.good)]
        best, second = (rollouts.won(start.record, line).mean() for line in pair)
        gains.append(100 * float(best - second))
    said = 100 * float(np.mean([(p.chance or 0) - (p.second or 0) for p in chosen]))
    rng = np.random.default_rng(0)
    drawn = np.array(gains)[rng.integers(len(gains), size=(10_000, len(gains)))].mean(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5]).tolist()
    ahead = sum(gain > 0 for gain in gains)
    facts = {"puzzles": len(gains), "rollouts": ROLLOUTS, "ahead": ahead, "said": said}
    return pl.DataFrame([facts | {"gain": float(np.mean(gains)), "low": low, "high": high}])


def report(levels: pl.DataFrame, leads: pl.DataFrame, puzzles: pl.DataFrame) -> str:
    """The results as Markdown."""
    heads = [
        f"{name} ({puzzles.filter((pl.col('grade') == name) | (pl.col('kind') == name)).height})"
        for name in (*get_args(Grade), *get_args(Kind))
    ]
    rows = [[row[0], *(f"{share:.0f}" for share in row[1:])] for row in levels.rows()]
    (lead,) = leads.to_dicts()
    won = [f"{lead['puzzles']}", f"{lead['rollouts']}", f"{lead['ahead']}", f"{lead['said']:.1f}"]
    won.append(f"{lead['gain']:.1f} ({lead['low']:.1f} to {lead['high']:.1f})")
    kinds = [
        [kind, f"{of['actions'].mean():.1f}", f"{of['ends'].median():.0f}",
         f"{of['good'].median():.0f}", f"{of['missed'].mean():.1f}"]
        for kind in get_args(Kind)
        for of in [puzzles.filter(kind=kind)]
    ]  # fmt: skip
    of_turns = ["puzzles", "rollouts of each line", "best line ahead in", "lead said",
                "lead won (95 %)"]  # fmt: skip
    of_kinds = ["kind", "actions, mean", "ends, median", "good, median", "levels that miss it"]
    of_players = ["player", *heads, f"all ({puzzles.height})"]
    parts = {
        f"What players solve, in percent of {len(COUNTING)} tries": (of_players, rows),
        "The puzzles": (of_kinds, kinds),
        "Best turns, played to the end": (of_turns, [won]),
    }
    found = "\n".join(f"## {title}\n\n{table(*of)}" for title, of in parts.items())
    return f"# Puzzles\n\n{found}"


def main() -> None:
    """Makes the puzzles, or measures players on them."""
    parser = parser_of(__doc__)
    parser.add_argument("command", choices=["make", "levels"])
    parser.add_argument("--into", type=Path, default=Path("docs/puzzles"))
    given = parser.parse_args()
    if given.command == "make":
        make()
    else:
        levels(given.into)


if __name__ == "__main__":
    main()

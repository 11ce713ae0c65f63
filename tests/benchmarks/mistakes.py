"""Whether the mistakes that the review finds are mistakes: both lines, played to the end.

    python -m tests.benchmarks.mistakes --out docs/review/mistakes.csv

reviews games between `fair-beam:value` on both sides. From each decision that cost 5 points or
more, both lines are played to the end of the game on the same deals of the hidden cards.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from engine.core.actions import apply
from engine.core.enums import RUNNING
from engine.game import Game
from flows.replay import finished
from models.players.core.game_loop import end_turn, take_turn
from models.players.core.state import PLAYED_GAME, new_desk
from models.players.decks import Opponent
from models.players.replay import ReplayedGame
from models.review.chances import Judge, value_of_result
from models.review.lines import Line, Lines
from models.review.turns import MARKS, Positions, review_game
from tasks.storage.files import write_bytes
from tests.benchmarks.figures import parser_of
from tests.benchmarks.review import PLAYER, decks_of

GAMES, ROLLOUTS = 60, 60
LEAST = MARKS[-1][1]
#: Deals of the rollouts, which no review has.
_SEED = 1 << 40
SETS = {"random decks": ((), 3705), "played decks": (("brm15",), 3706)}


class Rollouts:
    """Plays lines and the rest of the game on dealt copies."""

    def __init__(self, strategies: np.ndarray, judge: Judge) -> None:
        self._judge, self._desk, self._strategies = judge, new_desk(), strategies

    def won(self, record: np.record, line: Line) -> np.ndarray:
        """(ROLLOUTS,) array: the results for the side to move."""
        return np.array([self._once(record, line, _SEED + n) for n in range(ROLLOUTS)])

    def _once(self, record: np.record, line: Line, seed: int) -> float:
        desk, tables, side = self._desk, self._judge.rules.tables, int(record["active"])
        self._judge.deal(record, side, seed, desk.game)
        copy, played = Game(self._judge.rules, desk.game, seed), np.zeros(1, PLAYED_GAME)[0]
        played["seed_a"], desk.n_searches = seed % 2**32, 0
        for code in line.codes:
            if code not in copy.codes():
                break
            apply(desk.game, tables, desk.vm, code)
        while desk.game.result == RUNNING:
            mover, desk.n_actions = int(desk.game.active), 0
            most = take_turn(desk, tables, mover, self._strategies[mover], played)
            end_turn(desk, played, mover, most)
        return value_of_result(int(desk.game.result), side)


def tested(name: str, suites: tuple[str, ...], seed: int) -> pl.DataFrame:
    """A row per game: mistakes, what the review says of them, and what rollouts say, in sums."""
    decks, rng, rows = decks_of(suites, seed), np.random.default_rng(seed), []
    for number in range(GAMES):
        first, second = (decks[i] for i in rng.integers(len(decks), size=2))
        game = ReplayedGame.play(first, Opponent(second, "control"), PLAYER, seed, number)
        over = finished(game)
        judge = Judge(over.opening.rules)
        positions = Positions(over.opening.record, over.actions, Lines(judge))
        rollouts = Rollouts(game.strategies, judge)
        for turn in review_game(over).turns:
            for each in turn.decisions:
                if each.cost >= LEAST:
                    record = positions.records[each.number]
                    gain = rollouts.won(record, each.best) - rollouts.won(record, each.played)
                    rows.append((name, number, turn.number, each.cost, float(gain.mean())))
    return pl.DataFrame(rows, ["decks", "game", "turn", "cost", "gain"], orient="row")


def summary(rows: pl.DataFrame) -> pl.DataFrame:
    """The mean cost and gain in points, with an interval over games, by decks and by size."""
    names = {"all": rows} | {each: rows.filter(decks=each) for each in SETS}
    sizes = [*reversed(MARKS), ("", 2.0)]
    for (mark, low), (_, high) in pairwise(sizes):
        names[mark] = rows.filter((pl.col("cost") >= low) & (pl.col("cost") < high))
    found = []
    for name, part in names.items():
        games = part.group_by("decks", "game", maintain_order=True).agg(pl.len(), pl.sum("gain"))
        counts, gains = games["len"].to_numpy().astype(float), games["gain"].to_numpy()
        rng = np.random.default_rng(0)
        drawn = rng.integers(len(games), size=(2_000, len(games)))
        means = gains[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
        low, high = np.percentile(100 * means, [2.5, 97.5])
        cost, gain = part["cost"].to_numpy().mean(), gains.sum() / counts.sum()
        found.append((name, part.height, 100 * cost, 100 * gain, low, high))
    return pl.DataFrame(found, ["mistakes", "n", "cost", "gain", "low", "high"], orient="row")


def main() -> None:
    """Plays, and writes the summary."""
    parser = parser_of(__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/review/mistakes.csv"))
    given = parser.parse_args()
    rows = pl.concat([tested(name, *how) for name, how in SETS.items()])
    write_bytes(given.out, summary(rows).write_csv(float_precision=2).encode())
    print(summary(rows))


if __name__ == "__main__":
    main()

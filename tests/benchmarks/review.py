"""How well the review's chances to win are calibrated, on games between equal players.

    python -m tests.benchmarks.review fit --out runs/review
    python -m tests.benchmarks.review test --out runs/review --into docs/review

`fit` plays games of its own decks and writes `models/review/data/calibration.json`. `test` plays
games of other decks and seeds, and writes `reliability.csv`, `errors.csv` and `report.md`. Both go
on where they were stopped. The players of both sides are `fair-beam:value`.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import polars as pl
from scipy.optimize import minimize
from scipy.special import expit

from engine.core.actions import apply
from engine.core.enums import RUNNING
from engine.decks import Deck
from engine.patches import Patch
from models.players.config import PlayerConfig
from models.players.core.game_loop import open_game, play_games
from models.players.core.state import CARD_GAME, STRATEGY, new_desk
from models.players.decks import opponent_suite, random_decks
from models.players.games import check_games, schedule_games, setups_of_pairs
from models.review.chances import FILE, ChanceCalibration, Judge, included, value_of_result
from models.statistics.predictions import N_BINS, reliability
from tasks.reports.pages import table
from tasks.storage.files import Pieces, write_bytes
from tests.benchmarks.figures import parser_of

FORMAT = "blackrock"
GAMES, PART = 2_000, 200
RANDOM, N_DECKS = "random decks", 90
#: By command: the games' decks and seeds. No two commands share one.
SETS: Mapping[str, Mapping[str, tuple[tuple[str, ...], int]]] = {
    "fit": {RANDOM: ((), 3700), "played decks": (("classic14", "naxx14"), 3701)},
    "test": {RANDOM: ((), 3702), "played decks": (("brm15",), 3703)},
}
N_RESAMPLED = 2_000
#: fair-beam:value, on both sides.
PLAYER = PlayerConfig(fidelity="fair", format=FORMAT, scorer="value", opponents_scorer="value")


def decks_of(suites: tuple[str, ...], seed: int) -> list[Deck]:
    """The decks of suites, or random ones."""
    if not suites:
        return random_decks(N_DECKS, FORMAT, Patch(), seed)
    return [each.deck for suite in suites for each in opponent_suite(suite)]


def play(suites: tuple[str, ...], seed: int) -> pl.DataFrame:
    """Plays the games: a row per start of a turn, as its side sees it, and per end of a turn."""
    rules, decks = PLAYER.rules(), decks_of(suites, seed)
    firsts, seconds = np.random.default_rng(seed).integers(len(decks), size=(2, GAMES))
    setups = setups_of_pairs(rules, decks, firsts, seconds)
    strategies = np.zeros(2, STRATEGY)
    for side in range(2):
        strategies[side] = PLAYER.strategy("value", is_first=side == 0, rules=rules)
    games = schedule_games(seed, np.arange(GAMES), 1, 1)
    desk, nothing, judge, rows = new_desk(), np.zeros(0, CARD_GAME), Judge(rules), []
    for number in range(GAMES):
        play_games(desk, rules.tables, setups, strategies, games, nothing, number, number + 1)
        actions = desk.actions[: desk.n_actions].tolist()
        open_game(desk, rules.tables, setups[number, 0], *strategies, games[number])
        won = [value_of_result(int(games[number]["result"]), side) for side in range(2)]
        rows += [(number, won[row[1]], *row) for row in _positions(desk, judge, actions)]
    check_games(games)
    names = ["game", "won", "turn", "side", "moves", "output", "lead"]
    return pl.DataFrame(rows, names, orient="row")


def _positions(desk: np.record, judge: Judge, actions: list[int]) -> list[tuple[float, ...]]:
    """The positions of an opened game at both ends of each turn, as the mover sees them."""
    game, turn, found = desk.game, 0, []

    def look(side: int, *, moves: bool) -> None:
        views = judge.output(game, side), judge.lead(game, side)
        found.append((turn, side, int(moves), *views))

    for action in actions:
        side = int(game.active)
        if game.turn != turn:
            turn = int(game.turn)
            look(side, moves=True)
        apply(game, judge.rules.tables, desk.vm, action)
        if game.turn != turn and game.result == RUNNING:
            look(side, moves=False)
    return found


def fitted(leads: np.ndarray, moves: np.ndarray, won: np.ndarray) -> ChanceCalibration:
    """Returns the numbers of the lowest log loss.

    All arrays are (n,): the leads of positions, of the side that looks; whether it is to move; and
    1 where it wins the game, 0 where it loses, 0.5 for a draw.
    """
    x = np.stack([leads, moves, ~moves], axis=1).astype(float)

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        logits = x @ w
        mean = float(np.mean(np.logaddexp(0, logits) - won * logits))
        return mean, x.T @ (expit(logits) - won) / len(won)

    scale, to_move, waiting = minimize(loss, np.zeros(3), jac=True).x.round(4).tolist()
    return ChanceCalibration(scale=scale, to_move=to_move, waiting=waiting)


def fit(tables: Mapping[str, pl.DataFrame]) -> None:
    """Fits the calibration to all games, and writes it."""
    rows = pl.concat(tables.values())
    columns = rows["lead"].to_numpy(), rows["moves"].to_numpy() == 1, rows["won"].to_numpy()
    content = {
        "command": "python -m tests.benchmarks.review fit --out runs/review",
        "player": "fair-beam:value on both sides",
        "format": FORMAT,
        "games": {
            f"{name}, {', '.join(suites) or N_DECKS}, seed {seed}": GAMES
            for name, (suites, seed) in SETS["fit"].items()
        },
        "positions": rows.height,
        "calibration": fitted(*columns).model_dump(),
    }
    write_bytes(FILE, (json.dumps(content, indent=2) + "\n").encode())


def calibration_error(chances: np.ndarray, won: np.ndarray) -> float:
    """Returns the expected calibration error: the mean distance of the two shares of `reliability`.

    Each tenth counts with its number of states.
    """
    bins = np.minimum((chances * N_BINS).astype(np.int64), N_BINS - 1)
    return float(np.abs(np.bincount(bins, chances - won, N_BINS)).sum() / len(won))


def errors_of(name: str, rows: pl.DataFrame) -> dict[str, float | str | int]:
    """The calibration errors of some positions, in points, with an interval over games."""
    chances, won = rows["chance"].to_numpy(), rows["won"].to_numpy()
    raw = 1 / (1 + np.exp(-rows["output"].to_numpy()))
    low, high = np.percentile(_resampled(rows), [2.5, 97.5])
    parts = [
        100 * calibration_error(part["chance"].to_numpy(), part["won"].to_numpy())
        for _, part in rows.group_by(rows["game"] // PART)
    ]
    return {
        "positions": name, "games": rows["game"].n_unique(), "n": rows.height,
        "error": 100 * calibration_error(chances, won), "low": low, "high": high,
        "raw_error": 100 * calibration_error(raw, won),
        "raw_bias": 100 * float((raw - won).mean()),
        "error_of_200_games": float(np.mean(parts)), "if_perfect": _if_perfect(rows),
    }  # fmt: skip


def _resampled(rows: pl.DataFrame) -> np.ndarray:
    """Calibration errors, in points, of games drawn with replacement."""
    rng, sums = np.random.default_rng(0), _sums_by_game(rows)
    drawn = rng.multinomial(len(sums), np.full(len(sums), 1 / len(sums)), N_RESAMPLED)
    total = np.einsum("rg,gbk->rbk", drawn, sums)
    return 100 * np.abs(total[..., 0]).sum(axis=1) / total[..., 1].sum(axis=1)


def _if_perfect(rows: pl.DataFrame) -> float:
    """The mean error, in points, of as many games if chances were perfect: what chance adds.

    The distance of a game from the mean distance gets a random sign.
    """
    rng, sums = np.random.default_rng(1), _sums_by_game(rows)
    surprises = sums[..., 0] - sums[..., 1] * (sums[..., 0].sum(0) / sums[..., 1].sum(0).clip(1))
    signs = rng.choice([-1.0, 1.0], (N_RESAMPLED, len(sums)))
    total = np.einsum("rg,gb->rb", signs, surprises)
    return float(100 * np.abs(total).sum(axis=1).mean() / rows.height)


def _sums_by_game(rows: pl.DataFrame) -> np.ndarray:
    """(games, tenths, 2) array: in each tenth the sum of chance minus result, and positions."""
    games = rows["game"].rank("dense").to_numpy().astype(int) - 1
    chances = rows["chance"].to_numpy()
    bins = np.minimum((chances * 10).astype(int), 9)
    sums = np.zeros((games.max() + 1, 10, 2))
    np.add.at(sums, (games, bins, 0), chances - rows["won"].to_numpy())
    np.add.at(sums, (games, bins, 1), 1)
    return sums


def test(tables: Mapping[str, pl.DataFrame], into: Path) -> None:
    """Writes how calibrated the included chances are."""
    parts = []
    for number, rows in enumerate(tables.values()):
        chances = [
            included().chance(lead, moves=moves == 1)
            for lead, moves in rows.select("lead", "moves").rows()
        ]
        shifted = pl.col("game") + number * GAMES
        parts.append(rows.with_columns(game=shifted, chance=pl.Series(chances)))
    named = dict(zip(tables, parts, strict=True)) | {"all": pl.concat(parts)}
    first = named["all"].filter(pl.col("game") % GAMES < PART // 2)
    kinds = {"starts of turns": 1, "ends of turns": 0}
    chosen = {
        f"{kind}, {name}": rows.filter(moves=moves)
        for kind, moves in kinds.items()
        for name, rows in [*named.items(), (f"first {PART} games", first)]
    }
    errors = pl.DataFrame([errors_of(name, rows) for name, rows in chosen.items()])
    curves = pl.concat(
        reliability(rows["chance"].to_numpy(), rows["won"].to_numpy())
        .rename({"states": "positions", "predicted": "chance"})
        .with_columns(pl.lit(kind).alias("kind"))
        for kind, rows in ((kind, named["all"].filter(moves=kinds[kind])) for kind in kinds)
    )
    write_bytes(into / "errors.csv", errors.write_csv(float_precision=2).encode())
    write_bytes(into / "reliability.csv", curves.write_csv(float_precision=4).encode())
    write_bytes(into / "report.md", report(errors, curves).encode())


def report(errors: pl.DataFrame, curves: pl.DataFrame) -> str:
    """The results as Markdown."""
    rows = [
        [row["positions"], f"{row['games']:,}", f"{row['n']:,}",
         f"{row['error']:.2f} ({row['low']:.2f} to {row['high']:.2f})", f"{row['if_perfect']:.2f}",
         f"{row['error_of_200_games']:.2f}", f"{row['raw_error']:.2f}", f"{row['raw_bias']:+.2f}"]
        for row in errors.to_dicts()
    ]  # fmt: skip
    bins = [
        [row["kind"], f"{10 * row['bin']} to {10 * row['bin'] + 10} %", f"{row['positions']:,}",
         f"{row['chance']:.1%}", f"{row['won']:.1%}"]
        for row in curves.to_dicts()
    ]  # fmt: skip
    heads = ["positions", "games", "n", "error (95 %)", "if perfect", "of 200 games", "raw error",
             "raw bias"]  # fmt: skip
    bin_heads = ["", "chance", "positions", "mean chance", "won"]
    return f"""# The review's chances to win, tested

## Expected calibration error, in points

{table(heads, rows)}
## Reliability, all games

{table(bin_heads, bins)}"""


def main() -> None:
    """Plays what is missing, and fits or tests."""
    parser = parser_of(__doc__)
    parser.add_argument("command", choices=list(SETS))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--into", type=Path, default=Path("docs/review"))
    given = parser.parse_args()
    pieces = Pieces[str](given.out / given.command, str)
    for name, (suites, seed) in SETS[given.command].items():
        if pieces.missing([name]):
            pieces.write(name, play(suites, seed))
            print(name, flush=True)
    tables = {name: pieces.read(name) for name in SETS[given.command]}
    if given.command == "fit":
        fit(tables)
    else:
        test(tables, given.into)


if __name__ == "__main__":
    main()

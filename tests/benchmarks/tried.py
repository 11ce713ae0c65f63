"""What single settings do to a training by self-play: `python -m tests.benchmarks.tried`.

Trains `self-play b3` with a million samples of `blackrock` and seed 1, unchanged and with one
setting changed, and lets each play 1,000 games against the unchanged one, both with decks of their
own: once with decisions drawn, once with the most probable ones. Writes `tried.csv`. The same
command continues; half an hour of one core.

Columns: change, choice, n_games, score (share of games that the changed one wins), low, high.
"""

import subprocess
import sys
from pathlib import Path

import polars as pl

from tests.benchmarks.figures import parser_of

SAMPLES, GAMES, CHOICES = 1_000_000, 1_000, ("sample", "best")
#: Settings by what a table calls them.
CHANGES = {
    "unchanged": [],
    "four updates with each sample": ["reuse=4"],
    "a quarter of the values' weight": ["update.rules.value=0.25"],
    "entropy weight 0.03": ["update.rules.entropy=0.03"],
    "entropy weight 0.003": ["update.rules.entropy=0.003"],
    "no UPGO": ["update.rules.upgo=0"],
    "batches of 2,048": ["batch=2048"],
    "rate 2e-3": ["update.rate=0.002"],
    "a network twice as wide": ["network.card=32", "network.entity=64", "network.state=256"],
}


def trained(runs: Path, change: str) -> Path:
    """The network of a training, which is played if it is not there."""
    folder = runs / change.replace(" ", "-").replace("'", "").replace(",", "")
    settings = [word for each in CHANGES[change] for word in ("--set", each)]
    sizes = ["--samples", f"{SAMPLES}", "--period", f"{SAMPLES // 2}", "--format", "blackrock"]
    run(["self-play", "b3", *sizes, *settings, "--seed", "1", "--out", f"{folder}"])
    return folder / "players" / "00002.npz"


def games(runs: Path, change: str, choice: str) -> pl.DataFrame:
    """The row of a changed training with a way to choose actions."""
    networks = [trained(runs, each) for each in (change, "unchanged")]
    players = [f"learned:{network}:choice={choice}" for network in networks]
    out = runs / f"{networks[0].parents[1].name}-{choice}"
    common = ["--decks", "own", "--games", f"{GAMES}", "--format", "blackrock", "--threads", "1"]
    run(["league", "--players", *players, *common, "--seed", "1", "--out", f"{out}"])
    name = f"learned:{networks[0].parents[1].name}-{networks[0].stem}:choice={choice}"
    pairs = pl.read_csv(out / "report" / "pairs.csv").filter(player=name)
    about = [pl.lit(change).alias("change"), pl.lit(choice).alias("choice")]
    return pairs.select(*about, "n_games", "score", "low", "high")


def run(words: list[str]) -> None:
    """Runs a command in a process of its own, or continues it."""
    subprocess.run([sys.executable, "-m", "flows", *words], check=True)


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/self-play"), help="folder")
    parser.add_argument("--runs", type=Path, default=Path("runs/tried"), help="of the trainings")
    arguments = parser.parse_args()
    changes = [each for each in CHANGES if each != "unchanged"]
    rows = [games(arguments.runs, change, choice) for change in changes for choice in CHOICES]
    pl.concat(rows).write_csv(arguments.out / "tried.csv", float_precision=4)

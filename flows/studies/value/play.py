"""A training of a value network: its directory, and its rounds.

::

    DIR/train-value.json             the settings, and the digests of the code and the cards
    DIR/games/00/00000.parquet       a chunk of a round's games; removed when the round has ended
    DIR/held-out/00/00000.parquet    a chunk of its games with other decks
    DIR/tables/TABLE/00000.parquet   what a round reports: updates, checks, reliability, matches
    DIR/networks/00.npz              the network after a round
    DIR/timing.json                  seconds and CPU-seconds of each step of a round, games by chunk
    DIR/report/                      the report; can be written again

A step that is killed is repeated and writes the same files again.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from flows.studies.value.settings import TrainValue
from models.players.pairs import play_pair, shares_won
from models.players.player_names import read_player
from models.players.value_networks import ValueNetwork, ValueScorer
from models.problems.rows import Rows
from models.statistics.predictions import by_part, reliability
from models.statistics.ratings import share_interval
from models.value_training import games as value_games
from models.value_training.config import ValueTraining
from models.value_training.fitting import fit, n_updates
from models.value_training.recording import States, chances_of, targets_of
from tasks.games.cluster import play_batches
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress
from tasks.storage.files import NOT_COMPUTED, Pieces, StoreError, note_time, reading, write_bytes
from tasks.storage.manifest import code_digest
from tasks.storage.settings import SettingsFile, all_but, code_and_cards
from tasks.tracking.mlflow_run import ParentTracking

#: Games of a chunk.
CHUNK = 5_000
TIMING, SECONDS = "timing.json", tuple[float, float]
TABLES = ("updates", "checks", "reliability", "matches")
#: Updates whose mean loss is a row.
_UPDATES = 100


def _longer(path: Path, there: ValueTraining, wanted: ValueTraining) -> ValueTraining:
    """The wanted training, whose first rounds are those in the directory."""
    if wanted.rounds[: len(there.rounds)] != there.rounds:
        raise StoreError(
            f"{path}: the training there has rounds of {list(there.rounds)} games; use these, and "
            "perhaps more after them"
        )
    return wanted


FILE = SettingsFile(
    TrainValue.files[0], "training of a value network", ValueTraining, "training",
    all_but("rounds"), _longer, code_and_cards(ValueTraining.rules),
)  # fmt: skip


def network_path(folder: Path, round_: int) -> Path:
    """The file of the network after a round."""
    return folder / "networks" / f"{round_:02d}.npz"


def table_of(folder: Path, name: str) -> Pieces[int]:
    """A table by round."""
    return Pieces(folder / "tables" / name)


def play(asked: TrainValue, folder: Path, study: ValueTraining, tracking: ParentTracking) -> bool:
    """Plays the rounds that are missing."""
    for round_ in table_of(folder, TABLES[-1]).missing(range(len(study.rounds))):
        train_round(folder, study, round_, asked.threads)
        checks = table_of(folder, "checks").read(round_).filter(first=0).row(0, named=True)
        matches = table_of(folder, "matches").read(round_)
        shares = {
            f"won_against/{o}".replace(":", "-"): s
            for o, s in matches["opponent", "share"].iter_rows()
        }
        tracking.log_metrics(
            round_ + 1, {"log_loss": checks["log_loss"], "auc": checks["auc"]} | shares
        )
    return True


def train_round(
    folder: Path, training: ValueTraining, round_: int, threads: int | None = None
) -> None:
    """Plays a round's games, fits its network, checks it and plays its matches.

    Raises:
        StoreError: A file is damaged or cannot be written.
    """
    teacher = _teacher(folder, training, round_)
    learned, held_out = folder / "games" / f"{round_:02d}", folder / "held-out" / f"{round_:02d}"
    timed = partial(_timed, folder / TIMING, round_)
    if not network_path(folder, round_).exists():
        states = record(learned, training, teacher, round_, value_games.LEARNED, timed, threads)
        with timed("fit"):
            network, updates = fitted(training, states, teacher, round_, threads)
        table_of(folder, "updates").write(round_, updates)
        write_bytes(network_path(folder, round_), network.content())
    shutil.rmtree(learned, ignore_errors=True)
    network = _network(network_path(folder, round_))
    states = record(held_out, training, teacher, round_, value_games.HELD_OUT, timed, threads)
    with timed("checks"):
        check(folder, training, round_, network, states, threads)
    with timed("matches"):
        matches = [match(folder, training, round_, name, threads) for name in training.opponents]
    table_of(folder, "matches").write(round_, pl.concat(matches))
    shutil.rmtree(held_out, ignore_errors=True)


@contextmanager
def _timed(path: Path, round_: int, step: str) -> Iterator[None]:
    begun, cpu = time.time(), time.process_time()
    yield
    seconds = time.time() - begun, time.process_time() - cpu
    note_time(path, SECONDS, f"{round_} {step}", seconds)


def _teacher(folder: Path, training: ValueTraining, round_: int) -> ValueNetwork | None:
    """The network that plays a round's games; None for the first player."""
    if round_:
        return _network(network_path(folder, round_ - 1))
    return None if training.start is None else training.start.network()


def _network(path: Path) -> ValueNetwork:
    with reading(path, NOT_COMPUTED):
        return ValueNetwork.load(path)


def record(
    folder: Path,
    training: ValueTraining,
    teacher: ValueNetwork | None,
    round_: int,
    purpose: int,
    timed: Callable[[str], AbstractContextManager[None]],
    threads: int | None,
) -> States:
    """Plays the chunks of games that a folder lacks; returns the states of all.

    The teacher plays, in the first round another player. `purpose` is `LEARNED` or `HELD_OUT`,
    which have other decks and games. `timed` notes the time of each chunk, so that a kill loses
    that of one only.
    """
    n = training.rounds[round_] if purpose == value_games.LEARNED else training.held_out
    chunks: Pieces[int] = Pieces(folder)
    rows = Rows.numbered(n, 1, value_games.seed_of(training, purpose, round_))
    starts = range(0, n, CHUNK)
    decks = value_games.seed_of(training, purpose)
    played = partial(value_games.record_rows, training, teacher, decks)
    step = "games" if purpose == value_games.LEARNED else "checks"
    missing = [rows.part(start, start + CHUNK) for start in chunks.missing(starts)]
    progress = Progress().expect(sum(each.games for each in missing), f"round {round_ + 1}: games")
    batches = iter(play_batches(played, missing, threads, progress))
    for part in missing:
        with timed(f"{step} {part.ids[0]}"):
            _, table = next(batches)
        chunks.write(int(part.ids[0]), table)
    with timed(f"{step} read"):
        return value_games.states_in(chunks.read(start) for start in starts)


def fitted(
    training: ValueTraining,
    states: States,
    teacher: ValueNetwork | None,
    round_: int,
    threads: int | None,
) -> tuple[ValueNetwork, pl.DataFrame]:
    """Fits a round's network; returns it, and the loss of its updates."""
    rules, losses = training.rules(), []
    taught = None if teacher is None else chances_of(states, teacher.floats(rules), threads)
    targets = targets_of(states, taught, training.fit.trace)
    n_all = n_updates(len(targets), training.fit)
    count = Progress().expect(n_all, f"round {round_ + 1}: fit", "updates").counter()

    def note(number: int, loss: float) -> None:
        stop_if_interrupted()
        losses.append(loss)
        count(number)

    seed = value_games.seed_of(training, value_games.LEARNED, round_)
    network = fit(states, targets, rules, training.fit, seed, teacher, note)
    about = {
        "format": training.player.format,
        "games": training.rounds[round_],
        "round": round_ + 1,
        "states": len(targets),
        "seed": training.seed,
        "program": code_digest(),
    }
    rows = [
        (round_, first, float(np.mean(losses[first : first + _UPDATES])))
        for first in range(0, len(losses), _UPDATES)
    ]
    return network.with_card(about), pl.DataFrame(rows, ["round", "update", "loss"], orient="row")


def check(
    folder: Path,
    training: ValueTraining,
    round_: int,
    network: ValueNetwork,
    states: States,
    threads: int | None,
) -> None:
    """Writes what a network predicts of games with decks that it never saw."""
    chances = chances_of(states, network.floats(training.rules()), threads)
    won, rounds = states.states["won"] == 1, states.states["round"]
    number = pl.lit(round_).alias("round")
    for name, rows in {
        "checks": by_part(chances, won, rounds),
        "reliability": reliability(chances, won),
    }.items():
        table_of(folder, name).write(round_, rows.select(number, pl.all()))


def match(
    folder: Path, training: ValueTraining, round_: int, opponent: str, threads: int | None
) -> pl.DataFrame:
    """Plays a network in the fair beam against a player; one row, with the share of wins."""
    cards = {name: getattr(training.player, name) for name in ("cards", "generated")}
    dated = training.player.patch, training.player.format
    own, other = (
        each.but(config=each.config.but(**cards))
        for each in (read_player("fair-beam:value", *dated), read_player(opponent, *dated))
    )
    scorer = ValueScorer.read(str(network_path(folder, round_)))
    players = own.but(config=own.config.but(scorer=scorer)), other
    seed = value_games.seed_of(training, value_games.MATCHED)
    decks = value_games.decks_of(training, seed, training.match_decks)
    progress = Progress().expect(training.matches, f"round {round_ + 1}: against {opponent}")
    deals = training.matches // 2
    games = play_pair(players, decks, deals, seed, 0, threads, progress.counter())
    shares = shares_won(games)
    low, high = share_interval(shares, training.matches)
    row = round_, opponent, training.matches, float(shares.mean()), low, high
    names = ["round", "opponent", "games", "share", "low", "high"]
    return pl.DataFrame([row], names, orient="row")

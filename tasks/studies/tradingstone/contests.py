"""The work of a study of TradingStone: contests and losses, each stored as it finishes."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from models.tradingstone.exact.hidden_hands import TINY, solve_hidden
from models.tradingstone.exact.losses import hidden_losses, open_losses
from models.tradingstone.exact.open_hands import SMALL, OpenHands
from models.tradingstone.exact.public_tree import grow_public_tree
from models.tradingstone.players import TradingPlayer, play
from models.tradingstone.ppo import play_policy, train_ppo
from models.tradingstone.study import HIDDEN, Contest, TradingStudy, rules_of
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress
from tasks.storage.files import read_times, write_json, write_table

#: Simulations per decision whose loss against perfect play is measured.
BUDGETS = (1, 10, 100, 1000, 10_000)
#: The searches of each exactly solved game.
SOLVED = {"open": ("mcts",), "hidden": ("pi-mcts", "is-mcts")}
SCRIPTED = ("random", "greedy")
TIMING = "timing.json"
_ITERATIONS = 100  # of CFR+


def contest_path(path: Path, contest: Contest) -> Path:
    """The file of a contest's games."""
    return path / "games" / f"{contest.name}.parquet"


def loss_path(path: Path, view: str, player: str) -> Path:
    """The file of a player's losses."""
    return path / "losses" / f"{view}-{player.replace(':', '-')}.parquet"


def loss_players(view: str) -> list[str]:
    """Names of the players whose loss is measured."""
    return [*SCRIPTED, *(f"{method}:{n}" for method in SOLVED[view] for n in BUDGETS)]


def play_contests(path: Path, study: TradingStudy, threads: int | None = None) -> None:
    """Plays the contests that have no file yet.

    Args:
        path: The study's directory.
        study: Its settings.
        threads: Games played in parallel; all cores by default.

    Raises:
        StoreError: A file cannot be written.
    """
    missing = [each for each in study.contests if not contest_path(path, each).exists()]
    progress = Progress()
    progress.expect(len(missing) * study.n_games, "tradingstone")
    for contest in missing:
        begun = time.process_time()
        rows = _played(study, contest, threads, progress.counter())
        _note(path, contest.name, time.process_time() - begun)
        number = pl.Series("environment", np.repeat(range(study.environments), study.games))
        write_table(contest_path(path, contest), rows.insert_column(0, number))


def _played(
    study: TradingStudy, contest: Contest, threads: int | None, tell: Callable[[int], None]
) -> pl.DataFrame:
    """The games of one contest."""
    rules, deals, opponent = rules_of(contest.variant), study.deals(), TradingPlayer(kind="greedy")
    if contest.player != "ppo":
        is_search = contest.player not in SCRIPTED
        named = study.search(contest.player) if is_search else TradingPlayer(kind=contest.player)
        return play(rules, (named, opponent), deals, threads, tell)
    seed, is_hidden = study.training_seed(contest), contest.view == HIDDEN
    policy = train_ppo(rules, study.ppo, is_hidden, seed)
    rows = play_policy(policy, rules, opponent, deals, seed)
    tell(len(deals))
    return rows


def measure_losses(path: Path, study: TradingStudy) -> None:
    """Measures the losses against perfect play that have no file yet.

    Args:
        path: The study's directory.
        study: Its settings.

    Raises:
        StoreError: A file cannot be written.
    """
    measures: dict[str, Callable[[], Callable[[TradingPlayer], np.ndarray]]] = {
        "open": lambda: _open(study),
        "hidden": lambda: _hidden(study),
    }
    for view, prepare in measures.items():
        names = [each for each in loss_players(view) if not loss_path(path, view, each).exists()]
        losses_of = prepare() if names else None
        for name in names:
            stop_if_interrupted()
            assert losses_of is not None
            begun = time.process_time()
            losses = losses_of(TradingPlayer.named(name))
            _note(path, f"loss-{view}-{name}", time.process_time() - begun)
            write_table(loss_path(path, view, name), pl.DataFrame({"loss": losses}))


def _open(study: TradingStudy) -> Callable[[TradingPlayer], np.ndarray]:
    exact = OpenHands(SMALL)
    return lambda player: open_losses(exact, player, study.loss_games, study.seed)


def _hidden(study: TradingStudy) -> Callable[[TradingPlayer], np.ndarray]:
    solved = solve_hidden(grow_public_tree(TINY), _ITERATIONS)
    return lambda player: hidden_losses(solved, player, study.loss_games, study.seed)


def _note(path: Path, name: str, seconds: float) -> None:
    """Stores the CPU-seconds of a piece of work; they differ from run to run."""
    found = read_times(path / TIMING, float)
    write_json(path / TIMING, found | {name: round(seconds, 3)})

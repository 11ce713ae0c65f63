"""A study of TradingStone: its directory, contests and losses.

::

    DIR/tradingstone.json            the settings, and the digest of the code
    DIR/games/CONTEST.parquet        the games of a contest, such as literal-open-mcts
    DIR/losses/GAME-PLAYER.parquet   losses of a player against perfect play
    DIR/timing.json                  CPU-seconds of each
    DIR/report/                      the report; can be written again
"""

import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import numpy as np
import polars as pl

from flows.studies.tradingstone.settings import Tradingstone
from models.tradingstone.hidden_hands import TINY, grow_public_tree, solve_hidden
from models.tradingstone.perfect_play import SMALL, OpenHands, hidden_losses, open_losses
from models.tradingstone.players import SCRIPTED
from models.tradingstone.players import play as play_games
from models.tradingstone.ppo import play_policy, train_ppo
from models.tradingstone.rules import RULES
from models.tradingstone.study import HIDDEN, OPEN, Contest, TradingStudy
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress
from tasks.storage.files import Pieces, note_time
from tasks.storage.settings import SettingsFile
from tasks.tracking.mlflow_run import ParentTracking

FILE = SettingsFile(Tradingstone.files[0], "study of TradingStone", TradingStudy)
#: Simulations per decision whose loss against perfect play is measured.
BUDGETS = (1, 10, 100, 1000, 10_000)
#: The searches of each exactly solved game.
SOLVED = {OPEN: ("mcts",), HIDDEN: ("pi-mcts", "is-mcts")}
#: CPU-seconds by piece of work; they differ from run to run.
TIMING = "timing.json"
_ITERATIONS = 100  # of CFR+


#: The exactly solved games and the players whose loss is measured in them.
LOSSES = [
    (view, player)
    for view, methods in SOLVED.items()
    for player in (*SCRIPTED, *(f"{method}:{n}" for method in methods for n in BUDGETS))
]


def contests_of(path: Path) -> Pieces[Contest]:
    """The games of contests."""
    return Pieces(path / "games", lambda contest: contest.name)


def losses_of(path: Path) -> Pieces[tuple[str, str]]:
    """The losses of players, by solved game and name."""
    return Pieces(path / "losses", lambda key: "-".join(key).replace(":", "-"))


def play_contests(path: Path, study: TradingStudy, threads: int | None = None) -> None:
    """Plays the contests that have no file yet; `StoreError` if one cannot be written."""
    contests = contests_of(path)
    missing = contests.missing(study.contests)
    progress = Progress().expect(len(missing) * study.n_games, "tradingstone")
    number = pl.Series("environment", np.repeat(range(study.environments), study.games))
    for contest in missing:
        begun = time.process_time()
        rows = _played(study, contest, threads, progress.counter())
        note_time(path / TIMING, float, contest.name, round(time.process_time() - begun, 3))
        contests.write(contest, rows.insert_column(0, number))


def _played(
    study: TradingStudy, contest: Contest, threads: int | None, tell: Callable[[int], None]
) -> pl.DataFrame:
    rules, deals, opponent = RULES[contest.variant], study.deals(), "greedy"
    if contest.player != "ppo":
        budget = "" if contest.player in SCRIPTED else f":{study.simulations}"
        players = f"{contest.player}{budget}", opponent
        return play_games(rules, players, deals, threads, tell)
    seed, is_hidden = study.training_seed(contest), contest.view == HIDDEN
    policy = train_ppo(rules, study.ppo, is_hidden, seed)
    rows = play_policy(policy, rules, opponent, deals, seed)
    tell(len(deals))
    return rows


def measure_losses(path: Path, study: TradingStudy) -> None:
    """Measures the losses against perfect play that have no file; `StoreError` as above."""
    losses = losses_of(path)
    for view, player in losses.missing(LOSSES):
        stop_if_interrupted()
        measure = _against_perfect_play(view)
        begun, name = time.process_time(), f"loss-{view}-{player}"
        found = measure(player, study.loss_games, study.seed)
        note_time(path / TIMING, float, name, round(time.process_time() - begun, 3))
        losses.write((view, player), pl.DataFrame({"loss": found}))


@cache
def _against_perfect_play(view: str) -> Callable[[str, int, int], np.ndarray]:
    if view == OPEN:
        return partial(open_losses, OpenHands(SMALL))
    return partial(hidden_losses, solve_hidden(grow_public_tree(TINY), _ITERATIONS))


def play(asked: Tradingstone, folder: Path, study: TradingStudy, tracking: ParentTracking) -> bool:
    """Plays PPO and the searches against the greedy opponent, and searches against perfect play.

    Source:
        The paper on TradingStone, AAAI-20 workshop, tables 1 and 2.
    """
    measure_losses(folder, study)
    play_contests(folder, study, asked.threads)
    return True

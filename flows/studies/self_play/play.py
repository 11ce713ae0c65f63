"""A training by self-play: its directory and its learning periods.

::

    DIR/self-play.json               the settings, and the digest of the code
    DIR/tables/TABLE/00001.parquet   what a learning period reports, by its number
    DIR/state.npz                    the training after its last period: it continues from here
    DIR/players/00001.npz            the player after a period; 00001-mage.npz where heroes differ
    DIR/rivals.parquet               games of the last decks against a suite, with --rivals
    DIR/timing.json                  seconds and CPU-seconds of each period
    DIR/report/                      the report; can be written again

A period's tables, players and times are written before the state. So a training that is killed in
between repeats the period and writes the same files again.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.decks import deck_code
from flows.studies.self_play.settings import SelfPlay
from models.files import load_arrays, remove
from models.players.decks import Opponent, OpponentDeck, decks_of_codes, opponent_suite
from models.players.learned import PLAYERS
from models.self_play.acting import outcomes_against_random
from models.self_play.checkpoint import Checkpoint
from models.self_play.ladder import Training, whole_network
from models.self_play.learned_player import LearnedPlayer
from models.self_play.learning import FACTS
from models.self_play.network import Network, PerHero
from models.self_play.own_decks import built_decks
from models.self_play.training import Period, SelfPlayTraining
from tasks.games.play import play_duels
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress
from tasks.storage.files import Pieces, StoreError, note_time, read_arrays, reading, write_arrays
from tasks.storage.manifest import code_digest
from tasks.storage.settings import SettingsFile
from tasks.tracking.mlflow_run import ParentTracking

STATE, TIMING, RIVALS = "state.npz", "timing.json", "rivals.parquet"
#: Games of each built deck against each rival.
RIVAL_GAMES = 400
#: Of a period in `TIMING`: seconds and CPU-seconds.
SECONDS = tuple[float, float]


def _longer(path: Path, there: Training, wanted: Training) -> Training:
    """The wanted training, which may not be shorter than the one in the directory."""
    if wanted.settings.samples < there.settings.samples:
        raise StoreError(
            f"{path}: --samples {wanted.settings.samples} is less than the "
            f"{there.settings.samples} of the training there; use that number or more"
        )
    return wanted


FILE = SettingsFile(
    SelfPlay.files[0], "training by self-play", Training, "training",
    lambda training, _: training.model_dump(mode="json", exclude={"settings": {"samples"}}),
    _longer,
)  # fmt: skip
#: Tables of a period.
TABLES = ("periods", "payoffs", "updates", "decks", "heroes")

_PLAYER_FIX = (
    f"restore it from a copy, or delete {STATE} and run the same command again: the training "
    "starts anew and writes the same players"
)


def periods_of(path: Path, table: str) -> Pieces[int]:
    """The rows of a table by period."""
    return Pieces(path / "tables" / table)


def games_so_far(path: Path) -> int:
    """Return the number of games of all stored periods of a training."""
    periods = periods_of(path, TABLES[0])
    return sum(int(periods.read(period)["games"].sum()) for period in periods.numbers())


def run_periods(
    path: Path,
    training: Training,
    has_processes: bool,
    log: Callable[[int, Mapping[str, float]], None],
) -> None:
    """Run all learning periods that are missing.

    `log` is called with the number of games so far and the numbers of each period.

    Raises:
        StoreError: A file is damaged or cannot be written.
    """
    # Imported late, as by all flows: the command checks the folder before its server starts.
    from prefect import runtime, task
    from prefect.cache_policies import NO_CACHE

    from tasks.orchestration.steps import stop_if_cancelled

    target, start = (
        None if each is None else whole_network(each).network
        for each in (training.target, training.start)
    )
    learning = SelfPlayTraining(
        training.settings, training.seed, has_processes, training.device, target, start
    )
    try:
        if (path / STATE).exists():
            with reading(path / STATE):
                learning.restore(read_arrays(path / STATE))
            _check_players(path)
        run_period: Callable[..., dict[str, float]] = _run_period
        if runtime.flow_run.id:  # outside a flow, a task would start its own server
            run_period = task(name="learning-period", cache_policy=NO_CACHE)(_run_period)
        progress = Progress()
        progress.expect(training.settings.samples - learning.samples, "self-play", "samples")
        while not learning.is_done:
            stop_if_interrupted()
            stop_if_cancelled()
            numbers = run_period(path, training, learning, progress)
            log(games_so_far(path), numbers)
    finally:
        learning.close()


def _check_players(path: Path) -> None:
    """Check the players of finished periods, which the training itself does not read."""
    for file in sorted((path / PLAYERS).glob("*.npz")):
        with reading(file, _PLAYER_FIX):
            load_arrays(file)


def _run_period(
    path: Path, training: Training, learning: SelfPlayTraining, progress: Progress
) -> dict[str, float]:
    """Run and store the next learning period; return its numbers."""
    begun, cpu = time.time(), time.process_time()
    period = learning.run_period(progress.counter(learning.samples))
    seed = int(np.random.SeedSequence((training.seed, period.period)).generate_state(1)[0])
    outcomes = outcomes_against_random(
        learning.learner.network, training.settings.environment, training.random_games, seed
    )
    players = players_of(training, learning)
    codes = deck_codes(list(players.values()), learning.cards.heroes)
    tables = tables_of(period, outcomes, learning, codes)
    remove(path / RIVALS)  # they are of the decks of an earlier period
    for name, rows in tables.items():
        periods_of(path, name).write(period.period, rows)
    for name, player in players.items():
        player.save(path / PLAYERS / f"{period.period:05d}{name}.npz")
    seconds = time.time() - begun, time.process_time() - cpu
    note_time(path / TIMING, SECONDS, str(period.period), seconds)
    write_arrays(path / STATE, learning.state())
    return tables["periods"].drop("was_copied").row(0, named=True)


def players_of(training: Training, learning: SelfPlayTraining) -> dict[str, Checkpoint]:
    """Return the trained players by the end of their file's name: one, or one per hero."""
    policy, heroes = learning.learner.network, learning.cards.heroes
    networks: dict[str, tuple[Network, tuple[str, ...]]] = {}
    if isinstance(policy, PerHero):
        for hero, network in zip(heroes, policy.of_heroes, strict=True):
            networks[f"-{hero.lower()}"] = network, (hero,)
    else:
        networks[""] = policy, heroes
    return {
        name: Checkpoint.of(
            network,
            training.settings.environment,
            learning.rules,
            method=training.model,
            samples=learning.samples,
            seed=training.seed,
            heroes=own,
            program=code_digest(),
        )
        for name, (network, own) in networks.items()
    }


def deck_codes(players: Sequence[Checkpoint], heroes: Sequence[str]) -> list[str]:
    """Return the code of the deck of each hero that the players find most probable."""
    size = players[0].card.environment.deck_size
    player = LearnedPlayer(tuple(players), choice="best")
    built = built_decks(player, heroes, size, None, 0, np.arange(len(heroes)))
    return [deck_code(deck) for deck in built]


def tables_of(
    period: Period, outcomes: np.ndarray, learning: SelfPlayTraining, codes: Sequence[str]
) -> dict[str, pl.DataFrame]:
    """Return the rows of a period by table.

    `outcomes` are games against random decisions, `codes` the decks of each hero.
    """
    number, heroes = pl.lit(period.period, pl.Int32).alias("period"), learning.cards.heroes
    facts = pl.DataFrame(period.facts, list(FACTS), orient="row")
    first = learning.version - facts.height
    updates = facts.select(number, pl.int_range(first, learning.version).alias("update"), pl.all())
    names = [learning.rules.card_data(card).name for card in learning.cards.ids]
    decks = [
        pl.DataFrame({"hero": hero, "card": names, "copies": copies}).filter(pl.col("copies") > 0)
        for hero, copies in zip(heroes, period.decks, strict=True)
    ]
    about = {
        "hero": list(heroes),
        "chance": period.hero_chances,
        "decks": period.n_decks,
        "entropy": [_entropy(copies) for copies in period.decks],
        "code": codes,
    }
    payoffs = {"copy": np.arange(len(period.games)), "games": period.games, "share": period.payoffs}
    return {
        "periods": pl.DataFrame([_facts(period, outcomes)]).with_columns(
            **{name: facts[name].mean() for name in FACTS}
        ),
        "payoffs": pl.DataFrame(payoffs).fill_nan(None).select(number, pl.all()),
        "updates": updates,
        "decks": pl.concat(decks).select(number, pl.all()),
        "heroes": pl.DataFrame(about).select(number, pl.all()),
    }


def _facts(period: Period, outcomes: np.ndarray) -> dict[str, Any]:
    return {
        "period": period.period,
        "samples": period.samples,
        "decisions": period.n_decisions,
        "games": period.n_games,
        "copies": len(period.games),
        "was_copied": period.was_copied,
        "random_games": len(outcomes),
        "random_wins": int((outcomes > 0).sum()),
        "random_draws": int((outcomes == 0).sum()),
    }


def _entropy(copies: np.ndarray) -> float:
    """The entropy of a card drawn from the decks, in nats; 0 without decks."""
    shares = copies[copies > 0] / max(copies.sum(), 1e-12)
    return float(-(shares * np.log(shares)).sum())


def play(asked: SelfPlay, folder: Path, study: Training, tracking: ParentTracking) -> bool:
    """Trains by optimistic smooth fictitious play.

    In each learning period, the learner plays itself and copies of its past and learns from its
    decisions; a copy joins them when it beats all of them, or has waited long enough.

    Source:
        Xiao et al. 2023, arXiv 2303.05197, Algorithm 1.
    """
    run_periods(folder, study, asked.processes, tracking.log_metrics)
    if asked.rivals:
        _play_rivals(folder, study, opponent_suite(asked.rivals))
    return True


def _play_rivals(path: Path, training: Training, rivals: Sequence[Opponent]) -> None:
    """Play the most probable decks of the last period against others, a player on both sides."""
    settings, heroes = training.settings, periods_of(path, "heroes")
    last = heroes.read(heroes.numbers()[-1])
    built = decks_of_codes([hero.capitalize() for hero in last["hero"]], last["code"])
    player = settings.drafting.both_sides(settings.environment.format)
    others = [OpponentDeck.of(each) for each in rivals]
    play_duels(path / RIVALS, built, others, player, RIVAL_GAMES, training.seed)

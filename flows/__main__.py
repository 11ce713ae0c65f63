"""`python -m flows`: the command line of Hearthlight."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.core import CacheError
from engine.decks import DeckError, PatchError
from flows.cli import commands, mesb_commands, player_commands, study_commands
from flows.cli.arguments import (
    DECK_HELP,
    MAX_GAMES,
    MAX_SEED,
    PLAYER_HELP,
    Command,
    patch,
    players,
    questions,
    running,
    settings,
    threads,
    who_plays,
    whole,
)
from flows.cli.study_arguments import (
    balance_arguments,
    mesb_arguments,
    quality_arguments,
    report_arguments,
    study_arguments,
)
from models.algorithms import ALGORITHMS
from models.config import ConfigError
from tasks.games.cluster import ClusterError
from tasks.orchestration.server import ServerError, leave
from tasks.storage.files import StoreError
from tasks.tracking.mlflow_store import TrackingError

DESCRIPTION = "Finds good and diverse Hearthstone decks by quality-diversity search."
EXAMPLES = """\
examples:
  python -m flows dsa-me --preset quick --seed 1 --out runs/demo
  python -m flows map-elites --preset study --set search.n_games=100
  python -m flows dsa-me --preset paper --out runs/paper --cluster tcp://10.0.0.1:8786
  python -m flows dsa-me --patch my-balance.yaml
  python -m flows study --out runs/study --trials 3 --evaluations 2000 --games 50
  python -m flows mesb --preset quick --archetype control-paladin --experiment validation
  python -m flows balance --patch my-balance.yaml --archetype control-paladin
  python -m flows report runs/demo
  python -m flows report --compare runs/dsa-me-* runs/map-elites-* --out runs/comparison
  python -m flows sql runs/demo "select iteration, qd_score from metrics"
  python -m flows evaluate "Classic Miracle Rogue" --games 1000
  python -m flows replay --run runs/demo --rank 1 --game 0
  python -m flows calibrate --random 2000 --out runs/calibration
  python -m flows train-player --preset quick --out runs/player
  python -m flows compare-players rogue-network runs/player/report/player.json

A run that was stopped continues where it was when the same command is given again.
"""
#: What a person did wrong or the machine does not allow; everything else is a bug and is shown.
REFUSALS = (
    CacheError,
    ClusterError,
    ConfigError,
    DeckError,
    PatchError,
    ServerError,
    StoreError,
    TrackingError,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status."""
    options = parser().parse_args(arguments)
    try:
        return options.run_command(options)
    except REFUSALS as error:
        commands.say(f"error: {error}")
        return 2
    except KeyboardInterrupt:
        commands.say("\nstopped" + _how_to_resume(options.command))
        return 130
    except BrokenPipeError:
        return 1  # whoever read our output has had enough, as `head` has


def parser() -> argparse.ArgumentParser:
    """The arguments of all commands."""
    top = argparse.ArgumentParser(
        prog="python -m flows",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    subparsers = top.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=Command
    )

    def add(name: str, run: Callable, text: str) -> Command:
        command = subparsers.add_parser(
            name, help=text, description=f"{text[0].upper()}{text[1:]}."
        )
        command.set_defaults(run_command=run)
        return command

    _search_arguments(
        add("dsa-me", commands.search, "search decks with a deep surrogate (DSA-ME)"), "dsa-me"
    )
    _search_arguments(
        add("map-elites", commands.search, "search decks without a surrogate"), "map-elites"
    )
    _algorithm_arguments(
        add("search", commands.search, "search decks with any algorithm of the DSA-ME paper")
    )
    training = add("train-player", player_commands.train_player, "train the network of a player")
    _search_arguments(training, is_training=True)
    training.add_argument(
        "--algorithm",
        default="cma-me",
        choices=("cma-me", "cma-es"),
        help="CMA-ME, as in the paper, or its baseline",
    )
    _comparison_arguments(
        add("compare-players", player_commands.compare_players, "play a deck with several players")
    )
    study_arguments(add("study", study_commands.study, "compare algorithms over several trials"))
    report_arguments(
        add("study-report", study_commands.study_report, "analyse a study, without playing games")
    )
    mesb_arguments(
        add("mesb", mesb_commands.mesb, "illuminate decks by their mana curves, as MESB does")
    )
    report_arguments(
        add("mesb-report", mesb_commands.mesb_report, "analyse runs of MESB, without playing games")
    )
    balance_arguments(
        add("balance", mesb_commands.balance, "show what a patch does to the landscape of decks")
    )
    quality_arguments(
        add("surrogate-quality", study_commands.surrogate_quality, "test a surrogate by games")
    )
    _calibrate_arguments(
        add("calibrate", commands.calibrate, "compare our simulator with published results")
    )
    _sql_arguments(add("sql", commands.sql, "ask SQL questions about runs"))
    _report_arguments(add("report", commands.report, "write a run's report, or compare runs"))
    _evaluate_arguments(add("evaluate", commands.evaluate, "play games with a deck of your own"))
    _replay_arguments(add("replay", commands.replay, "tell one game turn by turn"))
    patches = add("patches", commands.patches, "list the patches of cards, or show one as a file")
    patches.add_argument("name", nargs="?", help="show this patch, or check this file")
    listing = add("presets", commands.presets, "list the presets, or the settings of one")
    listing.add_argument("name", nargs="?", help="show this preset's settings")
    listing.add_argument("--training", action="store_true", help="those of train-player")
    listing.add_argument("--keys", action="store_true", help="show all settings with their ranges")
    return top


def _search_arguments(
    command: argparse.ArgumentParser, algorithm: str | None = None, is_training: bool = False
) -> None:
    if algorithm is not None:
        command.set_defaults(algorithm=algorithm, source=None)
    command.add_argument("--preset", default="quick", help="where to start from (default: quick)")
    command.add_argument("--seed", type=whole(0, MAX_SEED), default=1, help="of everything random")
    command.add_argument("--out", type=Path, help="run directory; continued if it holds this run")
    settings(command, *(("n_games=20", "presets --training --keys") if is_training else ()))
    running(command)


def _algorithm_arguments(command: argparse.ArgumentParser) -> None:
    names = "; ".join(f"{name} ({each.summary})" for name, each in ALGORITHMS.items())
    command.add_argument("algorithm", metavar="ALGORITHM", help=names)
    command.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="RUN",
        help="the run that an offline algorithm takes its decks or its surrogate from",
    )
    _search_arguments(command)


def _comparison_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("players", nargs="+", metavar="PLAYER", help=PLAYER_HELP)
    command.add_argument(
        "--deck", action="append", help=f"{DECK_HELP}; again for more (Classic Miracle Rogue)"
    )
    command.add_argument(
        "--games", type=whole(2, MAX_GAMES), default=4_000, help="per player and deck"
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    questions(command)
    who_plays(command)


def _calibrate_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--decks", type=Path, help="CSV file with avg_health_diff and deck_counts_180"
    )
    command.add_argument("--games", type=whole(2, MAX_GAMES), default=200, help="per deck")
    command.add_argument(
        "--mixups",
        type=float,
        default=0.02,
        metavar="SHARE",
        help="of the first player's states that are scored as another of the game, as happened in "
        "the published program (default: %(default)s, which fits its random decks); 0: none",
    )
    command.add_argument("--seed", type=whole(0, MAX_SEED), default=1, help="of all games")
    command.add_argument(
        "--random", type=whole(0, 1_000_000), default=0, metavar="N", help="random decks as well"
    )
    command.add_argument(
        "--random-games", type=whole(2, MAX_GAMES), default=24, help="per random deck"
    )
    command.add_argument("--player", help=PLAYER_HELP)
    patch(command)
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--out", type=Path, help="folder for tables and the scatter plot")
    who_plays(command)


def _sql_arguments(command: Command) -> None:
    command.goes_on = "runs"
    command.add_argument(
        "runs",
        nargs="+",
        metavar="RUN... SQL",
        help="run directories, or folders of them, and a question, such as `show tables`; a prompt "
        "without one",
    )
    command.add_argument("--example", metavar="NAME", help="a question of docs/sql.md")
    command.add_argument("--format", default="table", help="table, csv, json or parquet")
    command.add_argument("--out", type=Path, help="write to this file")


def _report_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("runs", nargs="+", type=Path, help="run directories")
    command.add_argument("--compare", action="store_true", help="compare the runs with each other")
    command.add_argument("--out", type=Path, help="folder of the comparison")


def _evaluate_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("deck", help=DECK_HELP)
    command.add_argument("--games", type=whole(2, MAX_GAMES), default=200, help="number of games")
    command.add_argument("--json", action="store_true", help="print JSON")
    players(command)
    threads(command)


def _replay_arguments(command: argparse.ArgumentParser) -> None:
    deck = command.add_mutually_exclusive_group(required=True)
    deck.add_argument("deck", nargs="?", help=DECK_HELP)
    deck.add_argument("--run", type=Path, help="a run directory: one of the decks it evaluated")
    which = command.add_mutually_exclusive_group()
    which.add_argument("--rank", type=whole(1), help="with --run: the deck's rank in the report")
    which.add_argument("--evaluation", type=whole(0), help="with --run: its evaluation number")
    command.add_argument("--game", type=whole(0, MAX_GAMES), default=0, help="number of the game")
    players(command)
    # A run has its own players and seed; without a default it shows whether others were asked for.
    command.set_defaults(opponents=None, fidelity=None, seed=None)


def _how_to_resume(command: str) -> str:
    runs = ("dsa-me", "map-elites", "search", "train-player", "study", "mesb", "balance")
    if command in (*runs, "surrogate-quality"):
        return "; give the same command again to continue: finished games are kept"
    return ""


if __name__ == "__main__":
    leave(main())

"""`python -m flows`: the command line of Hearthlight."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.core import CacheError
from engine.decks import DeckError, PatchError
from flows import commands, mesb_commands, player_commands, study_commands
from models.algorithms import ALGORITHMS
from models.config import ConfigError
from tasks.cluster import ClusterError
from tasks.files import StoreError
from tasks.server import ServerError, leave
from tasks.tracking import TrackingError

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
DECK_HELP = (
    "a deck code, a text file, a list of cards such as '2x Backstab, Sap, ...', or the name of a "
    "published deck"
)
PLAYER_HELP = (
    "who plays the deck: rogue-network, the published one, or another network or scorer by name, "
    "or a file that train-player wrote"
)
STUDY_NOTES = """\
Each trial is a run directory of its own below --out. Given again, the command makes the trials that
are not finished; with more algorithms or trials, it adds these. A trial of offline-dsa-me learns
from random decks of the same number, which are played once; offline-surrogate-model,
offline-elite-data and surrogate-test learn from the trial of dsa-me of the same number. At the end
the report is written, --out/report/index.html; study-report makes it again at any time.

presets and trials: smoke 2, quick 3, study 3, paper 5
algorithms: {algorithms}

a file for --config:
  preset: quick
  algorithms: [map-elites, dsa-me, lsa-me]
  trials: 3
  evaluations: 2000
  games: 50
  set: [search.fresh_games=100]
"""
MESB_NOTES = """\
One run directory per experiment and archetype below --out, such as elite-control-paladin. Given
again, the command makes those that are not finished; with more archetypes or experiments, it adds
these. At the end the best decks play each other and the report is written, --out/report/index.html;
mesb-report makes it again at any time. --patch changes the cards of the third experiment.

presets: smoke (seconds); quick 1,500 decks x 48 games, less than a minute per run on two cores;
study 4,000 x 100, some five minutes per run; paper 10,000 x 200, some twenty minutes per run
"""
BALANCE_NOTES = """\
Searches the decks of each archetype before and after a patch, with the same seeds and budget, lets
old and new elites play each other, and writes --out/report/index.html: what the patch did to the
landscape of decks, in a minute's reading. "Before" is the build that the patch is based on.

example:
  python -m flows balance --patch mesb-balance --archetype control-paladin aggro-hunter
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
MAX_GAMES = 10_000_000
MAX_SEED = 2**63 - 1


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
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, run: Callable, text: str) -> argparse.ArgumentParser:
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
    _search_arguments(training)
    training.add_argument(
        "--algorithm",
        default="cma-me",
        choices=("cma-me", "cma-es"),
        help="CMA-ME, as in the paper, or its baseline",
    )
    _comparison_arguments(
        add("compare-players", player_commands.compare_players, "play a deck with several players")
    )
    _study_arguments(add("study", study_commands.study, "compare algorithms over several trials"))
    _study_report_arguments(
        add("study-report", study_commands.study_report, "analyse a study, without playing games")
    )
    _mesb_arguments(
        add("mesb", mesb_commands.mesb, "illuminate decks by their mana curves, as MESB does")
    )
    _mesb_report_arguments(
        add("mesb-report", mesb_commands.mesb_report, "analyse runs of MESB, without playing games")
    )
    _balance_arguments(
        add("balance", mesb_commands.balance, "show what a patch does to the landscape of decks")
    )
    _quality_arguments(
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


def _study_arguments(command: argparse.ArgumentParser) -> None:
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.epilog = STUDY_NOTES.format(algorithms=", ".join(ALGORITHMS))
    command.add_argument("--out", type=Path, required=True, help="the study's directory")
    command.add_argument("--config", type=Path, help="YAML file with the settings below")
    command.add_argument("--preset", help="where every search starts from (default: quick)")
    command.add_argument(
        "--algorithms", nargs="+", metavar="NAME", help="all of the paper's by default"
    )
    command.add_argument("--trials", type=_whole(1, 1000), help="per algorithm (default: 3)")
    command.add_argument("--seed", type=_whole(0, MAX_SEED // 2), help="of the first trials")
    command.add_argument("--evaluations", type=_whole(1), help="decks per trial")
    command.add_argument("--games", type=_whole(1), help="per deck")
    _settings(command)
    command.add_argument(
        "--plan", action="store_true", help="say what would be run, with games, and stop"
    )
    _running(command)


def _study_report_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("study", type=Path, help="a study's directory, or its extract's folder")
    command.add_argument("--out", type=Path, help="folder of tables, pictures and the page")
    command.add_argument(
        "--into", type=Path, metavar="FILE", help="a Markdown file whose marked sections to write"
    )


def _mesb_arguments(command: argparse.ArgumentParser) -> None:
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.epilog = MESB_NOTES
    command.add_argument(
        "--archetype", nargs="+", metavar="NAME", help="such as control-paladin (default: all six)"
    )
    command.add_argument(
        "--experiment",
        nargs="+",
        choices=("validation", "elite", "balance"),
        help="of the paper's three (default: all)",
    )
    command.add_argument("--preset", default="quick", help="smoke, quick, study or paper")
    command.add_argument(
        "--opponents",
        default="published",
        metavar="WHICH",
        help="of the last two experiments: published, own (the best decks of this study's first "
        "experiment), or the directory of another study",
    )
    command.add_argument(
        "--archive", default="sliding", help="sliding, or growing-grid: fixed boundaries"
    )
    command.add_argument(
        "--duels", type=_whole(2, MAX_GAMES), help="games of each two best decks (default: 1000)"
    )
    command.add_argument("--seed", type=_whole(0, MAX_SEED), default=1, help="of all runs")
    command.add_argument("--out", type=Path, help="the study's directory; continued if begun")
    command.add_argument(
        "--plan", action="store_true", help="say what would be run, with games, and stop"
    )
    _settings(command)
    _running(command)


def _mesb_report_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("study", type=Path, help="what was --out of `mesb`, or an extract")
    command.add_argument("--out", type=Path, help="folder of tables, pictures and the page")
    command.add_argument(
        "--into", type=Path, metavar="FILE", help="a Markdown file whose marked sections to write"
    )


def _balance_arguments(command: argparse.ArgumentParser) -> None:
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.epilog = BALANCE_NOTES
    command.add_argument(
        "--archetype",
        nargs="+",
        default=["control-paladin"],
        metavar="NAME",
        help="aggro or control and a class (default: control-paladin)",
    )
    command.add_argument("--preset", default="quick", help="smoke, quick, study or paper")
    command.add_argument("--opponents", default="elite", help="elite or starter")
    command.add_argument(
        "--trials", type=_whole(1, 100), default=1, help="searches per side, for honest intervals"
    )
    command.add_argument("--seed", type=_whole(0, MAX_SEED // 2), default=1, help="of first trials")
    command.add_argument("--out", type=Path, help="the report's directory; continued if begun")
    _settings(command)
    _running(command)


def _quality_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("run", type=Path, help="a finished run of DSA-ME")
    command.add_argument(
        "--on", nargs="+", type=Path, default=[], metavar="RUN", help="predict these runs' decks"
    )
    command.add_argument("--games", type=_whole(1), help="per deck (default: as the run)")
    command.add_argument("--seed", type=_whole(0, MAX_SEED), default=1, help="of everything random")
    command.add_argument(
        "--out", type=Path, required=True, help="folder; continued if it was begun"
    )
    _running(command)


def _search_arguments(command: argparse.ArgumentParser, algorithm: str | None = None) -> None:
    if algorithm is not None:
        command.set_defaults(algorithm=algorithm, source=None)
    command.add_argument("--preset", default="quick", help="where to start from (default: quick)")
    command.add_argument("--seed", type=_whole(0, MAX_SEED), default=1, help="of everything random")
    command.add_argument("--out", type=Path, help="run directory; continued if it holds this run")
    _settings(command)
    _running(command)


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


def _settings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="change a setting, such as search.n_games=20; `presets --keys` lists them",
    )
    _patch(command)


def _running(command: argparse.ArgumentParser) -> None:
    command.add_argument("--port", type=_whole(1, 65_535), help="of Prefect's server; a free one")
    command.add_argument(
        "--resume-anyway", action="store_true", help="continue although the code has changed"
    )
    command.add_argument(
        "--cluster",
        metavar="PLACE",
        help="who plays the games: local:N for N processes of this machine, or tcp://HOST:PORT of "
        "a Dask scheduler (default: threads of this process)",
    )
    _threads(command)


def _comparison_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("players", nargs="+", metavar="PLAYER", help=PLAYER_HELP)
    command.add_argument(
        "--deck", action="append", help=f"{DECK_HELP}; again for more (Classic Miracle Rogue)"
    )
    command.add_argument(
        "--games", type=_whole(2, MAX_GAMES), default=4_000, help="per player and deck"
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    _questions(command)
    _threads(command)


def _calibrate_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--decks", type=Path, help="CSV file with avg_health_diff and deck_counts_180"
    )
    command.add_argument("--games", type=_whole(2, MAX_GAMES), default=200, help="per deck")
    command.add_argument(
        "--mixups",
        type=float,
        default=0.02,
        metavar="SHARE",
        help="of the first player's states that are scored as another of the game, as happened in "
        "the published program (default: %(default)s, which fits its random decks); 0: none",
    )
    command.add_argument("--seed", type=_whole(0, MAX_SEED), default=1, help="of all games")
    command.add_argument(
        "--random", type=_whole(0, 1_000_000), default=0, metavar="N", help="random decks as well"
    )
    command.add_argument(
        "--random-games", type=_whole(2, MAX_GAMES), default=24, help="per random deck"
    )
    command.add_argument("--player", help=PLAYER_HELP)
    _patch(command)
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--out", type=Path, help="folder for tables and the scatter plot")
    _threads(command)


def _sql_arguments(command: argparse.ArgumentParser) -> None:
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
    command.add_argument("--games", type=_whole(2, MAX_GAMES), default=200, help="number of games")
    command.add_argument("--json", action="store_true", help="print JSON")
    _players(command)
    _threads(command)


def _replay_arguments(command: argparse.ArgumentParser) -> None:
    deck = command.add_mutually_exclusive_group(required=True)
    deck.add_argument("deck", nargs="?", help=DECK_HELP)
    deck.add_argument("--run", type=Path, help="a run directory: one of the decks it evaluated")
    which = command.add_mutually_exclusive_group()
    which.add_argument("--rank", type=_whole(1), help="with --run: the deck's rank in the report")
    which.add_argument("--evaluation", type=_whole(0), help="with --run: its evaluation number")
    command.add_argument("--game", type=_whole(0, MAX_GAMES), default=0, help="number of the game")
    _players(command)
    # A run has its own players and seed; without a default it shows whether others were asked for.
    command.set_defaults(opponents=None, fidelity=None, seed=None)


def _players(command: argparse.ArgumentParser) -> None:
    command.add_argument("--hero", help="the deck's class, where its cards do not tell")
    command.add_argument("--player", help=PLAYER_HELP)
    _questions(command)


def _questions(command: argparse.ArgumentParser) -> None:
    command.add_argument("--opponents", default="elite", help="elite or starter")
    command.add_argument(
        "--fidelity", default="dsame", choices=("dsame", "mesb", "fair"), help="whose players"
    )
    _patch(command)
    command.add_argument("--seed", type=_whole(0, MAX_SEED), default=1, help="of the games")


def _patch(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--patch",
        metavar="NAME|FILE",
        help="cards of another build, or with changes of your own from a YAML file; "
        "`patches` lists names and shows how a file looks",
    )


def _threads(command: argparse.ArgumentParser) -> None:
    command.add_argument("--threads", type=_whole(1, 4096), help="games at a time; all cores")


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers within bounds, whose message names them."""
    bounds = f"{low} or more" if high is None else f"{low} to {high}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if number < low or (high is not None and number > high):
            raise argparse.ArgumentTypeError(f"{number} is out of range; use {bounds}")
        return number

    return read


def _how_to_resume(command: str) -> str:
    runs = ("dsa-me", "map-elites", "search", "train-player", "study", "surrogate-quality")
    if command in runs:
        return "; give the same command again to continue: finished games are kept"
    return ""


if __name__ == "__main__":
    leave(main())

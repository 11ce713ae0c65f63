"""The arguments of commands about several runs."""

import argparse
from pathlib import Path

from flows.cli.arguments import MAX_GAMES, MAX_SEED, running, settings, whole
from models.algorithms import ALGORITHMS

STUDY_NOTES = """\
Each trial is a run directory of its own below --out. Given again, the command makes the trials that
are not finished; with more algorithms or trials, it adds these. A trial of offline-dsa-me learns
from random decks of the same number, which are played once; offline-surrogate-model,
offline-elite-data and surrogate-test learn from the trial of dsa-me of the same number. At the end
the report is written, --out/report/index.html; study-report makes it again at any time.

presets: smoke, 2 trials of 80 decks x 6 games (all algorithms in a few minutes); quick, 3 of
3,000 x 48, some two minutes per trial on two cores; study, 3 of 4,000 x 50, some three minutes;
paper, 5 of 10,000 x 200, some twenty minutes. --plan says what a study of yours would take.
algorithms: {algorithms}

examples:
  python -m flows study --preset smoke --out runs/smoke
  python -m flows study --algorithms map-elites dsa-me --trials 3 --out runs/two --plan
  python -m flows study --preset study --evaluations 2000 --games 50 --out runs/study
  python -m flows study --preset paper --algorithms dsa-me --trials 1 --out runs/paper

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
study 4,000 x 100, some four minutes per run; paper 10,000 x 200, some twenty minutes per run

examples:
  python -m flows mesb --archetype control-paladin --experiment validation
  python -m flows mesb --preset study --out runs/mesb
  python -m flows mesb --preset paper --opponents own --out runs/mesb-paper --plan
  python -m flows mesb --archive growing-grid --experiment elite --out runs/mesb-fixed
"""
BALANCE_NOTES = """\
Searches the decks of each archetype before and after a patch, with the same seeds and budget, lets
old and new elites play each other, and writes --out/report/index.html: what the patch did to the
landscape of decks, in a minute's reading. "Before" is the build that the patch is based on. Given
again, the command continues; with more archetypes or trials, it adds these. `patches` shows how a
patch's file looks. At the preset quick an archetype takes some two minutes on two cores.

examples:
  python -m flows balance --patch mesb-balance --archetype control-paladin aggro-hunter
  python -m flows balance --patch my-balance.yaml --archetype control-mage --trials 3
"""


def study_arguments(command: argparse.ArgumentParser) -> None:
    """Those of `study`."""
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.epilog = STUDY_NOTES.format(algorithms=", ".join(ALGORITHMS))
    command.add_argument("--out", type=Path, required=True, help="the study's directory")
    command.add_argument("--config", type=Path, help="YAML file with the settings below")
    command.add_argument("--preset", help="where every search starts from (default: quick)")
    command.add_argument(
        "--algorithms",
        nargs="+",
        metavar="NAME",
        help="default: the paper's nine, and surrogate-test",
    )
    command.add_argument(
        "--trials", type=whole(1, 1000), help="per algorithm (default: the preset's)"
    )
    command.add_argument("--seed", type=whole(0, MAX_SEED // 2), help="of the first trials")
    command.add_argument("--evaluations", type=whole(1), help="decks per trial")
    command.add_argument("--games", type=whole(1), help="per deck")
    settings(command)
    command.add_argument(
        "--plan", action="store_true", help="say what would be run, with games and time, and stop"
    )
    running(command)


def report_arguments(command: argparse.ArgumentParser) -> None:
    """Those of `study-report` and `mesb-report`."""
    command.add_argument(
        "study", type=Path, help="what was --out of the study, or the folder of an extract"
    )
    command.add_argument("--out", type=Path, help="folder of tables, pictures and the page")
    command.add_argument(
        "--into", type=Path, metavar="FILE", help="a Markdown file whose marked sections to write"
    )


def mesb_arguments(command: argparse.ArgumentParser) -> None:
    """Those of `mesb`."""
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
        "--duels",
        type=whole(2, MAX_GAMES),
        help="games of each two best decks (default: the preset's: smoke 4, quick 200, study 1000, "
        "paper 1000)",
    )
    command.add_argument("--seed", type=whole(0, MAX_SEED), default=1, help="of all runs")
    command.add_argument("--out", type=Path, help="the study's directory; continued if begun")
    command.add_argument(
        "--plan", action="store_true", help="say what would be run, with games, and stop"
    )
    settings(command)
    running(command)


def balance_arguments(command: argparse.ArgumentParser) -> None:
    """Those of `balance`."""
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
        "--trials", type=whole(1, 100), default=1, help="searches per side, for honest intervals"
    )
    command.add_argument("--seed", type=whole(0, MAX_SEED // 2), default=1, help="of first trials")
    command.add_argument("--out", type=Path, help="the report's directory; continued if begun")
    settings(command)
    running(command)


def quality_arguments(command: argparse.ArgumentParser) -> None:
    """Those of `surrogate-quality`."""
    command.add_argument("run", type=Path, help="a finished run of DSA-ME")
    command.add_argument(
        "--on", nargs="+", type=Path, default=[], metavar="RUN", help="predict these runs' decks"
    )
    command.add_argument("--games", type=whole(1), help="per deck (default: as the run)")
    command.add_argument("--seed", type=whole(0, MAX_SEED), default=1, help="of everything random")
    command.add_argument(
        "--out", type=Path, required=True, help="folder; continued if it was begun"
    )
    running(command)

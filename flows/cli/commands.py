"""What the commands do; each imports only what it needs, so that none waits for Prefect in vain."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.decks import Patch
from models.config import Config, ConfigError

if TYPE_CHECKING:
    from flows.configs.options import Settings
    from models.players.config import PlayerConfig


def search(options: Namespace) -> int:
    """Runs one search: `dsa-me`, `map-elites`, `search`."""
    from flows.configs.options import override
    from flows.configs.presets import preset
    from models.algorithms import experiment_for

    name = options.algorithm
    experiment = override(experiment_for(name, preset(options.preset)), options.set)
    name += f"-{options.preset}"
    if options.patch is not None:
        experiment = with_patch(experiment, options)
        name += f"-{experiment.player.patch.name.replace('/', '-')}"
    from tasks.search.source import check_search

    out = options.out or Path("runs") / f"{name}-seed{options.seed}"
    source = options.source
    with copied(out, options):
        resumed = check_search(experiment, options.seed, out, options.resume_anyway, source)
        return run_flow(search_flow, experiment, out, resumed, options, source=source)


def copied(out: Path, options: Namespace) -> AbstractContextManager[None]:
    """The copy of a command's directory, if one is wanted; to be entered before it is looked at."""
    from tasks.storage.mirror import mirrored

    return mirrored(out, options.mirror)


def search_flow() -> Callable:
    """The flow of a search; imports Prefect."""
    from flows.search import search

    return search


def run_flow(
    load: Callable[[], Callable],
    config: Config,
    out: Path,
    resumed: bool,
    options: Namespace,
    **more: Any,
) -> int:
    """Runs the flow that `load` imports, which writes a run directory."""
    say(f"{'continuing' if resumed else 'starting'} {options.command} in {out}")
    with orchestration(options):
        flow = load()  # imports Prefect, which must not come before its server
        page = flow(config, options.seed, out, options.threads, options.resume_anyway, **more)
    say(f"done: open {page}")
    return 0


@contextmanager
def orchestration(options: Namespace) -> Iterator[None]:
    """A Prefect server, and the cluster if there is to be one, while a command runs flows.

    Flows are to be imported within.
    """
    # Errors reach the person as one line from here; Prefect would add its traceback.
    os.environ.setdefault("PREFECT_LOGGING_LEVEL", "CRITICAL")
    from tasks.orchestration.interrupt import ctrl_c_heard
    from tasks.orchestration.server import prefect_server

    with who_plays(options), prefect_server(port=options.port), ctrl_c_heard():
        yield


@contextmanager
def who_plays(options: Namespace) -> Iterator[None]:
    """Lets the cluster play that the arguments name, if they do."""
    if options.cluster is not None and options.threads is not None:
        raise ConfigError(
            f"--threads {options.threads} and --cluster {options.cluster}: the workers play, each "
            "with threads of its own; give one of the two"
        )
    from tasks.games.cluster import on_cluster

    with on_cluster(options.cluster):
        yield


def calibrate(options: Namespace) -> int:
    """Compares our results with published ones: `calibrate`."""
    from flows import calibrate as calibration

    player = player_of(options).but(mixups=options.mixups)
    with who_plays(options):
        result = calibration.calibrate(
            options.decks or calibration.REFERENCE,
            options.games,
            options.seed,
            options.random,
            options.random_games,
            options.threads,
            options.out,
            player,
        )
    print(json.dumps(result, indent=2) if options.json else calibration.summary(result))
    return 0


def sql(options: Namespace) -> int:
    """Answers SQL over runs: `sql`."""
    from tasks.sql.catalog import query
    from tasks.sql.cookbook import question
    from tasks.sql.output import check_format, write_result

    runs, asked = _runs_and_question(options)
    check_format(options.format, options.out)
    if asked is None and sys.stdin.isatty():
        from flows.cli.sql_prompt import prompt

        prompt(runs, options.format)
        return 0
    sql = question(options.example).sql if options.example else asked or sys.stdin.read()
    print(write_result(query(runs, sql), options.format, options.out), end="")
    return 0


def _runs_and_question(options: Namespace) -> tuple[list[Path], str | None]:
    """The run directories, and the question that may follow them: what is no path."""
    *runs, last = options.runs
    if options.example or os.path.exists(last):  # Path's fails on texts longer than a name may be
        return [Path(run) for run in options.runs], options.example
    if not runs:
        raise ConfigError(f"sql {last}: no such run directory; give it before the question")
    return [Path(run) for run in runs], last


def report(options: Namespace) -> int:
    """Writes the report of a run, or compares several: `report`."""
    from tasks.reports.run import compare_runs, write_report
    from tasks.training.report import is_training, write_player_report

    if options.compare:
        table = compare_runs(options.runs, options.out or Path("comparison"))
        print(table.read_text(encoding="utf-8"), end="")
        say(f"done: {table} and comparison.png beside it")
    else:
        for run in options.runs:
            write = write_player_report if is_training(run) else write_report
            say(f"done: open {write(run)}")
    return 0


def evaluate(options: Namespace) -> int:
    """Plays games with one deck: `evaluate`."""
    from flows.cli.decks import read_deck

    deck, player = read_deck(options.deck, options.hero), player_of(options)
    # After deck and player have been read: this import compiles the engine when it is new.
    from flows.evaluate import evaluate_deck, summary

    result = evaluate_deck(
        deck,
        options.opponents,
        player,
        options.games,
        options.seed,
        options.threads,
    )
    print(json.dumps(result, indent=2) if options.json else summary(result))
    return 0


def replay(options: Namespace) -> int:
    """Tells one game turn by turn: `replay`."""
    from flows.cli.decks import read_deck

    _check_replay(options)
    deck = None if options.run else read_deck(options.deck, options.hero)
    player = player_of(options)
    from flows.replay import replay_of_deck, replay_of_run

    if deck is None:
        print(replay_of_run(options.run, options.rank, options.evaluation, options.game))
    else:
        seed = 1 if options.seed is None else options.seed
        print(replay_of_deck(deck, options.opponents or "elite", player, seed, options.game))
    return 0


def patches(options: Namespace) -> int:
    """Lists the patches, or shows one: `patches`."""
    from models.patches import as_yaml, find_patch, named_patch, patch_names

    if options.name:
        print(as_yaml(find_patch(options.name)), end="")
    else:
        for name in patch_names():
            patch = named_patch(name)
            print(f"{name:<19} {patch.description or patch.describe()}")
    return 0


def presets(options: Namespace) -> int:
    """Lists the presets, or the settings of one: `presets`."""
    from flows.configs.options import allowed_range, keys

    if options.training:
        from flows.configs.player_presets import SUMMARIES
        from flows.configs.player_presets import training_preset as preset
    else:
        from flows.configs.presets import SUMMARIES, preset
    if not options.name and not options.keys:
        print("\n".join(f"{name:<8} {text}" for name, text in SUMMARIES.items()))
        return 0
    for key, field, value in keys(preset(options.name or "paper")):
        if options.training and key == "player.scorer":
            continue  # what a training makes is no setting of it
        allowed = allowed_range(field)
        notes = " ".join(part for part in (field.description, allowed and f"({allowed})") if part)
        print(f"{key} = {json.dumps(value, default=str)}" + (f"\n    {notes}" if notes else ""))
    return 0


def say(text: str) -> None:
    """Writes a line for people; standard output is for results."""
    print(text, file=sys.stderr, flush=True)


def player_of(options: Namespace) -> "PlayerConfig":
    """How the players search, and with which cards, as the arguments say."""
    from models.players.config import PlayerConfig

    player = PlayerConfig(patch=_patch(options))
    if fidelity := getattr(options, "fidelity", None):
        player = player.but(fidelity=fidelity)
    if scorer := getattr(options, "player", None):
        player = player.but(scorer=scorer)
    return player


def _patch(options: Namespace) -> Patch:
    """The patch asked for: build 38377 unless another one is."""
    from models.patches import find_patch

    return Patch() if options.patch is None else find_patch(options.patch)


def with_patch(experiment: "Settings", options: Namespace) -> "Settings":
    """An experiment, or a training, with the patch of `--patch`."""
    if any(setting.startswith("player.patch=") for setting in options.set):
        raise ConfigError("--patch and --set player.patch: both name the patch; give one of them")
    return experiment.but(player__patch=_patch(options))


def _check_replay(options: Namespace) -> None:
    """Refuses what would be ignored."""
    of_a_run, of_a_deck = (
        ("rank", "evaluation"),
        (
            "hero",
            "opponents",
            "fidelity",
            "player",
            "patch",
            "seed",
        ),
    )
    for name in of_a_deck if options.run else of_a_run:
        if getattr(options, name) is not None:
            fix = "a run has its own; leave it out" if options.run else "give the run with --run"
            raise ConfigError(f"--{name} {getattr(options, name)}: {fix}")

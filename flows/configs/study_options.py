"""A study from a file and the command line: `Study`."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from engine.threads import n_cores
from flows.configs.options import override
from flows.configs.presets import preset
from models.algorithms import PAPER_ALGORITHMS, algorithm
from models.config import ConfigError
from models.study import Study
from tasks.orchestration.progress import duration
from tasks.storage.files import read_table
from tasks.studies.dsame.directory import plan_study
from tasks.studies.run_folder import is_finished, n_games_of

#: Trials of a study that starts from a preset; the paper has five.
TRIALS = {"smoke": 2, "quick": 3, "study": 3, "paper": 5}
#: Games of the budget per second and core, with all that comes on top: as in docs/dsa-me.md.
SPEED = 500
#: What a study compares unless told otherwise.
ALL = (*PAPER_ALGORITHMS, "surrogate-test")
#: What a file may say, with an example of each.
KEYS = {
    "preset": "quick",
    "algorithms": "[map-elites, dsa-me]",
    "trials": "3",
    "seed": "1",
    "evaluations": "2000",
    "games": "50",
    "set": "[search.fresh_games=100]",
}


def study_from(options: Namespace) -> Study:
    """The study that a command asks for: its file, changed by its options.

    Raises:
        ConfigError: The file cannot be read, or a setting does not exist or cannot have its value.
    """
    wanted: dict[str, Any] = read_study_file(options.config) if options.config else {}
    for key in KEYS:
        value = getattr(options, key)
        if value not in (None, []):
            wanted[key] = value
    return build_study(wanted)


def read_study_file(path: Path) -> dict[str, Any]:
    """Reads a study's YAML file.

    Raises:
        ConfigError: It cannot be read, or has an unknown key.
    """
    try:
        wanted = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())
        raise ConfigError(f"--config {path}: cannot be read as YAML ({reason})") from None
    if not isinstance(wanted, dict) or not wanted:
        examples = ", ".join(f"{key}: {example}" for key, example in KEYS.items())
        raise ConfigError(f"--config {path}: says nothing; write lines such as {examples}")
    for key in wanted:
        if key not in KEYS:
            close = get_close_matches(str(key), KEYS, n=1)
            hint = f"did you mean {close[0]}?" if close else f"use {', '.join(KEYS)}"
            raise ConfigError(f"--config {path}: {key}: no such setting; {hint}")
    return wanted


def build_study(wanted: Mapping[str, Any]) -> Study:
    """The study of some settings, of which none is needed.

    Raises:
        ConfigError: A setting cannot have its value.
    """
    name = str(wanted.get("preset", "quick"))
    base = preset(name)
    changes = [
        f"{key}={wanted[short]}"
        for short, key in (("evaluations", "search.evaluations"), ("games", "search.n_games"))
        if short in wanted
    ]
    base = override(base, [*changes, *_strings(wanted.get("set", []), "set")])
    names = _strings(wanted.get("algorithms", ALL), "algorithms")
    for each in names:
        algorithm(each)
    try:
        study = Study(
            base=base,
            algorithms=tuple(names),
            trials=wanted.get("trials", TRIALS[name]),
            seed=wanted.get("seed", 1),
        )
    except ValidationError as error:
        first = error.errors()[0]
        setting = ".".join(str(level) for level in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise ConfigError(f"study: {setting + ': ' if setting else ''}{message}") from None
    return study


def describe(
    wanted: Study, out: Path, resume_anyway: bool = False, threads: int | None = None
) -> Iterator[str]:
    """One line per trial, and one for all: what making them would take.

    Args:
        wanted: The study.
        out: Its directory, of which nothing is changed.
        resume_anyway: As for `open_study`.
        threads: Games played at a time; all cores by default.

    Raises:
        ConfigError: As `open_study`.
        DeckError: As `open_study`.
        StoreError: As `open_study`.
    """
    games, seconds, left = 0, 0.0, []
    for trial in plan_study(out, wanted, resume_anyway):
        planned, is_done = n_games_of(wanted.experiment(trial)), is_finished(out, trial.name)
        learns = f", learns from {trial.source}" if trial.source else ""
        state = "finished" if is_done else "to do"
        yield f"{trial.name}: seed {trial.seed}, {planned:,} games, {state}{learns}"
        timing = out / trial.name / "timing.parquet"
        if not is_done:
            left.append(planned)
        elif timing.exists():
            games, seconds = games + planned, seconds + read_table(timing)["wall_s"].sum()
    speed, why = games / seconds if seconds else 0.0, "as fast as those finished"
    if not seconds:
        cores = threads or n_cores()
        speed, why = SPEED * cores, f"{SPEED} games/s and core, {cores} cores"
    yield (
        f"to do: {len(left)} trials, {sum(left):,} games and the elites' new ones, about "
        f"{duration(sum(left) / speed)} in all ({why})"
    )


def _strings(value: Any, key: str) -> list[str]:
    if isinstance(value, str) or not isinstance(value, Sequence) or (not value and key != "set"):
        raise ConfigError(f"study: {key}: give a list, such as {KEYS[key]}")
    return [str(each) for each in value]

"""The command line: options, help and errors from the fields of `flows.questions`.

argparse reads the options, the question's class reads the values. Rejected libraries:
pydantic-settings (parses `--set archive.shape=[10,20]` itself, prints tracebacks), cyclopts (errors
in boxes, `--help` takes twice as long) and typer (functions instead of classes).
"""

import argparse
import errno
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, get_args, get_origin

from pydantic.fields import FieldInfo

from engine import UserError
from engine.core import CacheError
from flows.commands import QUESTIONS
from flows.questions.question import Question, RunQuestion, choices, default_of, say
from models.problems.algorithms import ALGORITHMS
from models.settings.config import ConfigError, did_you_mean, shortened

DESCRIPTION = "Finds good and diverse Hearthstone decks by quality-diversity search."
EXAMPLES = """\
examples:
  python -m flows search dsa-me --preset quick --seed 1 --out runs/demo
  python -m flows search bayes-me --budget-games 100000 --out runs/best
  python -m flows explain runs/best
  python -m flows search map-elites --preset study --set search.n_games=100
  python -m flows search dsa-me --preset paper --out runs/paper --cluster tcp://10.0.0.1:8786
  python -m flows search dsa-me --patch my-balance.yaml
  python -m flows study --out runs/study --trials 3 --evaluations 2000 --games 50
  python -m flows mesb --preset quick --archetype control-paladin --experiment validation
  python -m flows balance --patch my-balance.yaml --archetype control-paladin
  python -m flows report runs/demo
  python -m flows report --compare runs/dsa-me-* runs/map-elites-* --out runs/comparison
  python -m flows sql runs/demo "select iteration, qd_score from metrics"
  python -m flows evaluate "Classic Miracle Rogue" --games 1000
  python -m flows replay --run runs/demo --rank 1 --game 0
  python -m flows app --runs runs
  python -m flows calibrate --random 2000 --out runs/calibration
  python -m flows train-player --preset quick --out runs/player
  python -m flows compare-players rogue-network runs/player/report/player.json

`python -m flows COMMAND --help` describes a command. The same command continues a run that was
stopped.
"""
#: Words that messages shorten, such as a name of 5,000 letters.
_LONG_WORD = re.compile(r"\S{400,}")


class OutputError(Exception):
    """The answer cannot be written to standard output."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status."""
    question = None
    words = sys.argv[1:] if words is None else words
    try:
        _check_here()
        question = read(words)
        return _make(question) if isinstance(question, RunQuestion) else _answer(question)
    except KeyboardInterrupt as stop:
        again = "; run the same command again to continue: finished games are kept"
        say(f"\n{str(stop) or 'stopped'}" + again * isinstance(question, RunQuestion))
        return 130
    except BrokenPipeError:
        return 1  # the reader of our output, such as `head`, has closed the pipe
    except OutputError as error:
        say(f"error: standard output: {error}; write it to a disk with free space")
        return 2
    except Exception as error:
        is_name = getattr(error, "errno", None) in (errno.ENAMETOOLONG, errno.ELOOP)
        if not is_name and not isinstance(error, (UserError, CacheError)):
            raise
        say(f"error: {_readable(str(error), words)}")
        return 2


def _readable(message: str, words: Sequence[str]) -> str:
    """A message without line breaks from the command's own words, and without very long words."""
    for word in words:
        for part in (word, word.partition("=")[2]):
            if "\n" in part:
                message = message.replace(part, part.replace("\n", "\\n"))
    message = message.encode(errors="backslashreplace").decode()  # as the terminal needs
    return _LONG_WORD.sub(lambda long: shortened(long[0], 200), message)


def _check_here() -> None:
    """Refuses to start in a deleted folder: numeric libraries end the process there."""
    try:
        os.getcwd()
    except OSError as error:
        problem = f"the current folder cannot be used ({error.strerror}); change to another one"
        raise ConfigError(problem) from None


def read(words: Sequence[str]) -> Question:
    """The question of a command's words.

    Raises:
        ConfigError: A command or an option does not exist, or a value is not allowed.
        SystemExit: After printing the help, if the words request it.
    """
    command, *rest = words or ["--help"]
    if command in ("-h", "--help"):
        _show(overview())
        raise SystemExit(0 if words else 2)
    if command not in QUESTIONS:
        raise ConfigError(f"{command}: no such command; {_use(command)}")
    question = QUESTIONS[command]
    given, more = parser(question).parse_known_intermixed_args(rest)
    if more:
        _refuse(question, more[0])
    return question.ask(vars(given))


def _use(command: str) -> str:
    """What to write instead of a command that does not exist."""
    if command in ALGORITHMS:
        return f"use `search {command}`"
    if command.endswith("-report"):
        return "use `report PATH`"
    return did_you_mean(command, QUESTIONS)


def overview() -> str:
    """The help of the program, with all commands."""
    width = max(map(len, QUESTIONS))
    lines = [f"  {name:<{width}}  {question.help()}" for name, question in QUESTIONS.items()]
    commands = "\n".join(lines)
    return f"usage: python -m flows COMMAND ...\n\n{DESCRIPTION}\n\n{commands}\n\n{EXAMPLES}"


class _Parser(argparse.ArgumentParser):
    """A parser that raises its errors, with a hint to `--help`."""

    def error(self, message: str) -> NoReturn:
        """Raises `ConfigError`; argparse would end the process."""
        message = message.removeprefix("argument ")
        raise ConfigError(f"{message}; `{self.prog} --help` lists all options")

    def print_help(self, file: Any = None) -> None:
        """Write the help to standard output; argparse ignores a full disk."""
        _show(self.format_help())


def parser(question: type[Question]) -> argparse.ArgumentParser:
    """The parser of a command; it returns only the given options, as text."""
    made = _Parser(
        prog=f"python -m flows {question.command()}",
        description=question.help(),
        epilog=question.notes,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, field in question.fields().items():
        _add(made, question.label(name), name, field)
    return made


def _add(made: argparse.ArgumentParser, label: str, name: str, field: FieldInfo) -> None:
    shown = field.json_schema_extra
    how: dict[str, Any] = {"help": explained(field).replace("%", "%%")}
    is_list = list in (get_origin(each) for each in (field.annotation, *get_args(field.annotation)))
    if field.annotation is bool:
        how["action"] = "store_true"
    elif shown.get("repeated"):
        how["action"] = "append"
    elif "word" in shown and not field.is_required():
        how["nargs"] = "*" if is_list else "?"
    elif is_list:
        how["nargs"] = "+"
    if "word" in shown:
        made.add_argument(name, metavar=label, default=argparse.SUPPRESS, **how)
    else:
        if field.annotation is not bool:
            how["metavar"] = shown.get("metavar") or _values(field) or label.lstrip("-").upper()
        made.add_argument(label, dest=name, default=argparse.SUPPRESS, **how)


def _values(field: FieldInfo) -> str:
    names = choices(field.annotation)
    return "{" + ",".join(names) + "}" if names else ""


def explained(field: FieldInfo) -> str:
    """The effect and the default of a setting."""
    default = default_of(field)
    return f"{field.description} (default: {default})" if default else field.description


def _refuse(question: type[Question], word: str) -> NoReturn:
    """Refuses a word that is neither an option nor an argument."""
    usage = f"`python -m flows {question.command()} --help` lists all options"
    if not word.startswith("-"):
        raise ConfigError(f"{word}: unexpected argument; {usage}")
    labels = [question.label(name) for name in question.fields()]
    raise ConfigError(f"{word}: no such option; {did_you_mean(word, labels)}")


def _answer(question: Question) -> int:
    """Answers a question without a flow."""
    with question.workers():
        text, numbers, stopped = question.answer()
    if getattr(question, "as_json", False):
        text = json.dumps(numbers, indent=2)
    _show(text)
    if stopped is not None:
        raise stopped
    return 0


def _show(text: str) -> None:
    """Writes a text to standard output; `OutputError` if it cannot be written."""
    try:
        print(text, end="" if not text or text.endswith("\n") else "\n", flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"cannot be written ({error.strerror})") from None


def _make(question: RunQuestion) -> int:
    """Answers a question with a flow that writes a directory."""
    from tasks.storage.mirror import mirrored

    start = time.monotonic()
    if question.cluster is not None:
        from tasks.games.cluster import check_place

        check_place(question.cluster)
    with mirrored(question.folder, question.mirror, question.settings_file):
        is_there = question.check()
        if (plan := question.plan()) is not None:
            _show("\n".join(plan))
            return 0
        say(f"{'continuing' if is_there else 'starting'} {question.command()} in {question.folder}")
        with _orchestrated(question):
            flow, arguments = question.work()
            page, failed = question.finish(flow(*arguments))
    if page is not None:
        say(f"done in {time.monotonic() - start:,.0f} s: open {page}")
    for name, error in failed.items():
        say(f"failed: {name}: {error}")
    return 1 if failed else 0


@contextmanager
def _orchestrated(question: RunQuestion) -> Iterator[None]:
    """A Prefect server, and the cluster if one is given, while a command runs flows.

    Import flows only within it: the server must start before Prefect is imported.
    """
    # The command prints errors as one line; Prefect would add its traceback.
    os.environ.setdefault("PREFECT_LOGGING_LEVEL", "CRITICAL")
    from tasks.orchestration.interrupt import ctrl_c_heard
    from tasks.orchestration.server import prefect_server

    with question.workers(), prefect_server(port=question.port), ctrl_c_heard():
        yield

"""The prompt of `python -m flows sql`: questions over several lines, answered until one leaves."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tasks.sql.catalog import query
from tasks.sql.cookbook import question, questions
from tasks.sql.output import write_result
from tasks.storage.files import StoreError

HELP = """\
End a question with a semicolon. It sees the runs as they are when it is asked.
  show tables;  describe evaluations;
  .examples     the questions of the cookbook
  .ask NAME     ask one of them
  .quit         leave, as Ctrl-D does"""


def prompt(runs: Sequence[Path], form: str) -> None:
    """Asks for questions and prints answers; a refused question does not end it."""
    with suppress(ImportError):  # not every Python has it; lines can be typed without
        import readline  # noqa: F401 - gives `input` a history
    query(runs, "select 1")  # a wrong directory is refused before the first question
    print(HELP, file=sys.stderr)
    lines: list[str] = []
    while (line := _line("... " if lines else "sql> ")) is not None:
        if not lines and line.startswith("."):
            if line == ".quit":
                return
            _answer(lambda line=line: _command(runs, line, form))
            continue
        lines += [line] if line or lines else []
        if line.endswith(";"):
            text, lines = "\n".join(lines), []
            _answer(lambda text=text: write_result(query(runs, text), form))


def _line(sign: str) -> str | None:
    """A line without spaces around it; None at the end."""
    try:
        return input(sign).strip()
    except EOFError:
        return None


def _answer(ask: Callable[[], str]) -> None:
    try:
        print(ask(), end="")
    except StoreError as error:
        print(f"error: {error}", file=sys.stderr)


def _command(runs: Sequence[Path], line: str, form: str) -> str:
    name, _, rest = line.partition(" ")
    if name == ".examples":
        return "".join(f"{each.name:<26} {each.title}\n" for each in questions().values())
    if name == ".ask":
        return write_result(query(runs, question(rest.strip()).sql), form)
    return f"{HELP}\n"

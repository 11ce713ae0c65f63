"""The prompt of `python -m flows sql`: queries, with a history and completion.

`prompt_toolkit` reads the lines. It has completion in a menu and accepts pasted queries as a whole,
and tests need no terminal. The standard library's readline lacks the first two, and some Pythons
lack readline.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import duckdb
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from flows.questions.question import say
from tasks.sql.catalog import answers, connect, question, questions
from tasks.sql.output import write_result
from tasks.storage.files import StoreError
from tasks.storage.shared_home import hearthlight_home

HELP = """\
Type an SQL query and press Enter. A query over several lines (such as a `select` without `from`)
ends with a semicolon or an empty line. Alt-Enter begins a new line, Tab completes names.
  show tables
  describe evaluations
  .examples     list the example queries
  .ask NAME     run one of them
  help          print this help
  exit          leave the prompt (also quit and Ctrl-D)"""
_LEAVE = ("exit", "quit", ".exit", ".quit", "\\q")
_HELP = ("help", ".help", "?")


def prompt(runs: Sequence[Path], form: str) -> None:
    """Reads queries and prints results; an error does not end the prompt.

    The runs are read again for each query; a format is one of `tasks.sql.output.write_result`.
    """
    with connect(runs) as tables:
        session = _session(tables)
        say(HELP)
        while (text := _read(session)) is not None:
            word = text.rstrip(";").strip().lower()
            if word in _LEAVE:
                return
            if word in _HELP:
                say(HELP)
            elif text.startswith("."):
                _print(_command(runs, text, form))
            elif word:
                _print(_answers(runs, text, form))


def _read(session: PromptSession) -> str | None:
    """A query without surrounding spaces; None at the end."""
    try:
        return session.prompt("sql> ").strip()
    except KeyboardInterrupt:
        return ""  # Ctrl-C drops the query, as in shells
    except EOFError:
        return None


def _session(tables: duckdb.DuckDBPyConnection) -> PromptSession:
    """A session: Enter submits a complete query, and else begins a new line."""
    found = tables.sql("select table_name, column_name from duckdb_columns()").fetchall()
    history = hearthlight_home() / "sql_history"
    history.parent.mkdir(parents=True, exist_ok=True)
    keys = KeyBindings()

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        typed = event.current_buffer
        typed.validate_and_handle() if _is_whole(tables, typed.text) else typed.newline()

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.newline()

    return PromptSession(
        multiline=True,
        prompt_continuation="...> ",
        key_bindings=keys,
        completer=WordCompleter(sorted({name for row in found for name in row}), ignore_case=True),
        complete_while_typing=False,
        history=FileHistory(str(history)),
    )


def _is_whole(tables: duckdb.DuckDBPyConnection, typed: str) -> bool:
    """Whether a text is complete: a command, or SQL that has ended or that DuckDB can parse."""
    text = typed.strip()
    if text.endswith(";") or text.startswith(".") or text.lower() in (*_LEAVE, *_HELP):
        return True
    if not typed.rpartition("\n")[2].strip():
        return True
    if re.match(r"select\b(?!.*\bfrom\b)", text, re.IGNORECASE | re.DOTALL):
        return False
    try:
        return bool(tables.extract_statements(text))
    except duckdb.Error:
        return False


def _print(texts: Iterable[str]) -> None:
    try:
        for text in texts:
            print(text, end="")
    except StoreError as error:
        print(f"error: {error}", file=sys.stderr)


def _answers(runs: Sequence[Path], sql: str, form: str) -> Iterator[str]:
    return (write_result(table, form) for table in answers(runs, sql))


def _command(runs: Sequence[Path], line: str, form: str) -> Iterator[str]:
    name, _, rest = line.partition(" ")
    if name == ".examples":
        yield from (f"{each.name:<26} {each.title}\n" for each in questions().values())
        return
    if name == ".ask":
        yield from _answers(runs, question(rest.strip()).sql, form)
        return
    raise StoreError(f"{name}: no such command; `help` lists them")

"""The prompt of `sql`, without a terminal."""

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from flows.questions.sql_prompt import _session, prompt
from tasks.sql.catalog import connect
from tasks.storage.files import StoreError
from tests.tasks.synthetic import write_run


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("HEARTHLIGHT_HOME", str(tmp_path / "home"))
    return write_run(tmp_path / "run", n=10).path


def typed(run, keys: str, capsys) -> tuple[str, str]:
    """What is answered and what is said when these keys are pressed, then Ctrl-D."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys + "\x04")
        prompt([run], "csv")
    told = capsys.readouterr()
    return told.out, told.err


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        ("from (select 7 as n)\r", "n\n7\n"),
        ("select n from (select 7 as n)\r", "n\n7\n"),
        ("show tables\r", "name\narchive\n"),
        ("select 7 as n\r\r", "n\n7\n"),
        ("select 7 as n;\r", "n\n7\n"),
        ("select 7 as n; select 8 as m;\r", "n\n7\nm\n8\n"),
        ("select 7 as n; select * from nothing; select 8 as m;\r", "n\n7\n"),
        ("select count(*) as n\rfrom evaluations;\r", "n\n10\n"),
        ("select count(*) as n\rfrom evaluations\r", "n\n10\n"),
        ("from (select 7 as n)\x1b\rlimit 0\r", "n\n"),
        ("from (select 7 as n\r)\r", "n\n7\n"),
        (".ask no-such\r", ""),
        ("\r\r", ""),
    ],
)
def test_a_question_is_answered_when_it_is_whole(keys, answer, run, capsys):
    assert typed(run, keys, capsys)[0].startswith(answer)


def test_a_name_that_does_not_exist_is_an_error_at_once(run, capsys):
    assert "itration" in typed(run, "select itration from metrics\r", capsys)[1]


@pytest.mark.parametrize("word", ["help", "HELP;", "?", ".help"])
def test_help_explains_the_prompt(word, run, capsys):
    assert typed(run, f"{word}\r", capsys)[1].count("press Enter") == 2  # at the start, too


@pytest.mark.parametrize("word", ["exit", "quit;", "QUIT", ".quit", ".exit", "\\q"])
def test_a_word_leaves(word, run, capsys):
    assert typed(run, f"{word}\rselect 7 as n\r", capsys)[0] == ""


def test_what_duckdb_refuses_is_told_and_the_prompt_goes_on(run, capsys):
    answer, said = typed(run, "select colour from evaluations;\rfrom (select 7 as n)\r", capsys)
    assert "error: SQL: " in said
    assert answer == "n\n7\n"


def test_ctrl_c_drops_a_question(run, capsys):
    assert typed(run, "select\x03from (select 7 as n)\r", capsys)[0] == "n\n7\n"


@pytest.mark.parametrize(
    ("start", "name"),
    [("select max(win_r", "win_rate"), ("from eval", "evaluations"), ("FROM Eval", "evaluations")],
)
def test_tables_and_columns_are_completed(start, name, run):
    with connect([run]) as tables:
        completer = _session(tables).completer
        found = completer.get_completions(Document(start), CompleteEvent(completion_requested=True))
        assert name in [each.text for each in found]


def test_questions_are_remembered_for_the_next_time(run, capsys):
    typed(run, "select 7 as n;\r", capsys)
    assert typed(run, "\x1b[A\r", capsys)[0] == "n\n7\n"  # the arrow upwards


def test_a_directory_without_a_run_is_refused_at_once(tmp_path, capsys):
    with pytest.raises(StoreError, match="no run here"):
        typed(tmp_path, "", capsys)
    assert capsys.readouterr().err == ""

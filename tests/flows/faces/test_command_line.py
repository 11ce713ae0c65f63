"""The command line: one-line errors before any game, and its output."""

import io
import json
import re
import shlex
import sys
from typing import get_args, get_origin

import pytest

from flows.__main__ import main
from flows.commands import QUESTIONS
from flows.faces.command_line import read
from models.settings.config import ConfigError
from models.statistics.calibration import REFERENCE
from tests.processes import python
from tests.tasks.synthetic import write_run

MIRACLE = "Classic Miracle Rogue"


def texts() -> list:
    """Every command with each option and argument that takes text."""
    return [
        pytest.param(question, name, id=f"{command} {question.label(name)}")
        for command, question in QUESTIONS.items()
        for name, field in question.fields().items()
        if field.annotation is not bool
    ]


@pytest.mark.parametrize(("question", "name"), texts())
def test_an_unset_shell_variable_is_refused(question, name):
    """`--out "$RUN"` without RUN must not be the current directory."""
    annotation = question.model_fields[name].annotation
    repeated = list in map(get_origin, (annotation, *get_args(annotation)))
    with pytest.raises(ConfigError, match=f"{question.label(name)}: is empty"):
        question.ask({name: [""] if repeated else ""})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda facts: [], "damaged file (no JSON object)"),
        (lambda facts: facts | {"format": "another"}, "not a Hearthlight run"),
        (lambda facts: facts | {"digests": {"cards": "1"}}, "digests.code missing"),
        (lambda facts: {k: facts[k] for k in ("format", "format_version")}, "experiment and seed"),
        (
            lambda facts: facts | {"experiment": facts["experiment"] | {"colour": "red"}},
            "a run of another version: colour",
        ),
    ],
)
def test_a_manifest_of_something_else_is_refused(change, message, tmp_path, refused):
    write_run(tmp_path / "run")
    manifest = tmp_path / "run" / "manifest.json"
    manifest.write_text(json.dumps(change(json.loads(manifest.read_text()))))
    assert message in refused("report", tmp_path / "run")


def test_a_damaged_table_is_refused_by_every_reader(tmp_path, refused):
    run = write_run(tmp_path / "run")
    path = run.chunks.path(2)
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0xFF
    path.write_bytes(data)
    for command in ("report", "report --compare", "sql", "replay --evaluation=1 --run"):
        question = ["select 1"] if command == "sql" else []
        told = refused(*command.split(), tmp_path / "run", *question)
        assert f"{path}: not the file that this run wrote; it is damaged" in told
        assert "delete it" in told


def test_a_comparison_of_runs_prints_its_table_and_names_its_page(tmp_path, capsys):
    for name in ("dsa-me", "map-elites"):
        write_run(tmp_path / name, algorithm=name)
    assert main(["report", "--compare", str(tmp_path), "--out", str(tmp_path / "out")]) == 0
    told = capsys.readouterr()
    assert told.out == (tmp_path / "out" / "report.md").read_text()
    assert told.err == f"done: open {tmp_path / 'out' / 'index.html'}\n"
    assert (tmp_path / "out" / "index.html").is_file()


def test_a_comparison_needs_decks_that_differ(tmp_path, refused):
    (tmp_path / "two.csv").write_text("\n".join(REFERENCE.read_text().splitlines()[:3]))
    assert "at least 3 decks" in refused("calibrate", "--decks", tmp_path / "two.csv")


def test_a_compile_cache_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    switches = {"HEARTHLIGHT_CACHE": str(tmp_path / "file"), "NUMBA_DISABLE_JIT": "0"}
    answer = python("-m", "flows", "evaluate", MIRACLE, **switches)
    assert answer.returncode == 2
    assert answer.stderr.splitlines()[-1].startswith("error: cannot write compiled code to")
    assert "Traceback" not in answer.stderr


def test_a_port_in_use_is_refused(tmp_path, taken_port, monkeypatch, capsys):
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    monkeypatch.delitem(sys.modules, "prefect", raising=False)  # as in a new process
    monkeypatch.setenv("HEARTHLIGHT_HOME", str(tmp_path / "home"))
    search = ["search", "dsa-me", "--preset", "smoke", "--out", str(tmp_path / "run")]
    assert main([*search, "--port", str(taken_port)]) == 2
    _, error = capsys.readouterr().err.splitlines()
    assert re.match(rf"error: port {taken_port} is in use; .*:{taken_port}/api", error)
    assert not (tmp_path / "run" / "evaluations").exists()


def test_commands_that_need_no_server_do_not_import_prefect():
    code = (
        "import sys; from flows.__main__ import main; "
        "assert main(['evaluate', 'Classic Miracle Rogue', '--games', '2']) == 0; "
        "assert not {'prefect', 'torch', 'mlflow'} & set(sys.modules), 'imported in vain'"
    )
    done = python("-c", code)
    assert done.returncode == 0, done.stderr


def test_evaluate_prints_json_alone_and_the_same_for_any_number_of_threads(answered):
    call = ["evaluate", MIRACLE, "--games", "12", "--json", "--threads"]
    found = [json.loads(answered(*call, threads)) for threads in ("1", "2")]
    assert found[0] == found[1]
    low, high = found[0]["health_difference_interval"]
    assert low < found[0]["health_difference"] < high
    assert [opponent["n_games"] for opponent in found[0]["opponents"]] == [2] * 6
    assert len(found[0]["cell"]) == 2


def test_evaluate_tells_people_each_opponent(answered):
    told = answered("evaluate", MIRACLE, "--games", "12")
    for name in ("Aggro Hunter", "Control Warlock", "deck code", "95 %"):
        assert name in told


def test_an_opponent_without_games_has_no_numbers(answered):
    told = answered("evaluate", MIRACLE, "--games", "2")
    assert re.search(r"Control Warlock +0  - +-$", told, re.MULTILINE)
    assert "nan" not in told
    found = answered("evaluate", MIRACLE, "--games", "2", "--json")
    last = json.loads(found, parse_constant=pytest.fail)["opponents"][-1]
    assert last.pop("name") == "Control Warlock"
    assert last.pop("n_games") == 0
    assert not any(last.values())


def test_a_replay_ends_as_the_evaluation_counted(answered):
    counted = json.loads(answered("evaluate", MIRACLE, "--games", "2", "--json"))["opponents"][:2]
    for game, opponent in enumerate(counted):
        last = answered("replay", MIRACLE, "--game", game).splitlines()[-1]
        assert f"health difference {opponent['health_difference']:+.0f}" in last


def test_presets_and_sql_answer(tmp_path, answered):
    assert "quick" in answered("presets")
    assert "search.n_games = 6" in answered("presets", "smoke", "--keys")
    assert "quick" in answered("presets", "--training")
    assert "evolution.emitters = 3" in answered("presets", "smoke", "--training")
    write_run(tmp_path / "run")
    assert "70" in answered("sql", tmp_path / "run", "select count(*) as n from evaluations")


@pytest.mark.parametrize("place", range(4))
def test_options_of_sql_may_stand_anywhere(place, tmp_path, capsys):
    write_run(tmp_path / "one", n=10)
    write_run(tmp_path / "two", n=10)
    words = [str(tmp_path / "one"), str(tmp_path / "two"), "-- all\nselect count(*) as n from runs"]
    out = tmp_path / "out.csv"
    words[place:place] = ["--format", "csv", "--out", str(out)]
    assert main(["sql", *words]) == 0
    assert out.read_text() == "n\n2\n"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("text", ["select 1 as a; select 2 as b", "select 1 as a;\nselect 2 as b;"])
def test_all_questions_are_answered(text, tmp_path, answered):
    write_run(tmp_path / "run", n=10)
    shown = answered("sql", tmp_path / "run", text)
    assert shown.index("a") < shown.index("1") < shown.index("b") < shown.index("2")


@pytest.mark.parametrize("more", [["--format", "csv"], ["--format", "json"], ["--out", "x.txt"]])
def test_several_answers_are_not_one_file(more, tmp_path, refused):
    write_run(tmp_path / "run", n=10)
    told = refused("sql", tmp_path / "run", "select 1; select 2", *more)
    assert "2 queries have 2 results; give one query" in told


def test_results_before_a_statement_that_fails_are_printed(tmp_path, capsys):
    run = str(write_run(tmp_path / "run", n=10).path)
    assert main(["sql", run, "select 7 as seven; select * from nothing; select 8 as eight"]) == 2
    told = capsys.readouterr()
    assert "seven" in told.out
    assert "eight" not in told.out
    assert told.err.startswith("error: SQL: ")
    assert main(["sql", run, "select 7; select * from nothing", "--format", "csv"]) == 2
    assert capsys.readouterr().out == ""


def test_no_query_on_standard_input_is_refused(tmp_path, refused, monkeypatch):
    write_run(tmp_path / "run", n=10)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert "there is no query" in refused("sql", tmp_path / "run")


def test_a_question_may_be_longer_than_names_of_files(tmp_path, answered):
    write_run(tmp_path / "run", n=10)
    columns = ", ".join(f"{n} as a_column_with_a_name_{n}" for n in range(20))
    told = answered("sql", tmp_path / "run", f"select {columns}", "--format", "csv")
    assert told.endswith("18,19\n")


@pytest.mark.parametrize("command", QUESTIONS)
def test_every_command_explains_all_its_options(command, capsys):
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    told = " ".join(capsys.readouterr().out.split()).replace("- ", "-")
    question = QUESTIONS[command]
    assert question.help() in told
    for name, field in question.fields().items():
        assert question.label(name) in told
        assert field.description.split(". ")[0].replace("- ", "-") in told


def test_the_overview_names_every_command(capsys):
    for words, status in ((["--help"], 0), ([], 2)):
        with pytest.raises(SystemExit) as stop:
            main(words)
        assert stop.value.code == status
        told = capsys.readouterr().out
        for command, question in QUESTIONS.items():
            assert f"  {command} " in told
            assert question.help() in told
    for line in re.findall(r"^  python -m flows (.*)$", told, re.M):
        read(shlex.split(line))


def test_help_imports_nothing_that_is_slow():
    slow = "{'prefect', 'torch', 'numba', 'mlflow', 'polars', 'duckdb', 'numpy'}"
    code = (
        "import sys; from flows.__main__ import main; from flows.commands import QUESTIONS\n"
        "for words in (['--help'], *([each, '--help'] for each in QUESTIONS)):\n"
        "    try: main(words)\n"
        f"    except SystemExit: assert not {slow} & set(sys.modules), words"
    )
    done = python("-c", code)
    assert done.returncode == 0, done.stderr

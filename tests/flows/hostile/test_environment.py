"""Environment variables and places that do not work: commands in processes of their own."""

import pytest

from tests.processes import ROOT, python

FLOWS = ["-m", "flows"]
SEARCH = [*FLOWS, "search", "dsa-me", "--preset", "smoke", "--out"]
PRESETS = [*FLOWS, "presets"]
PLAY = [*FLOWS, "evaluate", "Classic Miracle Rogue", "--games", "2"]

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def own_stores(monkeypatch):
    """No server or store is given, or only that of the test."""
    for name in ("PREFECT_API_URL", "PREFECT_HOME", "MLFLOW_TRACKING_URI"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("HEARTHLIGHT_HOME", "{file}", "{file}/prefect: cannot write here"),
        ("HEARTHLIGHT_HOME", "/proc/x", "/proc/x/prefect: cannot write here"),
        ("PREFECT_HOME", "/proc/x", "/proc/x: cannot write here"),
        ("PREFECT_HOME", "{file}", "{file}: cannot write here"),
        ("PREFECT_API_URL", "nonsense", "PREFECT_API_URL is nonsense, but no Prefect server"),
        ("PREFECT_API_URL", "http://127.0.0.1:9/api", "but no Prefect server answers there"),
        ("PREFECT_API_URL", "file:///etc/passwd", "but no Prefect server answers there"),
        ("MLFLOW_TRACKING_URI", "nonsense://x", "MLflow store nonsense://x: cannot be used"),
        ("MLFLOW_TRACKING_URI", "sqlite:////proc/x.db", "MLflow store sqlite:////proc/x.db: "),
    ],
)
def test_a_search_names_the_variable_or_place_that_does_not_work(tmp_path, name, value, message):
    (tmp_path / "file").write_text("")
    file, out = tmp_path / "file", tmp_path / "run"
    variables = {"HEARTHLIGHT_HOME": str(tmp_path / "home")} | {name: value.format(file=file)}
    done = python(*SEARCH, out, **variables)
    assert done.returncode == 2
    (error,) = (line for line in done.stderr.splitlines() if line.startswith("error: "))
    assert message.format(file=file) in error
    assert "Traceback" not in done.stderr
    assert not list(out.glob("evaluations/*"))


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"HOME": ""}, PRESETS),
        ({"TMPDIR": "/nowhere"}, PRESETS),
        ({"LC_ALL": "C"}, PRESETS),
        ({"TERM": "nonsense", "COLUMNS": "-1"}, PRESETS),
        ({"OMP_NUM_THREADS": "nonsense"}, PLAY),
        ({"PYTHONWARNINGS": "nonsense"}, PRESETS),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else value[2],
)
def test_variables_that_do_not_matter_do_no_harm(variables, words):
    done = python(*words, **variables)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [["presets"], ["--help"], ["search", "--help"]])
def test_standard_output_on_a_full_disk_is_refused_in_one_line(words):
    with open("/dev/full", "w") as full:
        done = python(*FLOWS, *words, stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith("error: standard output: cannot be written (No space left on")
    assert done.stderr.count("\n") == 1


def test_a_deleted_folder_is_refused_in_one_line(tmp_path):
    script = "import os, sys; os.rmdir(os.getcwd()); from flows.faces.command_line import main; "
    words = ["-c", script + "sys.exit(main(['presets']))"]
    done = python(*words, cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert done.returncode == 2
    assert done.stderr.startswith("error: the current folder cannot be used (No such file")
    assert done.stderr.count("\n") == 1

"""The wheel has all that commands need: it is installed outside the checkout and used there."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from pathlib import Path

import polars as pl
import pytest

from tests.processes import ROOT

PACKAGES = ("engine", "models", "tasks", "flows", "hearthlight")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from hatchling.builders.wheel import WheelBuilder as B; "
    build += "print(next(B(sys.argv[1]).build(directory=sys.argv[2])))"
    subprocess.run([sys.executable, "-c", build, ROOT, folder], cwd=folder, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Runs programs of a new environment with the wheel and this environment's packages."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    programs = folder / "env" / "bin"
    target = sysconfig.get_path("purelib", vars={"base": str(folder / "env")})
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--no-deps"]
    subprocess.run([*pip, "--no-index", "--quiet", wheel], check=True)
    # Plain lines of a .pth file add folders; those of this environment, which name the checkout,
    # are not read.
    (Path(target) / "packages.pth").write_text(sysconfig.get_path("purelib"))
    home = {"HEARTHLIGHT_HOME": str(folder / "home"), "PYTHONPATH": ""}

    def start(*words: object, **options) -> subprocess.Popen:
        command = [programs / words[0], *map(str, words[1:])]
        options = {"stdout": subprocess.PIPE, "text": True, "cwd": folder} | options
        return subprocess.Popen(command, env={**os.environ, **home}, **options)

    return start


def output(process: subprocess.Popen) -> str:
    said = process.communicate()[0]
    assert process.returncode == 0, said
    return said


def test_the_wheel_has_every_file_of_the_packages(wheel):
    command = ["git", "ls-files", *PACKAGES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(done.stdout.splitlines()) - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_modules_are_those_of_the_wheel(installed):
    code = "import hearthlight as hl, engine; print(engine.__file__, hl.__version__)"
    file, version = output(installed("python", "-c", code)).split()
    assert "site-packages" in file
    assert str(ROOT) not in file
    assert re.search(rf'^version = "{version}"$', (ROOT / "pyproject.toml").read_text(), re.M)


def test_a_deck_is_evaluated(installed):
    said = output(installed("hearthlight", "evaluate", "Aggro Hunter", "--games", 6, "--json"))
    assert json.loads(said)["n_games"] == 6
    code = "import hearthlight as hl; print(hl.evaluate('Aggro Hunter', games=6)['n_games'])"
    assert output(installed("python", "-c", code)) == "6\n"


def test_decks_are_calibrated(installed, tmp_path):
    published = ROOT / "models" / "statistics" / "data" / "sabberstone_reference_decks.csv"
    pl.read_csv(published, infer_schema=False).head(5).write_csv(tmp_path / "few.csv")
    words = ["calibrate", "--decks", tmp_path / "few.csv", "--games", 2, "--out", tmp_path / "out"]
    assert "5 decks: Pearson r" in output(installed("hearthlight", *words))
    assert len(list((tmp_path / "out").iterdir())) >= 2


def test_a_search_runs_and_its_tables_answer(installed, tmp_path):
    run = tmp_path / "run"
    output(installed("hearthlight", "search", "dsa-me", "--preset", "smoke", "--out", run))
    assert (run / "report" / "index.html").stat().st_size > 10_000
    assert "qd_score" in output(installed("hearthlight", "sql", run, "from metrics"))
    assert output(installed("hearthlight", "sql", run, "--example", "card-frequency"))


def test_the_application_answers(installed, tmp_path):
    words = ["app", "--runs", tmp_path, "--port", 0]
    app = installed("hearthlight", *words, stderr=subprocess.PIPE)
    try:
        address = next(re.findall(r"http://\S+", line) for line in app.stderr if "http" in line)[0]
        with urllib.request.urlopen(address) as page:
            assert page.status == 200
            assert "<html" in page.read().decode()
    finally:
        app.terminate()
        assert app.wait(30) is not None

"""Security: pinned packages, addresses, and forbidden calls."""

import ast
import importlib.metadata as metadata
import re
import tomllib
from itertools import chain

import pytest
import yaml
from packaging.requirements import Requirement

from infra.service import Service
from tasks.tracking.mlflow_store import without_password
from tests.processes import ROOT

PACKAGES = ("engine", "models", "tasks", "flows", "infra", "hearthlight")
#: How programs are started and pickles are read; each has to be looked at.
UNSAFE = {"pickle", "cPickle", "cloudpickle", "dill", "joblib", "shelve", "marshal"}
CALLS = {"system", "popen", "read_pickle", "unsafe_load", "full_load"}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _pins() -> dict[str, str]:
    lines = (ROOT / "infra" / "constraints.txt").read_text().splitlines()
    pins = [line.partition("==") for line in lines if line and not line.startswith("#")]
    return {_plain(name): version for name, _, version in pins}


#: Parts of a CUDA build of PyTorch, which requires exact versions of them itself.
OF_CUDA = ("cuda-", "nvidia-", "triton")


def _required() -> set[str]:
    """Everything that Hearthlight and its extras bring, as far as it is installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    left, found = [(Requirement(each), ("",)) for each in named], set()
    while left:
        wanted, extras = left.pop()
        if wanted.marker and not any(wanted.marker.evaluate({"extra": each}) for each in extras):
            continue
        key = _plain(wanted.name), tuple(sorted(wanted.extras))
        if key in found or key[0].startswith(OF_CUDA):
            continue
        found.add(key)
        try:
            further = metadata.distribution(wanted.name).requires or ()
        except metadata.PackageNotFoundError:
            continue  # of an extra that is not installed here
        left += [(Requirement(each), ("", *wanted.extras)) for each in further]
    return {name for name, _ in found} - {"pip", "setuptools"}


def test_every_package_that_is_installed_for_us_is_pinned():
    assert _required() - set(_pins()) == set()


def test_what_is_installed_is_what_is_pinned():
    pins = _pins()
    for name in _required():
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
        assert installed.partition("+")[0] == pins[name], name


@pytest.mark.parametrize("name", ["prefect", "mlflow", "app"])
def test_servers_listen_on_this_machine_alone_unless_told_otherwise(name, monkeypatch, tmp_path):
    monkeypatch.setenv("HEARTHLIGHT_HOME", str(tmp_path))
    monkeypatch.delenv("HEARTHLIGHT_SERVICE_HOST", raising=False)
    for wanted in ("127.0.0.1", "10.1.2.3"):
        command = Service().command(name)
        assert command[command.index("--host") + 1] == wanted
        monkeypatch.setenv("HEARTHLIGHT_SERVICE_HOST", "10.1.2.3")


def test_no_pickle_is_read_and_no_text_is_run():
    found = []
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [getattr(node, "module", None) or "", *(a.name for a in node.names)]
                found += [(path.name, name) for name in names if name.partition(".")[0] in UNSAFE]
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                options = {each.arg: ast.unparse(each.value) for each in node.keywords}
                module = ast.unparse(getattr(node.func, "value", ast.Name("")))
                is_text = ast.unparse(node.func) in ("eval", "exec") or "shell" in options
                if called in CALLS or is_text:
                    found.append((path.name, called))
                if (module, called) == ("torch", "load") and options.get("weights_only") != "True":
                    found.append((path.name, "torch.load"))
                if (module, called) == ("np", "load") and options.get("allow_pickle") != "False":
                    found.append((path.name, "np.load"))
                if (module, called) == ("yaml", "load"):
                    found.append((path.name, "yaml.load"))
    assert found == []


def test_passwords_of_stores_are_not_written_down():
    shown = without_password("postgresql+psycopg2://me:s3cr:et@host:5432/mlflow")
    assert shown == "postgresql+psycopg2://me:***@host:5432/mlflow"
    sqlite = "sqlite:////home/me/a:b@c/mlflow.db"
    for uri in (sqlite, "http://127.0.0.1:5000", "postgresql://me@h/d"):
        assert without_password(uri) == uri


def test_a_store_with_a_password_is_not_on_the_command_line(monkeypatch, tmp_path):
    monkeypatch.setenv("HEARTHLIGHT_HOME", str(tmp_path))
    monkeypatch.setenv("MLFLOW_BACKEND_STORE_URI", "postgresql://me:secret@host/mlflow")
    service = Service()
    assert not any("secret" in word for word in service.command("mlflow"))
    # Flows then use the server, whose database it is.
    assert service.environment()["MLFLOW_TRACKING_URI"] == service.url("mlflow")


def test_containers_are_reached_from_this_machine_alone_and_hold_no_password():
    text = (ROOT / "infra" / "compose.yaml").read_text()
    parts = yaml.safe_load(text)["services"]
    wanted = {"postgres", "prefect", "mlflow", "worker", "dask-scheduler", "dask-worker"}
    assert wanted <= set(parts)
    for part in parts.values():
        assert all(port.startswith("127.0.0.1:") for port in part.get("ports", ()))
    given = re.sub(r"\$\{HEARTHLIGHT_DB_PASSWORD[^}]*\}", "GIVEN", text)
    held = re.findall(r"PASSWORD: *([^\s,]+)|hearthlight:([^@\s]+)@postgres", given)
    assert {found.strip('"') for pair in held for found in pair if found} == {"GIVEN"}

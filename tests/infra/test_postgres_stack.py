"""The service on PostgreSQL and Dask: starts everything, runs a search, checks it, stops.

Needs PostgreSQL's programs (Debian: `apt-get install postgresql`) and the extras `postgres` and
`dask`. The test creates a database, which listens on loopback. With `-s` it prints each command.
For a permanent stack, use the same commands in systemd units or containers
(`infra/compose.yaml`).
"""

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tasks.orchestration.server import LOOPBACK, ask, free_port
from tasks.sql.catalog import query
from tests.infra.running import ROOT, deployment_id, running_service, wait_until_completed

USER = "hearthlight"
RUN_S = 600.0
#: By database, a query that counts the rows of the run.
COUNTS = {
    "prefect": "select count(*) from flow_run where state_type = 'COMPLETED'",
    "mlflow": "select count(*) from metrics",
}


def programs() -> Path | None:
    """Folder of PostgreSQL's programs, the newest installed version."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = installed[-1] if installed else shutil.which("initdb")
    return Path(found).parent if found else None


def call(*command: object, environment: Mapping[str, str] | None = None, user: str | None = None):
    """Runs a command, as another user if one is named; returns its output."""
    words = [str(word) for word in command]
    print("$", *words, flush=True)
    env, place = {**os.environ, **(environment or {})}, "/" if user else ROOT
    done = subprocess.run(words, env=env, user=user, cwd=place, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def folder():
    """A folder that other users can enter, such as PostgreSQL's; those of pytest are private."""
    with tempfile.TemporaryDirectory(prefix="hearthlight-") as made:
        Path(made).chmod(0o711)
        yield Path(made)


@pytest.fixture
def postgres(folder):
    """Clients' environment of a PostgreSQL server; started by root, it runs as `postgres`."""
    bin_, data, secret = programs(), folder / "postgres", folder / "password"
    if bin_ is None:
        pytest.skip("no PostgreSQL here; on Debian: apt-get install postgresql")
    pytest.importorskip("psycopg2", reason="needs the extra postgres")
    client = {"PGHOST": LOOPBACK, "PGPORT": str(free_port()), "PGUSER": USER}
    client["PGPASSWORD"] = secrets.token_urlsafe(24)
    owner = "postgres" if os.geteuid() == 0 else None
    data.mkdir()
    secret.touch(mode=0o600)
    secret.write_text(client["PGPASSWORD"])
    if owner is not None:
        for path in (data, secret):
            shutil.chown(path, owner, pwd.getpwnam(owner).pw_gid)
    make = (bin_ / "initdb", "-D", data / "data", "-U", USER, f"--pwfile={secret}")
    call(*make, "--auth=scram-sha-256", "--encoding=UTF8", user=owner)
    control = (bin_ / "pg_ctl", "-D", data / "data", "-w", "-t", "60")
    options = f"-h {LOOPBACK} -p {client['PGPORT']} -k {data}"
    call(*control, "-l", data / "log", "-o", options, "start", user=owner)
    try:
        for database in COUNTS:
            call(bin_ / "createdb", database, environment=client)
        yield client
    finally:
        call(*control, "-m", "fast", "stop", user=owner)


@pytest.fixture
def service(folder, postgres):
    """The environment of the running service of `make up`, on the databases."""
    place = f"{USER}:{postgres['PGPASSWORD']}@{LOOPBACK}:{postgres['PGPORT']}"
    urls = {
        "PREFECT_SERVER_DATABASE_CONNECTION_URL": f"postgresql+asyncpg://{place}/prefect",
        "MLFLOW_BACKEND_STORE_URI": f"postgresql+psycopg2://{place}/mlflow",
    }
    with running_service(folder / "home", **urls) as environment:
        yield environment


@pytest.fixture
def dask(folder):
    """The address of a Dask scheduler with two workers."""
    pytest.importorskip("distributed", reason="needs the extra dask")
    from tests.dask_processes import dask_processes

    with dask_processes(2, folder) as cluster:
        yield cluster.address


@pytest.mark.slow
def test_a_search_from_its_deployment_arrives_in_both_databases(folder, postgres, dask, service):
    prefect, out = f"http://{LOOPBACK}:{service['HEARTHLIGHT_PREFECT_PORT']}", folder / "run"
    asked = {"preset": "smoke", "seed": 1, "out": str(out), "cluster": dask}
    url = f"{prefect}/api/deployments/{deployment_id(prefect, 'search/dsa-me')}/create_flow_run"
    wait_until_completed(prefect, ask(url, {"parameters": asked})["id"], RUN_S)
    assert query([out], "from timing")["games"][0] > 0
    for database, question in COUNTS.items():
        psql = (programs() / "psql", "-d", database, "-tA", "-c", question)
        assert int(call(*psql, environment=postgres)) > 0

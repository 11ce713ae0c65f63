"""The service on PostgreSQL and Dask: starts everything, runs a search, checks it, stops.

    pip install -c infra/constraints.txt -e ".[postgres,dask]"
    python -m infra.postgres_stack

PostgreSQL's programs must be installed (Debian: `apt-get install postgresql`). The script creates a
database in a temporary folder, which listens on loopback; started by root, it runs as the user
`postgres`. Its password is new each time and only passed in the environment. The script prints each
command. For a permanent stack, use the same commands in systemd units or containers
(`compose.yaml`).
"""

import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from infra.flow_runs import deployment_id, wait_until_completed
from infra.processes import Process
from infra.service import ROOT
from tasks.orchestration.processes import LOOPBACK, ServerError, ask, free_port

USER = "hearthlight"
START_S = 60.0
RUN_S = 600.0
QUESTIONS = {
    "prefect": "select count(*) || ' flow runs' from flow_run where state_type = 'COMPLETED'",
    "mlflow": "select count(*) || ' metrics' from metrics",
}


def programs() -> Path:
    """Folder of PostgreSQL's programs, the newest installed version.

    Raises:
        ServerError: There is none.
    """
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found := installed[-1] if installed else shutil.which("initdb"):
        return Path(found).parent
    raise ServerError("no PostgreSQL here; on Debian: apt-get install postgresql")


@contextmanager
def postgres(folder: Path, port: int, password: str) -> Iterator[dict[str, str]]:
    """A new PostgreSQL server; yields the environment for its clients.

    Args:
        folder: Folder of its data; created here.
        port: Its port on loopback.
        password: Password of its owner, the user `hearthlight`.
    """
    bin_, owner = programs(), "postgres" if os.geteuid() == 0 else None
    folder.mkdir()
    secret = folder.with_suffix(".password")
    secret.touch(mode=0o600)
    secret.write_text(password)
    if owner is not None:
        for path in (folder, secret):
            shutil.chown(path, owner, pwd.getpwnam(owner).pw_gid)
    make = [bin_ / "initdb", "-D", folder / "data", "-U", USER, f"--pwfile={secret}"]
    _call([*make, "--auth=scram-sha-256", "--encoding=UTF8"], {}, owner)
    secret.unlink()
    control = [bin_ / "pg_ctl", "-D", folder / "data", "-w", "-t", str(int(START_S))]
    options = f"-h {LOOPBACK} -p {port} -k {folder}"
    _call([*control, "-l", folder / "log", "-o", options, "start"], {}, owner)
    client = {
        "PGHOST": LOOPBACK,
        "PGPORT": str(port),
        "PGUSER": USER,
        "PGPASSWORD": password,
    }
    try:
        for database in QUESTIONS:
            _call([bin_ / "createdb", database], client)
        yield client
    finally:
        _call([*control, "-m", "fast", "stop"], {}, owner)


def _call(
    command: Sequence[object], environment: Mapping[str, str], user: str | None = None
) -> str:
    """Runs a command, as another user if one is named; returns its output."""
    words = [str(word) for word in command]
    print("$", *words, flush=True)
    done = subprocess.run(
        words,
        env={**os.environ, **environment},
        user=user,
        cwd="/" if user else ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        raise ServerError(f"{words[0]} failed:\n{done.stdout}")
    return done.stdout


@contextmanager
def service(environment: Mapping[str, str]) -> Iterator[None]:
    """The service of `make up`, with databases of the environment."""
    command = [sys.executable, "-m", "infra.service"]
    try:
        print(_call([*command, "up"], environment), end="")
        yield
    finally:
        _call([*command, "down"], environment)


def search(environment: Mapping[str, str], prefect: str, out: Path, cluster: str) -> None:
    """Run a small search from its deployment, with the cluster, and query it."""
    parameters = {"preset": "smoke", "seed": 1, "out": str(out), "cluster": cluster}
    deployment = deployment_id(prefect, "search/dsa-me")
    url = f"{prefect}/api/deployments/{deployment}/create_flow_run"
    try:
        wait_until_completed(prefect, ask(url, {"parameters": parameters})["id"], RUN_S)
    except ServerError as error:
        log = Path(environment["HEARTHLIGHT_HOME"]) / "service" / "worker.log"
        raise ServerError(f"{error}\n{log.read_text()[-3000:]}") from None
    print(_call([sys.executable, "-m", "flows", "sql", out, "select * from timing"], {}), end="")


@contextmanager
def dask(folder: Path) -> Iterator[str]:
    """Run a Dask scheduler and two workers; yield the scheduler's address."""
    port = str(free_port())
    address = f"tcp://{LOOPBACK}:{port}"
    place = ["--no-dashboard", "--host", LOOPBACK]
    worker = ["dask_worker", address, "--nthreads", "1", "--local-directory", str(folder)]
    parts = {
        "dask-scheduler": ["dask_scheduler", "--port", port],
        "dask-worker-1": worker,
        "dask-worker-2": worker,
    }
    processes = [Process(name, folder) for name in parts]
    try:
        for process, (program, *options) in zip(processes, parts.values(), strict=True):
            command = [sys.executable, "-m", f"distributed.cli.{program}", *options, *place]
            print("$", *command, flush=True)
            process.start(command, ROOT, {"PYTHONPATH": str(ROOT)})
        yield address
    finally:
        for process in reversed(processes):
            process.stop()


def main() -> int:
    """Runs the whole stack once; returns the exit status."""
    start = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="hearthlight-") as folder:
            Path(folder).chmod(0o711)  # the database's user must reach its folder
            _run(Path(folder))
    except ServerError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"the whole stack worked and is stopped, {time.monotonic() - start:.0f} s")
    return 0


def _run(folder: Path) -> None:
    port, password = free_port(), secrets.token_urlsafe(24)
    prefect, mlflow = free_port(), free_port()
    with postgres(folder / "postgres", port, password) as client, dask(folder / "dask") as cluster:
        place = f"{USER}:{password}@{LOOPBACK}:{port}"
        environment = {
            "HEARTHLIGHT_HOME": str(folder / "home"),
            "HEARTHLIGHT_PREFECT_PORT": str(prefect),
            "HEARTHLIGHT_MLFLOW_PORT": str(mlflow),
            "PREFECT_SERVER_DATABASE_CONNECTION_URL": f"postgresql+asyncpg://{place}/prefect",
            "MLFLOW_BACKEND_STORE_URI": f"postgresql+psycopg2://{place}/mlflow",
        }
        with service(environment):
            search(environment, f"http://{LOOPBACK}:{prefect}", folder / "run", cluster)
            for database, question in QUESTIONS.items():
                psql = [programs() / "psql", "-d", database, "-tA", "-c", question]
                print(f"in PostgreSQL, database {database}: {_call(psql, client).strip()}")


if __name__ == "__main__":
    sys.exit(main())

"""A running service, on free ports."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tasks.orchestration.server import free_port

ROOT = Path(__file__).parents[2]


def call(arguments: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess:
    """Runs this Python with arguments; it must succeed."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@contextmanager
def running_service(home: Path, **more: str) -> Iterator[dict[str, str]]:
    """The service of `make up` in its own home; yields the environment of its commands.

    Args:
        home: The folder that is `HEARTHLIGHT_HOME`.
        more: Other variables of that environment.
    """
    ports = {name: str(free_port()) for name in ("PREFECT", "MLFLOW", "APP")}
    environment = {name: value for name, value in os.environ.items() if "PREFECT" not in name}
    environment |= {f"HEARTHLIGHT_{name}_PORT": port for name, port in ports.items()}
    environment |= {"HEARTHLIGHT_HOME": str(home), **more}
    try:
        started = call(["-m", "infra.service", "up"], environment)
        assert f"http://127.0.0.1:{ports['PREFECT']}" in started.stdout
        yield environment
    finally:
        call(["-m", "infra.service", "down"], environment)

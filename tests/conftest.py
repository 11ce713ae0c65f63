"""The rules, and one Prefect server for all tests of flows, here and in processes they start."""

import gc
import os
import socket

import pytest
from hypothesis import settings

#: The same examples in each run, and no limit of time, which a compile would exceed.
settings.load_profile("ci")

#: What Prefect's server does besides answering.
SERVICES = (
    *("CANCELLATION_CLEANUP", "CLEANUP_RECONCILER", "EVENT_PERSISTER", "FOREMAN", "LATE_RUNS"),
    *("PAUSE_EXPIRATIONS", "REPOSSESSOR", "SCHEDULER", "TASK_RUN_RECORDER", "TRIGGERS"),
)


def pytest_configure() -> None:
    """Collecting tests makes no garbage, and looking for it takes a third of the time.

    Threads of torch keep cores busy while they wait, which the other processes of the tests need.
    """
    gc.disable()
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(2_000, 10, 20)
    gc.enable()


@pytest.fixture
def taken_port():
    """A port of this machine on which something listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


@pytest.fixture(scope="session")
def rules():
    """The cards of the default build."""
    from engine.rules import rules_for

    return rules_for()


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    """Where MLflow's store lies during the tests."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEARTHLIGHT_HOME", str(folder))
        patch.delenv("MLFLOW_TRACKING_URI", raising=False)
        yield folder


@pytest.fixture
def api_log():
    """What flows send to the log of Prefect's server, which gets none of it."""
    from prefect.logging.handlers import set_api_log_sink

    lines = []
    set_api_log_sink(lines.append)
    yield lines
    set_api_log_sink(None)


@pytest.fixture(scope="session")
def prefect(home):
    """A running Prefect server; yields the environment for other processes.

    It keeps flow runs, their artifacts and logs. Events and the states of tasks, half of a server's
    work, are for those who look at Prefect's pages: tests of these start a server of their own.
    """
    from prefect import settings
    from prefect.testing.utilities import prefect_test_harness

    off = {getattr(settings, f"PREFECT_SERVER_SERVICES_{name}_ENABLED"): False for name in SERVICES}
    with settings.temporary_settings(off), prefect_test_harness(server_startup_timeout=120):
        yield {**os.environ, "PREFECT_API_URL": settings.PREFECT_API_URL.value()}

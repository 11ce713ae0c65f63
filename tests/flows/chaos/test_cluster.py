"""Dask workers and schedulers that die while they play a search's games."""

import time

import psutil
import pytest
from distributed import Client

from tests.dask_processes import dask_processes
from tests.flows.chaos.disturbed import WAIT_S, Search, children, ended, stopped

#: Enough games to hit workers that play; a second of games and more per file.
SETTINGS = ("search.evaluations=96", "search.n_games=100", "search.chunk_games=1200")
SETTINGS += ("search.fresh_games=0",)

pytestmark = pytest.mark.slow


@pytest.fixture
def search(own_home, tmp_path):
    return Search(tmp_path / "run", own_home, SETTINGS)


@pytest.fixture(scope="module")
def whole(own_home, tmp_path_factory):
    """What the files of a search hold that no cluster plays."""
    alone = Search(tmp_path_factory.mktemp("runs") / "run", own_home, SETTINGS)
    ended(alone.start(), 0)
    return alone.contents()


def played_twice(address: str) -> int:
    """Pieces that the scheduler gave to a second worker."""
    with Client(address, set_as_default=False) as client:
        log = client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.transition_log))
    given = [entry[0] for entry in log if entry[2] == "processing"]
    return len(given) - len(set(given))


def test_workers_die(search, survived, tmp_path):
    """First one of two, then the other."""
    with dask_processes(2, tmp_path) as cluster:
        process = search.start("--cluster", cluster.address)
        search.wait_for(1, process)
        first = search.results()
        cluster.workers[0].kill()
        seconds = search.wait_for(len(first) + 1, process)
        again = played_twice(cluster.address)

        second = search.results()
        cluster.workers[1].kill()
        killed = time.monotonic()
        for line in process.stderr:
            if "the cluster has no workers; waiting for some" in line:
                break
        assert process.poll() is None
        cluster.workers.append(cluster.add_worker())
        search.wait_for(len(second) + 1, process)
        waited = time.monotonic() - killed
        ended(process, 0)
    survived(f"kill -9 of a Dask worker: {again} pieces again", search, first, seconds)
    survived("kill -9 of the last Dask worker, another joins", search, second, waited)


def test_the_scheduler_dies(search, survived, tmp_path):
    with dask_processes(2, tmp_path) as cluster:
        process = search.start("--cluster", cluster.address)
        search.wait_for(2, process)
        cluster.scheduler.kill()
        told = ended(process, 2)
    assert "the Dask scheduler is gone" in told
    assert "run the same command again to continue" in told
    before = search.results()
    seconds = search.resume("--threads", "1")
    survived("kill -9 of the Dask scheduler; threads go on", search, before, seconds)


def test_a_cluster_of_processes_ends_with_its_flow(search, survived):
    """Stopped by Ctrl-C, which a terminal sends to all of them, and then killed."""
    process = search.start("--cluster", "local:2")
    search.wait_for(1, process)
    below = psutil.Process(process.pid).children(recursive=True)
    took = stopped(process, *children(process, "spawn_main"))
    assert psutil.wait_procs(below, timeout=WAIT_S)[1] == []

    before = search.results()
    process = search.start("--cluster", "local:2")
    seconds = search.wait_for(len(before) + 1, process)
    below = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    assert psutil.wait_procs(below, timeout=WAIT_S)[1] == []
    last = search.results()
    again = search.resume("--cluster", "local:2")
    survived(f"Ctrl-C with --cluster local:2, which took {took:.1f} s", search, before, seconds)
    survived("kill -9 of a flow with --cluster local:2", search, last, again)

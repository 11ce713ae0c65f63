"""The address of a cluster, and refused clusters; tests/flows/test_cluster.py plays on one."""

import shutil
import sys
from functools import partial

import pytest

from models.players.config import PlayerConfig
from models.problems.rows import Rows
from models.settings.config import ConfigError
from tasks.games import cluster
from tasks.games.cluster import ClusterError, check_place, current_cluster, on_cluster, play_at_once
from tasks.games.play import play_sides
from tasks.orchestration.progress import Progress
from tasks.orchestration.server import free_port
from tasks.storage.manifest import _CODE_FOLDERS, code_digest, digest_of
from tests.dask_processes import ROOT, dask_processes


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    """A scheduler, which has no workers at first."""
    with dask_processes(0, tmp_path_factory.mktemp("dask")) as processes:
        yield processes


def test_without_a_place_threads_play():
    with on_cluster(None):
        assert current_cluster() is None


@pytest.mark.parametrize("place", ["local", "local:0", "local:two", "10.0.0.1:8786", "tcp://host"])
def test_a_place_that_cannot_be_read_is_refused_with_the_forms(place):
    with pytest.raises(ConfigError, match=rf"--cluster {place}: use local:N .* tcp://HOST:PORT"):
        check_place(place)


def test_a_scheduler_that_does_not_answer_is_named():
    place = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(ConfigError, match=rf"{place}: no Dask scheduler answers .*dask scheduler"):
        check_place(place)


def test_dask_is_asked_for_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ConfigError, match=r"Dask is not installed.*\.\[dask\]"):
        check_place("local:2")


def test_a_scheduler_without_workers_is_refused_with_how_to_start_one(processes, monkeypatch):
    monkeypatch.setattr(cluster, "_WORKERS_S", 0.5)
    place = processes.address
    told = rf"{place}: the scheduler has no workers; .*`dask worker {place}`"
    with pytest.raises(ClusterError, match=told), on_cluster(place):
        pytest.fail("nobody plays here")
    assert current_cluster() is None


def test_other_code_is_refused_whenever_its_worker_joins(processes, tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # an error needs no compilation
    for folder in _CODE_FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    with open(tmp_path / "models" / "intervals.py", "a") as changed:
        changed.write("# as it may be on a machine that nobody has updated\n")
    told = (
        rf"worker tcp://.* has other code \({digest_of(tmp_path)}\) than this run "
        rf"\({code_digest()}\): install the same version there and restart it; finished work"
    )
    first = processes.add_worker()
    processes.workers.append(first)
    processes.wait()
    with on_cluster(processes.address):
        processes.workers.append(processes.add_worker(tmp_path))
        processes.wait()
        first.kill()
        play = partial(play_sides, [], PlayerConfig())
        with pytest.raises(ClusterError, match=told):
            play_at_once(play, Rows.numbered(4, 2, seed=1), None, Progress())
    with pytest.raises(ClusterError, match=told), on_cluster(processes.address):
        pytest.fail("other code plays here")

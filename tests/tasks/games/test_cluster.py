"""Where a cluster is; what it plays is in tests/flows/test_cluster.py."""

import sys

import pytest

from models.config import ConfigError
from tasks.games.cluster import check_place, current_cluster, on_cluster
from tasks.orchestration.server import free_port


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

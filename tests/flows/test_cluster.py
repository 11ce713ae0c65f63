"""Searches and trainings whose games a Dask cluster plays: the same files as without it."""

import pytest

from flows.configs.player_presets import training_preset
from flows.configs.presets import SMOKE
from tasks.games.cluster import current_cluster, on_cluster
from tasks.storage.store import file_digest
from tests.dask_processes import dask_processes

#: Two pieces and more in a chunk, and more than one chunk.
EXPERIMENT = SMOKE.but(search__evaluations=60, search__n_games=60, search__chunk_games=2000)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two workers as separate processes."""
    with dask_processes(2, tmp_path_factory.mktemp("dask")) as processes:
        yield processes


def tables(run) -> dict[str, str]:
    """Digests of the files that decide or hold results."""
    folders = ("proposals", "evaluations", "archive", "surrogate")
    files = [file for name in folders for file in sorted(run.glob(f"{name}/*"))]
    return {str(file.relative_to(run)): file_digest(file) for file in files}


def test_a_search_is_the_same_on_two_workers(prefect, cluster, tmp_path):
    from flows.search import search

    search(EXPERIMENT, 3, tmp_path / "local")
    with on_cluster(cluster.address):
        search(EXPERIMENT, 3, tmp_path / "dealt")
        who = current_cluster().run(lambda dask_worker: dask_worker.state.executed_count)
    assert tables(tmp_path / "dealt") == tables(tmp_path / "local")
    assert all(n_pieces > 0 for n_pieces in who.values())
    assert len(who) == 2
    assert current_cluster() is None


def test_a_training_is_the_same_on_two_workers(prefect, cluster, tmp_path):
    from flows.train_player import train_player

    training = training_preset("smoke")
    train_player(training, 3, tmp_path / "local")
    with on_cluster(cluster.address):
        train_player(training, 3, tmp_path / "dealt")
    assert tables(tmp_path / "dealt") == tables(tmp_path / "local")

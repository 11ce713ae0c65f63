"""Flows on a Dask cluster: the same results as without it, or a clear error."""

import json

import pytest
from distributed import Client

from flows.__main__ import main
from flows.questions.presets import SMOKE, training_preset
from flows.search import search
from flows.train_player import train_player
from models.files import file_digest
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck, opponent_suite
from models.statistics.calibration import REFERENCE
from tasks.games.cluster import current_cluster, on_cluster
from tasks.games.play import play_duels
from tests.dask_processes import dask_processes
from tests.run_contents import DERIVED, contents
from tests.tasks.searches import play_plainly

#: Two pieces and more in a chunk, and more than one chunk.
EXPERIMENT = SMOKE.but(search__evaluations=60, search__n_games=60, scheduling__chunk_games=2000)
DECKS = [OpponentDeck.of(each) for each in opponent_suite("elite")]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two workers as separate processes."""
    with dask_processes(2, tmp_path_factory.mktemp("dask")) as processes:
        yield processes


def pieces_played(cluster) -> dict[str, int]:
    """How many each worker has played so far."""
    with Client(cluster.address, set_as_default=False) as client:
        return client.run(lambda dask_worker: dask_worker.state.executed_count)


@pytest.mark.parametrize(
    ("flow", "wanted"), [(search, EXPERIMENT), (train_player, training_preset("smoke"))]
)
def test_a_search_and_a_training_are_the_same_on_two_workers(cluster, flow, wanted, tmp_path):
    play_plainly(flow, wanted, 3, tmp_path / "local")
    before = pieces_played(cluster)
    with on_cluster(cluster.address):
        play_plainly(flow, wanted, 3, tmp_path / "dealt")
    who = pieces_played(cluster)
    assert contents(tmp_path / "dealt", DERIVED) == contents(tmp_path / "local", DERIVED)
    assert all(n_pieces > before[worker] for worker, n_pieces in who.items())
    assert len(who) == 2
    assert current_cluster() is None


@pytest.mark.parametrize("ours", [DECKS[1:], DECKS[:2]], ids=["all pairs", "two sides"])
def test_duels_are_the_same_on_two_workers(cluster, ours, tmp_path):
    theirs = ours if len(ours) > 2 else DECKS[1:]
    before, found = pieces_played(cluster), []
    for where, place in (("local", None), ("dealt", cluster.address)):
        (tmp_path / where).mkdir()
        path = tmp_path / where / "duels.parquet"
        with on_cluster(place):
            play_duels(path, ours, theirs, PlayerConfig(fidelity="mesb"), 60, seed=3)
        found.append([file_digest(path), file_digest(path.with_suffix(".json"))])
    assert found[0] == found[1]
    assert all(n_pieces > before[worker] for worker, n_pieces in pieces_played(cluster).items())


def test_players_compare_as_well_on_two_workers(cluster, answered):
    question = ["compare-players", "rogue-network", "control", "--games", "403", "--json"]
    question += ["--deck", "Classic Miracle Rogue", "--deck", "Aggro Hunter"]
    ways = (["--threads", "2"], ["--cluster", cluster.address])
    answers = [answered(*question, *who) for who in ways]
    assert answers[0] == answers[1]
    assert [len(each["players"]) for each in json.loads(answers[0])] == [2, 2]


@pytest.mark.slow
def test_a_calibration_is_the_same_on_two_workers(cluster, tmp_path):
    lines = REFERENCE.read_text().splitlines(keepends=True)[:21]
    (tmp_path / "decks.csv").write_text("".join(lines))
    question = ["calibrate", "--decks", str(tmp_path / "decks.csv"), "--games", "24"]
    question += ["--random", "60", "--random-games", "8"]
    for who in (["--threads", "2"], ["--cluster", cluster.address]):
        assert main([*question, *who, "--out", str(tmp_path / who[0])]) == 0
    folders = [tmp_path / who for who in ("--threads", "--cluster")]
    found = [{file.name: file_digest(file) for file in each.iterdir()} for each in folders]
    assert len(found[0]) == 5
    assert found[0] == found[1]

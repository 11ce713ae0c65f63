import pytest

from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch
from models.problems.experiment import Emulator
from tasks.search.source import Source, open_source
from tasks.storage.files import StoreError
from tests.tasks.synthetic import EXPERIMENT, write_run


def test_an_emulator_is_its_bytes_not_its_path(tmp_path):
    kept = Emulator(file="e.npz", digest="one")
    run = write_run(tmp_path / "run", algorithm="random-search", emulator=kept)

    def source_of(digest: str) -> Source | None:
        emulator = Emulator(file="./e.npz", digest=digest)
        experiment = experiment_for("offline-dsa-me", EXPERIMENT.but(emulator=emulator))
        return open_source(DeckSearch(experiment), run.path, tmp_path / "out")

    assert source_of("one").experiment.emulator == kept
    with pytest.raises(StoreError, match="its emulator differs; use the same settings"):
        source_of("two")

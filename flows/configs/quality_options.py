"""A test of a run's final surrogate: `QualityTest`, as a command or a form asks for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from models.algorithms import experiment_for
from models.experiment import Experiment
from tasks.storage.experiment import experiment_of
from tasks.storage.store import load_run
from tasks.studies.dsame.surrogate_quality import check_tests, write_quality


@dataclass(frozen=True)
class QualityTest:
    """What is tested, and how.

    Attributes:
        source: The run whose final surrogate it is.
        tests: Runs whose decks it is to predict.
        experiment: The search on that surrogate, whose elites are played; it learns from `source`.
    """

    source: Path
    tests: tuple[Path, ...]
    experiment: Experiment

    @staticmethod
    def run(out: Path) -> Path:
        """The run directory of the search, in the folder of the test."""
        return out / "run"

    def write(self, out: Path) -> Path:
        """Writes what the finished search shows; returns the page."""
        return write_quality(self.run(out), self.source, list(self.tests), out)


def quality_test(run: Path, on: Iterable[Path], games: int | None = None) -> QualityTest:
    """The test of a run's surrogate; everything about the given runs is checked.

    Args:
        run: The run whose final surrogate is tested.
        on: Runs whose decks it is to predict.
        games: Per deck of the test; as many as the run has by default.

    Raises:
        StoreError: A path is no search, or does not fit; see `check_tests`.
    """
    tests = tuple(on)
    check_tests(run, tests)
    base = experiment_of(load_run(run))
    if games is not None:
        base = base.but(search__n_games=games)
    return QualityTest(run, tests, experiment_for("surrogate-test", base))

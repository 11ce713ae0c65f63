"""Results for others: `export`, `benchmark`."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from flows.questions.question import MAX_GAMES, Answer, Question, RunQuestion, say, setting
from models.settings.config import ConfigError

#: The baselines of `benchmark` with the best of their settings in docs/sample-efficiency.md, except
#: bayes-me, which has its defaults; in the form of `Config.but`.
BASELINES: dict[str, dict[str, Any]] = {
    "bayes-me": {},
    "lsa-me": {"search__n_games": 12, "inner_loop__most_proposals": 30},
    "dsa-me": {
        "search__n_games": 24, "inner_loop__generations": 100_000, "surrogate__epochs": 2
    },
    "dsa-me-few-games": {
        "search__n_games": 12, "inner_loop__most_proposals": 60, "inner_loop__generations": 30_000,
        "surrogate__epochs": 2,
    },
    "sa-extract-me": {
        "search__n_games": 12, "resampling__share": 0.1, "inner_loop__generations": 30_000,
        "surrogate__epochs": 2,
    },
    "sa-archive-sampling": {
        "search__n_games": 12, "search__batch_size": 100, "inner_loop__generations": 30_000,
        "surrogate__epochs": 2,
    },
    "extract-me": {"search__n_games": 12, "resampling__share": 0.1},
    "archive-sampling": {"search__n_games": 6, "search__batch_size": 200},
    "map-elites": {"search__n_games": 12, "search__batch_size": 100},
}  # fmt: skip
if TYPE_CHECKING:
    Baseline = str
else:
    Baseline = Literal[tuple(BASELINES)]
#: What --task calls games.
ENGINE = "engine"
#: Points of a curve, and the least games of a search that has one.
N_POINTS, LEAST_CURVE = 4, 20_000


class Export(Question):
    """Write the decks of searches as a data set, or one search's games as an emulator."""

    runs: list[Path] = setting(..., "Run directories, or folders of them.", word="RUN")
    out: Path | None = setting(None, "Folder of the data set.", "dataset")
    emulator: Path | None = setting(
        None,
        "File, such as emulator.npz, for an emulator of the run's games in place of a data set.",
        metavar="FILE",
    )

    def answer(self) -> Answer:
        """Writes the files; the text is empty, or that of an emulator's agreement.

        Raises:
            ConfigError: `--emulator` is given with `--out` or with several runs.
            StoreError: A run cannot be used, or a file cannot be written.
        """
        from tasks.reports.dataset import write_dataset, write_emulator

        if self.emulator is None:
            say(f"done: open {write_dataset(self.runs, self.out or Path('dataset'))}")
            return Answer("")
        if self.out is not None or len(self.runs) != 1:
            raise ConfigError(f"--emulator {self.emulator}: give one run, and no --out")
        say(f"fitting a Gaussian process to the decks of {self.runs[0]}")
        about = write_emulator(self.runs[0], self.emulator)
        say(f"done: {self.emulator}")
        if "new_games" not in about:
            return Answer("The run has no new games to compare with.\n", about)
        text = (
            "New games of {elites} elites: correlation {correlation:.3f}, error {error:.2f} "
            "health, of which {error_of_games:.2f} is the games' own\n"
        )
        return Answer(text.format(**about["new_games"]), about)


class Benchmark(RunQuestion):
    """Run an ask-and-tell class of your own beside baselines, on an emulator or the engine."""

    notes: ClassVar[str] = """\
The class is made as MyEmitter(space, seed). ask() returns solutions, one row each; tell(solutions,
objective, measures) learns from their decks' results. See docs/how-to/data.md. Each search has a
directory of its own below --out; the report is --out/report/index.html. The same command continues
a stopped benchmark, and more seeds or baselines extend it.

examples:
  python -m flows benchmark my_emitter.py:MyEmitter --task emulator.npz --seeds 3
  python -m flows benchmark my_emitter:MyEmitter --baselines map-elites bayes-me --games 50000
"""
    # Each search has its seed, and its directory can be copied by itself.
    seed: ClassVar[int] = 1  # type: ignore[misc]
    mirror: ClassVar[None] = None  # type: ignore[misc]

    emitter: str = setting(..., "The class, as module:MyEmitter.", word="MODULE:CLASS")
    task: str = setting(ENGINE, "File of an emulator, or engine.", metavar="FILE")
    baselines: list[Baseline] = setting(
        list(BASELINES),
        "Baselines, each with its settings of docs/sample-efficiency.md.",
        "all nine",
    )
    games: int = setting(
        100_000, "Games of each search, without the new games of its elites.", ge=1, le=MAX_GAMES
    )
    seeds: int = setting(5, "Searches of each algorithm, with seeds from 1.", ge=1, le=1000)
    deck_games: int = setting(
        50, "Games per deck of the class; baselines have their own numbers.", ge=2, le=100_000
    )
    out: Path | None = setting(
        None, "Folder of the searches and the report.", "runs/benchmark-CLASS-TASK"
    )

    @property
    def title(self) -> str:
        """The class and the task."""
        return self.titled(self.emitter.rpartition(":")[2], Path(self.task).stem)

    @property
    def folder(self) -> Path:
        """The folder of the searches."""
        return self.out or Path("runs") / self.title

    @cached_property
    def own_runs(self) -> list[Any]:
        """The searches of the class (`models.problems.study.PlannedRun`).

        Raises:
            ConfigError: The class or the emulator cannot be used, or there are too few games.
        """
        from models.own_class import OwnClass

        own = OwnClass.named(self.emitter, "ask", "tell")
        return self._runs("own", {"own": own, "search__n_games": self.deck_games})

    @cached_property
    def baseline_runs(self) -> list[Any]:
        """Those of the baselines, seed by seed; raises as `own_runs`."""
        runs = [self._runs(name, BASELINES[name]) for name in self.baselines]
        return [run for of_seed in zip(*runs, strict=True) for run in of_seed]

    def _runs(self, name: str, changes: dict[str, Any]) -> list[Any]:
        """The searches of an algorithm with these settings, checked."""
        from flows.questions.presets import PAPER
        from models.problems.algorithms import experiment_for
        from models.problems.decks import DeckSearch
        from models.problems.emulated import on_emulator
        from models.problems.study import PlannedRun

        parts = range(1, N_POINTS) if self.games >= LEAST_CURVE else ()
        curve = tuple(self.games * part // N_POINTS for part in parts)
        sizes = {"search__budget_games": self.games, "search__curve_games": curve}
        try:
            search = experiment_for(name, PAPER).but(**sizes, **changes)
            if self.task != ENGINE:
                search = on_emulator(search, self.task)
            DeckSearch(search).check()
        except ConfigError as error:
            raise ConfigError(f"{name} with --games {self.games}: {error}") from None
        return [PlannedRun(f"{name}-{seed}", search, seed) for seed in range(1, self.seeds + 1)]

    def check(self) -> bool:
        """As `RunQuestion.check`."""
        from flows.studies.runs import check_folder, check_parts

        runs = [*self.own_runs, *self.baseline_runs]
        check_folder(self.folder)
        check_parts(self.folder, runs, self.resume_anyway)
        return self.folder.exists()

    def work(self) -> tuple[Callable, tuple[Any, ...]]:
        """The searches, then their comparison."""
        from flows.benchmark import benchmark

        where = (self.folder, self.threads, self.resume_anyway)
        return benchmark, (self.own_runs, self.baseline_runs, *where)

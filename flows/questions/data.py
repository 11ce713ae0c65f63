"""Results for others: `export`, `benchmark`."""

from pathlib import Path
from typing import ClassVar

from flows.questions.question import MAX_GAMES, Answer, Question, say, setting
from models.settings.config import ConfigError


class Export(Question):
    """Write the decks of searches as a data set, or an emulator of the games of one."""

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


class Benchmark(Question):
    """Run an ask-and-tell class of your own beside baselines, on an emulator or the engine."""

    notes: ClassVar[str] = """\
The class is made as MyEmitter(space, seed). ask() returns solutions, one row each; tell(solutions,
objective, measures) learns from their decks' results. See docs/how-to/data.md.

examples:
  python -m flows benchmark my_emitter.py:MyEmitter --task emulator.npz --seeds 5
"""

    emitter: str = setting(..., "The class, as module:MyEmitter.", word="MODULE:CLASS")
    task: str = setting("engine", "File of an emulator, or engine.", metavar="FILE")
    games: int = setting(100_000, "Games of each search.", ge=1, le=MAX_GAMES)
    seeds: int = setting(5, "Searches of each algorithm.", ge=1, le=1000)
    deck_games: int = setting(50, "Games per deck.", ge=2, le=100_000)
    out: Path | None = setting(None, "Folder of table, picture and page.", "benchmark")

    def answer(self) -> Answer:
        """Runs the searches; returns the page as text."""
        from tasks.reports.benchmark import run_benchmark

        out = self.out or Path("benchmark")
        numbers = (self.games, self.seeds, self.deck_games)
        page = run_benchmark(self.emitter, self.task, *numbers, out)
        say(f"done: open {page}")
        return Answer(page.with_name("report.md").read_text(encoding="utf-8"))

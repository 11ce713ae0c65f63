"""Results for others: `export`."""

from pathlib import Path

from flows.questions.question import Answer, Question, say, setting
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
            ConfigError: `emulator` is given with `out` or with several runs.
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

"""Results for others: `export`."""

from pathlib import Path

from flows.questions.question import Answer, Question, say, setting


class Export(Question):
    """Write the decks of searches as a data set, with a data card and Croissant metadata."""

    runs: list[Path] = setting(..., "Run directories, or folders of them.", word="RUN")
    out: Path | None = setting(None, "Folder of the data set.", "dataset")

    def answer(self) -> Answer:
        """Writes the files; the text is empty."""
        from tasks.reports.dataset import write_dataset

        say(f"done: open {write_dataset(self.runs, self.out or Path('dataset'))}")
        return Answer("")

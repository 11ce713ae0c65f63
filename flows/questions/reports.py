"""Reports of finished runs and studies: `report`, `efficiency`, `explain`."""

from pathlib import Path
from typing import Any, ClassVar

from flows.questions.question import Answer, Question, say, setting
from models.settings.config import ConfigError


class Report(Question):
    """Write the report of a run or a study, or compare runs."""

    runs: list[Path] = setting(
        ...,
        "Directories of runs or studies, or folders of extracts; --compare takes searches, or two "
        "metagames.",
        word="RUN",
    )
    compare: bool = setting(False, "Compare the searches, or the two metagames.")
    out: Path | None = setting(
        None,
        "Folder of the comparison, or of the report of one study.",
        "comparison, or STUDY/report",
    )
    into: Path | None = setting(
        None,
        "Markdown file in which to rewrite the marked sections of one study's report.",
        metavar="FILE",
    )

    def answer(self) -> Answer:
        """Writes the reports; returns the studies' summaries, or the table of a comparison.

        Raises:
            ConfigError: `--into`, `--out` or `--compare` does not go with these runs.
            StoreError: A run cannot be read, or a report cannot be written.
        """
        from flows.commands import study_in
        from tasks.reports.run import write_report

        studies = [study_in(path) for path in self.runs]
        is_one = len(studies) == 1 and studies[0] is not None and not self.compare
        if self.into is not None and not is_one:
            raise ConfigError(f"--into {self.into}: only the report of one study has sections")
        if self.out is not None and not self.compare and not is_one:
            raise ConfigError(
                f"--out {self.out}: a run's report is in its directory; use --out with --compare, "
                "or with one study"
            )
        if self.compare:
            return self._comparison(studies)
        summaries = []
        for path, study in zip(self.runs, studies, strict=True):
            if study is None:
                page = write_report(path)
            else:
                report = study.report()
                page = report.write(path, self.out, self.into)
                summaries.append(report.summary(page.parent))
            say(f"done: open {page}")
        return Answer("\n".join(filter(None, summaries)))

    def _comparison(self, studies: list[Any]) -> Answer:
        """Compares searches, or two metagames."""
        from flows.studies.meta.settings import Meta
        from tasks.reports.run import compare_runs

        out = self.out or Path("comparison")
        if any(study is Meta for study in studies):
            if other := [path for path, s in zip(self.runs, studies, strict=True) if s is not Meta]:
                raise ConfigError(f"--compare: {other[0]} is no metagame; compare two metagames")
            page = Meta.part("compare").compare(self.runs, out)
        else:
            page = compare_runs(self.runs, out)
        say(f"done: open {page}")
        return Answer(page.with_name("report.md").read_text(encoding="utf-8"))


class Efficiency(Question):
    """Compare searches by the games that they spent."""

    notes: ClassVar[str] = """\
Draws the corrected QD score of searches against all games that they spent, with the calibration of
their beliefs. Set search.curve_games in the searches for more than one point of the curve. Compares
bayes-me, or --against, with the others at equal games: difference, 95 % interval, p. With --target
also the games and the time until that score, with ratios.

examples:
  python -m flows efficiency runs/study --target 222.8 --out runs/efficiency
  python -m flows efficiency runs/study --target 222.8 --target-games 2000000
"""

    runs: list[Path] = setting(
        ...,
        "Run directories, folders of them, or extracts (folders that this command has written).",
        word="RUN",
    )
    target: float | None = setting(
        None, "Corrected QD score; the page has the games needed to reach it.", metavar="SCORE"
    )
    target_games: int | None = setting(
        None,
        "Games that another search needed for that score. The page then shows how many times "
        "fewer the compared algorithm needs.",
        ge=1,
    )
    against: str | None = setting(
        None,
        "Algorithm with which the others are compared, as the page names it.",
        "bayes-me",
        metavar="NAME",
    )
    out: Path | None = setting(None, "Folder of table, picture and page.", "efficiency")

    def answer(self) -> Answer:
        """Draws the curves; returns the page as text."""
        from tasks.reports.efficiency import compare_efficiency

        out = self.out or Path("efficiency")
        page = compare_efficiency(self.runs, out, self.target, self.against, self.target_games)
        say(f"done: open {page}")
        return Answer(page.with_name("report.md").read_text(encoding="utf-8"))


class Explain(Question):
    """Show which cards and pairs of cards make the decks of a search good."""

    notes: ClassVar[str] = """\
Fits a Gaussian process to all decks that the search has evaluated, whatever its algorithm. Prints
the cards and pairs of the largest and smallest effects on health, rounds and cards in hand, with
90 % intervals. Writes all effects into the run's report, and into the tables card_effects and
pair_effects of SQL. 10,000 decks take 75 s of one core.

examples:
  python -m flows explain runs/demo
  python -m flows sql runs/demo "select name, effect, low, high from card_effects where low > 1"
"""

    run: Path = setting(..., "Run directory of a search for decks.", word="RUN")
    top: int = setting(10, "Cards, and pairs, of each end to print.", ge=1, le=1000)

    def answer(self) -> Answer:
        """Fits the process and writes the tables; returns them as text."""
        from tasks.reports.explanation import explanation_text
        from tasks.reports.run import write_explanation
        from tasks.storage.store import load_run

        load_run(self.run, look_only=True)  # before the message
        say(f"fitting a Gaussian process to the decks of {self.run}")
        page, results = write_explanation(
            self.run, lambda share: say(f"{share:.0%} of the draws behind the intervals")
        )
        say(f"done: open {page}")
        return Answer(explanation_text(results, self.top))

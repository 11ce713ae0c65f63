"""Reports of finished runs and studies: `report`, `study-report`, `mesb-report`, ..."""

from pathlib import Path
from typing import ClassVar

from flows.questions.question import Answer, Question, say, setting
from models.settings.config import ConfigError


class Report(Question):
    """Write a run's report, or compare runs."""

    runs: list[Path] = setting(..., "Run directories.", word="RUN")
    compare: bool = setting(False, "Compare the runs.")
    out: Path | None = setting(None, "Folder of the comparison.", "comparison")

    def answer(self) -> Answer:
        """Writes the reports; returns the table of a comparison.

        Raises:
            ConfigError: `out` is given without `compare`.
        """
        from tasks.reports.run import compare_runs, write_report

        if self.out is not None and not self.compare:
            raise ConfigError(
                f"--out {self.out}: a run's report is in its directory; use --out with --compare"
            )
        if self.compare:
            page = compare_runs(self.runs, self.out or Path("comparison"))
            say(f"done: open {page}")
            return Answer(page.with_name("comparison.md").read_text(encoding="utf-8"))
        for run in self.runs:
            say(f"done: open {write_report(run)}")
        return Answer("")


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
        "Games that another search needed for that score; the page has how many times fewer the "
        "compared one needs.",
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


class StudyReport(Question):
    """Write the report of a study, without playing games."""

    study: Path = setting(..., "Directory of the study, or the folder of an extract.", word="STUDY")
    out: Path | None = setting(None, "Folder of tables, pictures and the page.", "STUDY/report")
    into: Path | None = setting(
        None, "Markdown file in which to rewrite the marked sections.", metavar="FILE"
    )

    def answer(self) -> Answer:
        """Writes the report."""
        from tasks.studies.dsame.report import write_study_report

        say(f"done: open {write_study_report(self.study, self.out, self.into)}")
        return Answer("")


class MesbReport(StudyReport):
    """Write the report of runs of MESB, without playing games."""

    def answer(self) -> Answer:
        """Writes the report."""
        from tasks.studies.mesb.report import write_mesb_report

        say(f"done: open {write_mesb_report(self.study, self.out, self.into)}")
        return Answer("")


class TradingstoneReport(StudyReport):
    """Write the report of a study of TradingStone, without playing games."""

    def answer(self) -> Answer:
        """Writes the report."""
        from tasks.studies.tradingstone.report import write_tradingstone_report

        say(f"done: open {write_tradingstone_report(self.study, self.out, self.into)}")
        return Answer("")


class LeagueReport(StudyReport):
    """Write the report of a league, without playing games."""

    def answer(self) -> Answer:
        """Writes the report."""
        from tasks.studies.league.report import ranking, write_league_report

        page = write_league_report(self.study, self.out, self.into)
        say(f"done: open {page}")
        return Answer(ranking(page.parent))


class HearthsimReport(StudyReport):
    """Write the report of HearthSim's experiments, without playing games."""

    def answer(self) -> Answer:
        """Writes the report."""
        from tasks.studies.hearthsim.report import write_hearthsim_report

        say(f"done: open {write_hearthsim_report(self.study, self.out, self.into)}")
        return Answer("")

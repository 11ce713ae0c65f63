"""Reports of finished runs: `report`, `study-report`, `mesb-report`."""

from pathlib import Path

from flows.questions.question import Answer, Question, say, setting


class Report(Question):
    """Write a run's report, or compare runs."""

    runs: list[Path] = setting(..., "Run directories.", word="RUN")
    compare: bool = setting(False, "Compare the runs with each other.")
    out: Path | None = setting(None, "Folder of the comparison.", "comparison")

    def answer(self) -> Answer:
        """Writes the reports; the table of a comparison."""
        from tasks.reports.run import compare_runs, write_report
        from tasks.training.report import is_training, write_player_report

        if self.compare:
            table = compare_runs(self.runs, self.out or Path("comparison"))
            say(f"done: {table} and comparison.png beside it")
            return Answer(table.read_text(encoding="utf-8"))
        for run in self.runs:
            write = write_player_report if is_training(run) else write_report
            say(f"done: open {write(run)}")
        return Answer("")


class StudyReport(Question):
    """Analyse a study, without playing games."""

    study: Path = setting(..., "Directory of the study, or the folder of an extract.", word="STUDY")
    out: Path | None = setting(None, "Folder of tables, pictures and the page.", "STUDY/report")
    into: Path | None = setting(
        None, "Markdown file whose marked sections are written.", metavar="FILE"
    )

    def answer(self) -> Answer:
        """Writes the report."""
        from tasks.study.report import write_study_report

        say(f"done: open {write_study_report(self.study, self.out, self.into)}")
        return Answer("")


class MesbReport(StudyReport):
    """Analyse runs of MESB, without playing games."""

    def answer(self) -> Answer:
        """Writes the report."""
        from tasks.mesb.report import write_mesb_report

        say(f"done: open {write_mesb_report(self.study, self.out, self.into)}")
        return Answer("")

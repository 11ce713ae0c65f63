"""Searches with weak and with good players on both sides: `pilots`."""

from typing import Any, ClassVar

from flows.questions.preset_run import BudgetGames
from flows.questions.question import setting
from flows.studies.study import ManyRuns, TrialSeed

#: The players of both sides of all games, and their settings.
WEAK, GOOD = "papers", "value"
PILOTS: dict[str, dict[str, str]] = {
    WEAK: {},
    GOOD: {
        "player__fidelity": "fair",
        "player__scorer": "value",
        "player__opponents_scorer": "value",
    },
}


class Pilots(ManyRuns):
    """Show how much of an archive of decks is good with weak players only."""

    notes: ClassVar[str] = """\
Searches decks by bayes-me, once with the papers' players on both sides and once with the included
value network on both sides. Each archive is then judged in new games with both. Random decks that
both searches start from play with both, too, so that ranks of decks and of cards can be compared.
The report is --out/report/index.html. The same command continues a stopped study; more trials
extend it.

examples:
  python -m flows pilots --preset smoke --trials 1
  python -m flows pilots --preset paper --budget-games 100000 --trials 5 --out runs/pilots
  python -m flows pilots --budget-games 20000 --set pool=hunter
"""
    files = ("papers-*/manifest.json", "pilots.parquet")
    decided: ClassVar[dict[str, str]] = dict.fromkeys(
        ("player.fidelity", "player.scorer", "player.opponents_scorer"),
        "the study plays with both kinds of players",
    )

    budget_games: BudgetGames
    trials: int = setting(3, "Searches with each kind of players.", ge=1, le=100)
    seed: TrialSeed

    def planned(self) -> list[Any]:
        """All searches (`models.problems.study.PlannedRun`), trial by trial."""
        from flows.questions.presets import PRESETS
        from models.problems.algorithms import experiment_for
        from models.problems.study import PlannedRun

        base = self.changed(experiment_for("bayes-me", PRESETS[self.preset]))
        return [
            PlannedRun(f"{name}-{seed}", base.but(**changes), seed)
            for seed in range(self.seed, self.seed + self.trials)
            for name, changes in PILOTS.items()
        ]

    def check(self) -> bool:
        """As `RunQuestion.check`."""
        return self.check_runs(*self.planned())

    def facts(self, _: Any) -> dict[str, Any]:
        """As `StudySettings.facts`; the settings that both searches share, and the sizes."""
        first = self.planned()[0].experiment
        sizes = self.model_dump(include={"preset", "budget_games", "trials"})
        return sizes | {"base": first.model_dump(mode="json", include={"search", "archive"})}

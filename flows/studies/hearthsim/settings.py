"""HearthSim's experiments: `hearthsim`."""

from functools import cached_property
from typing import Any, ClassVar, Literal, get_args

from pydantic import field_validator

from flows.questions.question import MAX_GAMES, Preset, in_order, setting, some
from flows.studies.study import StudySettings

# The names of `models.hearthsim.experiments`, which takes seconds to import; a test compares them.
Experiment = Literal["taunt", "divine-shield", "card-draw", "hero-battle"]
Mode = Literal["clean", "2014"]


class Hearthsim(StudySettings):
    """Play HearthSim's experiments with its one-turn player."""

    grows: ClassVar[bool] = True
    notes: ClassVar[str] = """\
HearthSim (2014) let its player play decks against each other: random minions with more and more
Taunts, a minion with Divine Shield at 21 weights, a minion that draws a card, and every hero power
against none. Each experiment and mode has a run directory below --out, such as taunt-2014. The same
command continues a stopped study; more experiments or modes extend it. The report, with the
published numbers beside ours, is --out/report/index.html; `report` writes it again.

presets, in games per point: smoke 40; quick 1,000; study 10,000; paper 40,000, the published size
(hero-battle at most 10,000, its published size). taunt has 10 points, divine-shield 22, card-draw
2, hero-battle 9; two modes play each.

examples:
  python -m flows hearthsim taunt --preset quick
  python -m flows hearthsim taunt divine-shield --preset study --mode 2014 --out runs/hearthsim
  python -m flows hearthsim taunt divine-shield card-draw hero-battle --preset paper
"""

    files = (*(f"{name}-*/manifest.json" for name in get_args(Experiment)), "points.parquet")

    experiments: list[Experiment] = setting(
        ..., f"Experiments to play: {', '.join(get_args(Experiment))}.", word="EXPERIMENT"
    )
    preset: Preset = setting("quick", "Games per point, as below.")
    games: int | None = setting(None, "Games per point.", "the preset's", ge=2, le=MAX_GAMES)
    modes: list[Mode] = setting(
        list(get_args(Mode)),
        "Modes of the player: clean, or 2014 with the habits of HearthSim's program of 2014.",
        option="--mode",
        metavar="MODE",
    )

    _in_order = field_validator("experiments", "modes")(in_order)

    @property
    def title(self) -> str:
        """Experiments, if they are not all, and the preset."""
        return self.titled(some(self.experiments, Experiment, "experiments"), self.preset)

    def facts(self, _: Any) -> dict[str, Any]:
        """As `StudySettings.facts`."""
        return self.model_dump(include={"experiments", "preset", "games", "modes", "seed"})

    @cached_property
    def planned(self) -> list[Any]:
        """The experiments by mode (`flows.studies.hearthsim.play.PlannedExperiment`)."""
        from flows.studies.hearthsim.play import planned_experiments

        return planned_experiments(self.experiments, self.modes, self.preset, self.games, self.seed)

    def check(self) -> bool:
        """As `RunQuestion.check`."""
        from flows.studies.runs import check_folder

        check_folder(self.folder)
        # All of them: a check locks the directory of its run.
        found = [each.check(self.folder, self.resume_anyway) for each in self.planned]
        return any(found)

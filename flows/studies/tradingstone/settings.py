"""The study of TradingStone: `tradingstone`."""

from functools import cached_property
from typing import Any, ClassVar, Literal, get_args

from pydantic import field_validator

from flows.questions.question import MAX_GAMES, Preset, in_order, setting, some
from flows.studies.study import OneDirectory
from models.settings.config import ConfigError, EvenGames

# The names of `models.tradingstone.study`, which takes seconds to import; a test compares them.
Variant = Literal["literal", "balanced", "noisy", "puzzle"]


class Tradingstone(OneDirectory):
    """Let PPO and tree searches play TradingStone, as in its paper."""

    notes: ClassVar[str] = """\
TradingStone is a reduced Hearthstone: two hands of seven cards with attack and health, no decks, no
costs, no texts. The study plays PPO, MCTS, PI-MCTS and IS-MCTS against a greedy opponent, under
several variants of the rules. In small games it measures what the searches lose against perfect
play. Each contest is stored as it finishes; the same command continues a stopped study. The report
is --out/report/index.html; `report` writes it again.

rules: literal (the paper's), balanced (cards wait a turn, one card per turn), noisy (one attack in
ten goes astray), puzzle (clear the enemy's board in one turn)

presets, games per contest: smoke 16 (half a minute); quick 200; study 1,000; paper 2,000 with five
trainings of PPO, about a quarter of an hour on one free core

examples:
  python -m flows tradingstone --preset smoke --out runs/tradingstone-smoke
  python -m flows tradingstone --preset quick --rules literal balanced
  python -m flows tradingstone --preset paper --simulations 10000 --out runs/tradingstone
"""

    files = ("tradingstone.json", "contests.parquet")
    noun = "TradingStone"

    preset: Preset = setting("quick", "Sizes that are not set, as below.")
    rules: list[Variant] = setting(
        list(get_args(Variant)), "Variants of the rules.", "all four", metavar="NAME"
    )
    environments: int | None = setting(None, "Groups of games.", "the preset's", ge=2, le=MAX_GAMES)
    games: EvenGames | None = setting(
        None, "Games of each group, an even number.", "the preset's", ge=2, le=MAX_GAMES
    )
    simulations: int | None = setting(
        None, "Simulations per decision of a search.", "the preset's", ge=1, le=200_000
    )
    trainings: int | None = setting(None, "Trainings of PPO.", "the preset's", ge=1, le=100)
    steps: int | None = setting(
        None, "Actions of a training of PPO.", "the preset's", ge=1, le=100_000_000
    )

    _in_order = field_validator("rules")(in_order)

    @property
    def title(self) -> str:
        """Variants, if they are not all, and the preset."""
        return self.titled(some(self.rules, Variant, "rules"), self.preset)

    @cached_property
    def study(self) -> Any:
        """Its configuration (`models.tradingstone.study.TradingStudy`).

        Raises:
            ConfigError: A setting cannot have its value.
        """
        from models.tradingstone.study import SIZES, TradingStudy

        sizes = self.given("environments", "games", "simulations", "trainings", ppo__steps="steps")
        base = TradingStudy(variants=tuple(self.rules), seed=self.seed)
        try:
            return base.but(**(SIZES[self.preset] | sizes))
        except ConfigError as error:
            raise ConfigError(f"tradingstone: {error}") from None

    def facts(self, study: Any) -> dict[str, Any]:
        """As `StudySettings.facts`."""
        return super().facts(study) | {"variants": ", ".join(study.variants)}

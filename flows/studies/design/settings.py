"""A card in a metagame: `design`."""

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from flows.questions.preset_run import Patch
from flows.questions.question import Preset, setting
from flows.studies.study import OneDirectory
from models.settings.config import ConfigError

#: Changes of each preset to the settings of `models.metagame.design.DesignConfig`.
SIZES: dict[str, dict[str, int]] = {
    "smoke": {"steps": 1, "deals": 1, "games": 24, "takers": 2, "pair_games": 2},
    "quick": {"steps": 1, "deals": 12, "games": 1_200, "takers": 4, "pair_games": 40},
    "study": {"steps": 2, "deals": 24, "games": 2_400, "takers": 6, "pair_games": 100},
    "paper": {"steps": 3, "deals": 48, "games": 12_000, "takers": 12, "pair_games": 400},
}


class Design(OneDirectory):
    """Find which decks of a metagame take a card, and the numbers with which it is played."""

    notes: ClassVar[str] = """\
A card is the name of one, or a new one as a line of the card language: its kind, name, cost, attack
and health, then its text. The metagame's decks near the equilibrium, and those that people played,
each try the card in the place of every other one, in races on the same deals. The best that take it
play new games. Then all decks play each other, with the card as given, and with each of its numbers
changed by a few steps up and down: the equilibrium says how often it is played. --patch has all
changes of a patch at once: the shares of the metagame's decks before and after. No deck is searched
anew; `meta --start META_RUN --patch FILE` does that. Several cards are tried separately, and more
cards and patches can be added later. Each step is stored as it ends; the same command continues a
stopped design. The report is --out/report/index.html.

presets, about: smoke seconds; quick 5 minutes of one core for each card; study 15; paper two hours

examples:
  python -m flows design "Undertaker" --metagame docs/metagame/naxx14
  python -m flows design --patch my-balance.yaml --metagame docs/metagame/naxx14
  python -m flows design 'minion("Argent Horserider", 3, 2, 1, charge, divine_shield)' \
    --metagame docs/metagame/naxx14 --preset study
"""
    files = ("design.json", "design.parquet")

    cards: list[str] = setting(
        [], "Cards: names, or new ones as lines of the card language.", word="CARD"
    )
    patch: Patch
    metagame: Path = setting(
        ..., "Directory of a metagame that `meta` made, or of its extract.", metavar="META_RUN"
    )
    preset: Preset = setting("quick", "Sizes that are not set, as below.")
    steps: int | None = setting(
        None, "Steps by which each number is changed, up and down.", "the preset's", ge=0, le=10
    )
    most_share: float = setting(
        0.3, "Largest share of the equilibrium's decks that should have the card.", ge=0.01, le=1
    )
    gap: float = setting(
        0.02,
        "How far the best deck with the card may be ahead of the best one without it, in shares of "
        "games.",
        ge=0,
        le=1,
    )

    @property
    def title(self) -> str:
        """The command, the metagame and the preset: cards may be added."""
        return self.titled(self.metagame.resolve().name, self.preset)

    @cached_property
    def study(self) -> Any:
        """Its configuration (`models.metagame.design.DesignConfig`).

        Raises:
            ConfigError: Nothing to try, a card twice, no deck could have it, or there is one deck.
            PatchError: A card or the patch does not exist, or not yet on the metagame's date.
            StoreError: The folder is no metagame.
        """
        from flows.studies.design.play import find_designs, on_top
        from flows.studies.meta.tables import config_in, near_and_played
        from models.metagame.design import DesignConfig
        from models.players.decks import decks_of_codes

        if not self.cards and self.patch is None:
            raise ConfigError("design: nothing to try; give cards, or --patch FILE")
        config, decks = config_in(self.metagame), near_and_played(self.metagame)
        if decks.height < 2:
            raise ConfigError(
                f"--metagame {self.metagame}: has one deck; use one with more classes"
            )
        base = config.player.patch
        sizes = SIZES[self.preset] | self.given("steps")
        return DesignConfig(
            player=config.player,
            decks=decks_of_codes(decks["name"], decks["code"]),
            shares=tuple(decks["share"]),
            cards=find_designs(self.cards, base, {*decks["hero"]}),
            patches=() if self.patch is None else (on_top(self.patch, base),),
            most_share=self.most_share,
            gap=self.gap,
            temperature=config.temperature,
            draws=config.draws,
            seed=self.seed,
            **sizes,
        )

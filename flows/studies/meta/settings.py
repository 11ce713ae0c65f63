"""The metagame of a format: `meta`."""

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, get_args

from flows.questions.preset_run import (
    FORMAT,
    Date,
    Patch,
    SuiteName,
    cards_names,
    find_format,
    find_patch,
)
from flows.questions.question import Preset, changes, setting
from flows.studies.study import OneDirectory
from models.settings.config import ConfigError

#: Changes of each preset to the settings of `models.metagame.config.MetaConfig`.
PRESETS: dict[str, dict[str, Any]] = {
    "smoke": {
        "classes": ("HUNTER", "WARLOCK"), "rounds": 2, "search_games": 1800, "later_share": 0.5,
        "race_games": 0, "random_decks": 24, "kept": 4, "finalists": 2, "confirm_games": 2,
        "pair_games": 4, "close_games": 8, "draws": 10,
    },
    "quick": {
        "rounds": 3, "search_games": 3_000, "race_games": 0, "finalists": 16, "confirm_games": 600,
        "close_games": 200,
    },
    "study": {
        "rounds": 8, "search_games": 24_000, "race_games": 12_500, "growing": 3, "patience": 2,
        "confirm_games": 5_000, "close_games": 400, "attacker_games": 60_000,
    },
    "paper": {
        "rounds": 12, "search_games": 48_000, "race_games": 25_000, "growing": 4, "patience": 2,
        "confirm_games": 10_000, "close_games": 800, "attacker_games": 180_000,
    },
}  # fmt: skip

#: Changes with `--start`: its decks need no cheap first rounds.
STARTED: dict[str, Any] = {"growing": 0, "later_share": 1 / 3}

#: The format without a date.
_FORMAT = "classic"


class Meta(OneDirectory):
    """Find the metagame of a format: what is played when every deck has been answered."""

    notes: ClassVar[str] = """\
A double oracle over decks. All decks found so far play each other, and their equilibrium says how
often each is played. Then every class searches for a deck that beats the equilibrium. Swaps of the
best decks race, and the winners join. At the end another algorithm attacks the equilibrium. Both
sides play as fair beams with the value network. Each step is stored as it ends; the same command
continues a stopped metagame, and more rounds make it longer. The report is --out/report/index.html;
`report` writes it again.

presets, rounds x games of a class's search and races: smoke 2 x 1,800 of two classes; quick
3 x 4,000; study 8 x 34,800, about an hour of one core; paper 12 x 69,500

examples:
  python -m flows meta --format classic --preset quick --out runs/meta
  python -m flows meta --date naxx14 --preset study --rounds 12
  python -m flows meta --date classic14 --patch my-balance.yaml --start docs/metagame/classic14 \
    --preset study --rounds 2 --out runs/meta-after
"""
    files = ("meta.json", "meta.parquet")
    noun = "metagame"

    preset: Preset = setting("quick", "Sizes that are not set, as below.")
    format: str | None = setting(
        None, FORMAT, f"{_FORMAT}; with a date blackrock", metavar="NAME|SETS"
    )
    date: Date
    patch: Patch
    rivals: SuiteName | None = setting(
        None,
        "Suite of decks to show beside those found; only attackers know them.",
        "the decks that people played on --date, if it is a name; else none",
    )
    start: Path | None = setting(
        None,
        "Directory of a metagame, or of its extract, whose decks are the first ones: to see what a "
        "patch does to it, or to continue it. Searches of later rounds then have a third of the "
        "games (later_share). If the directory has its searches, those of the first round "
        "do, too (goes_on).",
        metavar="META_RUN",
    )
    rounds: int | None = setting(None, "Rounds.", "the preset's", ge=1, le=1000)
    settings: list[str] = changes(
        "Change a setting, such as search_games=12000; docs/settings.md lists them."
    )

    @property
    def title(self) -> str:
        """Format, day, patch and preset."""
        format = self.format or (None if self.date else _FORMAT)
        return self.titled(*cards_names(format, self.date, self.patch), self.preset)

    @classmethod
    def defaults(cls) -> Any:
        """Those of its default preset."""
        return cls.ask({}).study

    @cached_property
    def study(self) -> Any:
        """Its configuration (`models.metagame.config.MetaConfig`).

        Raises:
            ConfigError: A setting cannot have its value.
            DeckError: The format or the suite does not exist, or lacks a card.
            PatchError: The patch does not exist, or its file is wrong.
            StoreError: `start` is no metagame.
        """
        from flows.questions.settings import override
        from flows.studies.meta.tables import decks_to_start
        from models.metagame.config import MetaConfig
        from models.players.decks import OpponentDeck, check_opponents, opponent_suite

        named = self.rivals or (self.date if self.date in get_args(SuiteName) else None)
        suite = () if named is None else opponent_suite(named)
        start = () if self.start is None else decks_to_start(self.start)
        sizes = PRESETS[self.preset] | self.given("rounds")
        sizes |= STARTED if start else {}
        format = find_format(self.format or (None if self.date else _FORMAT), self.date)
        patch = find_patch(self.patch, self.date)
        try:
            preset = MetaConfig().but(
                player__patch=patch, player__format=format, seed=self.seed,
                rivals=tuple(map(OpponentDeck.of, suite)), start=start, **sizes,
            )  # fmt: skip
            made = override(preset, self.settings)
            going_on = self._going_on(made)
            if not any(each.startswith("goes_on=") for each in self.settings):
                made = going_on
            elif made.goes_on and not going_on.goes_on:
                raise ConfigError(
                    f"goes_on: --start {self.start} has no finished searches of the same cards"
                )
            decks = (*suite, *(each.opponent() for each in made.start))
            check_opponents(decks, made.player.patch, made.player.format)
            return made
        except ConfigError as error:
            raise ConfigError(f"meta: {error}") from None

    def _going_on(self, config: Any) -> Any:
        """The metagame; it continues the searches of the one it starts from, if they fit."""
        from flows.studies.meta.answers import last_searched

        start = self.start and last_searched(self.start, config.classes, config.player)
        return config.but(goes_on=start is not None)

"""Runs that start from a preset, and the settings of the games' cards."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from flows.questions.question import Preset, RunQuestion, changes, setting
from models.settings.config import ConfigError

Patch = Annotated[
    str | None,
    setting(
        None,
        "Patch of the cards: a name, or a YAML file with your changes; `python -m flows patches` "
        "lists the names and prints such a file.",
        metavar="NAME|FILE",
    ),
]

#: What the setting `format` says of itself.
FORMAT = (
    "Format of the games: classic, blackrock, or sets such as CORE+EXPERT1+NAXX. Decks and class "
    "pools have its cards, and random cards are drawn from them. Published opponents play in every "
    "format."
)
Format = Annotated[
    str | None,
    setting(
        None,
        FORMAT,
        "standard-2019; with a date blackrock",
        metavar="NAME|SETS",
    ),
]

Date = Annotated[
    str | None,
    setting(
        None,
        "Play with the cards of a day: a date from 2013-12-01 to 2019-12-31, or classic14, naxx14 "
        "or brm15. Later sets are left out, and later changes of cards are undone. --patch then "
        "changes the cards of that day.",
        "the cards of the patch's build",
        metavar="YYYY-MM-DD|NAME",
    ),
]

BudgetGames = Annotated[
    int | None,
    setting(
        None,
        "Games of a search, without the new games of its elites.",
        "the preset's decks",
        ge=1,
    ),
]

#: The suites of `models.players.decks`, which takes seconds to import; a test compares them.
SuiteName = Literal["elite", "starter", "classic14", "naxx14", "brm15"]
#: A suite, or the folder of a metagame's run or extract; forms offer both.
SuiteOrFolder = (
    Annotated[SuiteName, Field(title="Suite")] | Annotated[str, Field(title="Folder of a metagame")]
)
Opponents = Annotated[
    SuiteName,
    setting(
        "elite",
        "Suite of opponents: elite and starter of the papers, or the decks that people played on a "
        "day, classic14, naxx14 or brm15; give the same --date.",
    ),
]


class PresetRun(RunQuestion):
    """A run that starts from a preset."""

    preset: Preset = setting("quick", "Base settings.")
    settings: list[str] = changes(
        "Change a setting of the preset, such as search.n_games=20; `python -m flows presets "
        "--keys` lists them."
    )
    patch: Patch
    format: Format
    date: Date

    @classmethod
    def defaults(cls) -> Any:
        """Those of the papers."""
        from flows.questions.presets import PAPER

        return PAPER

    @property
    def title(self) -> str:
        """Algorithm, or command, preset and cards."""
        return f"{getattr(self, 'algorithm', self.command())}-{self.preset}{self.cards_suffix}"

    @property
    def cards_suffix(self) -> str:
        """Date, patch and format as the end of a name; empty without them."""
        return "".join(f"-{name}" for name in cards_names(self.format, self.date, self.patch))

    def changed(self, config: Any, *more: str) -> Any:
        """An experiment or training with the changes of the command's options.

        More settings apply before those of `--set`.

        Raises:
            ConfigError: A setting does not exist or cannot have its value.
            DeckError: The format does not exist.
            PatchError: The patch or the day does not exist, or the patch's file is wrong.
        """
        from flows.questions.settings import override

        budget = getattr(self, "budget_games", None)
        more += () if budget is None else (f"search.budget_games={budget}",)
        config, changes = override(config, [*more, *self.settings]), {}
        for option, name, given in (
            ("patch", "patch", self.patch),
            ("date", "patch", self.date),
            ("format", "format", self.format),
        ):
            if given is not None and self._is_set(f"player.{name}"):
                raise ConfigError(
                    f"--{option} and --set player.{name}: both name the {name}; give one of them"
                )
        if self.patch is not None or self.date is not None:
            changes["player__patch"] = find_patch(self.patch, self.date)
        if self.format is not None or (self.date and not self._is_set("player.format")):
            changes["player__format"] = find_format(self.format, self.date)
        return config.but(**changes) if changes else config

    def _is_set(self, key: str) -> bool:
        """Whether `--set` names a setting."""
        return any(each.startswith(f"{key}=") for each in self.settings)


def cards_names(
    format: str | None, date: str | None = None, patch: str | None = None
) -> Iterator[str]:
    """The names of the given cards, as parts of a directory's name."""
    if date is not None:
        yield find_patch(None, date).name
    if patch is not None:
        yield find_patch(patch).name.replace("/", "-")
    if format is not None:
        yield find_format(format)


def find_patch(name: str | None, date: str | None = None) -> Any:
    """The patch (`engine.patches.Patch`) of that name or file; build 38377 without one.

    With a date the cards of that day, with the changes of the patch.
    """
    from engine.decks import Patch
    from models.settings import patches

    if date is not None:
        return patches.find_dated(date, name)
    return Patch() if name is None else patches.find_patch(name)


def find_format(name: str | None, date: str | None = None) -> str:
    """The name of a format, as results have it; the default's without one. Raises DeckError."""
    from engine import formats

    default = formats.DEFAULT_FORMAT if date is None else formats.DATED_FORMAT
    return formats.find_format(name or default).name

"""Runs that start from a preset, and the settings of the games' cards."""

from typing import Annotated, Any

from flows.questions.question import Preset, RunQuestion, setting
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

Format = Annotated[
    str | None,
    setting(
        None,
        "Format of the games: classic, blackrock, or sets such as CORE+EXPERT1+NAXX. Decks and "
        "class pools have its cards, and random cards are drawn from them. Published opponents "
        "play in every format.",
        "standard-2019",
        metavar="NAME|SETS",
    ),
]


class PresetRun(RunQuestion):
    """A run that starts from a preset."""

    preset: Preset = setting("quick", "Base settings.")
    settings: list[str] = setting(
        [],
        "Change a setting of the preset, such as search.n_games=20; `python -m flows presets "
        "--keys` lists them.",
        option="--set",
        metavar="KEY=VALUE",
        repeated=True,
    )
    patch: Patch

    @property
    def title(self) -> str:
        """Algorithm, or command, and preset."""
        return f"{getattr(self, 'algorithm', self.command())}-{self.preset}"

    @property
    def name(self) -> str:
        """Algorithm, or command, preset and cards."""
        return f"{getattr(self, 'algorithm', self.command())}-{self.preset}{self.cards_suffix}"

    @property
    def cards_suffix(self) -> str:
        """Patch and format as the end of a name; empty without them."""
        patch = None if self.patch is None else find_patch(self.patch).name.replace("/", "-")
        format = None if self._format is None else find_format(self._format)
        return "".join(f"-{name}" for name in (patch, format) if name is not None)

    @property
    def _format(self) -> str | None:
        """The format, if the command has one."""
        return getattr(self, "format", None)

    def changed(self, config: Any, *more: str) -> Any:
        """An experiment or a training with the changes of `--set`, `--patch` and `--format`.

        More settings apply before those of `--set`.

        Raises:
            ConfigError: A setting does not exist or cannot have its value.
            DeckError: The format does not exist.
            PatchError: The patch does not exist, or its file is wrong.
        """
        from flows.questions.settings import override

        config, changes = override(config, [*more, *self.settings]), {}
        for name, given, find in (
            ("patch", self.patch, find_patch),
            ("format", self._format, find_format),
        ):
            if given is None:
                continue
            if any(each.startswith(f"player.{name}=") for each in self.settings):
                raise ConfigError(
                    f"--{name} and --set player.{name}: both name the {name}; give one of them"
                )
            changes[f"player__{name}"] = find(given)
        return config.but(**changes) if changes else config


def find_patch(name: str | None) -> Any:
    """The patch (`engine.patches.Patch`) of that name or file; build 38377 without one."""
    from engine.decks import Patch
    from models.settings import patches

    return Patch() if name is None else patches.find_patch(name)


def find_format(name: str | None) -> str:
    """The name of a format, as results have it; the default's without one. Raises DeckError."""
    from engine import formats

    return formats.find_format(name or formats.DEFAULT_FORMAT).name

"""Training of a value network: `train-value`."""

from functools import cached_property
from typing import Any, ClassVar, Literal

from flows.questions.preset_run import Patch, cards_names, find_format, find_patch
from flows.questions.question import changes, setting
from flows.studies.study import OneDirectory
from models.settings.config import ConfigError

_FORMAT = "blackrock"
ValuePreset = Literal["smoke", "quick", "study"]
#: Changed settings of each preset; a test trains with the first.
PRESETS: dict[ValuePreset, dict[str, Any]] = {
    "smoke": {
        "rounds": (64, 64), "decks": 40, "held_out": 100, "matches": 20, "match_decks": 4,
        "fit__batch_size": 512,
    },
    "quick": {"rounds": (120_000, 150_000)},
    "study": {"rounds": (160_000, 300_000, 600_000, 1_500_000), "held_out": 20_000,
              "matches": 10_000},
}  # fmt: skip


def _rounds() -> str:
    """The games of the rounds of each preset."""
    return "; ".join(
        f"{name} {', '.join(f'{n:,}' for n in changes['rounds'])}"
        for name, changes in PRESETS.items()
    )


class TrainValue(OneDirectory):
    """Train a value network, which predicts a player's chance to win, from its own games."""

    notes: ClassVar[str] = f"""\
A fair beam plays games of random decks; a network learns from their states who
wins, and plays the games of the next round. Its file, --out/networks/NN.npz, is
a scorer: fair-beam:value:PATH. Chunks of games are stored as they end; the same
command continues a stopped training, and more rounds make it longer. The report
is --out/report/index.html; `report` writes it again.

presets, games of the rounds: {_rounds()}.
Games of a round take about 1.6 KB of disk each; they are removed when the round
ends.

examples:
  python -m flows train-value --preset quick --out runs/value
  python -m flows train-value --preset smoke --format classic
  python -m flows train-value --set rounds=[200000,400000] --set player.scorer=value
  python -m flows league --players fair-beam:value:runs/value/networks/01.npz greedy
"""

    files = ("train-value.json", "value-training.parquet")
    noun = "value network"

    preset: ValuePreset = setting("quick", "Sizes that are not set, as below.")
    patch: Patch
    format: str = setting(_FORMAT, "Format of the cards.", metavar="NAME")
    settings: list[str] = changes(
        "Change a setting, such as fit.trace=1; docs/settings.md lists them."
    )

    @property
    def title(self) -> str:
        """Format, if it is not the default, patch and preset."""
        format = None if self.format == _FORMAT else self.format
        return self.titled(*cards_names(format, patch=self.patch), self.preset)

    @classmethod
    def defaults(cls) -> Any:
        """Those of its default preset."""
        return cls.ask({}).study

    @cached_property
    def study(self) -> Any:
        """Its configuration (`models.value_training.config.ValueTraining`).

        Raises:
            ConfigError: A setting cannot have its value, or a player does not exist.
            PatchError: The patch does not exist, or its file is wrong.
        """
        from flows.questions.settings import override
        from models.players.player_names import read_players
        from models.value_training.config import ValueTraining

        try:
            preset = ValueTraining().but(
                player__patch=find_patch(self.patch), player__format=find_format(self.format),
                seed=self.seed, **PRESETS[self.preset],
            )  # fmt: skip
            training = override(preset, self.settings)
            cards = training.player.patch, training.player.format
            for opponent in read_players(training.opponents, *cards):
                if opponent.learned:
                    raise ConfigError(f"opponents: {opponent.name} is no search; use a league")
        except ConfigError as error:
            raise ConfigError(f"train-value: {error}") from None
        return training

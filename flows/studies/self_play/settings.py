"""Training by self-play: `self-play`."""

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import ValidationError

from engine.input_files import read_text
from flows.questions.preset_run import SuiteName, cards_names
from flows.questions.question import changes, setting
from flows.studies.study import OneDirectory
from models.settings.config import ConfigError

# The names of `models.self_play.ladder` and its parts, which take seconds to import; a test
# compares them.
Model = Literal["b0", "ph", "b1", "b1.5", "b2", "b3", "b4", "c5"]
Method = Literal["self-play", "fictitious-play", "pfsp", "osfp"]
Size = Literal["mini", "small", "paper"]
SelfPlayPreset = Literal["smoke", "quick", "study"]
Device = Literal["cpu", "cuda", "auto"]
_FORMAT = "classic"
_OF_THE_NETWORK = "environment.", "network."


class SelfPlay(OneDirectory):
    """Train a policy that builds decks and plays them, against itself and its past."""

    notes: ClassVar[str] = """\
One network picks 30 cards, one by one, and then plays the deck. It learns only from games against
itself and copies of its past. Each learning period is stored as it ends; the same command continues
a stopped training, and more --samples make a finished one longer. The report is
--out/report/index.html; `report` writes it again.

models, each as its difference from another: b0 (V-trace, discount 0.99, ring buffer), ph (b0,
heroes chosen by a bandit), b1 (b0 without discount), b1.5 (b1, random first cards), b2 (b1.5, a
blocking queue), b3 (b2, PPO and V-trace clipped from both sides), b4 (b3, a network per hero), c5
(b4, sees the opponent's first cards)

presets, samples: smoke 1,024 (decks of 4 cards); quick 3 million, about ten minutes on one free
core; study 20 million, about an hour. b4 and c5 learn from three times as many.

examples:
  python -m flows self-play b3 --preset smoke --out runs/self-play-smoke
  python -m flows self-play b3 --samples 10000000 --format blackrock
  python -m flows self-play b2 --method self-play --actors 2 --processes
  python -m flows self-play b1.5 --set buffer.size=16 --set update.rate=5e-4
  python -m flows self-play b3 --samples 3000000 --set copying.samples=1000000
  python -m flows self-play b3 --samples 1500000 --set drafting.samples=1500000 --rivals elite
  python -m flows self-play b3 --exploit player.npz --samples 3000000 --out runs/exploiter
"""

    files = ("self-play.json", "training.parquet")

    model: Model = setting("b3", "Model of the ladder.", word="MODEL")
    preset: SelfPlayPreset = setting("quick", "Sizes that are not set, as below.")
    samples: int | None = setting(
        None, "Decisions to learn from.", "the preset's", ge=1, le=10_000_000_000
    )
    period: int | None = setting(
        None, "Decisions of a learning period.", "the preset's", ge=1, le=1_000_000_000
    )
    size: Size | None = setting(None, "Size of the network.", "the preset's")
    method: Method = setting("osfp", "Opponents in training.")
    format: str = setting(_FORMAT, "Format of the cards to build with.", metavar="NAME")
    cards: Path | None = setting(
        None, "File with names of the only cards to build with, one a line.", "all of the format"
    )
    deck_size: int | None = setting(None, "Cards of a deck.", "the preset's", ge=2, le=60)
    actors: int | None = setting(
        None, "Groups of games, played independently.", "the preset's", ge=1, le=256
    )
    processes: bool = setting(
        False, "Play each group of games in its own process; the result is the same."
    )
    exploit: str | None = setting(
        None,
        "Network that is the only opponent and never changes: a checkpoint's path, or the name of "
        "an included one. Games, widths and first weights are the network's.",
        metavar="NETWORK",
    )
    start: str | None = setting(
        None,
        "Network whose weights are the first ones: a checkpoint's path, or the name of an included "
        "one. Games and widths are the network's.",
        metavar="NETWORK",
    )
    rivals: SuiteName | None = setting(
        None,
        "Suite of decks that the built ones play at the end, with drafting.player on both sides.",
        "none",
    )
    settings: list[str] = changes(
        "Change a setting of the model, such as buffer.size=16; docs/settings.md lists them."
    )
    device: Device = setting(
        "cpu", "Device of the network; auto is the GPU if there is one. Results depend on it."
    )

    @property
    def title(self) -> str:
        """Model, method and format if they are not the defaults, and preset."""
        method = "exploiter" if self.exploit else "" if self.method == "osfp" else self.method
        format = None if self.format == _FORMAT else self.format
        return self.titled(self.model, method, *cards_names(format), self.preset)

    @classmethod
    def defaults(cls) -> Any:
        """Those of its default preset."""
        return cls.ask({}).study.settings

    @cached_property
    def study(self) -> Any:
        """Its configuration (`models.self_play.ladder.Training`).

        Raises:
            ConfigError: A setting cannot have its value, or the cards do not make decks.
            DeckError: The format does not exist.
        """
        from flows.questions.settings import override
        from models.self_play import ladder
        from models.self_play.network import SIZES
        from models.self_play.opponents import METHODS
        from models.self_play.training import device_of

        changes = self.given("samples", "period", "actors", environment__deck_size="deck_size")
        changes |= {"opponents": METHODS[self.method], "environment__format": self.format}
        changes |= {"network": SIZES[self.size]} if self.size else {}
        changes |= {"environment__cards": _names(self.cards)} if self.cards else {}
        try:
            preset = ladder.PRESETS[self.preset].but(**changes)
            settings = ladder.rung(self.model).config(preset)
            if self.samples is not None:
                settings = settings.but(samples=self.samples)
            settings = override(settings, self.settings)
            settings, networks = self._with_networks(settings)
            device = device_of(self.device)
        except (ConfigError, ValidationError) as error:
            raise ConfigError(f"self-play: {error}") from None
        settings.environment.card_pool(settings.environment.rules())  # they make decks
        return ladder.Training(
            model=self.model, seed=self.seed, settings=settings,
            random_games=ladder.RANDOM_GAMES[self.preset], device=device,
            **networks,
        )  # fmt: skip

    def _with_networks(self, settings: Any) -> tuple[Any, dict[str, Any]]:
        """Settings with the games and widths of --exploit's or --start's network, and these."""
        from models.players.learned import LearnedSetting
        from models.self_play import ladder

        ways = {"target": ladder.exploiting, "start": ladder.starting}
        names = {"target": self.exploit, "start": self.start}
        found = {key: LearnedSetting.read(name) for key, name in names.items() if name}
        if len(found) > 1:
            raise ConfigError("--exploit begins with its network's weights; omit --start")
        for key, network in found.items():
            self._check_games("--exploit" if key == "target" else "--start")
            settings = ways[key](settings, ladder.whole_network(network))
        return settings, found

    def _check_games(self, asked: str) -> None:
        """Check that no setting contradicts those of the network that an option names."""
        fields, others = type(self).model_fields, ["size", "format", "cards", "deck_size"]
        for name in others + ["method"] * (asked == "--exploit"):
            if getattr(self, name) != fields[name].default:
                option = name.replace("_", "-")
                raise ConfigError(f"{asked} uses the network's own games; omit --{option}")
        for each in self.settings:
            if each.startswith(_OF_THE_NETWORK) or (
                asked == "--exploit" and each.startswith("opponents.")
            ):
                raise ConfigError(f"{asked} uses the network's own games; omit --set {each}")

    def check(self) -> bool:
        """As `RunQuestion.check`; also raises `ConfigError` for `--threads` and `--cluster`."""
        if self.cluster or self.threads:
            raise ConfigError("self-play uses --actors and --processes, not --threads or --cluster")
        return super().check()


def _names(path: Path) -> tuple[str, ...]:
    """The lines of a file of card names; `ConfigError` if it cannot be read."""
    try:
        lines = read_text(path).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"--cards {path}: cannot be read ({error}); give a text file") from None
    return tuple(line.strip() for line in lines if line.strip())

"""The paper's ladder of models, each as its difference from another one, and exploiters.

config = rung("b3").config(PRESETS["quick"])

Exploiters are learners that only play one frozen network, to show how exploitable it is. They start
with its weights:

target = Checkpoint.load("player.npz")
training = SelfPlayTraining(exploiting(settings, target), seed=1, target=target.network)

Sources: Xiao et al. 2023, section 5; Haluska and Schmid 2024, "Learning to Beat ByteRL" (arXiv
2404.16689), whose exploiters first imitate the player's games.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from models.players.learned import LearnedSetting
from models.self_play.checkpoint import Checkpoint
from models.self_play.config import Device, SelfPlayConfig
from models.self_play.losses import BOTH_SIDES, FROM_ABOVE
from models.self_play.opponents import OpponentRules
from models.settings.config import Config, ConfigError, added_field, named


class Training(Config):
    """A training of a model of the ladder, with its seed and measurements."""

    model: str = Field("b3", description="The model's name.")
    seed: int = Field(1, ge=0, description="Seed of all games and draws.")
    settings: SelfPlayConfig = Field(SelfPlayConfig(), description="Settings of the training.")
    random_games: int = Field(
        500,
        ge=1,
        le=1_000_000,
        description="Games against random decisions after each learning period.",
    )
    target: LearnedSetting | None = added_field(
        None, description="Network to exploit: the only opponent, which never changes."
    )
    start: LearnedSetting | None = added_field(
        None, description="Network with whose weights the training begins."
    )
    device: Device = Field("cpu", description="Where the network runs; results depend on it.")


@dataclass(frozen=True)
class Rung:
    """A model of the ladder."""

    summary: str  #: What it changes
    base: str  #: The model that it changes; "" for the first
    changes: Mapping[str, Any]  #: Settings, as `Config.but` takes them
    scale: int = 1  #: How many times the samples of its base it learns from
    #: Win rate against its base in the paper, in points above 50; None if not given
    gain: float | None = None

    def config(self, preset: SelfPlayConfig) -> SelfPlayConfig:
        """Return the settings of this model in the sizes of a preset."""
        below = LADDER[self.base].config(preset) if self.base else preset
        return below.but(**self.changes, samples=below.samples * self.scale)


LADDER: dict[str, Rung] = {
    "b0": Rung(
        "V-trace, discount 0.99, a ring buffer with twice the production",
        "",
        {
            "update__rules__gamma": 0.99,
            "update__rules__policy_loss": "gradient",
            "update__rules__clips": FROM_ABOVE,
            "buffer": {"kind": "ring", "size": 4, "production": 2, "draws": "batch"},
            "environment__random_picks": False,
            "heroes__is_learned": False,
            "per_hero": False,
            "network__peek": False,
        },
    ),
    "ph": Rung("b0 with heroes chosen by a softmax bandit", "b0", {"heroes__is_learned": True}),
    "b1": Rung("b0 without discount", "b0", {"update__rules__gamma": 1.0}, gain=7.0),
    "b1.5": Rung("b1 with random first cards", "b1", {"environment__random_picks": True}),
    "b2": Rung(
        "b1.5 with a blocking queue, and as much production as use",
        "b1.5",
        {"buffer": {"kind": "queue", "size": 1, "production": 1}},
        gain=10.0,
    ),
    "b3": Rung(
        "b2 with PPO, and V-trace clipped from both sides",
        "b2",
        {"update__rules__policy_loss": "ppo", "update__rules__clips": BOTH_SIDES},
        gain=15.1,
    ),
    "b4": Rung("b3 with a network per hero", "b3", {"per_hero": True}, scale=3, gain=6.5),
    "c5": Rung(
        "b4 with a view of the opponent's first cards", "b4", {"network__peek": True}, gain=5.5
    ),
}

#: Sizes; each is a basis for all models.
PRESETS: dict[str, SelfPlayConfig] = {
    "smoke": SelfPlayConfig().but(
        environment__deck_size=4, network__card=4, network__entity=8, network__state=16,
        recording__unroll=8, games=16, batch=256, period=512, samples=1024,
    ),
    "quick": SelfPlayConfig(),
    "study": SelfPlayConfig().but(
        samples=20_000_000, period=1_000_000, environment__mulligan="cheap", update__slowing=700,
        update__rules__entropy=0.03,
    ),
}  # fmt: skip

#: Games against random decisions after each learning period, by preset.
RANDOM_GAMES = {"smoke": 20, "quick": 500, "study": 1000}


def rung(name: str) -> Rung:
    """Return a model of the ladder.

    Raises:
        ConfigError: There is no such model.
    """
    return named(f"{name}: no such model", name, LADDER)


#: Every game is against the copy in the history, and no other copy ever joins it.
FROZEN = OpponentRules(self_play=0.0, choice="uniform", threshold=1.0, patience=10**9)


def whole_network(setting: LearnedSetting) -> Checkpoint:
    """Return the network to exploit, or to begin with.

    Raises ConfigError unless it is one network that plays all classes of its games and sees no
    cards of the opponent's deck, CheckpointError if its file cannot be used.
    """
    target = Checkpoint.load(setting.files[0])
    if len(setting.files) > 1 or target.card.heroes != target.pool.heroes:
        raise ConfigError(
            f"{setting.name}: a network per class; give one network that plays all its classes"
        )
    if target.network.config.peek:
        raise ConfigError(
            f"{setting.name}: sees cards of the opponent's deck (c5); give one that does not"
        )
    return target


def starting(settings: SelfPlayConfig, start: Checkpoint) -> SelfPlayConfig:
    """Return settings of a training that begins with a network: its games and widths.

    Raises:
        ConfigError: The settings have a network per hero, or see cards of the opponent's deck.
    """
    if settings.per_hero or settings.network.peek:
        raise ConfigError("--start gives one network for all heroes; use b0, b1, b1.5, b2 or b3")
    return settings.but(environment=start.card.environment, network=start.card.network)


def exploiting(settings: SelfPlayConfig, target: Checkpoint) -> SelfPlayConfig:
    """Return settings of a training against a network: its games and widths, without random picks.

    Raises:
        ConfigError: The settings have a network per hero, see cards of the opponent's deck, learn
            the heroes, or have `copying.samples`.
    """
    if settings.per_hero or settings.network.peek or settings.heroes.is_learned:
        raise ConfigError("an exploiter is one network for all heroes; use b0, b1, b1.5, b2 or b3")
    if settings.copying.samples:
        raise ConfigError("an exploiter begins as a copy of its target; omit copying.samples")
    return settings.but(
        environment=target.card.environment.but(random_picks=False),
        network=target.card.network,
        opponents=FROZEN,
    )

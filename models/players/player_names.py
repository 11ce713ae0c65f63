"""Players by name: `beam:aggro`, `fair-beam`, `random`.

A name has parts between colons: the kind of player; a scorer, by name or as the path of a player's
file; and settings of `PlayerConfig`, such as `width=8`. This is the only place that reads names.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.patches import Patch
from models.config import Config, ConfigError, did_you_mean
from models.players.config import PlayerConfig, read_scorer
from models.players.networks import Network, NetworkError

#: Settings that differ from the papers' players, which keep expensive cards by mistake and follow
#: a plan after a card was drawn.
_CAREFUL = {"replan": "news", "mulligan": "keep-cheap"}


@dataclass(frozen=True)
class Kind:
    """A kind of player.

    Attributes:
        text: What it is, in one phrase.
        settings: Its settings.
        fair: The kinds that it is compared with to see what hidden cards are worth to it.
        only_sight: Whether it differs from these in what it sees only.
    """

    text: str
    settings: dict[str, Any] = field(default_factory=dict)
    fair: tuple[str, ...] = ()
    only_sight: bool = False


KINDS = {
    "beam": Kind("DSA-ME's player: a beam over one turn", fair=("fair-beam",)),
    "mesb-beam": Kind(
        "MESB's player: the same beam, which follows its plan", {"fidelity": "mesb"}, ("fair-beam",)
    ),
    "open-beam": Kind(
        "the fair beam, except that it sees every card", _CAREFUL, ("fair-beam",), only_sight=True
    ),
    "fair-beam": Kind("a beam over one turn that sees no hidden card", {"fidelity": "fair"}),
    "random": Kind("draws legal actions uniformly", {"fidelity": "fair", "search": "random"}),
}
#: Settings that a player's kind may decide.
DECIDED = ("fidelity", "search", "replan", "mulligan")
#: Settings that a name can change; its kind, or the league, decides the others.
OPTIONS = tuple(
    name
    for name in PlayerConfig.model_fields
    if name not in ("fidelity", "scorer", "search", "mixups", "generated", "cards", "patch")
)


class NamedPlayer(Config):
    """A player with its name in results.

    Attributes:
        name: The name, such as `beam:aggro`.
        config: All its settings.
    """

    name: str
    config: PlayerConfig

    @property
    def kind(self) -> Kind:
        """Its kind."""
        return KINDS[self.name.partition(":")[0]]

    @property
    def slug(self) -> str:
        """The name as a part of a file's name."""
        return re.sub(r"[^\w.-]+", "-", self.name)

    @property
    def sees_all(self) -> bool:
        """Whether it sees hidden cards."""
        return self.config.fidelity != "fair"


def read_player(text: str, patch: Patch | None = None) -> NamedPlayer:
    """Reads a player's name.

    Args:
        text: The name, such as `beam:aggro` or `beam:aggro:width=8`.
        patch: The cards of its games; build 38377 by default.

    Raises:
        ConfigError: There is no such kind, scorer or setting, or a setting cannot have its value.
    """
    name, *parts = text.split(":")
    if name not in KINDS:
        raise ConfigError(f"{text}: no player is called {name!r}; {did_you_mean(name, KINDS)}")
    settings = dict(KINDS[name].settings)
    scorers = [part for part in parts if "=" not in part]
    if len(scorers) > 1:
        raise ConfigError(f"{text}: has two scorers, {' and '.join(scorers)}; give one")
    for part in parts:
        key, is_setting, value = part.partition("=")
        if not is_setting:
            settings["scorer"] = _scorer(text, part)
        elif key not in OPTIONS:
            raise ConfigError(f"{text}: {key!r} is no setting; {did_you_mean(key, OPTIONS)}")
        else:
            settings[key] = value
    try:
        config = PlayerConfig(patch=patch or Patch()).but(**settings)
    except ConfigError as error:
        raise ConfigError(f"{text}: {error}") from None
    scorer = settings.get("scorer")
    if isinstance(scorer, Network):  # its path says little in a table
        text = ":".join([name, scorer.name, *(part for part in parts if "=" in part)])
    return NamedPlayer(name=text, config=config)


def read_players(texts: Sequence[str], patch: Patch | None = None) -> list[NamedPlayer]:
    """Reads several players.

    Raises:
        ConfigError: A name is wrong, or two names mean the same player.
    """
    players: list[NamedPlayer] = []
    for text in texts:
        player = read_player(text, patch)
        for other in players:
            if player.config == other.config or player.slug == other.slug:
                raise ConfigError(f"{text}: is the same player as {other.name}; leave one out")
        players.append(player)
    return players


def _scorer(text: str, part: str) -> str | Network:
    try:
        return read_scorer(part)
    except NetworkError as error:
        raise ConfigError(f"{text}: {error}") from None

"""Players by name: `beam:aggro`, `is-mcts:1000`, `random`, `learned:player.npz`, `module:Class`.

A name has parts between colons: the kind of player; for a tree search, its simulations per
decision; a scorer, by name or as the path of a player's file; and settings, such as `width=8`. A
learned player has the paths of its checkpoints instead. A player of one's own is its class,
`package.module:MyPlayer`. This is the only place that reads names.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from engine.formats import DEFAULT_FORMAT
from engine.patches import Patch
from models.own_class import NoSuchModuleError
from models.players.config import (
    HearthSimWeights,
    OneTurnConfig,
    PlayerConfig,
    PlayerTree,
    TwoPlyConfig,
    read_scorer,
)
from models.players.kinds import KINDS, LEARNED, OWN, Kind, kind_of
from models.players.learned import LearnedSetting
from models.players.networks import ScorerNetwork
from models.players.own import OwnSetting
from models.players.value_networks import ValueScorer
from models.settings.config import Config, ConfigError, added_field, did_you_mean

_PARTS: dict[str, type[Config]] = {
    "tree": PlayerTree,
    "one_turn": OneTurnConfig,
    "two_ply": TwoPlyConfig,
    "weights": HearthSimWeights,
}
#: A tree search scores a leaf by the value network itself, as rollouts only blur it.
_NO_ROLLOUT = {"tree.rollout": "actions"}
#: What a value network's path may follow.
VALUE_NAME = "value"
_CLASS = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


class NamedPlayer(Config):
    """A player with its name in results.

    Attributes:
        name: The name, such as `beam:aggro`.
        config: All its settings; for a learned player, those of its cards.
        learned: The networks of a learned player.
        own: The class of a player of one's own; its mulligan is that of `config`.
    """

    name: str
    config: PlayerConfig
    learned: LearnedSetting | None = added_field(None)
    own: OwnSetting | None = added_field(None)

    @property
    def kind(self) -> Kind:
        """Its kind."""
        return kind_of(self.name)

    @property
    def slug(self) -> str:
        """The name as a part of a file's name."""
        return re.sub(r"[^\w.-]+", "-", self.name)

    @property
    def sees_all(self) -> bool:
        """Whether it sees hidden cards, all or some."""
        return self.config.fidelity != "fair" or (self.learned is not None and self.learned.peeks)


def is_own(name: str) -> bool:
    """Whether a player's name has the form `package.module:MyPlayer`."""
    return name.partition(":")[0] not in KINDS and _CLASS.fullmatch(name) is not None


def read_player(text: str, patch: Patch | None = None, format: str = DEFAULT_FORMAT) -> NamedPlayer:
    """Reads a player's name.

    Args:
        text: The name, such as `beam:aggro:width=8`, `mcts:1000` or `my_players:Careful`.
        patch: The cards of its games; build 38377 by default.

    Raises:
        ConfigError: There is no such kind, scorer, setting or class, or a setting cannot have its
            value.
    """
    name, *parts = text.split(":")
    cards = PlayerConfig(patch=patch or Patch(), format=format)
    if name not in KINDS:
        return _own_player(text, cards)
    if name == LEARNED:
        return _learned_player(parts, cards)
    try:
        parts = _with_paths(parts)
        given = dict(_setting(KINDS[name], part) for part in parts)
        if len(given) < len(parts):
            raise ConfigError("has two scorers, two budgets or a setting twice; give one of each")
        weights = [path.partition(".")[2] for path in given if path.startswith("weights.")]
        if weights and given.get("scorer", "hearthsim") != "hearthsim":
            raise ConfigError(f"only the scorer hearthsim has {weights[0]}; leave one of them out")
        scorer = given.get("scorer")
        if isinstance(scorer, ValueScorer) and KINDS[name].has_budget:
            given = _NO_ROLLOUT | given
        config = cards.but(**KINDS[name].settings | given)
    except ConfigError as error:
        raise ConfigError(f"{text}: {error}") from None
    if isinstance(scorer, ScorerNetwork | ValueScorer):  # its path says little in a table
        texts = (scorer.name if _is_scorer(part) else part for part in parts)
        text = ":".join([name, *texts])
    return NamedPlayer(name=text, config=config)


def is_search(name: str) -> bool:
    """Whether a name is that of a search player, such as `fair-beam:value`."""
    kind = name.partition(":")[0]
    return kind in KINDS and kind != LEARNED


def read_search_player(
    text: str, patch: Patch | None = None, format: str = DEFAULT_FORMAT
) -> PlayerConfig:
    """Reads the name of a search player as settings of both players of a game.

    Raises:
        ConfigError: It is the name of another player, or of none.
    """
    if text.partition(":")[0] == LEARNED or is_own(text):
        raise ConfigError(f"{text}: is no search; only the players of a search have settings")
    return read_player(text, patch, format).config


def read_players(
    texts: Sequence[str], patch: Patch | None = None, format: str = DEFAULT_FORMAT
) -> list[NamedPlayer]:
    """Reads several players.

    Raises:
        ConfigError: A name is wrong, or two names mean the same player.
    """
    players: list[NamedPlayer] = []
    for text in texts:
        player = read_player(text, patch, format)
        for other in players:
            if player.but(name="") == other.but(name=""):
                raise ConfigError(f"{text}: is the same player as {other.name}; leave one out")
            if player.slug == other.slug:
                raise ConfigError(
                    f"{text}: its results would have the name of another player, {other.name}; "
                    "give a copy of the file with another name"
                )
        players.append(player)
    return players


def _learned_player(parts: Sequence[str], cards: PlayerConfig) -> NamedPlayer:
    """A learned player by the parts of its name: its files, and perhaps its choice."""
    path, *settings = parts or [""]
    try:
        given = dict(_setting(KINDS[LEARNED], part) for part in settings if not _is_scorer(part))
        if len(given) < len(settings):
            raise ConfigError(
                "give paths, and choice=sample, best or lookahead and temperature=T once"
            )
        learned = LearnedSetting.read(path, **given)
    except ConfigError as error:
        raise ConfigError(f"{':'.join([LEARNED, *parts])}: {error}") from None
    name = ":".join([LEARNED, learned.name, *settings])
    return NamedPlayer(name=name, config=cards.but(**KINDS[LEARNED].settings), learned=learned)


def _own_player(text: str, cards: PlayerConfig) -> NamedPlayer:
    """A player of one's own by its class; for a misspelled kind, the error of that."""
    name = text.partition(":")[0]
    unknown = f"{text}: no player is called {name!r}; {did_you_mean(name, KINDS)}"
    if not is_own(text):
        raise ConfigError(unknown)
    try:
        own = OwnSetting.read(text)
    except NoSuchModuleError as error:
        raise ConfigError(f"{unknown}; and {error}") from None
    return NamedPlayer(name=text, config=cards.but(**OWN.settings), own=own)


def _with_paths(parts: Sequence[str]) -> list[str]:
    """The parts of a name; of `value:PATH` the path only, which is a scorer itself."""
    return [
        part
        for part, after in zip_longest(parts, parts[1:], fillvalue="")
        if not (part == VALUE_NAME and after.endswith(".npz"))
    ]


def _is_scorer(part: str) -> bool:
    is_file = part.endswith((".npz", ".json"))
    return is_file or ("=" not in part and not re.fullmatch(r"-?\d+", part))


def _setting(kind: Kind, part: str) -> tuple[str, Any]:
    """A part of a name after the kind, as a setting of `PlayerConfig` by its path."""
    if _is_scorer(part):
        if not kind.has_scorer:
            raise ConfigError(f"such a player looks at no state; leave the scorer {part!r} out")
        return "scorer", read_scorer(part)
    key, is_setting, value = part.partition("=")
    if is_setting and not value:
        raise ConfigError(f"{key}= has no value; write one, or leave it out")
    if not is_setting:
        key, value = "simulations", part
        if not kind.has_budget:
            raise ConfigError(f"such a player has no budget of simulations; leave {part} out")
    if key not in kind.options:
        raise ConfigError(f"{key!r} is no setting of it; {did_you_mean(key, kind.options)}")
    path = next((name for name, each in _PARTS.items() if key in each.model_fields), None)
    return (f"{path}.{key}" if path else key), value

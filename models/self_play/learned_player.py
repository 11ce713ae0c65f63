"""`LearnedPlayer`: checkpoints that play, and the games that they were trained on."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Self

from engine.rules import Rules
from models.files import file_digest
from models.league import LeagueDeck
from models.players.learned import LearnedSetting
from models.players.player_names import NamedPlayer
from models.self_play.checkpoint import Checkpoint, CheckpointError
from models.self_play.environment import BuildPool, EnvironmentConfig
from models.settings.config import ConfigError

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class LearnedPlayer:
    """Checkpoints that play, each its classes, with the choice of a `LearnedSetting`."""

    checkpoints: tuple[Checkpoint, ...]
    choice: str = "sample"
    temperature: float = 1.0

    @classmethod
    def load(cls, setting: LearnedSetting, rules: Rules) -> Self:
        """Reads the checkpoints of a player's name.

        Raises:
            CheckpointError: A file has changed or cannot be used, or its cards are not those of
                the games.
        """
        checkpoints = tuple(map(_loaded, setting.files, setting.digests))
        for file, checkpoint in zip(setting.files, checkpoints, strict=True):
            try:
                checkpoint.network_for(rules)
            except CheckpointError as error:
                raise CheckpointError(f"{file}: {error}") from None
        return cls(checkpoints, setting.choice, setting.temperature)

    def place_of(self, hero: str) -> int:
        """Returns which of the checkpoints plays a class: the first one that was trained on it.

        If none was, the first one plays, with a warning.
        """
        for place, checkpoint in enumerate(self.checkpoints):
            if hero in checkpoint.card.heroes:
                return place
        _warn_of(hero, self.checkpoints[0].card.title)
        return 0


@lru_cache(maxsize=32)
def _loaded(file: str, digest: str) -> Checkpoint:
    path = Path(file)
    if path.is_file() and file_digest(path) != digest:
        raise CheckpointError(f"{file}: is not the file it was; restore it, or start anew")
    return Checkpoint.load(path)


@lru_cache(maxsize=32)
def _warn_of(hero: str, title: str) -> None:
    _log.warning("%s plays a deck of %s, which it was not trained on", title, hero.capitalize())


def check_learned(players: Sequence[NamedPlayer]) -> None:
    """Reads all checkpoints of some players; raises as `LearnedPlayer.load`."""
    for player in players:
        if player.learned:
            LearnedPlayer.load(player.learned, player.config.rules())


def with_trained_cards(players: Sequence[NamedPlayer], format: str | None) -> list[NamedPlayer]:
    """Returns the players with the format and the effects of cards of the learned ones' training.

    Without a learned player they play the environment's default format.

    Raises:
        ConfigError: Two networks were trained on other games, or `format`, if given, is not theirs.
    """
    environment, variant = _trained(players)
    if format is not None and format != environment.format:
        raise ConfigError(
            f"--format {format}: own decks have the format of the training, "
            f"{environment.format}; omit it"
        )
    return [
        player.but(config__format=environment.format, config__cards=variant) for player in players
    ]


def own_decks(players: Sequence[NamedPlayer]) -> list[LeagueDeck]:
    """Returns the decks of a league in which every player builds its own, one for each class.

    Classes, size and cards are those of the learned players' training; ConfigError if two networks
    were trained on other games.
    """
    environment, _ = _trained(players)
    rules = environment.rules()
    pool = environment.card_pool(rules)
    return [
        LeagueDeck(
            name=f"own {hero.capitalize()}",
            hero=hero.upper(),
            size=environment.deck_size,
            cards=environment.cards and _usable(pool, hero.upper(), environment.cards, rules),
        )
        for hero in environment.heroes
    ]


def _usable(pool: BuildPool, hero: str, names: Sequence[str], rules: Rules) -> tuple[str, ...]:
    """Those of the named cards that a class can use."""
    ids = [card for card, n in zip(pool.ids, pool.usable(hero), strict=True) if n > 0]
    known = {*ids, *(rules.card_data(card).name for card in ids)}
    return tuple(name for name in names if name in known)


def _trained(players: Sequence[NamedPlayer]) -> tuple[EnvironmentConfig, str]:
    """The games that all learned players were trained on, and the effects of their cards."""
    found: dict[tuple, tuple[EnvironmentConfig, str]] = {}
    for player in players:
        if player.learned:
            for checkpoint in LearnedPlayer.load(player.learned, player.config.rules()).checkpoints:
                games = checkpoint.card.environment
                key = games.heroes, games.format, games.cards, games.deck_size
                found[key] = games, checkpoint.card.variant
    if len(found) > 1:
        texts = [
            f"{', '.join(heroes)} with {size} cards of {format}"
            + (f" ({len(cards)} different ones)" if cards else "")
            for heroes, format, cards, size in found
        ]
        raise ConfigError(
            f"own decks: the networks were trained on other games: {'; '.join(texts)}; give decks"
        )
    return next(iter(found.values()), (EnvironmentConfig(), "printed"))

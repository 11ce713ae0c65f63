"""Networks trained by self-play, by name: of trainings below the folder of runs, and included ones.

A name from an address is looked up in the list: it is never a path.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.decks import Deck, DeckError, validate_deck
from flows.studies.self_play.settings import SelfPlay
from models.play.config import PlayConfig
from models.play.hints import seat_of
from models.players import learned
from models.players.learned import PLAYERS, LearnedSetting
from models.settings.config import ConfigError
from tasks.storage.run_names import run_names

if TYPE_CHECKING:  # importing torch takes seconds, and only games against networks need it
    from engine.rules import Rules
    from models.self_play.matches.players import LearnedPlayer

#: Players of a training that are offered: the last ones.
N_OFFERED = 5
#: Decks that a network builds for each of its classes.
N_DECKS = 3


def network_files(folder: Path) -> dict[str, list[Path]]:
    """The files of each network by its name, included ones first, then the newest of a training.

    Args:
        folder: The folder of runs; it may not exist.
    """
    found = {path.stem: [path] for path in sorted(learned.FOLDER.glob("*.npz"))}
    for name in run_names(folder, SelfPlay.files[0]):
        periods = players_of_periods(folder / name)
        for period in sorted(periods, reverse=True)[:N_OFFERED]:
            found[f"{name}/players/{period}"] = periods[period]
    return {name: files for name, files in found.items() if not any("," in f"{f}" for f in files)}


def players_of_periods(path: Path) -> dict[str, list[Path]]:
    """Returns the files of the player after each period, by the period's number as text.

    There are several files where each hero has a network. Links are not followed.

    Args:
        path: The training's directory; it may not exist.
    """
    folder, found = path / PLAYERS, dict[str, list[Path]]()
    for file in [] if folder.is_symlink() else sorted(folder.glob("*.npz")):
        if file.is_file() and not file.is_symlink():
            found.setdefault(file.stem.partition("-")[0], []).append(file)
    return found


def network_of(name: str, folder: Path) -> LearnedSetting:
    """The files of a network as a setting.

    Args:
        name: Its name.
        folder: The folder of runs.

    Raises:
        ConfigError: There is no network of this name.
    """
    files = network_files(folder).get(name)
    if files is None:
        raise ConfigError(
            f"no trained network {name[:80]!r}: it may have been removed; choose one from the list"
        )
    return LearnedSetting.read(",".join(map(str, files)))


def checked(config: PlayConfig) -> PlayConfig:
    """The settings of a game with the mulligan of its player: a network has it as trained.

    Raises:
        CheckpointError: The network cannot be used, or not with these cards.
    """
    return config.but(opponent_mulligan=seat_of(config).has_mulligan)


def network_facts(name: str, folder: Path) -> dict[str, Any]:
    """What a network is, and decks that it builds.

    Args:
        name: Its name.
        folder: The folder of runs.

    Returns:
        `title`, `format` of its training, and `decks`: `name` and `text` of each.

    Raises:
        ConfigError: There is no network of this name, or its file cannot be used.
    """
    from models.self_play.checkpoint import Checkpoint
    from models.self_play.matches.players import LearnedPlayer

    files = network_of(name, folder).files
    player = LearnedPlayer(tuple(Checkpoint.load(file) for file in files))
    first = player.checkpoints[0]
    return {
        "title": "; ".join(checkpoint.card.title for checkpoint in player.checkpoints),
        "format": first.rules.format,
        "decks": [
            {"name": name, "text": _text(name, deck, first.rules)}
            for name, deck in _built(player).items()
            if _is_legal(deck, first.rules)
        ],
    }


def _built(player: LearnedPlayer) -> dict[str, Deck]:
    """Decks of each of the player's classes, always the same, by name."""
    from models.self_play.matches.own_decks import built_decks

    heroes = [hero for each in player.checkpoints for hero in each.card.heroes]
    size = player.checkpoints[0].card.environment.deck_size
    wanted = [hero for hero in heroes for _ in range(N_DECKS)]
    built = built_decks(player, wanted, size, None, 1, np.arange(len(wanted)))
    return {f"{deck.name} {1 + i % N_DECKS}": deck for i, deck in enumerate(built)}


def _is_legal(deck: Deck, rules: Rules) -> bool:
    """Whether a deck can be played here: trainings may have smaller ones."""
    try:
        validate_deck(deck, patch=rules.patch, format=rules.format)
    except DeckError:
        return False
    return True


def _text(name: str, deck: Deck, rules: Rules) -> str:
    """A deck as text, the cheapest cards first."""
    cards = sorted((card.cost, card.name) for card in map(rules.card_data, deck.cards))
    lines = [f"{n}x {card}" for (_, card), n in Counter(cards).items()]
    return "\n".join([f"### {name}", f"# Class: {deck.hero.capitalize()}", *lines])

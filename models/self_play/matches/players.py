"""`LearnedPlayer`: checkpoints that play, and how they decide."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Self

import numpy as np
import torch
from torch import Tensor

from engine.core.enums import CLASSES
from engine.rules import Rules
from models.environments.core.records import OBSERVATION
from models.players.games import mix
from models.players.learned import LearnedSetting
from models.self_play.checkpoint import Checkpoint, CheckpointError
from models.self_play.core.records import DECISION, MULLIGANS, OPTIONS, POSITIONS, new_settings
from models.self_play.inputs import inputs_of

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class LearnedPlayer:
    """Checkpoints that play, each its classes.

    Attributes:
        checkpoints: The networks.
        choice: As in `LearnedSetting`.
    """

    checkpoints: tuple[Checkpoint, ...]
    choice: str = "sample"

    @classmethod
    def load(cls, setting: LearnedSetting, rules: Rules) -> Self:
        """Reads the checkpoints of a player's name.

        Args:
            setting: Their files.
            rules: The cards of the games to play.

        Raises:
            CheckpointError: A file has changed or cannot be used, or its cards are not those of
                the games.
        """
        pairs = zip(setting.files, setting.digests, strict=True)
        checkpoints = tuple(_loaded(file, digest) for file, digest in pairs)
        for file, checkpoint in zip(setting.files, checkpoints, strict=True):
            try:
                checkpoint.network_for(rules)
            except CheckpointError as error:
                raise CheckpointError(f"{file}: {error}") from None
        return cls(checkpoints, setting.choice)

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
    if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        raise CheckpointError(f"{file}: is not the file it was; restore it, or start anew")
    return Checkpoint.load(path)


@lru_cache(maxsize=32)
def _warn_of(hero: str, title: str) -> None:
    _log.warning("%s plays a deck of %s, which it was not trained on", title, hero.capitalize())


class Decider:
    """A network that decides in a fixed number of games side by side.

    All rows are evaluated in each step, whether they wait or not. So a row's numbers, to the last
    bit, depend on its place and content only, and no game on the others beside it.

    Args:
        checkpoint: The network.
        choice: As in `LearnedPlayer`.
        n: Number of games.
    """

    def __init__(self, checkpoint: Checkpoint, choice: str, n: int) -> None:
        self.network = checkpoint.network
        self._n_cards, self._choice = len(checkpoint.pool), choice
        self.memory = self.network.first_memory(n)

    def begin(self, rows: np.ndarray) -> None:
        """Forgets what it remembers of some games."""
        self.memory[torch.from_numpy(rows)] = 0.0

    def decide(
        self,
        seen: np.ndarray,
        decisions: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        draws: np.ndarray,
        picks: np.ndarray | None = None,
        revealed: np.ndarray | None = None,
    ) -> np.ndarray:
        """Decides in some of the games.

        Args:
            seen: (n,) array of OBSERVATION.
            decisions: (n,) array of DECISION.
            masks: (n, width) array of int8: 1 for legal decisions.
            rows: (n,) array of bool: where it decides.
            draws: (n,) array of float64 in (0, 1), for sampling.
            picks: (n, n_cards) array of int8: deck lists, for decisions about decks. In battles
                they change values only, by one number for each deck.
            revealed: (n, n_cards) array of int8: cards known to be in the opponent's deck.

        Returns:
            (n,) array of int64; only those of `rows` mean something.
        """
        assert (seen.dtype, decisions.dtype) == (OBSERVATION, DECISION)
        if picks is None:
            picks = np.zeros((len(seen), self._n_cards), np.int8)
        with torch.no_grad():
            output = self.network(inputs_of(seen, decisions, picks, masks, revealed), self.memory)
            decided = torch.from_numpy(rows)[:, None, None]
            self.memory = torch.where(decided, output.memory, self.memory)
            return chosen(output.log_probs, self._choice, draws)


def settings_of(checkpoint: Checkpoint) -> np.record:
    """Returns what a network leaves to chance (dtype `SETTINGS`), and whether it has a mulligan."""
    row, environment = new_settings(), checkpoint.card.environment
    row["mulligan"] = MULLIGANS.index(environment.mulligan)
    row["positions"] = POSITIONS.index(environment.positions)
    row["options"] = OPTIONS.index(environment.options)
    return row


def chosen(log_probs: Tensor, choice: str, draws: np.ndarray) -> np.ndarray:
    """Returns decisions by probability, or the most probable ones.

    Args:
        log_probs: (n, width) tensor.
        choice: `sample`, else the most probable ones.
        draws: (n,) array of float64 in (0, 1).

    Returns:
        (n,) array of int64.
    """
    if choice != "sample":
        best: np.ndarray = log_probs.argmax(dim=1).numpy()
        return best
    totals = log_probs.exp().double().numpy().cumsum(axis=1)
    below: np.ndarray = (totals < draws[:, None] * totals[:, -1:]).sum(axis=1)
    return below


def uniform_draws(*words: np.ndarray | int) -> np.ndarray:
    """Returns (n,) array of float64 in (0, 1), made of whole numbers only.

    Args:
        words: (n,) arrays of int64, or numbers.
    """
    mixed = np.zeros(1, np.uint64)
    for word in words:
        mixed = mix((mixed ^ np.asarray(word, np.int64).astype(np.uint64)) + _GOLDEN)
    return ((mixed >> np.uint64(11)).astype(np.float64) + 0.5) / 2**53


def hero_numbers(heroes: Sequence[str]) -> np.ndarray:
    """Returns the places of classes in `engine.core.enums.CLASSES`."""
    return np.array([CLASSES.index(hero) for hero in heroes], np.int8)

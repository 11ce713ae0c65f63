"""What the network takes: observations as numbers and card rows, one tensor for each kind of thing.

The scalars are those of `models.environments.core.records`, divided by 10, so that most lie between
-1 and 3.
"""

from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import torch
from torch import Tensor

from engine.core.enums import MAX_BOARD
from models.environments.core.records import OBSERVATION, SEEN_CHARACTER, SEEN_PLAYER
from models.self_play.core.records import CONSTRUCT, DECISION

_SCALE = 0.1
_HERO, _MINIONS = 0, slice(1, 1 + MAX_BOARD)
#: Fields that name a card or a class; they are embedded.
_NAMES = ("card", "hero_class", "power", "weapon")
N_CHARACTER_NUMBERS = SEEN_CHARACTER.itemsize // 2 - 1
_PLAYER_NUMBERS = [name for name in SEEN_PLAYER.names or () if name not in _NAMES]
_GAME_NUMBERS = ("turn", "is_first", "n_choices")
N_PLAYER_NUMBERS = len(_PLAYER_NUMBERS) + N_CHARACTER_NUMBERS


@dataclass(frozen=True)
class Inputs:
    """What players to move know, one row each; card rows are int64, numbers float32.

    Attributes:
        is_build: (n,) bool: a deck is being built.
        kind: (n,) kind of the decision.
        source: (n,) pointer chosen first; -1 if none is.
        hero: (n,) class of the player to move.
        picks: (n, n_cards) copies of the pool's cards in the own deck list, as numbers.
        mask: (n, width) bool: legal decisions.
        heroes: (n, 2) classes of both players; only the own one while decks are built.
        weapons: (n, 2) card rows.
        players: (n, 2, N_PLAYER_NUMBERS) numbers of both players and their heroes.
        game: (n, 3) numbers of the game.
        hand: (n, 10) card rows, with `costs`.
        minions: (n, 2, 7) card rows, with `minion_numbers` (n, 2, 7, N_CHARACTER_NUMBERS).
        offered: (n, 8) card rows.
        deck: (n, 60) card rows.
        graveyards: (n, 2, 64) card rows.
    """

    is_build: Tensor
    kind: Tensor
    source: Tensor
    hero: Tensor
    picks: Tensor
    mask: Tensor
    heroes: Tensor
    weapons: Tensor
    players: Tensor
    game: Tensor
    hand: Tensor
    costs: Tensor
    minions: Tensor
    minion_numbers: Tensor
    offered: Tensor
    deck: Tensor
    graveyards: Tensor

    def __len__(self) -> int:
        """Returns the number of rows."""
        return len(self.kind)

    def at(self, rows: Tensor) -> Self:
        """Returns some rows, by index or by a mask."""
        return type(self)(*(getattr(self, field.name)[rows] for field in fields(self)))

    def to(self, device: torch.device | str) -> Self:
        """Returns all tensors on a device."""
        return type(self)(*(getattr(self, field.name).to(device) for field in fields(self)))


def _rows(array: np.ndarray) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(array, np.int64))


def _numbers(array: np.ndarray) -> Tensor:
    return torch.from_numpy(array.astype(np.float32)) * _SCALE


def _character_numbers(characters: np.ndarray) -> Tensor:
    """(..., N_CHARACTER_NUMBERS): all fields after the card."""
    words = np.ascontiguousarray(characters).view(np.int16)
    return _numbers(words.reshape(*characters.shape, -1)[..., 1:])


def inputs_of(
    seen: np.ndarray, decisions: np.ndarray, picks: np.ndarray, masks: np.ndarray
) -> Inputs:
    """Return the inputs of decisions, as `models.self_play.environment.BuildAndPlay` shows them.

    Args:
        seen: (n,) array of OBSERVATION.
        decisions: (n,) array of DECISION.
        picks: (n, n_cards) array of int8.
        masks: (n, width) array of int8.
    """
    assert seen.dtype == OBSERVATION
    assert decisions.dtype == DECISION
    players, characters = seen["players"], seen["characters"].reshape(len(seen), 2, 1 + MAX_BOARD)
    sides = np.stack([players[name] for name in _PLAYER_NUMBERS], axis=-1)
    game = np.stack([seen[name] for name in _GAME_NUMBERS], axis=-1)
    return Inputs(
        is_build=torch.from_numpy(decisions["kind"] == CONSTRUCT),
        kind=_rows(decisions["kind"]),
        source=_rows(decisions["source"]),
        hero=_rows(decisions["hero"]),
        picks=torch.from_numpy(picks.astype(np.float32)),
        mask=torch.from_numpy(masks != 0),
        heroes=_rows(players["hero_class"]),
        weapons=_rows(players["weapon"]),
        players=torch.cat([_numbers(sides), _character_numbers(characters[:, :, _HERO])], dim=-1),
        game=_numbers(game),
        hand=_rows(seen["hand"]["card"]),
        costs=_numbers(seen["hand"]["cost"]),
        minions=_rows(characters["card"][:, :, _MINIONS]),
        minion_numbers=_character_numbers(characters[:, :, _MINIONS]),
        offered=_rows(seen["choices"]),
        deck=_rows(seen["deck"]),
        graveyards=_rows(seen["graveyards"]),
    )

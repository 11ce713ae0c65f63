"""What the network takes: observations as numbers and card rows, one tensor for each kind of thing.

The scalars are those of `models.environments.core.records`, divided by 10, so that most lie between
-1 and 3. What is printed on cards is a part of their embeddings; without it, a network learns
each card only from the results of games.
"""

from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import torch
from torch import Tensor

from engine.core.enums import CLASSES, KEYWORDS, MAX_BOARD, MAX_DECK, MAX_HAND, POWER_CARD, RACES
from engine.rules import Rules
from models.environments.core.records import (
    MAX_CHOICES,
    MAX_SEEN_DEAD,
    OBSERVATION,
    SEEN_CHARACTER,
    SEEN_PLAYER,
)
from models.self_play.core.records import CONSTRUCT, DECISION

_AMOUNTS = ("cost", "attack", "health", "spell_power", "overload")
_TEXTS = ("play", "combo", "deathrattle", "triggers", "auras")
_CHOICES = ("options", "target")
_N_TYPES = POWER_CARD + 1
_KINDS = _N_TYPES + len(CLASSES) + len(RACES) + len(KEYWORDS)
N_PRINTED = len(_AMOUNTS) + len(_TEXTS) + len(_CHOICES) + _KINDS


def printed_numbers(rules: Rules) -> np.ndarray:
    """Return an (n_cards, N_PRINTED) array of float32 by card row; row 0, no card, is all 0.

    Cost, attack, health or durability, spell damage and overload are divided by 10. The others are
    0 or 1: kinds of texts, options, targets, type, class, race, keywords.
    """
    cards = rules.tables["cards"][: len(rules.names)]
    bits = np.array(list(KEYWORDS.values()), np.uint32)
    found = np.concatenate(
        [
            np.stack([cards[name] * _SCALE for name in _AMOUNTS], axis=1),
            np.stack([cards[f"{name}_stop"] > cards[name] for name in _TEXTS], axis=1),
            np.stack([cards[name] > 0 for name in _CHOICES], axis=1),
            np.eye(_N_TYPES)[cards["type"]],
            np.eye(len(CLASSES))[cards["card_class"]],
            np.eye(len(RACES))[cards["race"]],
            (cards["keywords"][:, None] & bits) > 0,
        ],
        axis=1,
    ).astype(np.float32)
    found[0] = 0
    return found


_SCALE = 0.1
_HERO, _MINIONS = 0, slice(1, 1 + MAX_BOARD)
#: Fields that name a card or a class; they are embedded.
_NAMES = ("card", "hero_class", "power", "weapon")
N_CHARACTER_NUMBERS = SEEN_CHARACTER.itemsize // 2 - 1
_PLAYER_FIELDS = list(SEEN_PLAYER.names or ())
_N_PLAYER_FIELDS = SEEN_PLAYER.itemsize // 2
_PLAYER_COLUMNS = [i for i, name in enumerate(_PLAYER_FIELDS) if name not in _NAMES]
_GAME_NUMBERS = ("turn", "is_first", "n_choices")
N_PLAYER_NUMBERS = len(_PLAYER_COLUMNS) + N_CHARACTER_NUMBERS


@dataclass(frozen=True)
class Inputs:
    """What players to move know, one row each; card rows are int32, numbers float32.

    Many tensors share memory: do not change them.
    """

    is_build: Tensor  #: (n,) bool: a deck is being built
    kind: Tensor  #: (n,) int64 kind of the decision
    source: Tensor  #: (n,) int64 pointer chosen first; -1 if none is
    hero: Tensor  #: (n,) int64 class of the player to move
    picks: Tensor  #: (n, n_cards) copies of the pool's cards in the own deck list, as numbers
    mask: Tensor  #: (n, width) bool: legal decisions
    #: (n, n_cards) copies of cards known to be in the opponent's deck, as numbers; (n, 0) if
    #: nothing is revealed
    revealed: Tensor
    heroes: Tensor  #: (n, 2) classes of both players; only the own one while decks are built
    weapons: Tensor  #: (n, 2) card rows
    players: Tensor  #: (n, 2, N_PLAYER_NUMBERS) numbers of both players and their heroes
    game: Tensor  #: (n, 3) numbers of the game
    hand: Tensor  #: (n, 10) card rows, with `costs`
    costs: Tensor
    minions: Tensor  #: (n, 2, 7) card rows, with `minion_numbers` (n, 2, 7, N_CHARACTER_NUMBERS)
    minion_numbers: Tensor
    offered: Tensor  #: (n, 8) card rows
    deck: Tensor  #: (n, 60) card rows
    graveyards: Tensor  #: (n, 2, 64) card rows

    def __len__(self) -> int:
        """Returns the number of rows."""
        return len(self.kind)

    def at(self, rows: Tensor) -> Self:
        """Returns some rows, by index or by a mask."""
        return type(self)(*(getattr(self, field.name)[rows] for field in fields(self)))

    def to(self, device: torch.device | str) -> Self:
        """Returns all tensors on a device."""
        return type(self)(*(getattr(self, field.name).to(device) for field in fields(self)))


def _offset(name: str) -> int:
    """The first column of a field of an observation."""
    fields_of: dict[str, tuple] = dict(OBSERVATION.fields or {})
    return int(fields_of[name][1]) // 2


def _columns(words: Tensor, name: str, *shape: int) -> Tensor:
    """A field of observations as (n, *shape), without a copy."""
    n = int(np.prod(shape))
    return words[:, _offset(name) : _offset(name) + n].unflatten(1, shape)


def inputs_of(
    seen: np.ndarray,
    decisions: np.ndarray,
    picks: np.ndarray,
    masks: np.ndarray,
    revealed: np.ndarray | None = None,
) -> Inputs:
    """Return the inputs of decisions, from arrays as `BuildAndPlay` shows them.

    `revealed`, (n, n_cards) of int8, are cards known to be in the opponent's deck.
    """
    assert seen.dtype == OBSERVATION
    assert decisions.dtype == DECISION
    shown = np.zeros((len(seen), 0), np.int8) if revealed is None else revealed
    words = np.ascontiguousarray(seen).view(np.int16).reshape(len(seen), -1)
    rows = torch.from_numpy(words.astype(np.int32))
    numbers = torch.from_numpy(words.astype(np.float32)).mul_(_SCALE)
    sides = _columns(numbers, "players", 2, _N_PLAYER_FIELDS)[:, :, _PLAYER_COLUMNS]
    characters = 2, 1 + MAX_BOARD, 1 + N_CHARACTER_NUMBERS  # the card comes first
    known = _columns(numbers, "characters", *characters)[..., 1:]
    players = _columns(rows, "players", 2, _N_PLAYER_FIELDS)
    game = [_columns(numbers, name, 1) for name in _GAME_NUMBERS]
    return Inputs(
        is_build=torch.from_numpy(decisions["kind"] == CONSTRUCT),
        kind=torch.from_numpy(decisions["kind"].astype(np.int64)),
        source=torch.from_numpy(decisions["source"].astype(np.int64)),
        hero=torch.from_numpy(decisions["hero"].astype(np.int64)),
        picks=torch.from_numpy(picks.astype(np.float32)),
        mask=torch.from_numpy(masks != 0),
        revealed=torch.from_numpy(shown.astype(np.float32)),
        heroes=players[:, :, _PLAYER_FIELDS.index("hero_class")],
        weapons=players[:, :, _PLAYER_FIELDS.index("weapon")],
        players=torch.cat([sides, known[:, :, _HERO]], dim=-1),
        game=torch.cat(game, dim=1),
        hand=_columns(rows, "hand", MAX_HAND, 2)[..., 0],
        costs=_columns(numbers, "hand", MAX_HAND, 2)[..., 1],
        minions=_columns(rows, "characters", *characters)[:, :, _MINIONS, 0],
        minion_numbers=known[:, :, _MINIONS],
        offered=_columns(rows, "choices", MAX_CHOICES),
        deck=_columns(rows, "deck", MAX_DECK),
        graveyards=_columns(rows, "graveyards", 2, MAX_SEEN_DEAD),
    )

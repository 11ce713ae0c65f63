"""Value networks as data: by name from `data/value`, or from a file of `train-value`.

A file has the rows of cards by their ids. `ValueNetwork.floats` makes the array that the compiled
search reads, for the cards of some rules. The row of a card that the file lacks, or whose numbers
or text have changed since its training, is computed from what is printed on the card.
"""

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from pydantic import Field

from engine.core import enums as e
from engine.core.tables import N_CARDS
from engine.input_files import parse_json, path_of
from engine.rules import Rules
from models.files import ArrayFileError, array_bytes, file_digest, load_arrays
from models.players.core.state import N_VALUE_FIRST, VALUE
from models.players.core.value import N_FLOATS, N_GENERAL, N_ROWS, PARTS, ZONES, parts_of
from models.players.networks import NetworkError
from models.settings.config import Config

FOLDER = Path(__file__).parent / "data" / "value"
#: Changes whenever a feature means something else.
FEATURES = 1
#: Numbers of rows are multiples of this, so their sums are exact in any order.
GRID = 2.0**-12
_LARGEST = 32_767 * GRID
#: Largest weight of the upper layers in a file.
_MOST_WEIGHT = 10_000

_KINDS = ("play", "combo", "deathrattle")
_NUMBERS = (
    ("type", 7), ("cost", 11), ("attack", 13), ("health", 13), ("race", len(e.RACES)),
    ("class", len(e.CLASSES)), ("keyword", 28), ("event", len(e.EVENTS)), ("has", 6),
    ("amount", 2),
)  # fmt: skip
#: What is printed on a card: numbers, then how often and with what amounts its texts have a verb.
N_PRINTED = sum(size for _, size in _NUMBERS) + 2 * len(e.OPS) * (len(_KINDS) + 1)
_MOST = 8  # of a verb's amounts
#: Bytes of a line of the processor's cache.
_LINE = 64
_LOWER = ("general", "known", "printed", "of_print")


@lru_cache(maxsize=8)  # as many as there are rules in memory
def printed_on(rules: Rules) -> np.ndarray:
    """Returns what is printed on each row of the cards: read-only (N_CARDS, N_PRINTED) int8."""
    printed, tables = np.zeros((N_CARDS, N_PRINTED), np.int8), rules.tables
    for row in range(1, len(rules.ids)):
        card = tables["cards"][row]
        printed[row] = np.concatenate([*_numbers_of(card), *_texts_of(tables, card)])
    printed.flags.writeable = False
    return printed


def _one_of(value: int, size: int) -> np.ndarray:
    return np.arange(size) == max(0, min(size - 1, value))


def _bits(value: int, size: int) -> np.ndarray:
    return np.array([value >> bit & 1 for bit in range(size)])


def _numbers_of(card: np.record) -> list[np.ndarray]:
    has = (
        card["legendary"],
        card["target"],
        card["cost_kind"],
        card["triggers"] != card["triggers_stop"],
        card["auras"] != card["auras_stop"],
        card["options"],
    )
    return [
        _one_of(int(card["type"]), 7),
        _one_of(int(card["cost"]), 11),
        _one_of(int(card["attack"]), 13),
        _one_of(int(card["health"]), 13),
        _one_of(int(card["race"]), len(e.RACES)),
        _one_of(int(card["card_class"]), len(e.CLASSES)),
        _bits(int(card["keywords"]), 28),
        _bits(int(card["events"]), len(e.EVENTS)),
        np.array(has, bool),
        np.minimum([card["spell_power"], card["overload"]], _MOST),
    ]


def _texts_of(tables: np.record, card: np.record) -> list[np.ndarray]:
    """Verbs of the texts of each kind, and of the triggers: how often, and their amounts."""
    found = [_verbs(tables, int(card[kind]), int(card[f"{kind}_stop"])) for kind in _KINDS]
    triggers = tables["triggers"][int(card["triggers"]) : int(card["triggers_stop"])]
    ranges = [(int(each["start"]), int(each["stop"])) for each in triggers]
    found.append(sum((_verbs(tables, *each) for each in ranges), np.zeros(2 * len(e.OPS), int)))
    return [np.clip(each, -_MOST, _MOST) for each in found]


def _verbs(tables: np.record, start: int, stop: int) -> np.ndarray:
    counts, amounts = np.zeros(len(e.OPS), int), np.zeros(len(e.OPS), int)
    for effect in tables["effects"][start:stop]:
        counts[effect["op"]] += 1
        amounts[effect["op"]] += int(effect["amount"]) if effect["kind"] == e.CONSTANT else 1
    return np.concatenate([counts, amounts])


def on_grid(values: np.ndarray) -> np.ndarray:
    """Returns the nearest multiples of `GRID` as an array of int16."""
    return np.rint(np.clip(values, -_LARGEST, _LARGEST) / GRID).astype(np.int16)


@dataclass(frozen=True)
class ValueNetwork:
    """A value network."""

    card: dict[str, Any]  #: What it was trained on, for readers: games, decks, checks
    upper: dict[str, np.ndarray]  #: Biases and the upper layers, float32, by the names of `PARTS`
    #: (N_GENERAL, 64) array of int16, in units of `GRID`: rows that no card has
    general: np.ndarray
    ids: tuple[str, ...]  #: Ids of the cards that it knows
    known: np.ndarray  #: (3, n_ids, 64) array of int16: a row in each of `ZONES` for each of them
    printed: np.ndarray  #: (n_ids, N_PRINTED) array of int8: what was printed on them
    #: (3, N_PRINTED, 64) array of int16: what each printed thing adds to a row
    of_print: np.ndarray

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads a file.

        Raises:
            NetworkError: It cannot be read, is damaged, or is no value network of these features.
        """
        try:
            arrays = load_arrays(path)
        except (OSError, ArrayFileError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise NetworkError(f"{path}: cannot be read as a value network ({reason})") from None
        try:
            return cls._of(arrays)
        except (KeyError, ValueError, TypeError) as error:
            reason = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
            raise NetworkError(
                f"{path}: is no value network of this version ({reason}); give a file that "
                "train-value wrote"
            ) from None

    @classmethod
    def _of(cls, arrays: dict[str, np.ndarray]) -> Self:
        card = parse_json(arrays["card"].tobytes())
        if not isinstance(card, dict) or card.get("features") != FEATURES:
            raise ValueError(f"its features are not those of version {FEATURES}")
        ids = parse_json(arrays["ids"].tobytes())
        if not isinstance(ids, list) or not all(isinstance(each, str) for each in ids):
            raise ValueError("ids is no list of cards")
        if (n := len(ids)) != len(set(ids)):
            raise ValueError("ids has a card twice")
        wanted = {name: (shape, np.float32) for name, shape in PARTS} | {
            "general": ((N_GENERAL, N_VALUE_FIRST), np.int16),
            "known": ((len(ZONES), n, N_VALUE_FIRST), np.int16),
            "printed": ((n, N_PRINTED), np.int8),
            "of_print": ((len(ZONES), N_PRINTED, N_VALUE_FIRST), np.int16),
        }
        for name, (shape, dtype) in wanted.items():
            array = arrays[name]
            if array.shape != shape or array.dtype != dtype:
                raise ValueError(f"{name} has shape {array.shape} and type {array.dtype}")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} is not finite")
        upper = {name: arrays[name] for name, _ in PARTS}
        for name, array in upper.items():
            if np.abs(array).max() > _MOST_WEIGHT:  # sums could be infinite
                raise ValueError(f"{name} has weights over {_MOST_WEIGHT:,}")
        lower = {name: arrays[name] for name in _LOWER}
        return cls(card=card, upper=upper, ids=tuple(ids), **lower)

    def with_card(self, card: dict[str, Any]) -> Self:
        """Returns the same network with another card."""
        return replace(self, card=card)

    def content(self) -> bytes:
        """The bytes of its file; equal networks give equal bytes."""
        texts = {"card": self.card | {"features": FEATURES}, "ids": list(self.ids)}
        arrays = {
            name: np.frombuffer(json.dumps(each, sort_keys=True).encode(), np.uint8)
            for name, each in texts.items()
        }
        lower = {name: getattr(self, name) for name in _LOWER}
        return array_bytes(arrays | self.upper | lower)

    def floats(self, rules: Rules) -> np.ndarray:
        """Returns the network for the cards of rules: (N_FLOATS,) array of float32."""
        floats = _on_lines(N_FLOATS)
        parts = parts_of(floats)
        for name, array in self.upper.items():
            parts[name][:] = array
        parts["rows"][:N_GENERAL] = self.general * np.float32(GRID)
        parts["rows"][N_GENERAL:] = (self._card_rows(rules) * GRID).reshape(-1, N_VALUE_FIRST)
        assert len(parts["rows"]) == N_ROWS
        return floats

    def _card_rows(self, rules: Rules) -> np.ndarray:
        """(3, N_CARDS, 64) array of int64 in units of `GRID`: a row of each card in each zone."""
        changes = printed_on(rules).astype(np.int64)
        rows = np.zeros((len(ZONES), N_CARDS, N_VALUE_FIRST), np.int64)
        for place, card_id in enumerate(self.ids):
            if card_id in rules.rows:
                row = rules.rows[card_id]
                rows[:, row] = self.known[:, place]
                changes[row] -= self.printed[place]
        changed = np.flatnonzero(changes.any(axis=1))
        for zone in range(len(ZONES)):  # whole numbers: no rounding, so all machines agree
            # As floats 50 times as fast, and exact: all sums are below 2^53.
            sums = changes[changed].astype(np.float64) @ self.of_print[zone].astype(np.float64)
            rows[zone, changed] += sums.astype(np.int64)
        return rows


def _on_lines(n: int) -> np.ndarray:
    """(n,) array of float32, all 0, that begins where a line of the processor's cache begins.

    Each vector of 16 floats is then in one line, not in two.
    """
    size = np.dtype(np.float32).itemsize
    memory = np.zeros(n * size + _LINE, np.uint8)
    start = -memory.ctypes.data % _LINE
    return memory[start : start + n * size].view(np.float32)


class ValueScorer(Config):
    """A value network as a scorer; a run's manifest names its bytes."""

    name: str  #: Its name in reports
    file: str = ""  #: Its path; empty for one that comes with the code
    digest: str = Field(min_length=64, max_length=64)  #: SHA-256 of its file

    @classmethod
    def read(cls, text: str) -> "ValueScorer":
        """Reads a name of `FOLDER`, or a path.

        Raises:
            NetworkError: There is no such network, or the file is none.
        """
        if text in value_names():
            return _included(text)
        path = Path(os.path.abspath(path_of(text)))
        return cls(name=path.stem, file=str(path), digest=_checked(path))

    def address(self, rules: Rules) -> int:
        """Returns where its floats for the cards of rules lie in memory, as long as Python runs.

        Raises:
            NetworkError: Its file is missing, or another than it was.
        """
        return _address(self.digest, self.network, rules)

    def network(self) -> ValueNetwork:
        """Reads its network.

        Raises:
            NetworkError: Its file is missing, or another than it was.
        """
        path = Path(self.file) if self.file else FOLDER / f"{self.name}.npz"
        network = ValueNetwork.load(path)
        if file_digest(path) != self.digest:
            raise NetworkError(f"{path}: is another network than the run's; restore the file")
        return network


#: Floats by the digests of network and cards; kept, as strategies have their addresses only.
_floats: dict[tuple[str, str], np.ndarray] = {}


def _address(digest: str, network: Callable[[], ValueNetwork], rules: Rules) -> int:
    """Where a network's floats lie in memory; it is read only if they are not kept yet."""
    key = digest, rules.digest
    if key not in _floats:  # whoever comes first decides the address
        _floats.setdefault(key, network().floats(rules))
    return int(_floats[key].ctypes.data)


def set_value(strategies: np.ndarray, network: ValueNetwork, rules: Rules) -> None:
    """Makes a network the scorer of players, an (n,) array of STRATEGY."""
    digest = hashlib.sha256(repr(network.ids).encode())
    for array in (*(getattr(network, name) for name in _LOWER), *network.upper.values()):
        digest.update(np.ascontiguousarray(array).tobytes())
    strategies["scorer"] = VALUE
    strategies["value_at"] = _address(digest.hexdigest(), lambda: network, rules)


@cache
def _included(name: str) -> ValueScorer:
    """A network that comes with the code, read and checked once."""
    return ValueScorer(name=name, file="", digest=_checked(FOLDER / f"{name}.npz"))


def _checked(path: Path) -> str:
    """The digest of a file that has a value network."""
    ValueNetwork.load(path)
    return file_digest(path)


@cache
def value_names() -> tuple[str, ...]:
    """Names of the value networks that come with the code."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.npz")))

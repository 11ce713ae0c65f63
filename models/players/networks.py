"""Players' networks as data: by name from `data/networks`, or from a player's file.

A network is 109 numbers. The compiled search reads them from the player's record. So any number of
networks can play in one call, without compilation.
"""

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from pydantic import field_validator

from engine.input_files import parse_json, read_text
from models.players.core.state import N_FIRST, N_INPUTS, N_SECOND, STRATEGY
from models.settings.config import Config, ConfigError

FOLDER = Path(__file__).parent / "data" / "networks"
LAYER_SIZES = [N_INPUTS, N_FIRST, N_SECOND, 1]
#: The fields of `STRATEGY` that have the weights, in their order.
_FIELDS = ("first", "second", "third", "first_bias", "second_bias", "third_bias")
_SIZES = [math.prod(STRATEGY[field].shape) for field in _FIELDS]
N_WEIGHTS = sum(_SIZES)
LAYOUT = (
    "for each layer, for each input, for each output: weight (75 + 20 + 4); then all biases, layer "
    "by layer (5 + 4 + 1)"
)
INPUTS = [
    "own hero health",
    "opponent hero health",
    "own hero attack",
    "opponent hero attack",
    "cost of own hand",
    "own hand size",
    "opponent hand size",
    "own deck size",
    "opponent deck size",
    "own minions' attack",
    "opponent minions' attack",
    "own minions' health",
    "opponent minions' health",
    "own taunt minions' health",
    "opponent taunt minions' health",
]
#: The states of the published check vectors.
CHECK_INPUTS = [
    [30, 30, 0, 0, 12, 3, 5, 27, 25, 0, 0, 0, 0, 0, 0],
    [22, 15, 1, 0, 14, 4, 4, 20, 19, 9, 3, 10, 4, 5, 0],
    [12, 25, 1, 3, 14, 4, 4, 20, 19, 2, 9, 3, 11, 0, 6],
    [8, 5, 0, 0, 6, 1, 2, 10, 9, 12, 6, 14, 7, 0, 0],
]


_NEAR = 1e-10  # eight times the error of `core.value.near_tanh`, roundings of sums included


class NetworkError(ConfigError):
    """A player's file cannot be used; the message names it and the fix."""


class ScorerNetwork(Config):
    """A network of a player's file; a run's manifest records it completely."""

    name: str  #: Its name in reports
    #: 109 numbers: the weights of the three layers, each by input and output, then their biases
    weights: tuple[float, ...]

    @field_validator("weights")
    @classmethod
    def _are_weights(cls, weights: tuple[float, ...]) -> tuple[float, ...]:
        check_weights(np.array(weights, np.float64))
        return weights

    @classmethod
    def from_file(cls, path: str | Path) -> Self:
        """Reads a player's file: JSON with `weights` and `name`, as training writes it.

        Raises:
            NetworkError: It cannot be read, or holds no network of this kind.
        """
        path = Path(path)
        try:
            content = parse_json(read_text(path))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else f"not JSON: {error}"
            raise NetworkError(f"{path}: cannot be read as a player's file ({reason})") from None
        try:
            weights = _weights_in(content)
            return cls(name=str(content.get("name") or path.stem), weights=weights)
        except ValueError as error:
            raise NetworkError(f"{path}: {error}") from None


@cache
def network_names() -> tuple[str, ...]:
    """Names of the networks in `data/networks`."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.json")))


@cache
def named_network(name: str) -> ScorerNetwork:
    """Returns a network of `data/networks`, such as "rogue-network", the published one.

    Raises:
        NetworkError: It does not exist.
    """
    if name not in network_names():
        raise NetworkError(f"unknown network '{name}'; use one of {', '.join(network_names())}")
    return ScorerNetwork.from_file(FOLDER / f"{name}.json")


def network_score(weights: Sequence[float], inputs: Sequence[int]) -> int:
    """Returns a network's score of a state, as `core.scorers` computes it: for check vectors.

    There are 109 weights and 15 inputs, in the order of `INPUTS`.
    """
    network = np.zeros(1, STRATEGY)
    set_networks(network, np.array([weights]))
    values = np.array(inputs)
    for layer in _FIELDS[:3]:
        values = np.tanh(values @ network[layer][0] + network[f"{layer}_bias"][0])
    return int(1_000_000 * values)


def file_content(
    name: str, source: str, weights: Sequence[float], **provenance: Any
) -> dict[str, Any]:
    """Returns the content of a player's file, with everything that other programs need."""
    return {
        "name": name,
        "source": source,
        **provenance,
        "layer_sizes": LAYER_SIZES,
        "activation": "tanh after every layer, the output included",
        "layout": LAYOUT,
        "inputs": INPUTS,
        "output": "multiplied by 1000000 and truncated to int32",
        "weights": [float(weight) for weight in weights],
        "check_vectors": [
            {"inputs": inputs, "score": network_score(weights, inputs)} for inputs in CHECK_INPUTS
        ],
    }


def check_weights(weights: np.ndarray) -> None:
    """Checks an (..., 109) array of weights.

    Raises:
        ValueError: There are not 109 of them, or one is not finite.
    """
    if np.ndim(weights) < 1 or weights.shape[-1] != N_WEIGHTS:
        raise ValueError(
            f"a player's network has {N_WEIGHTS} weights, got an array of shape {weights.shape}"
        )
    if not np.isfinite(weights).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(weights))[0])
        raise ValueError(
            f"a player's network must be finite: weight {place[-1]} is {weights[place]}"
        )


def set_networks(strategies: np.ndarray, weights: np.ndarray) -> None:
    """Writes networks, (n, 109) array of float64, into the players' n records.

    Raises:
        ValueError: Not n times 109 finite numbers.
    """
    weights = np.asarray(weights, np.float64)
    check_weights(weights)
    if weights.shape != (len(strategies), N_WEIGHTS):
        raise ValueError(f"{len(strategies)} players for weights of shape {weights.shape}")
    parts = np.split(weights, np.cumsum(_SIZES)[:-1], axis=1)
    for field, part in zip(_FIELDS, parts, strict=True):
        strategies[field] = part.reshape(strategies[field].shape)
    strategies["slack"] = _slack(strategies)


def _slack(strategies: np.ndarray) -> np.ndarray:
    """Bounds of the error of 10^6 times each network's output, if each tanh has that of `_NEAR`.

    The slope of a tanh is at most 1, so errors grow by the sizes of the weights only.
    """
    second = 1 + np.abs(strategies["second"]).sum(axis=1) + np.abs(strategies["second_bias"])
    output = 1 + (np.abs(strategies["third"]) * second).sum(axis=1)
    return 1e6 * _NEAR * (output + np.abs(strategies["third_bias"]))


def _weights_in(content: Any) -> tuple[float, ...]:
    """The weights of a player's file."""
    weights = content.get("weights") if isinstance(content, dict) else None
    if not isinstance(weights, list):
        raise NetworkError('no list "weights" in it; give a file as `train-player` writes it')
    if content.get("layer_sizes", LAYER_SIZES) != LAYER_SIZES:
        raise NetworkError(f"layers of {content['layer_sizes']}; this player has {LAYER_SIZES}")
    for place, weight in enumerate(weights):
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise NetworkError(f"weight {place} is not a number: {weight!r}")
    try:
        numbers = np.array(weights, np.float64)
    except OverflowError:
        raise NetworkError("a weight has over 300 digits; weights are numbers near 0") from None
    check_weights(numbers)  # here, as settings refuse infinite numbers without their places
    return tuple(numbers.tolist())

"""States of trainings as named arrays, so that files need no pickle."""

import json
from collections.abc import Mapping

import numpy as np


def part(state: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Return the arrays whose names begin with a prefix, without it."""
    return {
        name.removeprefix(prefix): each for name, each in state.items() if name.startswith(prefix)
    }


def prefixed(state: Mapping[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Return the arrays with a prefix before their names."""
    return {f"{prefix}{name}": each for name, each in state.items()}


def generator_state(rng: np.random.Generator) -> np.ndarray:
    """Return the state of a generator as bytes."""
    return np.frombuffer(json.dumps(rng.bit_generator.state).encode(), np.uint8).copy()


def restore_generator(rng: np.random.Generator, state: np.ndarray) -> None:
    """Continue from `generator_state`."""
    rng.bit_generator.state = json.loads(state.tobytes())

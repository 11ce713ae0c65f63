"""`Surrogate`: the interface of all kinds, and a fitted one as compiled code reads it.

A kind of surrogate has a kernel that takes a `Predictor`, decks and room for the predictions.
Compiled code gets the kernel as an argument, so it is compiled once for all kinds.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import floor
from typing import Annotated, Any, ClassVar, NamedTuple

import numba
import numpy as np
from numba import float64, int16, types, void
from pydantic import AfterValidator, Field

from engine.pools import card_lists
from models.settings.outcomes import Target

#: A seed of random numbers.
Seed = int | np.random.SeedSequence


def _differ(targets: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(targets)) < len(targets):
        raise ValueError("a target is named twice")
    return targets


#: The setting `targets` of every kind: the outcomes to predict.
Targets = Annotated[tuple[Target, ...], Field(min_length=1), AfterValidator(_differ)]
#: Targets of the paper's surrogates without ancillary data.
DEFAULT_TARGETS = ("objective", "turns", "hand_size")


class Predictor(NamedTuple):
    """The arrays of a fitted surrogate; what they mean is up to the kernel of its kind."""

    sizes: np.ndarray  #: (n_sizes,) int64
    parameters: np.ndarray  #: (n_parameters,) float64: what it has learned
    scratch: np.ndarray  #: (n_scratch,) float64: room for the kernel


def aligned(values: np.ndarray) -> np.ndarray:
    """A copy of (n,) float64 numbers that begins at a line of the processor's cache.

    Elsewhere the networks of the paper take half as long again, by the luck of the allocation.
    """
    room = np.empty(values.size + 8)
    start = -room.ctypes.data % 64 // 8
    copy = room[start : start + values.size]
    copy[:] = values
    return copy


PREDICTOR_T = numba.typeof(Predictor(np.zeros(1, np.int64), np.zeros(1), np.zeros(1)))
#: The signature of kernels: a predictor, (n, size) decks as `engine.pools.card_lists` has them, and
#: (n, n_targets) predictions to fill.
PREDICT = void(PREDICTOR_T, int16[:, ::1], float64[:, ::1])
#: The type of a kernel as an argument.
PREDICT_T = types.FunctionType(PREDICT)


@dataclass(frozen=True)
class TrainingReport:
    """The errors of one fit."""

    n_train: int  #: Training rows: the oldest
    n_holdout: int  #: Held-out rows: the newest
    #: (n_epochs,) float64: squared error, summed over targets, mean over the training rows, each at
    #: the weights of its batch; empty for a kind without epochs
    losses: np.ndarray
    train_mse: np.ndarray  #: (n_targets,) float64: mean squared error of each target after the fit
    holdout_mse: np.ndarray  #: (n_targets,) float64: the same on the held-out rows


def split(n_rows: int, holdout: float) -> tuple[slice, slice]:
    """Divides rows, in evaluation order, into training rows and the newest, held-out rows.

    The first floor((1 - holdout) n) rows are for training. If one side would be empty, as with a
    single row, all rows are in both.
    """
    n_train = floor(n_rows * (1.0 - holdout) + 1e-9)
    if n_train == 0 or n_train == n_rows:
        return slice(0, n_rows), slice(0, n_rows)
    return slice(0, n_train), slice(n_train, n_rows)


class Surrogate(ABC):
    """Predicts outcomes of decks, and learns from evaluated decks.

    A kind of surrogate is a subclass with a configuration that builds it. A fit may continue from
    the last one, if the kind supports it.
    """

    #: The kernel that predicts, with the signature `surrogate.PREDICT`.
    kernel: ClassVar[Callable]
    #: Whether a fit needs the variances of the targets' noise.
    knows_noise: ClassVar[bool] = False
    #: The torch module of a kind that has one; MLflow stores it.
    module: Any = None

    def __init__(self, config: Any, n_cards: int) -> None:
        self.config = config
        self.n_cards = n_cards

    ## What a kind must define ##

    @abstractmethod
    def _learn(
        self, counts: np.ndarray, targets: np.ndarray, seed: Seed, noise: np.ndarray | None
    ) -> TrainingReport:
        """Learns from checked data; see `fit`."""

    @abstractmethod
    def _predict(self, counts: np.ndarray) -> np.ndarray:
        """Predicts from checked counts, float32; see `predict`."""

    @abstractmethod
    def predictor(self, batch_size: int) -> Predictor:
        """Returns what `kernel` needs to predict up to `batch_size` decks at a time."""

    @abstractmethod
    def _arrays(self) -> dict[str, Any]:
        """Returns copies of its parameters, by name."""

    @abstractmethod
    def take(self, state: Mapping[str, np.ndarray]) -> None:
        """Loads the parameters of the `state`; `KeyError` if an array is missing."""

    ## Derived from it ##

    def fit(
        self, counts: np.ndarray, targets: np.ndarray, seed: Seed, noise: np.ndarray | None = None
    ) -> TrainingReport:
        """Learns from all evaluated decks.

        Args:
            counts: (n_rows, n_cards) array of integers, in evaluation order: the newest rows are
                held out.
            targets: (n_rows, n_targets) array: the decks' results in the order of
                `config.targets`.
            noise: (n_rows, n_targets) array: variances of the targets' noise, for kinds that know
                it; by default they learn it.

        Raises:
            ValueError: There are no rows, shapes do not fit, or a value is not finite.
            FloatingPointError: The training diverged.
        """
        counts = self._checked_counts(counts)
        targets = np.asarray(targets, dtype=np.float64)
        n_targets = len(self.config.targets)
        if targets.shape != (len(counts), n_targets) or not len(counts):
            raise ValueError(
                f"expected targets of shape (n > 0, {n_targets}) for {len(counts)} decks,"
                f" got {targets.shape}"
            )
        if not np.isfinite(targets).all():
            row = int(np.argwhere(~np.isfinite(targets))[0][0])
            raise ValueError(f"targets of row {row} are not finite: {targets[row]}")
        return self._learn(counts, targets, seed, noise)

    def predict(self, counts: np.ndarray) -> np.ndarray:
        """Predicts the results of (batch_size, n_cards) decks: (batch_size, n_targets) float64."""
        return self._predict(self._checked_counts(counts))

    def predict_compiled(self, counts: np.ndarray) -> np.ndarray:
        """Predicts like the compiled inner loop, which may differ in the last digits.

        A row has the same bits in any batch.
        """
        decks = card_lists(self._checked_counts(counts).astype(np.int8))
        predictions = np.zeros((len(decks), len(self.config.targets)))
        self.kernel(self.predictor(len(decks)), decks, predictions)
        return predictions

    def columns_of(self, *measures: str) -> np.ndarray:
        """The columns of its predictions that are the objective and measures, in that order.

        Raises:
            ValueError: It does not predict one of them.
        """
        wanted, targets = ("objective", *measures), self.config.targets
        if missing := [name for name in wanted if name not in targets]:
            raise ValueError(
                f"the surrogate does not predict {', '.join(missing)}; add to its targets"
            )
        return np.array([targets.index(name) for name in wanted], dtype=np.int64)

    def state(self) -> dict[str, np.ndarray]:
        """Copies of its settings and parameters for `kinds.surrogate_from_state` and `np.savez`."""
        arrays = {"config": self.config.model_dump_json(), "n_cards": self.n_cards}
        return {name: np.asarray(array) for name, array in (arrays | self._arrays()).items()}

    def _checked_counts(self, counts: np.ndarray) -> np.ndarray:
        counts = np.ascontiguousarray(counts, dtype=np.float32)
        if counts.ndim != 2 or counts.shape[1] != self.n_cards:
            raise ValueError(f"expected counts of shape (n, {self.n_cards}), got {counts.shape}")
        return counts

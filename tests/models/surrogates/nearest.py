"""A surrogate without a network: the outcomes of the nearest training deck.

It shows that only a kind's own module depends on networks.
"""

from typing import Literal

import numpy as np
from scipy.spatial.distance import cdist

from engine.core.jit import kernel_of
from models.settings.config import Config
from models.surrogates.surrogate import (
    DEFAULT_TARGETS,
    PREDICT,
    Predictor,
    Surrogate,
    Targets,
    TrainingReport,
    split,
)

kernel = kernel_of(__file__)


class NearestConfig(Config):
    kind: Literal["nearest"] = "nearest"
    targets: Targets = DEFAULT_TARGETS
    holdout: float = 0.1

    def build(self, n_cards, seed):
        return Nearest(self, n_cards)


@kernel(PREDICT)
def predict_nearest(predictor, decks, outputs):
    n_decks = predictor.sizes[0]
    n_cards = predictor.parameters.size // n_decks - outputs.shape[1]
    rows = predictor.parameters.reshape((n_decks, n_cards + outputs.shape[1]))
    for i in range(decks.shape[0]):
        best, counts = np.inf, np.zeros(n_cards)
        for place in range(decks.shape[1]):
            if decks[i, place] >= 0:
                counts[decks[i, place]] += 1
        for row in range(n_decks):
            distance = 0.0
            for card in range(n_cards):
                distance += abs(counts[card] - rows[row, card])
            if distance < best:
                best = distance
                outputs[i] = rows[row, n_cards:]


class Nearest(Surrogate):
    kernel = staticmethod(predict_nearest)

    def __init__(self, config, n_cards):
        super().__init__(config, n_cards)
        self.rows = np.zeros((1, n_cards + len(config.targets)))

    def _learn(self, counts, targets, seed, noise):
        learned, held_out = split(len(counts), self.config.holdout)
        self.rows = np.column_stack([counts, targets])[learned]
        errors = [(self._predict(counts[p]) - targets[p]) ** 2 for p in (learned, held_out)]
        means = [each.mean(axis=0) for each in errors]
        return TrainingReport(*map(len, errors), np.empty(0), *means)

    def _predict(self, counts):
        distances = cdist(counts, self.rows[:, : self.n_cards], "cityblock")
        return self.rows[distances.argmin(axis=1), self.n_cards :]

    def predictor(self, batch_size):
        return Predictor(np.array([len(self.rows)]), self.rows.ravel(), np.empty(0))

    def _arrays(self):
        return {"rows": self.rows.copy()}

    def take(self, state):
        self.rows = state["rows"].copy()

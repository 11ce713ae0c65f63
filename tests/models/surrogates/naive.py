"""Slow, simple versions of the computations in `models.surrogates`."""

from math import expm1

import numpy as np


def predict(weights, biases, counts):
    """One row through the network, number by number."""
    values = [float(count) for count in counts]
    for layer, (matrix, bias) in enumerate(zip(weights, biases, strict=True)):
        sums = list(bias)
        for j in range(len(bias)):
            for i, value in enumerate(values):
                sums[j] += value * matrix[i][j]
        is_last = layer == len(weights) - 1
        values = sums if is_last else [x if x > 0 else expm1(x) for x in sums]
    return values


class Adam:
    """Adam for one array, as Kingma and Ba 2015 write it."""

    def __init__(self, learning_rate):
        self.learning_rate, self.steps, self.mean, self.square = learning_rate, 0, 0.0, 0.0

    def step(self, value, gradient):
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.999 * self.square + 0.001 * gradient**2
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        return value - self.learning_rate * mean / (np.sqrt(square) + 1e-8)


def fit_linear(weights, biases, counts, targets, learning_rate, batch_size, orders):
    """Fits a linear model without input noise, one pass over the rows per order."""
    of_weights, of_biases = Adam(learning_rate), Adam(learning_rate)
    for order in orders:
        for start in range(0, len(order), batch_size):
            rows = order[start : start + batch_size]
            error = counts[rows] @ weights + biases - targets[rows]
            weights = of_weights.step(weights, 2 * counts[rows].T @ error / len(rows))
            biases = of_biases.step(biases, 2 * error.sum(0) / len(rows))
    return weights, biases

"""`Predictor`: a fitted surrogate as compiled code reads it, whatever its kind.

A kind of surrogate has a kernel that takes a predictor, card counts and room for the predictions.
Compiled code gets the kernel as an argument, so it is compiled once for all kinds.
"""

from typing import NamedTuple

import numba
import numpy as np
from numba import float64, int8, types, void


class Predictor(NamedTuple):
    """The arrays of a fitted surrogate; what they mean is up to the kernel of its kind.

    Attributes:
        sizes: (n_sizes,) int64.
        parameters: (n_parameters,) float64: what it has learned.
        scratch: (n_scratch,) float64: room for the kernel.
    """

    sizes: np.ndarray
    parameters: np.ndarray
    scratch: np.ndarray


PREDICTOR_T = numba.typeof(Predictor(np.zeros(1, np.int64), np.zeros(1), np.zeros(1)))
#: The signature of kernels: a predictor, (n, n_cards) counts, (n, n_targets) predictions to fill.
PREDICT = void(PREDICTOR_T, int8[:, ::1], float64[:, ::1])
#: The type of a kernel as an argument.
PREDICT_T = types.FunctionType(PREDICT)

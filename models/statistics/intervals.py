"""95 % intervals of shares, such as win rates, and means with their standard errors.

We use no library: statsmodels would slow the start of `evaluate` by a second, scipy does not count
half wins, and the rounded `Z` keeps the digits of stored results.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

#: Two-sided 95 % point of the normal distribution.
Z = 1.959964


class Estimate(NamedTuple):
    """A number with its 95 % interval, and the p of its test; NaN where there is none."""

    value: float
    low: float
    high: float
    p: float = math.nan


def mean_and_error(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """The mean and its standard error; NaN without values, and the error of a single one."""
    values = np.asarray(values, np.float64)
    error = values.std(ddof=1) / np.sqrt(values.size) if values.size > 1 else np.nan
    return float(values.mean() if values.size else np.nan), float(error)


def normal_interval(value: float, error: float) -> list[float]:
    """The 95 % interval of a normal value with that standard error."""
    return [value - Z * error, value + Z * error]


def wilson_interval(wins: float, n: float, z: float = Z) -> list[float]:
    """The interval of a share, within [0, 1] also for few cases; of 95 % by default.

    The number of cases may be the effective one of cases that depend on each other. `z` is half the
    width of the interval in standard errors.

    Source:
        Wilson 1927, "Probable inference, the law of succession, and statistical inference".
    """
    if n == 0:
        return [0.0, 1.0]
    rate, spread = wins / n, z**2 / n
    centre = (rate + spread / 2) / (1 + spread)
    margin = math.sqrt(rate * (1 - rate) * spread + spread**2 / 4) / (1 + spread)
    return [max(0.0, centre - margin), min(1.0, centre + margin)]


def clopper_pearson_interval(wins: int, n: int) -> list[float]:
    """The exact 95 % interval of a share; it covers the true share in at least 95 % of samples.

    Source:
        Clopper and Pearson 1934, "The use of confidence or fiducial limits illustrated in the case
        of the binomial".
    """
    from scipy.special import betaincinv  # a third of a second, which `evaluate` saves

    low = betaincinv(wins, n - wins + 1, 0.025) if wins else 0.0
    high = betaincinv(wins + 1, n - wins, 0.975) if wins < n else 1.0
    return [float(low), float(high)]


def difference_interval(first: tuple[float, int], second: tuple[float, int]) -> list[float]:
    """The 95 % interval of the second share minus the first one, of independent cases.

    Each is its positive cases, and all its cases.

    Source:
        Newcombe 1998, "Interval estimation for the difference between independent proportions",
        method 10.
    """
    if first[1] == 0 or second[1] == 0:
        return [-1.0, 1.0]
    p, q = first[0] / first[1], second[0] / second[1]
    (p_low, p_high), (q_low, q_high) = wilson_interval(*first), wilson_interval(*second)
    return [q - p - math.hypot(q - q_low, p_high - p), q - p + math.hypot(q_high - q, p - p_low)]


def stratified_difference(
    strata: Iterable[tuple[int, int, int, int]],
) -> tuple[float, float, float] | tuple[None, None, None]:
    """The first share minus the second within strata, weighted together, and its 95 % interval.

    Args:
        strata: Positive and all cases of the first group, then of the second, by stratum. A stratum
            without cases of either group has no weight.

    Returns:
        The difference, the lower and the upper end; None if no stratum has both groups.

    Source:
        Mantel and Haenszel's weights; Sato 1989, "On the variance estimator for the
        Mantel-Haenszel risk difference", which also holds for many small strata.
    """
    weight = total = slope = rest = 0.0
    for a, n, b, m in strata:
        if n == 0 or m == 0:
            continue
        both = n + m
        weight += n * m / both
        total += (a * m - b * n) / both
        slope += (n * n * b - m * m * a + n * m * (m - n) / 2) / both**2
        rest += (a * (m - b) + b * (n - a)) / (2 * both)
    if weight == 0:
        return None, None, None
    difference = total / weight
    margin = Z * math.sqrt(max(0.0, difference * slope + rest)) / weight
    return difference, max(-1.0, difference - margin), min(1.0, difference + margin)

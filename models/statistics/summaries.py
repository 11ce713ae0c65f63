"""The statistics of a study: differences, confidence bands, analyses of variance."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy import stats

from models.statistics.intervals import Estimate

#: Values by the name of their group.
Groups = Mapping[str, Sequence[float] | np.ndarray]


@dataclass(frozen=True)
class AnovaRow:
    """One row of an analysis of variance; `f` is NaN if nothing varies."""

    name: str
    df: int
    df_error: int
    f: float
    p: float


@dataclass(frozen=True)
class Pair:
    """Two groups compared by a t test: the mean of `a` minus that of `b`, at its own level."""

    a: str
    b: str
    difference: float
    t: float
    p: float
    alpha: float

    @property
    def is_significant(self) -> bool:
        """Whether the difference is significant at this comparison's level."""
        return bool(self.p < self.alpha)

    def reversed(self) -> "Pair":
        """The same test of the second group minus the first."""
        return replace(self, a=self.b, b=self.a, difference=0.0 - self.difference, t=-self.t)


def difference(
    a: Sequence[float] | np.ndarray, b: Sequence[float] | np.ndarray, level: float = 0.95
) -> Estimate:
    """The mean of a group minus that of another, or minus an exact number, by Student's t test.

    Limits and p are NaN for a single value.
    """
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    value = float(a.mean() - b.mean())
    if a.size < 2 or (b.size < 2 and b.ndim):
        return Estimate(value, np.nan, np.nan)
    with _quiet():
        result = stats.ttest_ind(a, b) if b.ndim else stats.ttest_1samp(a - b, 0.0)
        low, high = result.confidence_interval(level)
    return Estimate(value, float(low), float(high), float(result.pvalue))


def ratio(a: Sequence[float] | np.ndarray, b: Sequence[float] | np.ndarray) -> Estimate:
    """The ratio of two geometric means: the `difference` of logarithms."""
    found = difference(np.log(a), np.log(b))
    value, low, high = (float(np.exp(each)) for each in (found.value, found.low, found.high))
    return Estimate(value, low, high, found.p)


def confidence_band(curves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The 95 % limits of the mean of (n_trials, n_points) curves, point by point, by Student's t.

    Two (n_points,) arrays: lower and upper limit; NaN for a single curve.
    """
    n = len(curves)
    mean = curves.mean(axis=0)
    if n < 2:
        return np.full_like(mean, np.nan), np.full_like(mean, np.nan)
    margin = stats.t.ppf((1 + 0.95) / 2, n - 1) * curves.std(axis=0, ddof=1) / np.sqrt(n)
    return mean - margin, mean + margin


def mean_interval(values: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the mean of some values, by Student's t; NaN for a single one."""
    low, high = confidence_band(np.asarray(values, np.float64)[:, None])
    return float(low[0]), float(high[0])


def mean_of_trials(values: Sequence[float] | np.ndarray) -> Estimate:
    """The mean of one value per trial, with its interval."""
    return Estimate(float(np.mean(values)), *mean_interval(values))


def one_way(groups: Groups) -> AnovaRow:
    """A one-way analysis of variance of two groups or more, with two values or more each."""
    df, df_error = len(groups) - 1, sum(len(values) - 1 for values in groups.values())
    with _quiet():
        result = stats.f_oneway(*groups.values())
    return AnovaRow("between groups", df, df_error, float(result.statistic), float(result.pvalue))


def pairwise(groups: Groups, alpha: float = 0.05) -> list[Pair]:
    """Independent t tests of all pairs of groups, with Bonferroni's correction of `alpha`."""
    couples = list(combinations(groups, 2))
    found = []
    for a, b in couples:
        with _quiet():
            result = stats.ttest_ind(groups[a], groups[b])
        difference = float(np.mean(groups[a]) - np.mean(groups[b]))
        level = alpha / len(couples)
        found.append(Pair(a, b, difference, float(result.statistic), float(result.pvalue), level))
    return found


def two_way(
    values: Sequence[float], first: Sequence[str], second: Sequence[str], names: tuple[str, str]
) -> list[AnovaRow]:
    """A two-way analysis of variance with interaction, sums of squares of type II.

    All combinations of the factors' levels have values, and one of them more than one. Returns the
    effects of the first factor, of the second, and of their interaction.

    Source:
        Langsrud 2003, "ANOVA for unbalanced data: use type II instead of type III sums of squares".
    """
    import pandas as pd  # these three imports take a second, and few reports need them
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    table = pd.DataFrame({"value": values, "first": first, "second": second})
    with _quiet():
        fit = ols("value ~ C(first) * C(second)", table).fit()
        found = anova_lm(fit, typ=2).drop("Residual").rename(columns={"PR(>F)": "p"})
    if fit.ssr < 1e-12 * (table["value"] ** 2).sum():  # within cells only rounding varies
        found[["F", "p"]] = np.nan
    labels = (*names, " x ".join(names))
    return [
        AnovaRow(label, int(row.df), int(fit.df_resid), float(row.F), float(row.p))
        for label, row in zip(labels, found.itertuples(), strict=True)
    ]


@contextmanager
def _quiet() -> Iterator[None]:
    """A context without warnings for groups of equal values, which give NaN."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield

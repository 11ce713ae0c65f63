"""The tests of the claims of DSA-ME's paper; `tasks/data/dsame_results.json` has the claims."""

import numpy as np
from scipy import stats

from models.statistics.summaries import AnovaRow, Pair, mean_and_error
from tasks.studies.claims import (
    CONSISTENT,
    NOT_REPRODUCED,
    UNDECIDED,
    Claim,
    Finding,
    NotMeasuredError,
    by_test,
    judge,
)
from tasks.studies.dsame.analysis import ACCURACY, ALPHA, LEARNING, PUBLISHED, Analysis


def judged(study: Analysis) -> list[Claim]:
    """The paper's claims that a study can test."""
    return judge(PUBLISHED["claims"], TESTS, study)


def above(study: Analysis, metric: str, more: str, less: str, family: str) -> Finding:
    """One algorithm has more than another."""
    pair = _pair(study, metric, more, less, family)
    verdict, direction = by_test(pair.difference > 0, pair.is_significant)
    return Finding(f"{pair.difference:+.2f}", verdict, direction, pair.p, pair.alpha)


def same(study: Analysis, metric: str, one: str, other: str, family: str) -> Finding:
    """Two algorithms do not differ significantly."""
    pair = _pair(study, metric, one, other, family)
    verdict = NOT_REPRODUCED if pair.is_significant else CONSISTENT
    return Finding(f"{pair.difference:+.2f}", verdict, p=pair.p, alpha=pair.alpha)


def _pair(study: Analysis, metric: str, one: str, other: str, family: str) -> Pair:
    """The test of two algorithms, one minus the other."""
    for pair in study.pairs(family).get(metric, []):
        if (pair.a, pair.b) == (one, other):
            return pair
        if (pair.b, pair.a) == (one, other):
            return pair.reversed()
    raise NotMeasuredError


def effect(study: Analysis, metric: str, sign: int) -> Finding:
    """Ancillary data change a number, whether the surrogate learns online or offline."""
    _, main, _ = _effects(study, metric)
    ours, p = float(np.mean(_changes(study, metric))), main.p
    verdict, direction = by_test(ours * sign > 0, p < ALPHA)
    return Finding(f"{ours:+.2f}", verdict, direction, p, ALPHA)


def interaction(study: Analysis, metric: str, sign: int) -> Finding:
    """Ancillary data change more online (sign 1) or offline (-1), or equally much (0)."""
    _, _, both = _effects(study, metric)
    online, offline = _changes(study, metric)
    ours, p = f"{online:+.2f}, {offline:+.2f}", both.p
    if sign == 0:
        return Finding(ours, NOT_REPRODUCED if p < ALPHA else CONSISTENT, p=p, alpha=ALPHA)
    verdict, direction = by_test((online - offline) * sign > 0, p < ALPHA)
    return Finding(ours, verdict, direction, p, ALPHA)


def _effects(study: Analysis, metric: str) -> list[AnovaRow]:
    """The effects of online learning, of ancillary data, and of both."""
    if metric not in study.ancillary:
        raise NotMeasuredError
    return study.ancillary[metric]


def _changes(study: Analysis, metric: str) -> tuple[float, float]:
    """The change of the mean by ancillary data, online and offline."""
    online, online_ad, offline, offline_ad = (
        study.values(name, metric).mean() for name in LEARNING
    )
    return online_ad - online, offline_ad - offline


def number(study: Analysis, name: str, better: str) -> Finding:
    """A t test of the mean of our trials against a published number."""
    values = study.accuracy.get(name, np.array([]))
    if values.size < 2:
        raise NotMeasuredError
    theirs, (mean, error) = ACCURACY[name]["paper"], mean_and_error(values)
    p = float(stats.ttest_1samp(values, theirs).pvalue)
    is_better = mean < theirs if better == "less" else mean > theirs
    verdict = CONSISTENT
    if p < ALPHA:
        # At a smaller size a difference decides nothing: the surrogate has less training data.
        verdict = UNDECIDED if is_smaller(study) else NOT_REPRODUCED
    direction = "better than the paper" if is_better else "worse than the paper"
    return Finding(f"{mean:.2f} ± {error:.2f}", verdict, direction, p, ALPHA)


def is_smaller(study: Analysis) -> bool:
    """Whether DSA-ME's trials have fewer decks or games than the paper's."""
    trials = study.trials.filter(algorithm="dsa-me")
    sizes = ("budget", "evaluations"), ("n_games", "n_games")
    return any((trials[ours].max() or 0) < PUBLISHED[theirs] for ours, theirs in sizes)


TESTS = (above, same, effect, interaction, number)

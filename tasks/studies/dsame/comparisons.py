"""DSA-ME beside other algorithms, here and in the paper: the first table of the report."""

import math

from scipy import stats

from models.problems.algorithms import ALGORITHMS
from models.statistics.summaries import Pair, pairwise
from tasks.reports.formats import p_value
from tasks.studies.dsame.analysis import METRICS, PUBLISHED, Analysis

#: The algorithms in the first table; its numbers, with their digits.
OTHERS = ("map-elites", "lsa-me", "offline-dsa-me", "dsa-me-ad")
SHOWN = {"qd_score": 1, "coverage": 2}


def compared(study: Analysis) -> list[list[str]]:
    """DSA-ME and each of `OTHERS`, in the archives and in new games."""
    return [_compared(study, other, metric) for other in _others(study) for metric in SHOWN]


def _others(study: Analysis) -> list[str]:
    return [name for name in OTHERS if len(study.groups(("dsa-me", name), "qd_score")) == 2]


def _compared(study: Analysis, other: str, metric: str) -> list[str]:
    row, digits = [ALGORITHMS[other].title, METRICS[metric]], SHOWN[metric]
    for corrected in (False, True):
        groups = study.groups(("dsa-me", other), metric, corrected)
        if len(groups) < 2:
            row += ["-", "-"]
            continue
        ours, theirs = (values.mean() for values in groups.values())
        row += [f"{ours:.{digits}f} and {theirs:.{digits}f}", p_value(pairwise(groups)[0].p)]
    means = [PUBLISHED["table"][name].get(metric) for name in ("dsa-me", other)]
    return [*row, " and ".join(f"{each['mean']:.{digits}f}" for each in means if each) or "-"]


def ahead(study: Analysis) -> list[dict[str, str]]:
    """The count of numbers in which DSA-ME is ahead of each of `OTHERS`: here, new games, paper."""
    rows = []
    for other in _others(study):
        ours, theirs = (PUBLISHED["table"][name] for name in ("dsa-me", other))
        wins = {"paper": [ours[metric]["mean"] > theirs[metric]["mean"] for metric in ours]}
        for label, corrected in (("here", False), ("fresh", True)):
            groups = [study.groups(("dsa-me", other), metric, corrected) for metric in METRICS]
            pairs = [list(each.values()) for each in groups if len(each) == 2]
            wins[label] = [ours.mean() > theirs.mean() for ours, theirs in pairs]
        row = {label: f"{sum(each)} of {len(each)}" for label, each in wins.items()}
        rows.append(row | {"title": ALGORITHMS[other].title})
    return rows


def in_table_1(metric: str, pair: Pair) -> tuple[str, str]:
    """The difference of two algorithms in the paper's table 1, and p of a t test of it."""
    a, b = (PUBLISHED["table"][name].get(metric) for name in (pair.a, pair.b))
    if a is None or b is None:
        return "-", "-"
    n = PUBLISHED["trials"]
    one, two = ((each["mean"], each["error"] * math.sqrt(n), n) for each in (a, b))
    p = float(stats.ttest_ind_from_stats(*one, *two).pvalue)
    return f"{a['mean'] - b['mean']:+.2f}", p_value(p)

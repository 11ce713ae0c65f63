"""The sections of a study's report that compare: what was found, what is chance, each claim."""

import math
from collections import Counter
from collections.abc import Sequence

from scipy import stats

from models.algorithms import ALGORITHMS
from models.statistics import Effect, Pair, mean_and_error, pairwise
from tasks.reports.documents import table
from tasks.study.analysis import ALPHA, METRICS, PUBLISHED, Analysis
from tasks.study.claims import UNDECIDED, VERDICTS, Claim, judge

#: Digits after the point.
DIGITS = {"qd_score": 1, "max_objective": 2, "max_win_rate": 1, "coverage": 2}
#: What is compared with DSA-ME first of all, in these numbers.
OTHERS, SHOWN = ("map-elites", "lsa-me", "offline-dsa-me", "dsa-me-ad"), ("qd_score", "coverage")
#: Undecided statements of a group that are few enough to be named.
N_NAMED = 3


def number(mean: float, error: float, digits: int) -> str:
    """A mean with its standard error, if there is one."""
    text = f"{mean:,.{digits}f}"
    return text if math.isnan(error) else f"{text} ± {error:,.{digits}f}"


def findings(analysis: Analysis) -> str:
    """What we found, in short, whether it pleases or not."""
    judged = judge(analysis)
    groups = {group: [each for each in judged if each.group == group] for group in _GROUPS}
    text = "".join(
        f"- {_named(group)}: {_counted(each)}.\n" for group, each in groups.items() if each
    )
    others = [name for name in OTHERS if len(analysis.groups(("dsa-me", name), "qd_score")) == 2]
    if others:
        rows = [_compared(analysis, other, metric) for other in others for metric in SHOWN]
        head = ["DSA-ME and", "number", "here", "p", "in new games", "p", "paper"]
        text += f"\n{table(head, rows)}\n" + "".join(_ahead(analysis, other) for other in others)
        text += "\nEach p is of a t test of this number alone, without correction.\n"
    return text or "Needs two trials of the algorithms that the paper compares.\n"


def variance(analysis: Analysis) -> str:
    """Analyses of variance over families of algorithms, and their pairs."""
    text = ""
    for family, names in PUBLISHED["families"].items():
        effects = analysis.one_way(family)
        if not effects:
            continue
        titles = ", ".join(
            ALGORITHMS[name].title for name in names if analysis.values(name, "qd_score").size > 1
        )
        head = ["number", "F", "p"] + (["paper's F"] if family == "main" else [])
        rows = []
        for metric, effect in effects.items():
            row = [METRICS[metric], _f(effect), _p(effect.p)]
            if family == "main":
                row.append(f"F(3, 16) = {PUBLISHED['one_way'][metric]}")
            rows.append(row)
        pairs = analysis.pairs(family)
        n = len(next(iter(pairs.values())))
        text += (
            f"One-way analysis of variance over {titles}:\n\n{table(head, rows)}\n"
            f"Pairs, by t tests. Bonferroni's correction is for the {n} pairs of one number, so "
            f"each is tested at {ALPHA} / {n}, not for all {n * len(pairs)} rows:\n\n"
            f"{_pairs(pairs, n)}\n"
        )
    if not text:
        return "Needs two algorithms of a family with two trials each.\n"
    return (
        f"{text}These tests assume independent trials, which ours are not strictly: those of one "
        "number begin with the same decks and games, whatever the algorithm; the offline ones of a "
        "number share its random decks; Surrogate Model and Elite Data take theirs from the trial "
        "of DSA-ME that they are compared with.\n"
    )


def ancillary(analysis: Analysis) -> str:
    """What ancillary data change."""
    effects = analysis.ancillary()
    if not effects:
        return "Needs two trials each of DSA-ME, Offline DSA-ME, and both with ancillary data.\n"
    rows = []
    for metric, each in effects.items():
        theirs = ", ".join(f"{k}: {v}" for k, v in PUBLISHED["two_way"][metric].items())
        rows += [
            [METRICS[metric], effect.name, _f(effect), _p(effect.p), theirs if place == 0 else ""]
            for place, effect in enumerate(each)
        ]
    pairs = analysis.with_and_without()
    return (
        "Two-way analysis of variance (type II): does the surrogate learn online or offline, and "
        "does it predict three targets or twelve?\n\n"
        f"{table(['number', 'effect', 'F', 'p', 'paper'], rows)}\n"
        f"Each with and without, by t tests at {ALPHA} / 2, for the two pairs of one number; and "
        "the same test on the means and errors of the paper's table 1, which has no QD scores:\n\n"
        f"{_pairs(pairs, 2, theirs=True)}"
    )


def claims(analysis: Analysis) -> str:
    """The paper's statements by hypothesis, and what our trials say of each."""
    judged = judge(analysis)
    if not judged:
        return "Needs two trials of the algorithms that the paper compares.\n"
    text = ""
    for group in _GROUPS:
        rows = [
            [each.text, each.verdict, each.direction, each.ours, _p(each.p), f"{each.alpha:.4f}"]
            for each in judged
            if each.group == group
        ]
        if rows:
            head = ["the paper", "here", "our mean", "our difference", "p, uncorrected", "needed"]
            if "number" in next(c for c in PUBLISHED["claims"] if c["group"] == group):
                head[3] = "our number"
            text += f"{_named(group)}:\n\n{table(head, rows)}\n"
    return (
        f"{text}Reproduced or not: the difference is significant at the level that is needed after "
        "Bonferroni's correction (none for single effects and numbers), with or against the paper. "
        "Not decidable: it is not; or a number of section 6.1 differs, and the trials have fewer "
        "decks or games than the paper's. Consistent: the paper found no significant difference, "
        "nor do we, or its number is within the chance of ours; with few trials that means little. "
        "Our mean lies with or against the paper, significant or not. For an interaction, our "
        "differences are those of DSA-ME and of Offline DSA-ME with ancillary data.\n"
    )


_GROUPS: dict[str, str] = PUBLISHED["groups"]


def _named(group: str) -> str:
    return f"**{group[0].upper()}{group[1:]}**, {_GROUPS[group]}"


def _counted(judged: Sequence[Claim]) -> str:
    """How the statements of a group came out."""
    parts = []
    for verdict in VERDICTS:
        chosen = [each for each in judged if each.verdict == verdict]
        if not chosen:
            continue
        text = f"{len(chosen)} {verdict}"
        if verdict == UNDECIDED:
            ways = Counter(each.direction for each in chosen)
            text += f" ({', '.join(f'{n} {way}' for way, n in ways.items())}"
            if len(chosen) <= N_NAMED:
                text += ": " + "; ".join(each.text for each in chosen)
            text += ")"
        parts.append(text)
    return f"of {len(judged)} statements " + ", ".join(parts)


def _compared(analysis: Analysis, other: str, metric: str) -> list[str]:
    """DSA-ME and another algorithm in one number, in the archives and in new games."""
    row, digits = [ALGORITHMS[other].title, METRICS[metric]], DIGITS[metric]
    for corrected in (False, True):
        groups = analysis.groups(("dsa-me", other), metric, corrected)
        if len(groups) < 2:
            row += ["-", "-"]
            continue
        ours, theirs = (mean_and_error(values)[0] for values in groups.values())
        row += [f"{ours:.{digits}f} and {theirs:.{digits}f}", _p(pairwise(groups)[0].p)]
    table_1 = [PUBLISHED["table"][name].get(metric) for name in ("dsa-me", other)]
    means = [f"{each['mean']:.{digits}f}" for each in table_1 if each]
    return [*row, " and ".join(means) or "-"]


def _ahead(analysis: Analysis, other: str) -> str:
    """In how many numbers DSA-ME is ahead of another algorithm."""
    counts = []
    for corrected in (False, True):
        pairs = [analysis.groups(("dsa-me", other), metric, corrected) for metric in METRICS]
        pairs = [[values.mean() for values in each.values()] for each in pairs if len(each) == 2]
        counts.append(f"{sum(ours > theirs for ours, theirs in pairs)} of {len(pairs)}")
    published = [[PUBLISHED["table"][name] for name in ("dsa-me", other)]]
    ahead = [a[m]["mean"] > b[m]["mean"] for a, b in published for m in METRICS if m in a]
    return (
        f"- DSA-ME is ahead of {ALGORITHMS[other].title} in {counts[0]} numbers, in new games in "
        f"{counts[1]}, in the paper's table in {sum(ahead)} of {len(ahead)}.\n"
    )


def _pairs(found: dict[str, list[Pair]], n: int, theirs: bool = False) -> str:
    head = ["number", "a", "b", "a - b", "t", "p, uncorrected", f"significant at {ALPHA} / {n}"]
    rows = [
        [
            METRICS[metric],
            ALGORITHMS[pair.a].title,
            ALGORITHMS[pair.b].title,
            f"{pair.difference:+.2f}",
            "-" if math.isnan(pair.t) else f"{pair.t:.2f}",
            _p(pair.p),
            "yes" if pair.is_significant else "no",
            *(_published(metric, pair) if theirs else []),
        ]
        for metric, pairs in found.items()
        for pair in pairs
    ]
    return table(head + (["paper's a - b", "paper's p"] if theirs else []), rows)


def _published(metric: str, pair: Pair) -> list[str]:
    """The difference of two rows of the paper's table 1, and a t test of it."""
    a, b = (PUBLISHED["table"][name].get(metric) for name in (pair.a, pair.b))
    if a is None or b is None:
        return ["-", "-"]
    n = PUBLISHED["trials"]
    one, two = ((each["mean"], each["error"] * math.sqrt(n), n) for each in (a, b))
    p = float(stats.ttest_ind_from_stats(*one, *two).pvalue)
    return [f"{a['mean'] - b['mean']:+.2f}", _p(p)]


def _f(effect: Effect) -> str:
    value = "-" if math.isnan(effect.f) else f"{effect.f:.2f}"
    return f"F({effect.df}, {effect.df_error}) = {value}"


def _p(p: float) -> str:
    """A probability; `-` where nothing varies, so that nothing can be tested."""
    return "-" if math.isnan(p) else "< 0.001" if p < 0.001 else f"{p:.3f}"

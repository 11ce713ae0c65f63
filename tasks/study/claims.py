"""The paper's sentences, one by one: what we measured, and what that says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from models.algorithms import ALGORITHMS
from models.statistics import mean_and_error
from tasks.study.analysis import ALPHA, METRICS, PUBLISHED, Analysis
from tasks.study.surrogate_quality import placement_facts

#: How a claim can come out.
VERDICTS = REPRODUCED, REFUTED, UNDECIDED, CONSISTENT = (
    "reproduced",
    "not reproduced",
    "not decidable",
    "consistent",
)
WITH, AGAINST = "with the paper", "against the paper"
#: The numbers of section 6.1 as the tables call them; the unit of the last three is of placements.
ACCURACY = {
    "turns": "mean squared error of turns",
    "hand_size": "mean squared error of hand size",
    "objective": "mean squared error of the health difference",
    "retained": "elites retained in the true archive, %",
    "same_cell": "elites retained in the predicted cell, %",
    "distance": "mean distance of the retained, cells",
}
#: The trials that a two-way analysis compares: with and without ancillary data.
_ONLINE, _OFFLINE = ("dsa-me", "dsa-me-ad"), ("offline-dsa-me", "offline-dsa-me-ad")


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and what our trials say.

    Attributes:
        group: The hypothesis, or the section, that it belongs to: a key of `PUBLISHED["groups"]`.
        text: The sentence.
        verdict: `REPRODUCED`, `REFUTED`, `UNDECIDED`; or `CONSISTENT`: no difference was claimed,
            or a number, and we find no significant difference from that.
        direction: Where our mean lies: `WITH` or `AGAINST` the paper, or whether it is better than
            the paper's number; empty if the paper claims no direction.
        ours: What we measured.
        p: Of that, or more, by chance; not corrected.
        alpha: The level of this test.
    """

    group: str
    text: str
    verdict: str
    direction: str
    ours: str
    p: float
    alpha: float


def judge(analysis: Analysis) -> list[Claim]:
    """The paper's sentences that a study can say something about, in the order of its groups."""
    found = []
    for claim in PUBLISHED["claims"]:
        kind = next(kind for key, kind in _KINDS.items() if key in claim)
        found.append(kind(analysis, claim))
    return [claim for claim in found if claim is not None]


def accuracy(analysis: Analysis) -> dict[str, np.ndarray]:
    """The numbers of section 6.1, one value per DSA-ME trial; those that the study has.

    The error of the health difference is that on decks that play as many games as the paper's.
    """
    found = {}
    errors = transfer(analysis)
    for target in PUBLISHED["surrogate"]["mse"]:
        if values := errors.filter(target=target)["comparable"].to_list():
            found[target] = np.array(values)
    placed = analysis.ask("select * from placements order by run, evaluation")
    if placed.height:
        facts = [placement_facts(part) for part in placed.partition_by("run", maintain_order=True)]
        for name, factor in (("retained", 100), ("same_cell", 100), ("distance", 1)):
            found[name] = factor * np.array([each[name] for each in facts])
    return found


def transfer(analysis: Analysis) -> pl.DataFrame:
    """The errors of DSA-ME's final surrogates on the decks of its other trials.

    Returns:
        One row per trial and target; columns model, target, mse, noise (the part of it that is
        chance in the decks' own games, null where that was not measured), and comparable: the error
        on decks that play as many games as the paper's, which have less noise.
    """
    games = analysis.trials.filter(algorithm="dsa-me")["n_games"].max() or 1
    share = games / PUBLISHED["n_games"]
    return analysis.ask(
        f"""select model, target, avg(mse) as mse, avg(noise) as noise,
            avg(mse) - coalesce(avg(noise), 0) * (1 - {share}) as comparable
        from transfer group by all order by target, model"""
    )


def is_smaller(analysis: Analysis) -> bool:
    """Whether DSA-ME's trials have fewer decks or games than the paper's."""
    trials = analysis.trials.filter(algorithm="dsa-me")
    sizes = ("budget", "evaluations"), ("n_games", "n_games")
    return any((trials[ours].max() or 0) < PUBLISHED[theirs] for ours, theirs in sizes)


def _of_a_pair(analysis: Analysis, claim: Mapping[str, Any]) -> Claim | None:
    """Which of two algorithms has more."""
    names = claim.get("same") or [claim["greater"], claim["less"]]
    metric, pair = claim["metric"], None
    for each in analysis.pairs(claim["family"]).get(metric, []):
        if {each.a, each.b} == set(names):
            pair = each
    if pair is None:
        return None
    # Plus zero: no difference is not "-0.00".
    difference = (1 if pair.a == names[0] else -1) * pair.difference + 0.0
    titles = [ALGORITHMS[name].title for name in names]
    if "same" in claim:
        text = f"no significant difference of {titles[0]} and {titles[1]}"
        verdict, direction = (REFUTED if pair.is_significant else CONSISTENT), ""
    else:
        text = f"{titles[0]} above {titles[1]}"
        verdict, direction = _verdict(difference > 0, pair.is_significant)
    text = f"{METRICS[metric]}: {text}"
    return Claim(claim["group"], text, verdict, direction, f"{difference:+.2f}", pair.p, pair.alpha)


def _of_an_effect(analysis: Analysis, claim: Mapping[str, Any]) -> Claim | None:
    """What ancillary data change: in both ways of learning, or in one more than in the other."""
    metric, is_main = claim["metric"], claim["effect"] == "ancillary data"
    effects = analysis.ancillary().get(metric)
    if effects is None:
        return None
    effect = effects[1 if is_main else 2]
    means = {name: analysis.values(name, metric).mean() for name in (*_ONLINE, *_OFFLINE)}
    changes = [means[ad] - means[plain] for plain, ad in (_ONLINE, _OFFLINE)]
    ours = sum(changes) / 2 if is_main else changes[0] - changes[1]
    sign, text = claim.get("sign"), "ancillary data lower it"
    if sign is None:
        table = {name: PUBLISHED["table"][name][metric]["mean"] for name in means}
        online, offline = (table[ad] - table[plain] for plain, ad in (_ONLINE, _OFFLINE))
        sign = 1 if online > offline else -1
        text = f"{online:+.2f} online, {offline:+.2f} offline"
    is_significant = effect.p < ALPHA
    if sign == 0:
        text = "no interaction with how it learns"
        verdict, direction = (REFUTED if is_significant else CONSISTENT), ""
    else:
        verdict, direction = _verdict(ours * sign > 0, is_significant)
    kind = "main effect" if is_main else "interaction"
    measured = f"{ours:+.2f}" if is_main else f"{changes[0]:+.2f}, {changes[1]:+.2f}"
    text = f"{METRICS[metric]}, {kind}: {text}"
    return Claim(claim["group"], text, verdict, direction, measured, effect.p, ALPHA)


def _of_a_number(analysis: Analysis, claim: Mapping[str, Any]) -> Claim | None:
    """A published number against the mean of our trials, by a t test."""
    name = claim["number"]
    values = accuracy(analysis).get(name)
    if values is None or values.size < 2:
        return None
    published = PUBLISHED["surrogate"]
    theirs = published["mse"].get(name, published.get(name))
    mean, error = mean_and_error(values)
    p = float(stats.ttest_1samp(values, theirs).pvalue)
    better = mean < theirs if claim["better"] == "less" else mean > theirs
    verdict = CONSISTENT
    if p < ALPHA:
        # Another size is another question: fewer decks teach a surrogate less.
        verdict = UNDECIDED if is_smaller(analysis) else REFUTED
    text = f"{ACCURACY[name]}: {theirs}"
    direction = "better than the paper" if better else "worse than the paper"
    ours = f"{mean:.2f} ± {error:.2f}"
    return Claim(claim["group"], text, verdict, direction, ours, p, ALPHA)


def _verdict(is_theirs: bool, is_significant: bool) -> tuple[str, str]:
    """What follows from a difference that the paper gives a direction."""
    direction = WITH if is_theirs else AGAINST
    if not is_significant:
        return UNDECIDED, direction
    return (REPRODUCED if is_theirs else REFUTED), direction


_KINDS = {
    "greater": _of_a_pair,
    "same": _of_a_pair,
    "effect": _of_an_effect,
    "number": _of_a_number,
}

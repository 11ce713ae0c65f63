"""The statements of MESB's paper about win rates, and about where decks are good."""

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from scipy import stats

from models.intervals import Z
from models.mesb import ARCHETYPES, EXPERIMENTS
from models.statistics import confidence_band
from tasks.mesb.analysis import find
from tasks.mesb.runs import MesbRun
from tasks.mesb.verdicts import Claim, verdict

HEROES = tuple(dict.fromkeys(which.hero.lower() for which in ARCHETYPES.values()))


def levels(runs: Sequence[MesbRun]) -> list[Claim]:
    """Statements about win rates."""
    found = []
    for group in EXPERIMENTS:
        rates = {
            name: run.judged["win_rate"].to_numpy()
            for name in ARCHETYPES
            if (run := find(runs, group, name))
        }
        if len(rates) == len(ARCHETYPES):
            found.append(_worst(group, rates))
    for number, group in ((2, "elite"), (3, "balance")):
        pairs = [(find(runs, "validation", name), find(runs, group, name)) for name in ARCHETYPES]
        found += [_lower(*pair, number) for pair in pairs if None not in pair]
    return found


def _lower(first: MesbRun, other: MesbRun, number: int) -> Claim:
    """Elite opponents cost wins, in the second and in the third experiment."""
    rates = [run.judged["win_rate"].to_numpy() for run in (first, other)]
    low, high = _difference(*rates)
    return Claim(
        f"Win rates of {first.archetype.name} elites are lower in experiment {number} than in 1",
        "lower",
        f"{rates[0].mean():.1%} to {rates[1].mean():.1%} (change {low:+.1%} to {high:+.1%})",
        verdict(-high, -low),
    )


def rises(runs: Sequence[MesbRun]) -> list[Claim]:
    """Mean win rates of elites rise in the course of the searches, experiment by experiment.

    Those at the end are of new games where there are some, those after the first iteration as
    found: that an archive keeps the lucky speaks against the claim then, not for it.
    """
    found = []
    for group in EXPERIMENTS:
        mine = [run for run in runs if run.group == group]
        if len(mine) < 2:
            continue
        ends = np.array([(run.growth["mean"][0], run.judged["win_rate"].mean()) for run in mine])
        changes = ends[:, 1] - ends[:, 0]
        low, high = (float(limit[0]) for limit in confidence_band(changes[:, None]))
        first, last = ends.mean(axis=0)
        n = mine[0].growth["evaluations"][0]
        found.append(
            Claim(
                f"Win rates of elites rise over time, {group}",
                "rise",
                f"mean of {len(mine)} archetypes {first:.1%} after {n} decks, {last:.1%} at the "
                f"end, higher in {(changes > 0).sum()} (change {low:+.1%} to {high:+.1%})",
                verdict(low, high),
            )
        )
    return found


def _worst(group: str, rates: Mapping[str, np.ndarray]) -> Claim:
    others = {name: rate for name, rate in rates.items() if name != "aggro-hunter"}
    lowest = min(others, key=lambda name: others[name].mean())
    low, high = _difference(rates["aggro-hunter"], others[lowest])
    return Claim(
        f"Aggro Hunter is the worst archetype, {group}",
        "clearly worst",
        f"mean win rate of elites {rates['aggro-hunter'].mean():.1%}; lowest other {lowest} "
        f"{others[lowest].mean():.1%} ({low:+.1%} to {high:+.1%} more)",
        verdict(low, high),
    )


def _difference(first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of the second mean minus the first (Welch)."""
    test = stats.ttest_ind(second, first, equal_var=False)
    return tuple(map(float, test.confidence_interval(0.95)))


def curves(runs: Sequence[MesbRun]) -> list[Claim]:
    """Statements about where in the space of mana curves decks are good, second experiment."""
    found = []
    for hero in HEROES:
        aggro, control = (
            find(runs, "elite", f"{player}-{hero}") for player in ("aggro", "control")
        )
        if aggro:
            found.append(_falls(aggro, "is best at low average mana"))
            found += _dear(aggro)
        if control and hero == "hunter":
            found.append(_falls(control, "is best at low average mana, as Aggro Hunter"))
        elif aggro and control:
            found.append(_wider(aggro, control))
    return found


def _falls(run: MesbRun, what: str) -> Claim:
    r, low, high = _correlation(run.judged["objective"], run.elites["deck_mana_sum"])
    return Claim(
        f"{run.archetype.title} {what}",
        "best at low",
        f"rank correlation of fitness with mana {r:+.2f} ({low:+.2f} to {high:+.2f})",
        verdict(-high, -low),
    )


def _dear(run: MesbRun) -> list[Claim]:
    """Of the dearest third of the elites: a good one has a high variance."""
    is_dear = run.elites["deck_mana_sum"].rank() > run.elites.height * 2 / 3
    if is_dear.sum() < 4:
        return []
    variance = run.elites["deck_mana_variance"].filter(is_dear)
    r, low, high = _correlation(run.judged["objective"].filter(is_dear), variance)
    return [
        Claim(
            f"{run.archetype.title} of high average mana is good with high variance only",
            "with high variance",
            f"rank correlation of fitness with variance, dearest third of the elites: {r:+.2f} "
            f"({low:+.2f} to {high:+.2f})",
            verdict(low, high),
        )
    ]


def _wider(aggro: MesbRun, control: MesbRun) -> Claim:
    """Control is good across the whole range: its fitness falls less with mana."""
    scales = []
    for run in (aggro, control):
        r, low, high = _correlation(run.judged["objective"], run.elites["deck_mana_sum"])
        scales.append((r, np.arctanh((low, high)) @ (-0.5, 0.5)))
    change = np.arctanh(scales[1][0]) - np.arctanh(scales[0][0])
    margin = float(np.hypot(scales[0][1], scales[1][1]))
    return Claim(
        f"{control.archetype.title} is good across the whole range of mana, more than aggro",
        "whole range",
        f"rank correlation of fitness with mana {scales[1][0]:+.2f}, aggro {scales[0][0]:+.2f}",
        verdict(change - margin, change + margin),
    )


def _correlation(first: pl.Series, second: pl.Series) -> tuple[float, float, float]:
    """Spearman's rank correlation with its 95 % interval.

    Source:
        Bonett and Wright 2000, "Sample size requirements for estimating Pearson, Kendall and
        Spearman correlations": the variance on Fisher's scale is (1 + r^2 / 2) / (n - 3).
    """
    r = float(stats.spearmanr(first.to_numpy(), second.to_numpy()).statistic)
    r = float(np.clip(np.nan_to_num(r), -0.999, 0.999))
    margin = Z * np.sqrt((1 + r**2 / 2) / max(first.len() - 3, 1))
    return r, float(np.tanh(np.arctanh(r) - margin)), float(np.tanh(np.arctanh(r) + margin))

"""The statements of MESB's paper, each held against a study's runs and duels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import stats

from models.intervals import Z, difference_interval, wilson_interval
from models.mesb import ARCHETYPES, EXPERIMENTS
from tasks.mesb.analysis import CUT, PUBLISHED, card_table, find, has_card
from tasks.mesb.runs import MesbRun

YES, NO, OPEN = "reproduced", "not reproduced", "undecided"
HEROES = tuple(dict.fromkeys(which.hero.lower() for which in ARCHETYPES.values()))


@dataclass(frozen=True)
class Claim:
    """A statement of the paper beside what we found.

    Attributes:
        text: What is claimed.
        paper: The paper's number, or its words.
        here: Ours, with 95 % intervals.
        verdict: "reproduced" or "not reproduced", where our interval decides; else "undecided".
    """

    text: str
    paper: str
    here: str
    verdict: str


def verdict(low: float, high: float, level: float = 0.0) -> str:
    """Whether something that is claimed to be above a level is, by its interval."""
    return YES if low > level else NO if high < level else OPEN


def claims(runs: Sequence[MesbRun], duels: pl.DataFrame | None) -> list[Claim]:
    """The paper's statements that the runs and duels at hand can be held against.

    Args:
        runs: Of a study.
        duels: Those of its first two experiments.
    """
    found = [*_shares(runs), *_changes(runs), *_table_claims(runs), *_levels(runs), *_curves(runs)]
    return found if duels is None else found + _duels(duels)


def _shares(runs: Sequence[MesbRun]) -> list[Claim]:
    """Shares that the paper gives as numbers; reproduced if on the same side of one half."""
    found = []
    for fact in PUBLISHED["shares"]:
        run = find(runs, fact["group"], fact["archetype"])
        if run is None:
            continue
        counts = has_card(run, fact["card"])
        low, high = wilson_interval(*counts)
        is_often = fact["share"] > 0.5
        found.append(
            Claim(
                f"{fact['card']} in {fact['archetype']} elites, {run.group}: "
                f"{'more' if is_often else 'less'} than half",
                f"{fact['share']:.1%}",
                f"{counts[0] / counts[1]:.1%} ({low:.1%} to {high:.1%})",
                verdict(low, high, 0.5) if is_often else verdict(-high, -low, -0.5),
            )
        )
    return found


def _changes(runs: Sequence[MesbRun]) -> list[Claim]:
    """Changed cards that elites lose, or gain in spite of a nerf."""
    found = []
    for fact in PUBLISHED["changes"]:
        both = [find(runs, group, fact["archetype"]) for group in ("elite", "balance")]
        if None in both:
            continue
        counts = [has_card(run, fact["card"]) for run in both]
        low, high = difference_interval(*counts)
        shares = [has / n for has, n in counts]
        found.append(
            Claim(
                f"{fact['card']} {fact['what']} in {fact['archetype']} after its nerf",
                fact["figure"],
                f"{shares[0]:.1%} to {shares[1]:.1%}, change {shares[1] - shares[0]:+.1%} "
                f"({low:+.1%} to {high:+.1%})",
                verdict(low, high) if fact["what"] == "rises" else verdict(-high, -low),
            )
        )
    return found


def _table_claims(runs: Sequence[MesbRun]) -> list[Claim]:
    """Statements about figure 6 as a whole, once it is whole."""
    table = card_table(runs)
    if table.height == 0 or table["after"].null_count() or table["before"].null_count():
        return []
    buff = PUBLISHED["buffed"]
    nerfed = table.filter(pl.col("card") != buff["card"])
    most = nerfed.group_by("card", maintain_order=True).agg(pl.col("before", "after").max())
    gone = most.filter((pl.col("before") > CUT) & (pl.col("after") <= CUT))["card"].to_list()
    wanted = PUBLISHED["nerfed_at_or_below_cut_after"]
    rows = table.filter(card=buff["card"])
    before, after = (
        rows.filter(pl.col(side) > CUT)["archetype"].to_list() for side in ("before", "after")
    )
    return [
        Claim(
            "Nerfed cards that fall from over 25 % of an archetype's elites to less in all",
            f"{wanted} cards",
            f"{len(gone)} cards ({', '.join(gone) or 'none'})",
            YES if len(gone) >= wanted else NO,
        ),
        Claim(
            f"The buff brings {buff['card']} above 25 % in more archetypes",
            f"{len(buff['above_cut_before'])} before, {len(buff['above_cut_after'])} after",
            f"{len(before)} before, {len(after)} after ({', '.join(after) or 'none'})",
            YES if len(after) > len(before) else NO,
        ),
    ]


def _levels(runs: Sequence[MesbRun]) -> list[Claim]:
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
    for name in ARCHETYPES:
        first, second = find(runs, "validation", name), find(runs, "elite", name)
        if first and second:
            rates = [run.judged["win_rate"].to_numpy() for run in (first, second)]
            low, high = _difference(*rates)
            found.append(
                Claim(
                    f"Win rates of {name} elites are lower against elite opponents",
                    "lower",
                    f"{rates[0].mean():.1%} to {rates[1].mean():.1%} "
                    f"(change {low:+.1%} to {high:+.1%})",
                    verdict(-high, -low),
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


def _curves(runs: Sequence[MesbRun]) -> list[Claim]:
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


def _duels(duels: pl.DataFrame) -> list[Claim]:
    """Who beats whom, where the interval of the score does not hold one half."""
    scores: dict[tuple[str, str], tuple[float, float, float]] = {}
    for row in duels.iter_rows(named=True):
        scores[row["ours"], row["theirs"]] = row["score"], row["low"], row["high"]
        scores[row["theirs"], row["ours"]] = 1 - row["score"], 1 - row["high"], 1 - row["low"]
    wanted = []
    for group in ("validation", "elite"):
        for hero in HEROES:
            pair = f"control-{hero}, {group}", f"aggro-{hero}, {group}"
            wanted.append((f"Control beats aggro of the same class: {hero}, {group}", *pair))
    for other in ARCHETYPES:
        if other != "aggro-hunter":
            text = f"Aggro Hunter loses to {ARCHETYPES[other].title}, elite"
            wanted.append((text, f"{other}, elite", "aggro-hunter, elite"))
    for name in ARCHETYPES:
        text = f"The best deck of experiment 2 beats that of experiment 1: {name}"
        wanted.append((text, f"{name}, elite", f"{name}, validation"))
    return [
        Claim(
            text,
            "yes",
            f"{score[0]:.1%} of games ({score[1]:.1%} to {score[2]:.1%})",
            verdict(*score[1:], 0.5),
        )
        for text, winner, loser in wanted
        if (score := scores.get((winner, loser)))
    ]

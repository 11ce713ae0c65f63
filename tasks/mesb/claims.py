"""The statements of MESB's paper, each held against a study's runs and duels."""

from collections.abc import Sequence

import polars as pl

from models.intervals import difference_interval, wilson_interval
from models.mesb import ARCHETYPES
from tasks.mesb.analysis import CUT, PUBLISHED, card_table, find, has_card
from tasks.mesb.level_claims import HEROES, curves, levels, rises
from tasks.mesb.runs import MesbRun
from tasks.mesb.verdicts import NO, NO_PREMISE, OPEN, YES, Claim, verdict


def claims(runs: Sequence[MesbRun], duels: pl.DataFrame | None) -> list[Claim]:
    """The paper's statements that the runs and duels at hand can be held against.

    Args:
        runs: Of a study.
        duels: Those of its first two experiments.
    """
    parts = (_shares, _changes, _table_claims, levels, rises, curves)
    found = [claim for part in parts for claim in part(runs)]
    return found if duels is None else found + _duels(duels)


def _if_frequent(found: str, before: tuple[int, int]) -> str:
    """The verdict on a card that is claimed to have become rare: more than half had it before."""
    premise = verdict(*wilson_interval(*before), 0.5)
    if found == NO or premise == YES:
        return found
    return NO_PREMISE if premise == NO else OPEN


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
        decided = verdict(low, high, 0.5) if is_often else verdict(-high, -low, -0.5)
        earlier = find(runs, "elite", fact["archetype"])
        if run.group == "balance" and not is_often and earlier:
            decided = _if_frequent(decided, has_card(earlier, fact["card"]))
        found.append(
            Claim(
                f"{fact['card']} in {fact['archetype']} elites, {run.group}: "
                f"{'more' if is_often else 'less'} than half",
                f"{fact['share']:.1%}",
                f"{counts[0] / counts[1]:.1%} ({low:.1%} to {high:.1%})",
                decided,
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
        if fact["what"] == "rises":
            decided = verdict(low, high)
        else:
            decided = _if_frequent(verdict(-high, -low), counts[0])
        found.append(
            Claim(
                f"{fact['card']} {fact['what']} in {fact['archetype']} after its nerf",
                fact["figure"],
                f"{shares[0]:.1%} to {shares[1]:.1%}, change {shares[1] - shares[0]:+.1%} "
                f"({low:+.1%} to {high:+.1%})",
                decided,
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

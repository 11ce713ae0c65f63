"""The analyses of MESB's paper, computed from a study's runs and duels."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from scipy import stats

from models.intervals import difference_interval, wilson_interval
from models.mesb import ARCHETYPES, EXPERIMENTS
from models.patches import find_patch
from tasks.mesb_data import MesbRun

PUBLISHED = json.loads((Path(__file__).parent / "data" / "mesb_results.json").read_text("utf-8"))
CUT = PUBLISHED["cut"]
YES, NO, OPEN = "reproduced", "not reproduced", "undecided"


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


def strength(runs: Sequence[MesbRun]) -> pl.DataFrame:
    """How strong each run's elites are.

    Returns:
        One row per run: experiment, archetype, decks, n_games, elites, cells, fitness (of the best
        elite: the paper's sum over its games), best_win, mean_win (win rates of the elites),
        and, in new games, fresh_best, fresh_mean (health differences) and fresh_win (mean).
    """
    rows = []
    for run in runs:
        results, elites = run.results, run.elites
        n_games = results.experiment.search.n_games
        rows.append(
            {
                "experiment": run.group,
                "archetype": run.archetype.name,
                "decks": results.evaluations.height,
                "n_games": n_games,
                "elites": elites.height,
                "cells": results.archive.n_cells,
                "fitness": round(elites["objective"].max() * n_games),
                "best_win": elites["win_rate"].max(),
                "mean_win": elites["win_rate"].mean(),
                "fresh_best": elites["fresh_objective"].max(),
                "fresh_mean": elites["fresh_objective"].mean(),
                "fresh_win": elites["fresh_win_rate"].mean(),
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def has_card(run: MesbRun, card: str) -> tuple[int, int]:
    """Elites with a card, and all elites; none of them if the card is not in the pool."""
    if card not in run.cards:
        return 0, len(run.copies)
    return int((run.copies[:, run.cards.index(card)] > 0).sum()), len(run.copies)


def changed_cards(runs: Sequence[MesbRun]) -> dict[str, str]:
    """The cards that the third experiment changes, and how; the published ones without it."""
    patches = [run.results.experiment.player.patch for run in runs if run.group == "balance"]
    patch = patches[0] if patches else find_patch(EXPERIMENTS["balance"].patch)
    base = find_patch(patch.base)
    return {
        base.facts(card).name: ", ".join(
            f"{field} {getattr(base.facts(card), field)} -> {value}"
            for field, value in values.items()
        )
        for card, values in patch.values.items()
    }


def card_table(runs: Sequence[MesbRun]) -> pl.DataFrame:
    """The paper's figure 6: shares of elites with each changed card, before and after.

    Returns:
        One row per card and archetype that has elites on a side: card, change, archetype, and for
        before and after: the share, its 95 % interval (`_low`, `_high`), null without a run.
    """
    sides = {"before": "elite", "after": "balance"}
    rows = []
    for card, change in changed_cards(runs).items():
        for name in ARCHETYPES:
            row: dict[str, str | float | None] = {"card": card, "change": change, "archetype": name}
            for side, group in sides.items():
                run = find(runs, group, name)
                count = has_card(run, card) if run else None
                row[side] = count[0] / count[1] if count else None
                low, high = wilson_interval(*count) if count else (None, None)
                row |= {f"{side}_low": low, f"{side}_high": high}
            if row["before"] is not None or row["after"] is not None:
                rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def find(runs: Sequence[MesbRun], group: str, archetype: str) -> MesbRun | None:
    """The run of an experiment and archetype, if there is one."""
    found = [run for run in runs if (run.group, run.archetype.name) == (group, archetype)]
    return found[0] if found else None


def claims(runs: Sequence[MesbRun], duels: pl.DataFrame | None) -> list[Claim]:
    """The paper's statements that the runs and duels at hand can be held against."""
    found = [*_share_claims(runs), *_change_claims(runs), *_level_claims(runs)]
    return found if duels is None else found + _duel_claims(duels)


def _share_claims(runs: Sequence[MesbRun]) -> list[Claim]:
    """Shares that the paper gives as numbers; reproduced if on the same side of the cut."""
    found = []
    for fact in PUBLISHED["shares"]:
        run = find(runs, fact["group"], fact["archetype"])
        if run is None:
            continue
        low, high = wilson_interval(*(counts := has_card(run, fact["card"])))
        is_often = fact["share"] > 0.5
        verdict = YES if (low > 0.5) == is_often and (high > 0.5) == is_often else NO
        found.append(
            Claim(
                f"{fact['card']} in {fact['archetype']} elites, {run.group}: "
                f"{'more' if is_often else 'less'} than half",
                f"{fact['share']:.1%}",
                f"{counts[0] / counts[1]:.1%} ({low:.1%} to {high:.1%})",
                OPEN if low <= 0.5 < high else verdict,
            )
        )
    return found


def _change_claims(runs: Sequence[MesbRun]) -> list[Claim]:
    """What becomes of the changed cards."""
    found = []
    table = card_table(runs)
    both = [find(runs, group, "control-paladin") for group in ("elite", "balance")]
    if all(both):
        counts = [has_card(run, "Sunwalker") for run in both if run]
        low, high = difference_interval(*counts)
        change = counts[1][0] / counts[1][1] - counts[0][0] / counts[0][1]
        found.append(
            Claim(
                "The nerf takes Sunwalker out of control-paladin elites",
                "99 % to 28.8 %",
                f"change {change:+.1%} ({low:+.1%} to {high:+.1%})",
                YES if high < 0 else NO if low > 0 else OPEN,
            )
        )
    if table.height and table["after"].null_count() == 0 and table["before"].null_count() == 0:
        nerfed = table.filter(pl.col("card") != PUBLISHED["buffed"]["card"])
        most = nerfed.group_by("card", maintain_order=True).agg(pl.col("before", "after").max())
        fell = (pl.col("before") > CUT) & (pl.col("after") <= CUT)
        gone = most.filter(fell)["card"].to_list()
        wanted = PUBLISHED["nerfed_at_or_below_cut_after"]
        found.append(
            Claim(
                "Nerfed cards that fall from over 25 % of an archetype's elites to less in all",
                f"{wanted} cards",
                f"{len(gone)} cards ({', '.join(gone) or 'none'})",
                YES if len(gone) >= wanted else NO,
            )
        )
        found.append(_buff_claim(table))
    return found


def _buff_claim(table: pl.DataFrame) -> Claim:
    fact = PUBLISHED["buffed"]
    rows = table.filter(card=fact["card"])
    before = rows.filter(pl.col("before") > CUT)["archetype"].to_list()
    after = rows.filter(pl.col("after") > CUT)["archetype"].to_list()
    return Claim(
        f"The buff brings {fact['card']} above 25 % in more archetypes",
        f"{len(fact['above_cut_before'])} before, {len(fact['above_cut_after'])} after",
        f"{len(before)} before, {len(after)} after ({', '.join(after) or 'none'})",
        YES if len(after) > len(before) else NO,
    )


def _level_claims(runs: Sequence[MesbRun]) -> list[Claim]:
    """Statements about win rates and mana curves."""
    found = []
    for group in EXPERIMENTS:
        means = {
            name: float(run.elites["win_rate"].mean())
            for name in ARCHETYPES
            if (run := find(runs, group, name))
        }
        if len(means) == len(ARCHETYPES):
            worst = min(means, key=means.__getitem__)
            found.append(
                Claim(
                    f"Aggro Hunter is the worst archetype, {group}",
                    "clearly worst",
                    f"mean win rate of elites {means['aggro-hunter']:.1%}; lowest {worst} "
                    f"{means[worst]:.1%}",
                    YES if worst == "aggro-hunter" else NO,
                )
            )
    for name in ARCHETYPES:
        first, second = find(runs, "validation", name), find(runs, "elite", name)
        if first and second:
            rates = [run.elites["win_rate"].to_numpy() for run in (first, second)]
            test = stats.ttest_ind(*rates, equal_var=False)
            lower = rates[1].mean() < rates[0].mean()
            found.append(
                Claim(
                    f"Win rates of {name} elites are lower against elite opponents",
                    "lower",
                    f"{rates[0].mean():.1%} to {rates[1].mean():.1%}",
                    (YES if lower else NO) if test.pvalue < 0.05 else OPEN,
                )
            )
    for name, which in ARCHETYPES.items():
        run = find(runs, "elite", name)
        if run and run.elites.height > 4 and which.scorer == "aggro":
            mana = run.elites["deck_mana_sum"].to_numpy()
            test = stats.spearmanr(mana, run.elites["objective"].to_numpy())
            falls = test.statistic < 0
            found.append(
                Claim(
                    f"{which.title} is best at low average mana",
                    "best at low",
                    f"rank correlation of fitness with mana {test.statistic:+.2f}",
                    (YES if falls else NO) if test.pvalue < 0.05 else OPEN,
                )
            )
    return found


def _duel_claims(duels: pl.DataFrame) -> list[Claim]:
    """Who beats whom, where the interval of the score does not hold one half."""
    scores: dict[tuple[str, str], tuple[float, float, float]] = {}
    for row in duels.iter_rows(named=True):
        scores[row["ours"], row["theirs"]] = row["score"], row["low"], row["high"]
        scores[row["theirs"], row["ours"]] = 1 - row["score"], 1 - row["high"], 1 - row["low"]
    wanted = []
    for group in ("validation", "elite"):
        for hero in ("hunter", "paladin", "warlock"):
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
            YES if score[1] > 0.5 else NO if score[2] < 0.5 else OPEN,
        )
        for text, winner, loser in wanted
        if (score := scores.get((winner, loser)))
    ]

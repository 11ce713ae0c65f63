"""The tests of the claims in `tasks/data/tradingstone_results.json`."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.statistics.intervals import Z, clopper_pearson_interval
from tasks.reports.formats import within as shown
from tasks.studies.claims import (
    NOT_REPRODUCED,
    REPRODUCED,
    UNDECIDED,
    Claim,
    Finding,
    NotMeasuredError,
    by_test,
    judge,
)
from tasks.studies.tradingstone.analysis import TradingResults, Who

PUBLISHED: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "tradingstone_results.json").read_text(encoding="utf-8")
)
ALPHA = 0.05


def judged(results: TradingResults) -> list[Claim]:
    """Tests the claims that the study's games can test."""
    return judge(PUBLISHED["claims"], TESTS, results)


def inside(results: TradingResults, who: Sequence[str], mean: float, spread: float) -> Finding:
    """Whether our win rate lies within the paper's mean and spread, by our interval."""
    rate = results.rate(_who(who))
    is_inside = mean - spread <= rate.low and rate.high <= mean + spread
    is_outside = rate.high < mean - spread or rate.low > mean + spread
    verdict = REPRODUCED if is_inside else NOT_REPRODUCED if is_outside else UNDECIDED
    return Finding(f"{rate.share:.1%} {shown((rate.low, rate.high), '.1%')}", verdict)


def apart(results: TradingResults, better: Sequence[str], worse: Sequence[str]) -> Finding:
    """Whether the first win rate's exact interval lies above the second's."""
    first, second = results.rate(_who(better)), results.rate(_who(worse))
    is_apart = first.low > second.high or second.low > first.high
    verdict, direction = by_test(first.share > second.share, is_apart)
    intervals = (
        f"{each.share:.1%} {shown((each.low, each.high), '.1%')}" for each in (first, second)
    )
    return Finding(" and ".join(intervals), verdict, direction)


def ahead(results: TradingResults, better: Sequence[str], worse: Sequence[str]) -> Finding:
    """Whether the first wins more of the same games, by a paired test."""
    found = results.difference(_who(better), _who(worse))
    is_significant = not math.isnan(found.p) and found.p < ALPHA
    verdict, direction = by_test(found.mean > 0, is_significant)
    ours = f"{100 * found.mean:+.1f} ± {100 * found.margin:.1f} points"
    return Finding(ours, verdict, direction if found.mean else "", found.p, ALPHA)


def falls(results: TradingResults, view: str, method: str) -> Finding:
    """Whether a search loses less to perfect play with its largest budget than with its least."""
    losses = _losses(results, view, method)
    (most, error), (least, other) = losses[0][1:], losses[-1][1:]
    apart = Z * math.hypot(error, other)
    verdict, direction = by_test(most > least, abs(most - least) > apart)
    text = ", ".join(f"{n:,}: {loss:.4f}" for n, loss, _ in losses)
    return Finding(text, verdict, direction)


def below(results: TradingResults, view: str, method: str, level: float) -> Finding:
    """Whether the loss to perfect play with the largest budget is below a level.

    A game costs 1 at most, so the loss is at most the share of games with a loss, whose exact
    interval holds even if no game has one.
    """
    budget, loss, error = _losses(results, view, method)[-1]
    row = results.losses.filter(view=view, player=f"{method}:{budget}").row(0, named=True)
    _, high = clopper_pearson_interval(row["n_lost"], row["n_games"])
    is_above = loss - Z * error > level
    verdict = REPRODUCED if high < level else NOT_REPRODUCED if is_above else UNDECIDED
    lost = f"{row['n_lost']} of {row['n_games']} games lose"
    return Finding(f"{loss:.4f} at {budget:,}, at most {high:.4f} ({lost})", verdict)


def _losses(results: TradingResults, view: str, method: str) -> list[tuple[int, float, float]]:
    """Budget, loss and its standard error, by budget."""
    rows = results.losses.filter(view=view).iter_rows(named=True)
    found = []
    for row in rows:
        name, _, budget = row["player"].partition(":")
        if name == method:
            found.append((int(budget), row["loss"], row["error"] or 0.0))
    if not found:
        raise NotMeasuredError(f"{view} {method}")
    return sorted(found)


def _who(words: Sequence[str]) -> Who:
    variant, view, player = words
    return variant, view, player


TESTS = (inside, apart, ahead, falls, below)

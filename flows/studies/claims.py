"""The claims of a paper, our results, and the verdicts.

A claim is data, an entry of the paper's file in `tasks/data`: `group` (its place in the paper),
`text`, `paper` (its figure, if it gives one), and `test` with its arguments, `of`. A study has a
function per kind of test, which returns a `Finding`.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tasks.reports.formats import p_value
from tasks.reports.pages import table

#: Consistent: the claim is a number or no difference, and ours does not differ significantly. Not
#: applicable: the premise of the claim is false here.
VERDICTS = REPRODUCED, NOT_REPRODUCED, UNDECIDED, CONSISTENT, NOT_APPLICABLE = (
    "reproduced",
    "not reproduced",
    "undecided",
    "consistent",
    "not applicable",
)


@dataclass(frozen=True)
class Finding:
    """Our result for a claim."""

    ours: str  #: Our figure, with its interval or error where it has one
    verdict: str  #: One of `VERDICTS`
    #: Direction of our mean, significant or not: "with the paper", "against the paper"
    direction: str = ""
    #: Probability of such a figure by chance, uncorrected; None if an interval decided
    p: float | None = None
    alpha: float | None = None  #: The level of that test


@dataclass(frozen=True)
class Claim:
    """A claim of a paper with our finding; `paper` is empty if the text has its figure."""

    group: str
    text: str
    paper: str
    finding: Finding


def published_results(name: str) -> dict[str, Any]:
    """The published results and the claims of a paper: `tasks/data/NAME_results.json`."""
    folder = Path(__file__).parents[2] / "tasks" / "data"
    return json.loads((folder / f"{name}_results.json").read_text("utf-8"))


class NotMeasuredError(LookupError):
    """The study has no runs or games for a claim."""


def judge(
    claims: Iterable[Mapping[str, Any]], tests: Iterable[Callable[..., Finding]], data: Any
) -> list[Claim]:
    """Tests the claims of a paper; returns those that the data can test, in the paper's order.

    A claim names its test, a function of the data and the claim's arguments. It raises
    `NotMeasuredError` if the data are missing.
    """
    by_name, found = {each.__name__: each for each in tests}, []
    for each in claims:
        with suppress(NotMeasuredError):
            finding = by_name[each["test"]](data, **each["of"])
            paper = str(each.get("paper", ""))
            found.append(Claim(each["group"], each["text"], paper, finding))
    return found


def by_test(is_theirs: bool, is_significant: bool) -> tuple[str, str]:
    """The verdict on a difference with a direction, and the direction of our mean."""
    direction = "with the paper" if is_theirs else "against the paper"
    if not is_significant:
        return UNDECIDED, direction
    return (REPRODUCED if is_theirs else NOT_REPRODUCED), direction


def by_interval(low: float, high: float, level: float = 0.0) -> str:
    """The verdict on a claim that a number is above a level, by our interval."""
    return REPRODUCED if low > level else NOT_REPRODUCED if high < level else UNDECIDED


def by_group(claims: Sequence[Claim], groups: Mapping[str, str]) -> dict[str, list[Claim]]:
    """The claims by group; the keys are the groups' names and titles."""
    found = {
        f"**{group[0].upper()}{group[1:]}**, {text}": [
            each for each in claims if each.group == group
        ]
        for group, text in groups.items()
    }
    return {title: some for title, some in found.items() if some}


def verdicts(groups: Mapping[str, Sequence[Claim]], trials: object, size: str) -> str:
    """A Markdown table of verdicts: a row per group, as `by_group` has them, and one for all.

    `trials` is how often everything was played, or a mapping by row, and `size` how much.
    """
    often = trials if isinstance(trials, Mapping) else defaultdict(lambda: trials)
    all_claims = [claim for claims in groups.values() for claim in claims]
    rows = {title: list(claims) for title, claims in groups.items()}
    rows |= {"all": all_claims} if len(rows) > 1 else {}
    kept = [each for each in VERDICTS if any(claim.finding.verdict == each for claim in all_claims)]
    cells = [
        [
            title,
            str(len(claims)),
            *(_counted(claims, each) for each in kept),
            f"{often[title]}",
            size,
        ]
        for title, claims in rows.items()
    ]
    return table(["claims of the paper", "claims", *kept, "trials", "size"], cells)


def _counted(claims: Sequence[Claim], verdict: str) -> str:
    """The number of claims with a verdict; of undecided ones, also where our means point."""
    chosen = [each.finding for each in claims if each.finding.verdict == verdict]
    ways = Counter(each.direction for each in chosen if verdict == UNDECIDED and each.direction)
    pointed = ", ".join(f"{n} {way}" for way, n in ways.items())
    return f"{len(chosen)} ({pointed})" if pointed else str(len(chosen) or "-")


def tables(groups: Mapping[str, Sequence[Claim]]) -> str:
    """A Markdown table per group, as `by_group` has them."""
    return "\n".join(f"{title}:\n\n{_table(claims)}" for title, claims in groups.items())


def _table(claims: Sequence[Claim]) -> str:
    """One group's claims, without empty columns."""
    columns = {
        "claim": [each.text for each in claims],
        "the paper's figure": [each.paper for each in claims],
        "here": [each.finding.ours for each in claims],
        "verdict": [each.finding.verdict for each in claims],
        "our mean": [each.finding.direction for each in claims],
        "p, uncorrected": [_shown(each.finding.p, p_value) for each in claims],
        "needed": [_shown(each.finding.alpha, "{:.4f}".format) for each in claims],
    }
    kept = {head: cells for head, cells in columns.items() if any(cells)}
    return table(list(kept), list(zip(*kept.values(), strict=True)))


def _shown(value: float | None, form: Callable[[float], str]) -> str:
    return "" if value is None else form(value)

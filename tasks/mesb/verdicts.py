"""How a statement of MESB's paper is told: what it says, what we found, and the verdict."""

from dataclasses import dataclass

YES, NO, OPEN, NO_PREMISE = "reproduced", "not reproduced", "undecided", "premise missing"
VERDICTS = (YES, NO, OPEN, NO_PREMISE)


@dataclass(frozen=True)
class Claim:
    """A statement of the paper beside what we found.

    Attributes:
        text: What is claimed.
        paper: The paper's number, or its words.
        here: Ours, with 95 % intervals.
        verdict: "reproduced" or "not reproduced", where our interval decides; "premise missing" if
            what is claimed to have become rare was not frequent before; else "undecided".
    """

    text: str
    paper: str
    here: str
    verdict: str


def verdict(low: float, high: float, level: float = 0.0) -> str:
    """Whether something that is claimed to be above a level is, by its interval."""
    return YES if low > level else NO if high < level else OPEN

"""The numbers of README's results and of result pages come from stored extracts.

A page's extracts are the folders of docs/ to which it links. Their reports and tables, all written
by commands, have the numbers; docs/results/numbers.yaml lists those that they lack, with reasons.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import yaml
from polars import selectors

from tests.processes import ROOT

DOCS = ROOT / "docs"
LISTED = yaml.safe_load((DOCS / "results" / "numbers.yaml").read_text(encoding="utf-8"))
PAGES = {
    name: ROOT / name
    for name in (
        *("README.md", "docs/balance.md", "docs/dsa-me.md", "docs/hearthsim.md", "docs/league.md"),
        *("docs/how-to/calibrate.md", "docs/mesb.md", "docs/player-training.md", "docs/pilots.md"),
        "docs/how-to/puzzles.md",
        "docs/good-pilots.md",
        "docs/backtest.md",
        "docs/design.md",
        "docs/deck-doctor.md",
        "docs/metagame.md",
        "docs/review.md",
        *("docs/results/self-play.md", "docs/sample-efficiency.md", "docs/tradingstone.md"),
    )
}
#: Numbers that are not results: code, addresses, identifiers of papers.
NO_RESULTS = (
    r"```.*?```",
    r"`[^`\n]*`",
    r"\]\([^)]*\)",
    r"https?://\S+",
    r"arXiv[\s\d.,]+",
    r"\b(?:19|20)\d\d(?:-\d\d)*\b",
)
NUMBER = re.compile(r"(?<![\w.,/#-])[-+]?(\d[\d,]*(?:\.\d+)?)(?![\w/])( %)?")
#: Larger tables have some value near any number.
MOST_ROWS = 100


def told(page: Path) -> Iterator[str]:
    """The numbers of a page as they stand there.

    Whole numbers up to 100 are left out unless they are percentages: lists and settings have them.
    """
    text = page.read_text(encoding="utf-8")
    if page.name == "README.md":
        text = text.partition("\n## Results\n")[2].partition("\n## ")[0]
    for pattern in NO_RESULTS:
        text = re.sub(pattern, " ", text, flags=re.DOTALL)
    for number, percent in NUMBER.findall(text):
        number = number.rstrip(",")
        if percent or "." in number or value(number) > 100:
            yield number


def value(number: str) -> float:
    return float(number.replace(",", ""))


@cache
def stored(page: Path) -> np.ndarray:
    """All numbers of the extracts to which a page links, without their signs; shares as percent.

    README links to result pages, whose numbers are those that count.
    """
    if page.name == "README.md":
        pages = [PAGES[name] for name in PAGES if f"]({name})" in page.read_text("utf-8")]
        return np.unique([value(number) for each in pages for number in told(each)])
    links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
    places = {(page.parent / link).resolve() for link in links if "://" not in link}
    within = {place.relative_to(DOCS).parts[0] for place in places if DOCS in place.parents}
    found: list[float] = []
    for folder in (DOCS / name for name in sorted(within) if (DOCS / name).is_dir()):
        for path in sorted(folder.rglob("*")):
            if path.parent.name != "players":  # weights have all numbers
                found += in_file(path)
    values = np.abs(np.array(found, dtype=float))
    return np.unique(np.concatenate([values, 100 * values[values <= 1]]))


def in_file(path: Path) -> list[float]:
    """The numbers of a report, or of a table that is small enough."""
    if path.suffix == ".json" or path.name == "report.md":
        numbers = re.findall(r"\d[\d,]*(?:\.\d+)?(?:e-?\d+)?", path.read_text(encoding="utf-8"))
        return [value(number.rstrip(",")) for number in numbers]
    if path.suffix not in (".csv", ".parquet"):
        return []
    table = pl.read_csv(path) if path.suffix == ".csv" else pl.read_parquet(path)
    if table.height > MOST_ROWS:
        return []
    values = table.select(selectors.numeric().cast(float)).to_numpy().ravel()
    return [float(each) for each in values if np.isfinite(each)]


def is_stored(page: Path, number: str) -> bool:
    """Whether some stored number rounds to this one."""
    places = len(number.partition(".")[2])
    return bool(np.any(np.abs(stored(page) - value(number)) <= 0.5 * 10.0**-places + 1e-9))


@pytest.mark.parametrize("name", PAGES)
def test_numbers_are_stored_or_listed_with_a_reason(name):
    page, listed = PAGES[name], LISTED.get(name, {})
    known = [str(number) for numbers in listed.values() for number in numbers]
    lacking = [each for each in told(page) if not is_stored(page, each)]
    assert sorted(set(lacking) - set(known)) == [], "no extract has them"
    assert sorted(set(known) - set(told(page))) == [], "not on the page"
    assert len(known) == len(set(known))

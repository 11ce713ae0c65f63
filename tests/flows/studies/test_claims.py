"""Claims, verdicts and their tables."""

import pytest

from flows.studies.claims import (
    CONSISTENT,
    NOT_REPRODUCED,
    REPRODUCED,
    UNDECIDED,
    VERDICTS,
    Finding,
    NotMeasuredError,
    by_group,
    by_interval,
    by_test,
    judge,
    tables,
    verdicts,
)

GROUPS = {"section 1": "what is higher", "section 2": "what is the same", "section 3": "nothing"}
CLAIMS = [
    {"group": "section 1", "text": "a above b", "test": "above", "of": {"a": 3, "b": 1}},
    {"group": "section 1", "text": "a above c", "test": "above", "of": {"a": 3, "b": 9}},
    {"group": "section 1", "text": "a above d", "test": "above", "of": {"a": 3, "b": None}},
    {"group": "section 1", "text": "b above a", "paper": 7, "test": "unclear", "of": {}},
    {"group": "section 2", "text": "a as b", "test": "same", "of": {"value": 0.5}},
]


def above(data, a, b):
    if b is None:
        raise NotMeasuredError
    return Finding(f"{a - b + data:+d}", *by_test(a > b, True), p=0.0004, alpha=0.05)


def unclear(data):
    return Finding("0", *by_test(False, False), p=0.5, alpha=0.05)


def same(data, value):
    return Finding(f"{value}", CONSISTENT)


@pytest.fixture
def claims():
    return judge(CLAIMS, (above, unclear, same), 10)


def test_a_claim_is_tested_with_its_arguments_or_left_out(claims):
    assert [each.text for each in claims] == ["a above b", "a above c", "b above a", "a as b"]
    assert [each.finding.ours for each in claims] == ["+12", "+4", "0", "0.5"]
    verdicts = [REPRODUCED, NOT_REPRODUCED, UNDECIDED, CONSISTENT]
    assert [each.finding.verdict for each in claims] == verdicts
    directions = [each.finding.direction for each in claims[:2]]
    assert directions == ["with the paper", "against the paper"]


def test_an_unknown_test_is_an_error():
    with pytest.raises(KeyError, match="below"):
        judge([CLAIMS[0] | {"test": "below"}], (above,), 0)


def test_an_interval_decides_if_the_level_is_outside():
    assert by_interval(0.1, 0.3) == REPRODUCED
    assert by_interval(-0.3, -0.1) == NOT_REPRODUCED
    assert by_interval(-0.1, 0.1) == UNDECIDED
    assert by_interval(0.1, 0.3, 0.5) == NOT_REPRODUCED


def test_a_table_of_verdicts_has_a_row_per_group_and_one_for_all(claims):
    head, _, first, second, total = verdicts(by_group(claims, GROUPS), 3, "60 x 6").splitlines()
    assert head == (
        "| claims of the paper | claims | reproduced | not reproduced | undecided | consistent "
        "| trials | size |"
    )
    assert first == (
        "| **Section 1**, what is higher | 3 | 1 | 1 | 1 (1 against the paper) | - | 3 | 60 x 6 |"
    )
    assert second == "| **Section 2**, what is the same | 1 | - | - | - | 1 | 3 | 60 x 6 |"
    assert total == "| all | 4 | 1 | 1 | 1 (1 against the paper) | 1 | 3 | 60 x 6 |"
    groups = by_group(claims, GROUPS)
    of_rows = dict(zip([*groups, "all"], ("3", "1 to 2", "1 to 3"), strict=True))
    rows = verdicts(groups, of_rows, "60 x 6").splitlines()[2:]
    assert [row.split(" | ")[-2] for row in rows] == ["3", "1 to 2", "1 to 3"]


def test_a_table_has_the_columns_that_its_group_fills(claims):
    groups = by_group(claims, GROUPS)
    assert list(groups) == ["**Section 1**, what is higher", "**Section 2**, what is the same"]
    first, second = tables(groups).split("\n\n**")
    assert "| claim | the paper's figure | here | verdict | our mean | p, uncorrected |" in first
    assert "| a above b |  | +12 | reproduced | with the paper | < 0.001 | 0.0500 |" in first
    assert "| claim | here | verdict |\n" in second
    assert "| a as b | 0.5 | consistent |" in second


def test_verdicts_are_different_words():
    assert len(set(VERDICTS)) == 5

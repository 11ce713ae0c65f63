import pytest

from tasks.reports.formats import form, interval_of, mean_of, number, p_value, published

NAN = float("nan")


@pytest.mark.parametrize(
    ("value", "spec", "text"),
    [(1234.5, ",.0f", "1,234"), (0.25, ".0%", "25%"), (None, "+.1f", "-"), (NAN, "+.1f", "-")],
)
def test_a_number_that_is_missing_is_a_dash(value, spec, text):
    assert form(value, spec) == text


def test_a_mean_of_several_trials_has_its_error():
    assert mean_of([1.0, 2.0, 6.0], 1) == "3.0 ± 1.5"
    assert mean_of([1234.0], 1) == "1,234.0"
    assert number(2.0, NAN, 2) == "2.00"
    assert published({"mean": 22.3, "error": 0.16}, 2) == "22.30 ± 0.16"
    assert published(None, 2) == "-"
    assert interval_of([1.0, 2.0, 6.0], "+.1f") == "-3.6 to +9.6"
    assert interval_of([1.0], "+.1f") == "-"


def test_a_probability_is_never_shown_as_zero():
    shown = [p_value(p) for p in (0.0, 0.00099, 0.001, 0.5, NAN)]
    assert shown == ["< 0.001", "< 0.001", "0.001", "0.500", "-"]

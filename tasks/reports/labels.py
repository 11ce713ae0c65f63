"""Names of measures and objectives as pictures and tables show them."""

from models.outcomes import OUTCOMES

OBJECTIVE = OUTCOMES["objective"].label


def axis_label(measure: str) -> str:
    """A measure beside an axis; the paper's name first."""
    return OUTCOMES[measure].axis


def column_label(measure: str) -> str:
    """A measure above a column: `mana sum` for `deck_mana_sum`."""
    return measure.removeprefix("deck_").replace("_", " ")

"""Labels of measures and objectives in pictures and tables."""

from models.outcomes import OUTCOMES

OBJECTIVE = OUTCOMES["objective"].label


def axis_label(measure: str) -> str:
    """The label of an axis; the paper's name first."""
    return OUTCOMES[measure].axis


def column_label(measure: str) -> str:
    """The heading of a column: `mana sum` for `deck_mana_sum`."""
    return measure.removeprefix("deck_").replace("_", " ")

"""Labels of measures and objectives in pictures and tables."""

from models.settings.outcomes import OUTCOMES

OBJECTIVE = OUTCOMES["objective"].label


def axis_label(measure: str) -> str:
    """The label of an axis; the paper's name first."""
    return OUTCOMES[measure].axis


def short_label(outcome: str) -> str:
    """A few words for an outcome: `health difference` for `objective`, `spells` for `n_spells`."""
    special = {"objective": "health difference", "objective_se": "standard error"}
    return special.get(outcome) or column_label(outcome).removeprefix("n ")


def column_label(measure: str) -> str:
    """The heading of a column: `mana sum` for `deck_mana_sum`."""
    return measure.removeprefix("deck_").replace("_", " ")

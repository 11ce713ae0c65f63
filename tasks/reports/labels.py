"""Names of measures and objectives as pictures and tables show them."""

OBJECTIVE = "mean health difference"
_AXES = {  # the paper's names first
    "turns": "NumTurns: rounds per game",
    "hand_size": "HandSize: cards in hand",
    "deck_mana_sum": "DeckManaSum: mana costs of a deck",
    "deck_mana_variance": "DeckManaVariance: of a deck's mana costs",
}


def axis_label(measure: str) -> str:
    """A measure beside an axis."""
    return _AXES.get(measure, column_label(measure))


def column_label(measure: str) -> str:
    """A measure above a column: `mana sum` for `deck_mana_sum`."""
    return measure.removeprefix("deck_").replace("_", " ")

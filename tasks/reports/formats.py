"""Numbers, decks and the names of measures as text, for reports."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.card_data import CardData
from engine.decks import Deck, Patch
from models.settings.outcomes import OUTCOMES
from models.statistics.intervals import Estimate, mean_and_error


def form(value: float | None, spec: str) -> str:
    """A number in a format such as "+.1f"; "-" for None or NaN."""
    return "-" if value is None or math.isnan(value) else format(value, spec)


def number(mean: float, error: float, digits: int) -> str:
    """A mean with its standard error, if there is one."""
    text = f"{mean:,.{digits}f}"
    return text if math.isnan(error) else f"{text} ± {error:,.{digits}f}"


def mean_of(values: Sequence[float] | np.ndarray, digits: int) -> str:
    """The mean of some trials with its standard error, if there is one."""
    return number(*mean_and_error(values), digits)


def interval_of(values: Sequence[float] | np.ndarray, spec: str) -> str:
    """The 95 % interval of the mean of some trials, `0.12 to 0.34`; "-" for a single one."""
    from models.statistics.summaries import mean_interval  # here: scipy takes half a second

    low, high = mean_interval(values)
    return "-" if math.isnan(low) else f"{low:{spec}} to {high:{spec}}"


def published(found: Mapping[str, float] | None, digits: int) -> str:
    """A paper's mean with its error; "-" if it has none."""
    return "-" if found is None else number(found["mean"], found["error"], digits)


def within(interval: Sequence[float], spec: str) -> str:
    """An interval by the format of its limits: `(49.8% to 54.2%)`."""
    low, high = interval
    return f"({low:{spec}} to {high:{spec}})"


def ranged(value: float, interval: Sequence[float], spec: str) -> str:
    """A number with its interval, `52.0% (49.8% to 54.2%)`; without limits, the number only."""
    is_known = interval[0] is not None and not math.isnan(interval[0])
    return form(value, spec) + (f" {within(interval, spec)}" if is_known else "")


def estimated(found: Estimate, spec: str) -> str:
    """An estimate with its interval, as `ranged`."""
    return ranged(found.value, (found.low, found.high), spec)


def win_rate(result: Mapping[str, Any]) -> str:
    """The entries `win_rate` and `win_rate_interval` of a result; "-" without games."""
    if result["win_rate"] is None:
        return "-"
    return ranged(result["win_rate"], result["win_rate_interval"], ".1%")


def p_value(p: float) -> str:
    """A probability; "-" if nothing varies, so that no test is possible."""
    return "-" if math.isnan(p) else "< 0.001" if p < 0.001 else f"{p:.3f}"


OBJECTIVE = OUTCOMES["objective"].label


def short_label(outcome: str) -> str:
    """A few words for an outcome: `health difference` for `objective`, `spells` for `n_spells`."""
    special = {"objective": "health difference", "objective_se": "standard error"}
    return special.get(outcome) or column_label(outcome).removeprefix("n ")


def column_label(measure: str) -> str:
    """The heading of a column: `mana sum` for `deck_mana_sum`."""
    return measure.removeprefix("deck_").replace("_", " ")


class CardCopies(NamedTuple):
    """A line of a deck list; `text` is what is printed on the card, numbers first."""

    cost: int
    name: str
    copies: int
    id: str
    text: str


def card_copies(counts: Mapping[str, int], patch: Patch | None = None) -> list[CardCopies]:
    """Cards with their numbers of copies, cheapest first."""
    patch = patch or Patch()
    facts = ((n, patch.card_data(card_id)) for card_id, n in counts.items())
    return sorted(
        CardCopies(card.cost, card.name, n, card.id, _printed(card, patch)) for n, card in facts
    )


def _printed(card: CardData, patch: Patch) -> str:
    """The numbers and the text of a card, such as "2 attack, 1 health, Taunt"."""
    numbers = [f"{n} {name}" for name in ("health", "durability") if (n := getattr(card, name))]
    attack = [f"{card.attack} attack"] if numbers else []
    return ", ".join([*attack, *numbers, *filter(None, [patch.card_text(card.id)])])


def deck_list(deck: Deck, patch: Patch | None = None) -> str:
    """A deck on one line, cheapest cards first: `2x Backstab, 1x King Mukla, ...`."""
    cards = card_copies(Counter(deck.cards), patch)
    return ", ".join(f"{card.copies}x {card.name}" for card in cards)

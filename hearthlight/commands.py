"""Commands as functions: `evaluate` and `search`, with the settings of docs/settings.md."""

import subprocess
import sys
from typing import Any

from engine.decks import Deck, deck_code
from flows.questions.games import Evaluate
from flows.questions.searches import Search
from tasks.reports.results import DeckResults, read_results


def evaluate(deck: str | Deck, **settings: Any) -> dict[str, Any]:
    """Play games with a deck, as the command `evaluate`.

    Args:
        deck: A deck, or a text as the command takes it: a deck code, a list of cards, the path of
            a file with one, or the name of a published deck.
        settings: Options of the command: `games`, `opponents`, `seed`, `player`, `threads`, ...

    Returns:
        What the command prints with `--json`: `health_difference`, `win_rate`, `turns`,
        `hand_size`, results by opponent, and 95 % intervals.

    Raises:
        ConfigError: A setting does not exist or has a value that is not allowed.
        DeckError: The deck cannot be read, or is not legal.

    >>> result = evaluate("Classic Miracle Rogue", games=12)
    >>> result["n_games"], len(result["opponents"])
    (12, 6)
    """
    text = deck if isinstance(deck, str) else deck_code(deck)
    asked = Evaluate.ask({"deck": text, **settings})
    if isinstance(deck, str):
        deck = asked.read_deck(deck, asked.hero)
    return asked.results(deck)


def search(algorithm: str = "bayes-me", **settings: Any) -> DeckResults:
    """Search decks in a separate process, by the command `search`, and read the results.

    The same call continues a search that was stopped.

    Args:
        algorithm: One of `ALGORITHMS`.
        settings: Options of the command: `preset`, `seed`, `out`, `budget_games`, `threads`, ...;
            `settings` is the list of `--set`, `source` the run of `--from`.

    Returns:
        The results of the run: its `archive`, its `evaluations`, and so on.

    Raises:
        ConfigError: A setting does not exist or has a value that is not allowed.
        subprocess.CalledProcessError: The search was refused or stopped; the reason is on
            standard error.
    """
    question = Search.ask({"algorithm": algorithm, **settings})
    # Prefect's server must start before Prefect is imported; this process may have imported it.
    words = [sys.executable, "-P", "-m", "hearthlight", "search", algorithm]
    for name in sorted(question.model_fields_set - {"algorithm"}):
        label, value = question.label(name), getattr(question, name)
        if isinstance(value, bool):
            words += [label] * value
        elif value is not None:
            values = value if isinstance(value, list) else [value]
            words += [f"{label}={each}" for each in values]
    subprocess.run(words, check=True)
    return read_results(question.folder)

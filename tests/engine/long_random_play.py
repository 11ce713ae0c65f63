"""A million random games, checked: `python -m tests.engine.long_random_play [--games 1000000]`.

Both players choose at random, with random decks of the format, all pairs of classes in turn; every
state is checked (`tests/engine/soundness`). Some 6,000 games take a second of one core.
`--format CORE+EXPERT1+HOF+NAXX+GVG+BRM` makes decks of all cards.

--show NUMBER replays one game up to its fault, as text. The exit status is 1 if there was a fault.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence

import numpy as np

from engine.core.enums import ERRORS, RUNNING
from engine.decks import DeckError
from engine.formats import DEFAULT_FORMAT
from engine.random_play.statistics import MAX_SEED
from engine.rules import VARIANTS, Rules, rules_for
from engine.threads import in_slices
from engine.view import action_text, game_text
from tests.engine.random_games import implemented_classes
from tests.engine.soundness import faults as s
from tests.engine.soundness.games import (
    deal,
    new_pools,
    open_game,
    play_action,
    play_checked_games,
)

PIECE = 20_000
_SLICE = 200
LABELS = {
    "turns": "longest game, turns of both players",
    "n_actions": "most actions of a game",
    "n_entities": "most cards of a game, heroes included",
    "most_options": "most options in a state",
    "most_attached": "most runs of texts given to a minion",
}


def play_piece(
    rules: Rules, seed: int, first: int, n_games: int, threads: int | None = None
) -> np.ndarray:
    """Plays games, checked; returns the (n_games,) array of GAME_RECORD."""
    records, pools = np.zeros(n_games, s.GAME_RECORD), new_pools(rules)

    def new_worker() -> Callable[[int, int], None]:
        room = s.new_room()

        def work(start: int, stop: int) -> None:
            part = records[start:stop]
            play_checked_games(room, rules.tables, pools, part, seed, first + start, first + stop)

        return work

    in_slices(n_games, _SLICE, new_worker, threads)
    return records


def pair_of(rules: Rules, number: int) -> str:
    """The classes of a game, by its number."""
    heroes = implemented_classes(rules)
    pair = number % len(heroes) ** 2
    return f"{heroes[pair // len(heroes)]} against {heroes[pair % len(heroes)]}"


# --- what has been found -----------------------------------------------------------------------


def new_findings() -> dict:
    """Findings of no games."""
    return {
        "games": 0,
        "results": [0] * 5,
        "turns": 0,
        "extremes": {name: {"value": 0, "game": 0} for name in LABELS},
        "faults": [],
    }


def add(found: dict, records: np.ndarray) -> None:
    """Adds the next games to the findings."""
    first = found["games"]
    for number in np.flatnonzero(records["fault"]).tolist():
        record = records[number]
        fault = {"game": first + number, "fault": s.FAULTS[record["fault"]]}
        found["faults"].append(fault | {"error": ERRORS[record["error"]]})
    for name in LABELS:
        best = int(records[name].argmax())
        if records[name][best] > found["extremes"][name]["value"]:
            found["extremes"][name] = {"value": int(records[name][best]), "game": first + best}
    results = np.bincount(records["result"], minlength=5)
    found["results"] = [old + int(n) for old, n in zip(found["results"], results, strict=True)]
    found["turns"] += int(records["turns"].sum())
    found["games"] += len(records)


def summary(found: dict, rules: Rules) -> str:
    """The findings as text."""
    n = max(found["games"], 1)
    first, second, both = found["results"][1:4]
    lines = [
        f"{found['games']:,} games over {len(implemented_classes(rules)) ** 2} pairs of classes: "
        f"{len(found['faults'])} faults",
        f"won by the first {first / n:.1%}, by the second {second / n:.1%}, both lost "
        f"{both / n:.2%}; {found['turns'] / n:.1f} turns on average",
        *(
            f"{LABELS[name]}: {found['extremes'][name]['value']}"
            f" (game {found['extremes'][name]['game']})"
            for name in LABELS
        ),
        *(
            f"game {fault['game']} ({pair_of(rules, fault['game'])}): {fault['fault']}"
            f" [{fault['error']}]"
            for fault in found["faults"][:20]
        ),
    ]
    return "\n".join(lines)


def show(rules: Rules, seed: int, number: int) -> str:
    """One game as text, up to its fault or its end."""
    room, pools = s.new_room(), new_pools(rules)
    deal(room, pools, seed, number)
    open_game(room, rules.tables, seed, number)
    lines, fault = [f"game {number}: {pair_of(rules, number)}"], s.SOUND
    while fault == s.SOUND and room.game.result == RUNNING:
        fault = play_action(room, rules.tables)
        lines += [
            game_text(room.before, rules),
            f"> {action_text(room.before, rules, int(room.action))}\n",
        ]
    return "\n".join([*lines, game_text(room.game, rules), f"-- {s.FAULTS[fault]}"])


# --- the command -------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1, help=f"0 to {MAX_SEED}")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--variant", choices=tuple(VARIANTS), default="printed")
    parser.add_argument("--format", default=DEFAULT_FORMAT, help="of the decks and random cards")
    parser.add_argument("--show", type=int, metavar="NUMBER", help="replay one game as text")
    chosen = parser.parse_args(arguments)
    try:
        rules = rules_for(variant=chosen.variant, format=chosen.format)
    except DeckError as error:
        parser.error(str(error))
    if chosen.show is not None:
        print(show(rules, chosen.seed, chosen.show))
        return 0
    found, start = new_findings(), time.perf_counter()
    while found["games"] < chosen.games:
        n_games = min(PIECE, chosen.games - found["games"])
        add(found, play_piece(rules, chosen.seed, found["games"], n_games, chosen.threads))
        seconds = time.perf_counter() - start
        print(
            f"{found['games']:,} of {chosen.games:,} games, {len(found['faults'])} faults, "
            f"{seconds:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    print(summary(found, rules))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""The levels of opponents in Play, with their ratings in a league of all levels."""

from typing import NamedTuple


class Level(NamedTuple):
    """An opponent of a level: its player, and its Elo in the league of all levels (docs/app.md)."""

    kind: str
    scorer: str
    elo: int


#: The opponents by level, the weakest first.
LEVELS = {
    "beginner": Level("random", "", -741),
    "novice": Level("fair-beam", "aggro", -188),
    "apprentice": Level("fair-beam", "control", 23),
    "adept": Level("fair-beam", "", 112),
    "expert": Level("one-turn", "", 191),
    "master": Level("fair-beam", "value", 282),
    "grandmaster": Level("one-turn", "value", 322),
}
#: The level of a person who has not chosen one.
FIRST_LEVEL = "novice"


def named(opponent: str) -> str:
    """The level of a player by its name; the name if no level has this player."""
    players = {
        ":".join(filter(None, (kind, scorer))): name for name, (kind, scorer, _) in LEVELS.items()
    }
    return players.get(opponent, opponent)

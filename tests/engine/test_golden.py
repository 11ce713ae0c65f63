"""Recorded games as text: a difference is a mistake, or a line in `engine/CHANGES.md`.

`python -m tests.engine.test_golden` writes the files again; read the difference before you commit.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from engine.core.enums import END_TURN, RUNNING
from engine.rules import rules_for
from engine.view import action_text, game_text
from models.players.decks import named_deck
from tests.engine.random_games import Table

GOLDEN = Path(__file__).parent / "golden"
RESULTS = ("goes on", "the first player has won", "the second player has won", "both have lost")


@dataclass(frozen=True)
class Game:
    """Two published decks, the first one starts; the seed is that of cards and choices."""

    first: str
    second: str
    seed: int

    @property
    def path(self) -> Path:
        name = f"{self.first} against {self.second}".lower().replace(" ", "-")
        return GOLDEN / f"{name}.txt"


GAMES = [
    Game("Classic Miracle Rogue", "Aggro Hunter", 1),
    Game("Control Paladin", "Control Warlock", 2),
    Game("Aggro Paladin", "Classic Miracle Rogue", 3),
    Game("Aggro Warlock", "Control Hunter", 4),
]


def choose(actions: list[int], chance: Random) -> int:
    """Any action, but the end of the turn only in one of eight cases if there is another."""
    others = [action for action in actions if action & 255 != END_TURN]
    return chance.choice(others) if others and chance.random() < 7 / 8 else actions[0]


def story(game: Game) -> str:
    """The whole game: the position as each turn starts, then every action of the turn."""
    table, chance = Table(rules_for()), Random(game.seed)
    table.deal((named_deck(game.first), named_deck(game.second)), game.seed)
    lines, turn = [f"{game.first} against {game.second}, seed {game.seed}"], 0
    while table.game.result == RUNNING:
        if table.game.turn != turn:
            turn = int(table.game.turn)
            lines += ["", f"=== turn {turn} ===", game_text(table.game, table.rules)]
        action = choose(table.actions(), chance)
        lines.append(f"* {action_text(table.game, table.rules, action)}")
        table.act(action)
    lines += ["", f"=== {RESULTS[table.game.result]} ===", game_text(table.game, table.rules)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.path.stem)
def test_recorded_games_are_played_as_recorded(game: Game) -> None:
    assert story(game).splitlines() == game.path.read_text(encoding="utf-8").splitlines()


def test_every_record_belongs_to_a_game() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {game.path.name for game in GAMES}


if __name__ == "__main__":
    for game in GAMES:
        game.path.write_text(story(game), encoding="utf-8")

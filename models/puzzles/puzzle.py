"""`Puzzle`: a turn of a stored game with a goal, and the verdict on how it was played.

- `win`: the game can be won this turn.
- `survive`: the opponent wins with what lies on the table, unless this turn prevents it.
- `best`: one end of the turn has a clearly higher chance to win than all others.

`whole_turn` lists all ends of a turn that need no luck. Every order of all legal actions is played,
so what is said of the ends is proved. An action that draws a card, shows a secret or has a random
outcome is left out. States that look alike count once: minions of equal state stand in any order,
unless a card in sight asks for neighbours; only then are all places of a minion tried.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from engine.core.enums import END_TURN, MINION_CARD, PLAY, RUNNING
from engine.core.hash import digest
from engine.core.memory import copy_game
from engine.core.state import new_games
from engine.game import Game
from engine.input_files import parse_json
from engine.rules import Rules
from models.play.course import told
from models.play.game import PersonGame, PlayConfig, PlayDeck
from models.players.changes import Watch
from models.players.config import PlayerConfig
from models.review.chances import Judge
from models.review.lines import Lines
from models.review.reasons import reasons_of
from models.settings.config import Config, ConfigError

FILE = Path(__file__).parent / "data" / "puzzles.json"
COMMAND = "python -m tests.benchmarks.puzzles make"
#: Who played both sides of the games, with cards as printed.
NAME = "fair-beam:value"
PLAYER = PlayerConfig(fidelity="fair", format="blackrock", scorer="value", cards="printed")
Kind = Literal["win", "survive", "best"]
Grade = Literal["easy", "medium", "hard"]
GOALS: dict[Kind, str] = {
    "win": "Win this turn.",
    "survive": "The opponent wins next turn with what lies on the table. Survive it.",
    "best": "Find the best turn: one is clearly better than all others.",
}
_Code = Annotated[int, Field(ge=0, lt=2**63)]
_FEW_STATES = 300  # listed within 30 ms
_NEIGHBOURS = ("adjacent", "next to")
#: Chances that differ by less are of one end, seen in another order.
SAME = 0.01


class Puzzle(Config):
    """A turn of a game; the game is made again from its seed and actions."""

    kind: Kind  #: What is to be reached
    decks: tuple[PlayDeck, PlayDeck]  #: The decks of who went first and second
    person: Literal[0, 1]  #: The side whose turn it is
    seed: int  #: The game's seed
    replaced: tuple[_Code, ...]  #: Places of the opening hand that the side replaced
    actions: tuple[_Code, ...]  #: The actions of both sides before the turn
    solution: tuple[_Code, ...]  #: The shortest line that reaches the goal
    ends: int = Field(ge=0, le=1_000_000)  #: Ends of the turn that need no luck
    good: int = Field(ge=0, le=1_000_000)  #: Those of them that reach the goal
    #: How many of the seven levels' players miss it, in most of their tries
    missed: int = Field(0, ge=0, le=7)
    chance: float | None = None  #: Of `best`: the chance to win after the best end
    second: float | None = None  #: Of `best`: the highest chance after another end

    @property
    def grade(self) -> Grade:
        """How hard it is, by the players that miss it."""
        return "easy" if self.missed <= 2 else "medium" if self.missed <= 4 else "hard"

    @property
    def proof(self) -> str:
        """What is proved of the solution."""
        if self.kind != "best":
            verb = "win" if self.kind == "win" else "survive"
            n = f"{self.good} {verb}" if self.good > 1 else f"one {verb}s"
            return f"Of {self.ends:,} ends of the turn that need no luck, {n}."
        return (
            f"Of {self.ends:,} ends of the turn, this one has a chance of {self.chance:.0%} and "
            f"the next best {self.second:.0%}."
        )

    def game(self, line: Sequence[int] = ()) -> PersonGame:
        """Returns the game as the turn begins, or after a line of actions.

        Raises:
            GameError: An action is not legal: the rules have changed.
        """
        config = PlayConfig(
            decks=self.decks, person=self.person, opponent=NAME, player=PLAYER, practice=True
        )
        actions = [*self.actions, *line]
        kept = {"replaced": self.replaced, "actions": actions, "conceded": False, "undone": 0}
        return PersonGame.restored(config, self.seed, kept)


@dataclass(frozen=True)
class End:
    """A position of a turn; at its end, the opponent is to move or the game is over."""

    codes: tuple[int, ...]  #: The shortest line that leads there
    record: np.record  #: The position after it


def whole_turn(
    game: Game, lines: Lines, most: int, *, with_luck: bool = True
) -> tuple[End, ...] | None:
    """Returns all ends of the turn of the side to move that need no luck, shortest lines first.

    Args:
        game: The position.
        lines: What plays actions, with the cards of the game.
        most: The most states.
        with_luck: Whether there may be actions that are left out.

    Returns:
        None if there are more states or, without `with_luck`, if an action had to be left out.
    """
    turn, ends = _Turn(game.rules, game.record), list[End]()
    queue, seen = deque([End((), game.record)]), {turn.key(game.record)}
    while queue:
        state = queue.popleft()
        for code in turn.codes(state.record):
            after = new_games(1)[0]
            copy_game(after, state.record)
            if lines.apply(after, code) or after["error"]:
                if not with_luck:
                    return None
                continue
            if (key := turn.key(after)) in seen:
                continue
            seen.add(key)
            if len(seen) > most:
                return None
            is_over = code == END_TURN or after["result"] != RUNNING
            (ends if is_over else queue).append(End((*state.codes, code), after))
    return tuple(ends)


class _Turn:
    """What a turn tries, and by what it recognises states."""

    def __init__(self, rules: Rules, root: np.record) -> None:
        self._rules, self._game = rules, Game(rules, root, 0)
        self._sorted = new_games(1)[0]
        self._by_place = any(word in text for text in self._texts(root) for word in _NEIGHBOURS)

    def codes(self, state: np.record) -> Iterator[int]:
        """The legal actions, a minion at the right end only if no card asks for neighbours."""
        self._game.record = state
        player, cards = state["players"][int(state["active"])], self._rules.tables.cards
        for code in self._game.codes():
            row = state["entities"][(code >> 8) & 255]["card"]
            is_minion = code & 255 == PLAY and cards[row]["type"] == MINION_CARD
            if self._by_place or not is_minion or (code >> 24) & 255 == player["n_board"]:
                yield code

    def key(self, state: np.record) -> int:
        """A number that equal states share."""
        copy_game(self._sorted, state)
        for player in () if self._by_place else self._sorted["players"]:
            slots = player["board"][: player["n_board"]]
            minions = self._sorted["characters"]
            for slot in slots:
                card = self._rules.tables.cards[minions[slot]["card"]]
                if not card["events"] and card["deathrattle"] == card["deathrattle_stop"]:
                    minions[slot]["order"] = 0  # only texts ask when a minion was played
            slots[:] = sorted(slots, key=lambda slot: minions[slot].tobytes())
        return int(digest(self._sorted))

    def _texts(self, root: np.record) -> Iterator[str]:
        """The texts of both boards and of the hand of the side to move."""
        for side, player in enumerate(root["players"]):
            rows = root["characters"]["card"][player["board"][: player["n_board"]]].tolist()
            if side == root["active"]:
                rows += root["entities"]["card"][player["hand"][: player["n_hand"]]].tolist()
            for row in rows:
                yield self._rules.card_text(self._rules.ids[row]).lower()


@dataclass(frozen=True)
class Verdict:
    """What became of a turn."""

    solved: bool  #: Whether the goal is reached
    why: str  #: What was reached or missed, in a sentence


class Referee:
    """Judges ends of turns with the cards of puzzles; not for several threads at once."""

    def __init__(self) -> None:
        self.rules = PLAYER.rules()
        self.judge = Judge(self.rules)
        self.lines = Lines(self.judge)
        self.threats = self.lines.threats

    def verdict(self, puzzle: Puzzle, record: np.record) -> Verdict:
        """Returns what an end of the turn reaches."""
        side = puzzle.person
        if record["result"] != RUNNING:
            has_won = self.judge.chance(record, side) == 1
            return Verdict(has_won, "You have won." if has_won else "You have not won the game.")
        if puzzle.kind == "win":
            hero = record["characters"][1 - side]
            left = int(hero["health"]) + int(record["players"][1 - side]["armor"])
            return Verdict(False, f"The opponent still has {left} health.")
        if puzzle.kind == "survive":
            return self._survived(record, side)
        chance = self.judge.chance(record, side)
        best = puzzle.chance or 0.0
        said = f"Your chance to win after this turn is {chance:.0%}"
        if chance >= best - SAME:
            return Verdict(True, f"{said}; the next best turn has {puzzle.second or 0:.0%}.")
        return Verdict(False, f"{said}; after the best turn it is {best:.0%}.")

    def solution(self, puzzle: Puzzle) -> dict[str, Any]:
        """Returns the best line as JSON values.

        Returns:
            `steps`, of each action its `text` and the `changes` that it makes; `reasons`, what the
            line is good for; and `proof`, what is proved of it.
        """
        game, steps = puzzle.game(), []
        before, watch = game.copy(), Watch(game.record, self.rules, puzzle.person)
        for code in puzzle.solution:
            text = told(game, code, puzzle.person)
            game.apply(code)
            steps.append({"text": text, "changes": watch.after(code)})
        reasons = reasons_of(self.threats, before.record, game.record)
        return {"steps": steps, "reasons": reasons, "proof": puzzle.proof}

    def _survived(self, record: np.record, side: int) -> Verdict:
        """Whether the opponent cannot win without its hand; else the shortest line, if it is found.

        The one-turn player's line may have actions that the win does not need.
        """
        line = self.threats.wins_openly(record)
        if not line:
            return Verdict(True, "The opponent cannot win with what lies on the table.")
        game, texts = Game(self.rules, record, 0).copy(), []
        game.record["players"][1 - side]["n_hand"] = 0
        for end in whole_turn(game, self.lines, _FEW_STATES) or ():
            if self.judge.chance(end.record, 1 - side) == 1:
                line = end.codes
                break
        for code in line:
            texts.append(told(game, code, side))
            game.apply(code)
        return Verdict(False, f"The opponent wins: {'; '.join(texts)}.")


def read_puzzles(content: dict[str, Any]) -> tuple[Puzzle, ...]:
    """Returns the puzzles of a file's content.

    Raises:
        ConfigError: The cards have changed since the file was made.
    """
    if content["cards"] != (now := PLAYER.rules().digest):
        raise ConfigError(
            f"{FILE.name}: the cards have changed (digest {content['cards']} there, {now} now), so "
            f"nothing is proved any more; make the puzzles anew with `{COMMAND}`"
        )
    return tuple(Puzzle(**each) for each in content["puzzles"])


@cache
def included() -> tuple[Puzzle, ...]:
    """Returns the puzzles that come with the code; `ConfigError` if the cards have changed."""
    return read_puzzles(parse_json(FILE.read_bytes()))

"""All ends of a turn that need no luck.

Every order of all legal actions is played, so what is said of the ends is proved. An action that
draws a card, shows a secret or has a random outcome is left out. States that look alike
count once: minions of equal state stand in any order, unless a card in sight asks for neighbours;
only then are all places of a minion tried.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.core.enums import END_TURN, MINION_CARD, PLAY, RUNNING
from engine.core.hash import digest
from engine.core.memory import copy_game
from engine.core.state import new_games
from engine.game import Game
from engine.rules import Rules
from models.review.lines import Lines

_NEIGHBOURS = ("adjacent", "next to")


@dataclass(frozen=True)
class End:
    """A position of a turn; at its end, the opponent is to move or the game is over.

    Attributes:
        codes: The shortest line that leads there.
        record: The position after it.
    """

    codes: tuple[int, ...]
    record: np.record


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

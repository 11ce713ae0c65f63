"""The plans that a player could have chosen instead, each with its score."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.core.actions import apply
from engine.core.enums import PLAY, RUNNING
from engine.core.memory import copy_game
from engine.core.rng import seed_stream
from engine.core.state import new_games
from engine.game import Game
from engine.view import action_text
from models.players.core.scorers import score
from models.players.core.state import STRATEGY, new_desk
from models.players.search.beam import ELSEWHERE
from models.players.search.dispatch import find_plan


@dataclass(frozen=True)
class Alternative:
    """A plan that begins with another action than the chosen one.

    Attributes:
        actions: Its actions, as `texts_in_copy` returns them.
        points: The score of the state after the plan.
    """

    actions: list[tuple[int, str]]
    points: int


class Alternatives:
    """Searches for the plans that a player could have chosen instead."""

    def __init__(self) -> None:
        desk = new_desk()
        self._search, self._vm = desk.search, desk.vm
        self._neurons, self._plan = desk.search.neurons, desk.search.plan

    def of(
        self, root: Game, strategy: np.record, seed: int, chosen: tuple[int, ...], n: int = 3
    ) -> list[Alternative]:
        """Return the best plans with another first action, best first.

        After each other first action the same search plans the rest of the turn. It starts one
        action later, so it may find a plan that scores more than the chosen one: a beam keeps its
        `width` best states only. The places of a minion count as one action, which is shown at
        the right end. Plans that do the same in another order count as one.

        Args:
            root: The position as the player sees it, with hidden cards dealt.
            strategy: The player's settings (dtype `STRATEGY`).
            seed: Seed of the random outcomes.
            chosen: The codes of the chosen plan.
            n: Number of alternatives at most.
        """
        informed = np.zeros(1, STRATEGY)
        informed[0] = strategy
        informed["blind"] = 0  # the hidden cards of `root` are dealt already
        seen, found = {_done(chosen)}, list[Alternative]()
        plans = (
            self._after(root, informed[0], seed, number, first)
            for number, first in enumerate(_first_actions(root, chosen[0]))
        )
        for points, codes in sorted(plans, key=lambda plan: -plan[0]):
            if len(found) == n:
                break
            if _done(codes) not in seen:
                seen.add(_done(codes))
                found.append(Alternative(texts_in_copy(root, codes), points))
        return found

    def _after(
        self, root: Game, strategy: np.record, seed: int, number: int, first: int
    ) -> tuple[int, tuple[int, ...]]:
        """The score and the codes of the best plan that begins with an action."""
        game, tables, side = new_games(1)[0], root.rules.tables, int(root.record["active"])
        copy_game(game, root.record)
        seed_stream(game, seed, number)
        apply(game, tables, self._vm, first)
        if game["result"] != RUNNING or game["active"] != side:
            return int(score(game, tables, side, strategy, self._neurons)), (first,)
        n = find_plan(game, tables, self._vm, side, strategy, seed, self._search)
        return int(self._search["best"]), (first, *self._plan[:n].tolist())


def texts_in_copy(game: Game, codes: Iterable[int]) -> list[tuple[int, str]]:
    """The codes and texts of actions in a copy of the game, up to the first illegal one."""
    copy, found = game.copy(), []
    for code in codes:
        if code not in copy.codes():
            break
        found.append((code, action_text(copy.record, copy.rules, code)))
        apply(copy.record, copy.rules.tables, copy.vm, code)
    return found


def _first_actions(root: Game, chosen: int) -> Iterator[int]:
    """The other legal actions, each minion at the right end only."""
    rightmost: dict[int, int] = {}
    for code in root.codes():
        rightmost[_elsewhere(code)] = code
    rightmost.pop(_elsewhere(chosen), None)
    yield from rightmost.values()


def _elsewhere(code: int) -> int:
    """An action without its place on the board; only minions have one."""
    return code & ELSEWHERE if code & 255 == PLAY else code


def _done(codes: tuple[int, ...]) -> tuple[int, ...]:
    """What a plan does, without the order of its actions."""
    return tuple(sorted(_elsewhere(code) for code in codes))

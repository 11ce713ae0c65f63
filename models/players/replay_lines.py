"""One game of an evaluation as JSON values, line by line: `replay --json` and the application.

`docs/replay-lines.md` describes the format. A line is an object; its `line` says what it is.
"""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.core.actions import apply
from engine.core.enums import ACTIONS, RUNNING
from engine.deck_codes import deck_code
from engine.decks import Deck
from engine.game import Game
from engine.view import action_text
from models.players.alternatives import Alternatives, texts_in_copy
from models.players.changes import Watch
from models.players.core.game_loop import follow_plan, search_seed
from models.players.core.scorers import LOST, WON
from models.players.core.state import new_desk
from models.players.replay import ReplayedGame
from models.players.search.dispatch import find_plan

FORMAT = "hearthlight-replay"
FORMAT_VERSION = 1
#: Alternatives of a plan at most.
N_ALTERNATIVES = 3


def replay_json(game: ReplayedGame, plans: bool = True) -> str:
    """The lines of a game as JSON lines; equal games give equal bytes.

    Args:
        game: A game that has been played.
        plans: As in `replay_lines`.
    """
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        for line in replay_lines(game, plans)
    )


def replay_lines(game: ReplayedGame, plans: bool = True) -> Iterator[dict[str, Any]]:
    """Yields a game: its head, the opening, then every plan and its actions, and the end.

    Args:
        game: A game that has been played; it is played again, with a record of every search.
        plans: Whether the plans are among the lines. Without them no search is needed, and the
            other lines are the same: half the time or less.
    """
    yield _head(game)
    desk = new_desk()
    rules = game.open(desk)
    # A copy: with plans, it follows the desk's game action by action, so each board can be shown.
    shown = Game(rules, desk.game, game.place[0]).copy()
    watch = Watch(shown.record, rules)
    yield {"line": "opening", "board": watch.scene.board}
    if plans:
        yield from _plans_and_actions(game, desk, shown, watch)
    else:
        yield from (action_line(shown, watch, *each) for each in enumerate(game.actions))
    yield {
        "line": "end",
        "result": game.result,
        "rounds": int(game.played["rounds"]),
        "health_difference": int(game.played["health_difference"]),
    }


def _plans_and_actions(
    game: ReplayedGame, desk: np.record, shown: Game, watch: Watch
) -> Iterator[dict[str, Any]]:
    """The lines between the opening and the end; every search is made again."""
    rules, others = shown.rules, Alternatives()
    strategies, played = game.strategies, np.array([game.played])[0]
    number = 0
    while desk.game.result == RUNNING:
        side = int(desk.game.active)
        strategy, seed = strategies[side], search_seed(played, np.int64(desk.n_searches))
        desk.n_searches += 1
        find_plan(desk.game, rules.tables, desk.vm, side, strategy, seed, desk.search)
        yield _plan(shown, desk.search, strategy, seed, others)
        follow_plan(desk, rules.tables, side, strategy, played)
        for code in desk.actions[number : desk.n_actions].tolist():
            yield action_line(shown, watch, number, code)
            number += 1
    assert tuple(desk.actions[:number].tolist()) == game.actions


def _head(game: ReplayedGame) -> dict[str, Any]:
    seed, evaluation, index = game.place
    scorers = [game.player.model_dump(mode="json")["scorer"], game.opponent.scorer]
    return {
        "line": "game",
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "title": game.title,
        "seed": seed,
        "evaluation": evaluation,
        "game": index,
        "search": game.player.search,
        "fidelity": game.player.fidelity,
        "players": [
            deck_entry(deck, name) | {"scorer": scorer if isinstance(scorer, str) else "network"}
            for deck, name, scorer in zip(
                (game.deck, game.opponent.deck),
                (game.deck.name or game.deck.hero, game.opponent.name),
                scorers,
                strict=True,
            )
        ],
    }


def deck_entry(deck: Deck, name: str) -> dict[str, Any]:
    """A deck in the line of the game."""
    return {"name": name, "hero": deck.hero, "deck_code": deck_code(deck)}


def _plan(
    shown: Game, search: np.record, strategy: np.record, seed: int, others: Alternatives
) -> dict[str, Any]:
    """The line of the search that has just ended."""
    codes = tuple(search.plan[: search.n_plan].tolist())
    root = Game(shown.rules, search.root, shown.seed)
    return {
        "line": "plan",
        "turn": shown.turn,
        "side": int(shown.record.active),
        **_scored(int(search.best)),
        "states": int(search.n_nodes),
        "actions": _actions(texts_in_copy(shown, codes)),
        "alternatives": [
            {**_scored(other.points), "actions": _actions(other.actions)}
            for other in others.of(root, strategy, seed, codes, N_ALTERNATIVES)
        ],
    }


def _scored(points: int) -> dict[str, Any]:
    """A score, or the certain end of the game that stands in its place."""
    if points in (WON, LOST):
        return {"score": None, "outcome": "won" if points == WON else "lost"}
    return {"score": points, "outcome": None}


def _actions(actions: list[tuple[int, str]]) -> list[dict[str, Any]]:
    return [{"code": code, "text": text} for code, text in actions]


def action_line(shown: Game, watch: Watch, number: int, code: int) -> dict[str, Any]:
    """Plays an action; returns its line, with what it changed and the board after it.

    Args:
        shown: The game, which changes.
        watch: Its watch.
        number: The action's number in the game, from 0.
        code: Its code.
    """
    line = {
        "line": "action",
        "number": number,
        "turn": shown.turn,
        "side": int(shown.record.active),
        "kind": ACTIONS[code & 255],
        "source": (code >> 8) & 255 or None,
        "target": (code >> 16) & 255 or None,
        "code": code,
        "text": action_text(shown.record, shown.rules, code),
    }
    apply(shown.record, shown.rules.tables, shown.vm, code)
    return line | {"changes": watch.after(code), "board": watch.scene.board}

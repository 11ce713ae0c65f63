"""One game of an evaluation, played again from its seed: as readable text, and as JSON lines.

The lines also have the plans that a player could have chosen instead, each with its score.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from engine.core.actions import apply
from engine.core.enums import ACTIONS, BOTH_LOST, FIRST_WON, PLAY, RUNNING, SECOND_WON
from engine.core.memory import copy_game
from engine.core.rng import seed_stream
from engine.core.state import new_games
from engine.deck_rules import deck_code
from engine.decks import Deck
from engine.game import Action, Game
from engine.rules import Rules
from engine.view import action_text, game_text
from models.players.changes import Watch
from models.players.config import PlayerConfig
from models.players.core.game_loop import follow_plan, open_game, play_games, search_seed
from models.players.core.scorers import LOST, WON, score
from models.players.core.state import CARD_GAME, new_desk
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.games import check_games, new_setups, new_strategies, schedule_games
from models.players.search.beam import ELSEWHERE
from models.players.search.dispatch import find_plan


@dataclass(frozen=True)
class Alternative:
    """A plan that begins with another action than the chosen one."""

    actions: list[Action]  #: Its actions, up to the first one that a random outcome makes illegal
    points: int  #: The score of the state after the plan


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
            chosen: The codes of the chosen plan.
        """
        informed = strategy.copy()
        informed["blind"] = 0  # the hidden cards of `root` are dealt already
        seen, found = {_done(chosen)}, list[Alternative]()
        plans = (
            self._after(root, informed, seed, number, first)
            for number, first in enumerate(_first_actions(root, chosen[0]))
        )
        for points, codes in sorted(plans, key=lambda plan: -plan[0]):
            if len(found) == n:
                break
            if _done(codes) not in seen:
                seen.add(_done(codes))
                found.append(Alternative(root.tried(codes), points))
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


#: How the evaluated deck's game ended, by the engine's result.
RESULTS = {FIRST_WON: "won", SECOND_WON: "lost", BOTH_LOST: "lost, as the opponent did"}


@dataclass(frozen=True)
class ReplayedGame:
    """A game of an evaluation that has been played again."""

    deck: Deck  #: The evaluated deck; it went first
    opponent: Opponent  #: Its opponent
    player: PlayerConfig  #: The players' settings
    #: The seed of the evaluation, the deck's evaluation number, and the game's number
    place: tuple[int, int, int]
    played: np.record  #: The game's seeds and counts (dtype `PLAYED_GAME`)
    actions: tuple[int, ...]  #: The actions of both players, as the kernels' integers

    @classmethod
    def play(
        cls,
        deck: Deck,
        opponent: Opponent | str | Sequence[Opponent | OpponentDeck] = "elite",
        player: PlayerConfig | None = None,
        seed: int = 0,
        evaluation: int = 0,
        game_index: int = 0,
    ) -> Self:
        """Plays one game exactly as `evaluate_decks` does.

        Args:
            deck: The evaluated deck; it goes first.
            opponent: The opponent, or a suite or list of opponents, which take turns.
            player: The players' settings; DSA-ME's by default.
            game_index: The number of the game among the deck's games.

        Raises:
            DeckError: A deck has a card that the engine can't play.
            GameError: The game could not be played.
        """
        player = player or PlayerConfig()
        if not isinstance(opponent, Opponent):
            suite = opponents_of(opponent)
            opponent = suite[game_index % len(suite)]
        rules = player.rules()
        setups = new_setups(rules, [deck], [opponent])
        strategies = new_strategies(player, [opponent])
        games = schedule_games(seed, np.array([evaluation]), 1, 1, first_game=game_index)
        desk, nothing = new_desk(), np.zeros(0, CARD_GAME)
        play_games(desk, rules.tables, setups, strategies, games, nothing, 0, 1)
        check_games(games)
        actions = tuple(desk.actions[: desk.n_actions].tolist())
        return cls(deck, opponent, player, (seed, evaluation, game_index), games[0], actions)

    @property
    def title(self) -> str:
        """The decks of the game."""
        return f"{self.deck.name or self.deck.hero} against {self.opponent.name}"

    @property
    def result(self) -> str:
        """How the game ended for the evaluated deck."""
        return RESULTS[int(self.played["result"])]

    @property
    def strategies(self) -> np.ndarray:
        """(2,) array of STRATEGY: the settings of both players."""
        return new_strategies(self.player, [self.opponent])

    def open(self, desk: np.record) -> Game:
        """Puts the beginning of the game, after the mulligan, on a desk, and returns it."""
        rules = self.player.rules()
        setups = new_setups(rules, [self.deck], [self.opponent])
        open_game(desk, rules.tables, setups[0, 0], *self.strategies, self.played)
        return Game(rules, desk.game, self.place[0])


def replay_text(game: ReplayedGame) -> str:
    """The state at the start of every turn, and between them the actions and what they changed."""
    desk = new_desk()
    rules = game.open(desk).rules
    seed, evaluation, index = game.place
    lines = [
        game.title,
        f"seed {seed}, evaluation {evaluation}, game {index}",
        *_turns(desk, rules, game.actions),
        "",
        "The end",
        game_text(desk.game, rules),
        f"{game.result} in round {game.played['rounds']}, "
        f"health difference {game.played['health_difference']:+d}",
    ]
    assert desk.game.result == game.played["result"] != RUNNING
    return "\n".join(lines)


def _turns(desk: np.record, rules: Rules, actions: Sequence[int]) -> Iterator[str]:
    """Plays the actions; yields the state as a turn starts, every action and what it changed."""
    turn, watch = 0, Watch(desk.game, rules)
    for action in actions:
        if desk.game.turn != turn:
            turn = int(desk.game.turn)
            side = "our" if desk.game.active == 0 else "the opponent's"
            yield from ("", f"Round {(turn + 1) // 2}, {side} turn", game_text(desk.game, rules))
        yield "  " + action_text(desk.game, rules, action)
        apply(desk.game, rules.tables, desk.vm, action)
        yield from (f"    {text}" for text in watch.after(action))


FORMAT = "hearthlight-replay"
FORMAT_VERSION = 1
#: Alternatives of a plan at most.
N_ALTERNATIVES = 3


def replay_json(game: ReplayedGame, plans: bool = True) -> str:
    """The lines of a game (`replay_lines`) as JSON lines; equal games give equal bytes."""
    return json_lines(replay_lines(game, plans))


def json_lines(lines: Iterable[Mapping[str, Any]]) -> str:
    """Records as text, one line each; equal records give equal bytes."""
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
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
    # A copy: with plans, it follows the desk's game action by action, so each board can be shown.
    shown = game.open(desk).copy()
    watch = Watch(shown.record, shown.rules)
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
    settings = game.player.model_dump(mode="json")
    scorers = [settings["scorer"], settings.get("opponents_scorer", game.opponent.scorer)]
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
        "actions": _actions(shown.tried(codes)),
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


def _actions(actions: list[Action]) -> list[dict[str, Any]]:
    return [{"code": action.code, "text": action.text} for action in actions]


def action_line(shown: Game, watch: Watch, number: int, code: int) -> dict[str, Any]:
    """Plays an action; returns its line, with what it changed and the board after it.

    The first action of a game has the number 0.
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

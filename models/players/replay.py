"""One game of an evaluation, played again from its seed: as readable text, and step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.core.actions import apply
from engine.core.enums import BOTH_LOST, FIRST_WON, RUNNING, SECOND_WON
from engine.decks import Deck
from engine.rules import Rules
from engine.view import action_text, game_text
from models.players.changes import Watch
from models.players.config import PlayerConfig
from models.players.core.game_loop import open_game, play_games
from models.players.core.state import new_desk
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.games import check_games, new_setups, new_strategies, schedule_games

#: How the evaluated deck's game ended, by the engine's result.
RESULTS = {FIRST_WON: "won", SECOND_WON: "lost", BOTH_LOST: "lost, as the opponent did"}


@dataclass(frozen=True)
class ReplayedGame:
    """A game of an evaluation that has been played again.

    Attributes:
        deck: The evaluated deck; it went first.
        opponent: Its opponent.
        player: The players' settings.
        place: The seed of the evaluation, the deck's evaluation number, and the game's number.
        played: The game's seeds and counts (dtype `PLAYED_GAME`).
        actions: The actions of both players, as the kernels' integers.
    """

    deck: Deck
    opponent: Opponent
    player: PlayerConfig
    place: tuple[int, int, int]
    played: np.record
    actions: tuple[int, ...]

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
            seed: The seed of the evaluation.
            evaluation: The deck's evaluation number.
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
        desk = new_desk()
        play_games(desk, rules.tables, setups, strategies, games, 0, 1)
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

    def open(self, desk: np.record) -> Rules:
        """Puts the beginning of the game, after the mulligan, on a desk; returns the cards."""
        rules = self.player.rules()
        setups = new_setups(rules, [self.deck], [self.opponent])
        open_game(desk, rules.tables, setups[0, 0], *self.strategies, self.played)
        return rules


def replay_text(game: ReplayedGame) -> str:
    """The state at the start of every turn, and between them the actions and what they changed."""
    desk = new_desk()
    rules = game.open(desk)
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

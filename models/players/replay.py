"""One game of an evaluation as readable text, played again from its seed."""

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.actions import apply
from engine.core.enums import BOTH_LOST, FIRST_WON, RUNNING, SECOND_WON
from engine.decks import Deck
from engine.rules import Rules
from engine.view import action_text, game_text
from models.players.config import PlayerConfig
from models.players.core.game_loop import open_game, play_games
from models.players.core.state import new_desk
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.games import check_games, new_setups, new_strategies, schedule_games

_RESULTS = {FIRST_WON: "won", SECOND_WON: "lost", BOTH_LOST: "lost, as the opponent did"}


def replay_game(
    deck: Deck,
    opponent: Opponent | str | Sequence[Opponent | OpponentDeck] = "elite",
    player: PlayerConfig | None = None,
    seed: int = 0,
    evaluation: int = 0,
    game_index: int = 0,
) -> str:
    """Plays one game exactly as `evaluate_decks` does; returns it turn by turn as text.

    Args:
        deck: The evaluated deck; it goes first.
        opponent: The opponent, or a suite or list of opponents, which take turns.
        player: The players' settings; DSA-ME's by default.
        seed: The seed of the evaluation.
        evaluation: The deck's evaluation number.
        game_index: The number of the game among the deck's games.

    Returns:
        The state at the start of every turn, and between them the actions.

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
    played = games[0]
    actions = desk.actions[: desk.n_actions].tolist()

    open_game(desk, rules.tables, setups[0, 0], *strategies, played)
    lines = [
        f"{deck.name or deck.hero} against {opponent.name}",
        f"seed {seed}, evaluation {evaluation}, game {game_index}",
        *_turns(desk, rules, actions),
        "",
        "The end",
        game_text(desk.game, rules),
        f"{_RESULTS[int(played['result'])]} in round {played['rounds']}, "
        f"health difference {played['health_difference']:+d}",
    ]
    assert desk.game.result == played["result"] != RUNNING
    return "\n".join(lines)


def _turns(desk: np.record, rules: Rules, actions: Sequence[int]) -> Iterator[str]:
    """Plays the actions; yields the state at the start of every turn, and every action."""
    turn = 0
    for action in actions:
        if desk.game.turn != turn:
            turn = int(desk.game.turn)
            side = "our" if desk.game.active == 0 else "the opponent's"
            yield from ("", f"Round {(turn + 1) // 2}, {side} turn", game_text(desk.game, rules))
        yield "  " + action_text(desk.game, rules, action)
        apply(desk.game, rules.tables, desk.vm, action)

"""Who plays against a person, and what a player would do in the person's place."""

from dataclasses import dataclass

import numpy as np

from engine.game import Game
from engine.view import action_text
from models.play.game import PlayConfig
from models.players.core.state import PLAYED_GAME
from models.players.own import dealt_copy
from models.players.search_player import SearchPlayer
from models.players.table import Seat


@dataclass(frozen=True)
class Hint:
    """What a player would do.

    Attributes:
        code: The first action.
        texts: The actions up to the first one that shows something new.
    """

    code: int
    texts: tuple[str, ...]


def hint_of(seat: Seat, game: Game, seed: int) -> Hint:
    """Returns what a player would do for the side to move.

    It is asked about a copy with other hidden cards, so a hint betrays nothing.

    Args:
        seat: The player.
        game: The position, which does not change.
        seed: Seed of the hidden cards and of the search.

    Raises:
        GameError: The player found no action.
    """
    dealt, played = dealt_copy(game, seed), np.zeros(1, PLAYED_GAME)[0]
    played["seed_a"] = seed
    codes = seat.actions(dealt, played, seed)
    side, texts = int(dealt.record.active), []
    for code in codes:
        texts.append(action_text(dealt.record, dealt.rules, code, side))
        known, dealt.record.random_happened = _news(dealt), 0
        dealt.apply(code)
        if dealt.record.random_happened or known != _news(dealt):
            break
    return Hint(codes[0], tuple(texts))


def seat_of(config: PlayConfig, side: int | None = None) -> Seat:
    """Returns the player of a game.

    Args:
        config: The settings of the game.
        side: Whose deck it plays, for hints; by default its own.

    Raises:
        CheckpointError: Its network cannot be used.
        ConfigError: Its class cannot be used.
    """
    if config.own:
        return config.own.seat()
    if config.learned is None:
        return SearchPlayer(config.player, config.seconds)
    # torch takes seconds: only networks wait for it
    from models.self_play.matches.players import LearnedPlayer
    from models.self_play.matches.seat import LearnedSeat

    deck = config.decks[1 - config.person if side is None else side].deck()
    return LearnedSeat(LearnedPlayer.load(config.learned, config.player.rules()), deck)


def _news(game: Game) -> tuple[int, ...]:
    """Numbers that change whenever a card is drawn or offered, or a secret leaves play."""
    players = game.record.players
    shown = [(int(player.n_deck), int(player.n_secrets)) for player in players]
    return (*shown[0], *shown[1], int(game.record.n_choices))

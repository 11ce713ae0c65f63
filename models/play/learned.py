"""A network trained by self-play as the player, and its hints."""

import numpy as np

from engine.decks import Deck
from engine.game import Game
from engine.rules import Rules
from engine.view import action_text
from models.play.thinker import Hint
from models.players.learned import LearnedSetting
from models.self_play.matches.players import LearnedPlayer
from models.self_play.matches.seat import LearnedSeat


class LearnedThinker:
    """A learned player with its memory; it never sees a hidden card.

    Args:
        setting: Its files.
        deck: The deck that it plays.
        rules: The cards of the game.

    Raises:
        CheckpointError: A file is missing, damaged, or made with other cards or other code.
    """

    def __init__(self, setting: LearnedSetting, deck: Deck, rules: Rules) -> None:
        self._seat = LearnedSeat(LearnedPlayer.load(setting, rules), deck)

    @property
    def has_mulligan(self) -> bool:
        """Whether its games have a mulligan."""
        return self._seat.has_mulligan

    def actions(self, game: Game, played: np.record, number: int) -> list[int]:
        """Return what the player to move does next: one action; see `Thinker.actions`."""
        return [self._seat.action(game, int(played["seed_a"]), number)]

    def hint(self, game: Game, seed: int) -> Hint:
        """Return what the player would do for the side to move: one action; see `Thinker.hint`."""
        code = self._seat.action(game, seed, seed)
        text = action_text(game.record, game.rules, code, int(game.record["active"]))
        return Hint(code, (text,))

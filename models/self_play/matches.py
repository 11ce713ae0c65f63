"""Games in which trained networks decide: many at once, or one, action by action.

The results of `play_with_networks` are those of any number of threads, to the byte: game g always
has row (offset + g) modulo `N_ROWS` of its networks, and a row does not depend on the others.
`LearnedSeat` is for games in which somebody else plays the other side, at its own speed.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any

import numpy as np

from engine.core.enums import CLASSES
from engine.core.memory import copy_game
from engine.decks import Deck
from engine.game import Game
from engine.rules import Rules
from engine.threads import in_slices, n_cores
from models.environments.core.action_space import action_at
from models.environments.core.observing import observe
from models.environments.core.records import new_scratch
from models.players.core.state import new_desk
from models.players.evaluations import Playing
from models.players.games import check_games
from models.players.learned import LearnedSetting
from models.self_play.checkpoint import Checkpoint
from models.self_play.core.playing import advance, point
from models.self_play.core.records import (
    BEGIN,
    IDLE,
    MATCH,
    NOBODY,
    PLACE,
    SETTINGS,
)
from models.self_play.deciding import Decider, Room, Trials, uniform_draws
from models.self_play.learned_player import LearnedPlayer
from models.surrogates.dense import one_thread

#: Games side by side on a thread: rows of a network's inputs.
N_ROWS = 64
_STREAM = 0x5EA7  # keeps the draws of seats apart from those of the game
_ALL = np.ones(1, bool)


def play_with_networks(
    rules: Rules,
    setups: np.ndarray,
    strategies: np.ndarray,
    games: np.ndarray,
    players: Sequence[LearnedPlayer],
    networks: np.ndarray,
    *,
    offset: int = 0,
    shown: np.ndarray | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Plays all games and writes their results into `games`, as `models.players.games.play` does.

    Args:
        setups: (n_decks, n_opponents) array of SETUP.
        strategies: (n_players + n_opponents,) array of STRATEGY; those of networks only have their
            mulligan.
        games: (n,) array of PLAYED_GAME.
        networks: (n, 2) array of int64: which network decides for each side, counting the
            checkpoints of all players in turn; NOBODY for a compiled player.
        offset: Row of the first game.
        shown: (n, 2, n_cards) array of int8: what each side knows of its opponent's deck.
        progress: Called in the calling thread, regularly and at the end, with the number of
            finished games.

    Raises:
        GameError: A game failed again and again.
    """
    threads = threads or n_cores()
    deciding = [(player, each) for player in players for each in player.checkpoints]
    settings = np.zeros(max(1, len(deciding)), SETTINGS)
    for number, (_, checkpoint) in enumerate(deciding):
        settings[number] = checkpoint.card.environment.left_to_chance()
    about = setups, strategies, settings, networks, games

    def new_worker() -> Callable[[int, int], None]:
        return partial(_Table(rules, deciding, shown, about).play, offset)

    rows_per_thread = -(-len(games) // (threads * N_ROWS))
    with one_thread():
        in_slices(len(games), N_ROWS * max(1, rows_per_thread), new_worker, threads, progress)
    check_games(games)


class _Table:
    """The memory of one thread."""

    def __init__(
        self,
        rules: Rules,
        deciding: Sequence[tuple[LearnedPlayer, Checkpoint]],
        shown: np.ndarray | None,
        about: tuple[np.ndarray, ...],
    ) -> None:
        self._deciders = [
            Decider(each, player.choice, N_ROWS, player.temperature) for player, each in deciding
        ]
        self._rules, self._shown = rules, shown
        self._matches = np.zeros(N_ROWS, MATCH)
        self._room = room = Room(N_ROWS)
        self._advance = partial(
            advance, new_desk(), rules.tables, new_scratch(), *about, self._matches, room.seen,
            room.decisions, room.masks, room.legal, room.options,
        )  # fmt: skip

    def play(self, offset: int, start: int, stop: int) -> None:
        """Plays the games `start` to `stop` - 1."""
        matches = self._matches
        matches["index"] = start + (np.arange(N_ROWS) - offset - start) % N_ROWS
        matches["waits"] = NOBODY
        actions = np.full(N_ROWS, BEGIN, np.int64)
        while True:
            self._advance(actions, stop)
            begun = matches["is_new"] == 1
            for decider in self._deciders:
                decider.begin(begun)
            waits = np.where(matches["index"] < stop, matches["waits"], NOBODY)
            counts = np.bincount(waits[waits != NOBODY], minlength=1)
            if not counts.any():
                return
            # The network for which most games wait: which one does not matter to a game.
            number = int(counts.argmax())
            rows = waits == number
            words = matches["place"]["number"], matches["n_decided"]
            decided = self._deciders[number].decide(
                self._room, rows, uniform_draws(*words), revealed=self._revealed(rows),
                trials=Trials(matches["place"], self._rules, words),
            )  # fmt: skip
            actions = np.where(rows, decided, IDLE)

    def _revealed(self, rows: np.ndarray) -> np.ndarray | None:
        """(N_ROWS, n_cards) array of int8: what the sides to move know of decks, in some rows."""
        if self._shown is None:
            return None
        revealed = np.zeros((N_ROWS, self._shown.shape[2]), np.int8)
        waiting = self._matches[rows]
        revealed[rows] = self._shown[waiting["index"], waiting["place"]["game"]["active"]]
        return revealed


class LearnedSeat:
    """A learned player with a deck in one game, a `models.players.table.Seat`.

    A network with memory remembers its decisions in this seat. It forgets them when it is asked
    about an earlier position than before.
    """

    def __init__(self, player: LearnedPlayer, deck: Deck) -> None:
        checkpoint = player.checkpoints[player.place_of(deck.hero)]
        self._decider = Decider(checkpoint, player.choice, 1, player.temperature)
        self._settings = checkpoint.card.environment.left_to_chance()
        self._scratch, self._places = new_scratch(), np.zeros(1, PLACE)
        self._room = Room(1)
        self._room.decisions["hero"] = CLASSES.index(deck.hero)
        self._room.decisions["n_picked"] = len(deck.cards)
        self._last = -1

    @property
    def has_mulligan(self) -> bool:
        """Whether its games have a mulligan."""
        return bool(self._settings["mulligan"])

    @one_thread()  # the threads of torch would wait for each other, longer than they compute
    def actions(self, game: Game, played: np.record, number: int) -> list[int]:
        """As `Seat.actions`: one action. It sees only what the side to move may know."""
        seed, room = int(played["seed_a"]), self._room
        if number <= self._last:
            self._decider.begin(_ALL)
        self._last = number
        place, tables, side = self._places[0], game.rules.tables, int(game.record.active)
        copy_game(place["game"], game.record)
        place["number"], place["draws"] = seed & 0xFFFFFFFF, 2 * number
        observe(game.record, tables, self._scratch, side, room.seen[0])
        trials, pointer = Trials(self._places, game.rules, (seed, number)), BEGIN
        for step in count():
            n = point(
                place, tables, self._scratch, self._settings, room.decisions[0], room.masks[0],
                room.legal[0], room.options[0], pointer,
            )  # fmt: skip
            if n == 0:
                return [int(action_at(place["game"], int(room.legal[0, 0])))]
            draws = uniform_draws(_STREAM, seed, number, step)
            decided = self._decider.decide(room, _ALL, draws, trials=trials)
            pointer = int(decided[0])
        raise AssertionError  # an action has four pointers at most


def learned_games(learned: LearnedSetting, decks: Sequence[Deck]) -> Playing:
    """Plays games whose first player is a network, with these decks and a fair player's mulligan.

    The results have no `strategy_alignment` (0), as a network has no scorer. A CheckpointError is
    raised when the games are played.
    """

    def playing(
        rules: Rules, setups: np.ndarray, strategies: np.ndarray, games: np.ndarray, *how: Any
    ) -> None:
        strategies["keep_expensive"][0] = False
        player = LearnedPlayer.load(learned, rules)
        places = np.array([player.place_of(deck.hero) for deck in decks])
        networks = np.full((len(games), 2), NOBODY, np.int64)
        networks[:, 0] = places[games["deck"]]
        options = dict(zip(("threads", "progress"), how, strict=True))
        play_with_networks(rules, setups, strategies, games, [player], networks, **options)

    return playing

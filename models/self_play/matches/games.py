"""Many games at once, in which networks decide and compiled players take their turns.

The results are those of any number of threads, to the byte: game g always has row (offset + g)
modulo `N_ROWS` of its networks, and a row does not depend on the others.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from torch import Tensor

from engine.rules import Rules
from engine.threads import in_slices, n_cores
from models.environments.core.action_space import N_ACTIONS
from models.environments.core.records import OBSERVATION, new_scratch
from models.players.core.state import new_desk
from models.players.games import check_games
from models.self_play.core.records import (
    DECISION,
    N_POINTERS,
    SELECT,
    SETTINGS,
    SOURCE,
)
from models.self_play.matches.core.records import BEGIN, IDLE, MATCH, NOBODY
from models.self_play.matches.core.stepping import advance
from models.self_play.matches.players import Decider, LearnedPlayer, settings_of, uniform_draws
from models.self_play.matches.rehearsals import Rehearsals, next_pointer, seed_of
from models.surrogates.dense import one_thread

#: Games side by side on a thread: rows of a network's inputs.
N_ROWS = 64


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
        rules: The cards.
        setups: (n_decks, n_opponents) array of SETUP.
        strategies: (n_players + n_opponents,) array of STRATEGY; those of networks only have their
            mulligan.
        games: (n,) array of PLAYED_GAME.
        players: The learned players.
        networks: (n, 2) array of int64: which network decides for each side, counting the
            checkpoints of all players in turn; NOBODY for a compiled player.
        offset: Row of the first game.
        shown: (n, 2, n_cards) array of int8: what each side knows of its opponent's deck.
        threads: Number of threads; all cores by default.
        progress: Called in the calling thread, regularly and at the end, with the number of
            finished games.

    Raises:
        GameError: A game failed again and again.
    """
    threads = threads or n_cores()
    settings = _settings(players)

    def new_worker() -> Callable[[int, int], None]:
        table = _Table(rules, setups, strategies, settings, networks, games, players, shown)
        return partial(table.play, offset)

    per_thread = -(-len(games) // threads)
    size = max(N_ROWS, -(-per_thread // N_ROWS) * N_ROWS)
    with one_thread():
        in_slices(len(games), size, new_worker, threads, progress)
    check_games(games)


def first_networks(players: Sequence[LearnedPlayer]) -> list[int]:
    """Returns the number of each player's first network."""
    counts = [0, *(len(player.checkpoints) for player in players)]
    return np.cumsum(counts)[:-1].tolist()


def _settings(players: Sequence[LearnedPlayer]) -> np.ndarray:
    """(n_networks,) array of SETTINGS: what each network leaves to chance."""
    checkpoints = [each for player in players for each in player.checkpoints]
    settings = np.zeros(max(1, len(checkpoints)), SETTINGS)
    for number, checkpoint in enumerate(checkpoints):
        settings[number] = settings_of(checkpoint)
    return settings


class _Table:
    """The memory of one thread."""

    def __init__(
        self,
        rules: Rules,
        setups: np.ndarray,
        strategies: np.ndarray,
        settings: np.ndarray,
        networks: np.ndarray,
        games: np.ndarray,
        players: Sequence[LearnedPlayer],
        shown: np.ndarray | None,
    ) -> None:
        self._matches, self._shown = np.zeros(N_ROWS, MATCH), shown
        self._seen, self._decisions = np.zeros(N_ROWS, OBSERVATION), np.zeros(N_ROWS, DECISION)
        self._decisions["kind"] = SELECT  # rows without a game are no decks either
        self._masks = np.zeros((N_ROWS, N_POINTERS), np.int8)
        legal, options = (np.zeros((N_ROWS, n), np.int16) for n in (N_POINTERS, N_ACTIONS))
        self._deciders = [
            Decider(checkpoint, player.choice, N_ROWS)
            for player in players
            for checkpoint in player.checkpoints
        ]
        self._rehearsals = [
            Rehearsals(checkpoint) if player.choice == "lookahead" else None
            for player in players
            for checkpoint in player.checkpoints
        ]
        self._planned, self._rules = np.zeros(N_ROWS, np.int64), rules
        self._advance = partial(
            advance, new_desk(), rules.tables, new_scratch(), setups, strategies, settings,
            networks, games, self._matches, self._seen, self._decisions, self._masks, legal,
            options,
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
            draws = uniform_draws(matches["place"]["number"], matches["n_decided"])
            decider, revealed = self._deciders[number], self._revealed(rows)
            memory = decider.memory
            decided = decider.decide(
                self._seen, self._decisions, self._masks, rows, draws, revealed=revealed
            )
            if rehearsals := self._rehearsals[number]:
                self._rehearse(rehearsals, np.flatnonzero(rows), memory, revealed, decided)
            actions = np.where(rows, decided, IDLE)

    def _rehearse(
        self,
        rehearsals: Rehearsals,
        rows: np.ndarray,
        memory: Tensor,
        revealed: np.ndarray | None,
        decided: np.ndarray,
    ) -> None:
        """Replaces decisions in some rows by pointers of the actions that turn out best."""
        for row in rows:
            place = self._matches["place"][row]
            if place["step"] == SOURCE:
                seed = seed_of(place["number"], self._matches["n_decided"][row])
                self._planned[row] = rehearsals.action(
                    place, self._rules, self._decisions[row], memory[row], seed,
                    None if revealed is None else revealed[row],
                )  # fmt: skip
            decided[row] = next_pointer(
                self._planned[row], place["step"], self._masks[row], decided[row]
            )

    def _revealed(self, rows: np.ndarray) -> np.ndarray | None:
        """(N_ROWS, n_cards) array of int8: what the sides to move know of decks, in some rows."""
        if self._shown is None:
            return None
        revealed = np.zeros((N_ROWS, self._shown.shape[2]), np.int8)
        waiting = self._matches[rows]
        revealed[rows] = self._shown[waiting["index"], waiting["place"]["game"]["active"]]
        return revealed

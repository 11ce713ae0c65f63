"""The opponents in TradingStone, whole games, and what a learning player sees of a game.

Every game names its own nine kernels to the tree searches, as `models.players.search.tree` does:
the two lists look alike but share no kernel. TradingStone needs no working memory: its rules also
stand for the `desk` of the searches.

The greedy opponent plays its best card as long as it may. If its ready cards can end the game, all
attack the opponent's player. Else it makes the single attack of the most points: to kill and
survive counts most, then a trade by its gain in attack and health, against half the attack on the
player. It passes when no card is ready. An attack that only loses the attacker never counts more
than one on the player, and one that only damages a card counts less, so neither is considered.
"""

import numpy as np
from numba import boolean, float32, from_dtype, int64

from engine.core.jit import INT, VOID, linked, record
from models.tradingstone.core import entry, game, kernel
from models.tradingstone.core.game import (
    FIRST_ATTACK,
    GAME,
    GAME_T,
    HERO,
    N_ACTIONS,
    N_PLACES,
    PASS,
    RULES_T,
    RUNNING,
    apply_action,
    is_legal,
    may_play,
    n_bits,
    random_action,
)
from models.tree_search.core.search import compile_search
from models.tree_search.core.state import SETTINGS, TREE
from models.tree_search.core.tree import first_state

_SURVIVES = 20  # points, twice those of the text, in whole numbers


@kernel(INT, GAME_T, INT)
def _best_card(game, side):
    """The place in the hand of the card with the most attack and health; -1 without cards."""
    best, most = -1, 0
    for i in range(N_PLACES):
        if (game.hand[side] >> i) & 1:
            value = np.int64(game.hand_attack[side, i]) + np.int64(game.hand_health[side, i])
            if value > most:
                best, most = i, value
    return best


@kernel(INT, GAME_T, INT, INT)
def _points(game, attacker, defender):
    """What a kill counts; 0 without one."""
    side = np.int64(game.mover)
    enemy = 1 - side
    attack = np.int64(game.board_attack[side, attacker])
    health = np.int64(game.board_health[side, attacker])
    their_attack = np.int64(game.board_attack[enemy, defender])
    their_health = np.int64(game.board_health[enemy, defender])
    if attack < their_health:
        return 0
    if their_attack < health:
        return _SURVIVES + 2 * (their_attack + their_health)
    return 2 * (their_attack + their_health - attack - health)


@kernel(INT, GAME_T)
def _ready_attack(game):
    """Attack of all cards that may attack."""
    side, total = np.int64(game.mover), np.int64(0)
    for i in range(N_PLACES):
        if (game.ready[side] >> i) & 1:
            total += game.board_attack[side, i]
    return total


@kernel(INT, GAME_T, RULES_T)
def greedy_action(game, rules):
    """The action of the greedy opponent."""
    side = np.int64(game.mover)
    card = _best_card(game, side)
    if card >= 0 and may_play(game, rules):
        return card
    wins = _ready_attack(game) >= game.health[1 - side]
    best, most = PASS, 0
    for i in range(N_PLACES):
        if (game.ready[side] >> i) & 1 == 0:
            continue
        on_player = FIRST_ATTACK + 8 * i + HERO
        if wins:
            return on_player
        if game.board_attack[side, i] > most:
            best, most = on_player, np.int64(game.board_attack[side, i])
        for j in range(N_PLACES):
            if (game.board[1 - side] >> j) & 1:
                points = _points(game, i, j)
                if points > most:
                    best, most = FIRST_ATTACK + 8 * i + j, points
    return best


SEARCHES = compile_search(vars(game), (GAME_T, RULES_T, RULES_T), kernel, entry)
search_action = linked(SEARCHES.search_action)

KINDS = ("random", "greedy", "search")
RANDOM, GREEDY, SEARCH = range(3)
N_SEEN = 73

PLAYER = record(("kind", "i8"), ("settings", SETTINGS))
DESK = record(  # the memory of one thread
    ("n_actions", "i8"),  # of the last game
    ("n_decisions", "i8"),  # searches of player 0 in it
    ("n_simulations", "i8"),
    ("world", GAME),
    ("state", GAME),
    ("tree", TREE),
)
PLAYER_T, DESK_T = from_dtype(PLAYER), from_dtype(DESK)
PLAYERS_T = PLAYER_T[::1]
GAMES_T = GAME_T[::1]


@entry(INT, DESK_T, GAME_T, RULES_T, PLAYER_T, INT)
def choose(desk, game, rules, player, seed):
    """The action of a player who is to move. Only the random player draws from the game's chance.

    A search draws from the stream named by the seed and the number of the action in the game.
    """
    if player.kind == RANDOM:
        return random_action(game, rules, rules)
    if player.kind == GREEDY:
        return greedy_action(game, rules)
    side = np.int64(game.mover)
    named = (first_state(seed, np.int64(desk.n_actions)) << 1) | side
    action = search_action(
        desk.tree, game, desk.world, desk.state, rules, rules, player.settings, named
    )
    if side == 0 and desk.tree.n_simulations > 0:
        desk.n_decisions += 1
        desk.n_simulations += desk.tree.n_simulations
    return action


@entry(VOID, DESK_T, GAMES_T, RULES_T, PLAYERS_T, int64[::1], int64[:, ::1], INT, INT)
def play_games(desk, games, rules, players, seeds, counts, start, stop):
    """Play the games number `start` to `stop - 1` to their ends.

    Args:
        games: (n,) array of GAME: begun; afterwards finished.
        players: (2,) array of PLAYER, by side.
        seeds: (n,) array: seeds of the searches.
        counts: (n, 3) array to fill in: actions, then decisions and simulations of player 0.
    """
    for i in range(start, stop):
        game = games[i]
        desk.n_actions = 0
        desk.n_decisions = 0
        desk.n_simulations = 0
        while game.result == RUNNING:
            action = choose(desk, game, rules, players[np.int64(game.mover)], seeds[i])
            apply_action(game, rules, rules, action)
            desk.n_actions += 1
        counts[i, 0] = desk.n_actions
        counts[i, 1] = desk.n_decisions
        counts[i, 2] = desk.n_simulations


@entry(VOID, DESK_T, GAME_T, RULES_T, PLAYER_T, INT, INT)
def step(desk, game, rules, opponent, side, action):
    """Play an action of `side`, if it is legal, then the opponent until `side` is to move.

    The opponent is no search. The action -1 plays the opponent only.
    """
    if action >= 0:
        apply_action(game, rules, rules, action)
    while game.result == RUNNING and game.mover != side:
        apply_action(game, rules, rules, choose(desk, game, rules, opponent, 0))


@kernel(INT, GAME_T, INT, float32[::1], INT)
def _see_hand(game, side, seen, n):
    for i in range(N_PLACES):
        has = (game.hand[side] >> i) & 1 == 1
        seen[n] = game.hand_attack[side, i] / 9.0 if has else 0.0
        seen[n + 1] = game.hand_health[side, i] / 9.0 if has else 0.0
        n += 2
    return n


@kernel(INT, GAME_T, INT, float32[::1], INT)
def _see_board(game, side, seen, n):
    for i in range(N_PLACES):
        has = (game.board[side] >> i) & 1 == 1
        seen[n] = game.board_attack[side, i] / 9.0 if has else 0.0
        seen[n + 1] = game.board_health[side, i] / 9.0 if has else 0.0
        seen[n + 2] = 1.0 if (game.ready[side] >> i) & 1 else 0.0
        n += 3
    return n


@entry(VOID, GAME_T, RULES_T, INT, INT, float32[::1], boolean[::1])
def observe(game, rules, side, is_hidden, seen, legal):
    """Fill in what a player sees, and which actions are legal if it is to move.

    Args:
        is_hidden: 1: the opponent's hand is hidden, except its number of cards.
        seen: (73,) array: health of both (a share of 30), own hand (7 x attack, health), own board
            and the opponent's (7 x attack, health, may attack), the opponent's hand, its number of
            cards (a share of 7). Attack and health of cards are shares of 9.
        legal: (64,) array.
    """
    enemy = 1 - side
    seen[0] = game.health[side] / 30.0
    seen[1] = game.health[enemy] / 30.0
    n = _see_board(game, side, seen, _see_hand(game, side, seen, 2))
    n = _see_board(game, enemy, seen, n)
    if is_hidden:
        seen[n : n + 2 * N_PLACES] = 0.0
        n += 2 * N_PLACES
    else:
        n = _see_hand(game, enemy, seen, n)
    seen[n] = n_bits(np.int64(game.hand[enemy])) / 7.0
    for action in range(N_ACTIONS):
        legal[action] = is_legal(game, rules, action)


@entry(VOID, GAME_T, RULES_T, INT)
def apply_one(game, rules, action):
    """Play a legal action."""
    apply_action(game, rules, rules, action)


def new_desk() -> np.record:
    """The memory of one thread."""
    return np.zeros(1, DESK)[0]

"""The rules of TradingStone, and their records: a game of 80 bytes, and its settings.

A side has seven places for cards in its hand and seven on its board. Which are taken are the bits
of `hand` and `board`; what an empty place holds means nothing.

An action is a number below 64: play the card at place i of the hand (i), attack with place i of the
board the enemy's place j or, with j = 7, its player (7 + 8 i + j), or pass (63).

Source: the paper on TradingStone (AAAI-20 workshop), section "TradingStone"; what it leaves open is
a setting, see `models.tradingstone.rules`.
"""

import numpy as np
from numba import from_dtype

from engine.core.jit import BOOL, FLOAT, INT, VOID, record
from engine.core.memory import copy_bytes
from engine.core.rng import scramble
from models.tradingstone.core import entry, kernel
from models.tree_search.core.state import TREE_T
from models.tree_search.core.tree import first_state, next_state

N_PLACES = 7
HERO = 7  # as the place of a defender
N_ACTIONS = 64
FIRST_ATTACK, PASS = 7, 63

RUNNING, FIRST_WON, SECOND_WON, DRAWN = range(4)

GAME = record(
    ("random", "i8"),  # of its stream
    ("health", "i2", (2,)),
    ("turn", "i2"),  # passes so far
    ("mover", "u1"),
    ("result", "u1"),
    ("hand", "u1", (2,)),  # one bit for each place taken
    ("board", "u1", (2,)),
    ("ready", "u1", (2,)),  # places on the board that may attack
    ("plays", "u1"),  # cards played in this turn
    ("pad", "u1"),
    ("hand_attack", "u1", (2, N_PLACES)),
    ("hand_health", "u1", (2, N_PLACES)),
    ("board_attack", "u1", (2, N_PLACES)),
    ("board_health", "u1", (2, N_PLACES)),
)

RULES = record(
    ("n_cards", "i8"),  # of each hand at the start
    ("health", "i8"),  # of each player at the start
    ("max_value", "i8"),  # attack and health of a card are uniform from 1 to this
    ("sickness", "i8"),  # 1: a card may not attack in the turn in which it is played
    ("max_plays", "i8"),  # cards that a player may play in a turn
    ("max_turns", "i8"),  # of both players; then the game is drawn
    ("noise", "i8"),  # an attack goes astray if a word of 32 bits is below this
    ("puzzle", "i8"),  # 1: the first player must clear the enemy's board before it passes
)

assert GAME.itemsize % 8 == 0
assert RULES.itemsize % 8 == 0

GAME_T = from_dtype(GAME)
RULES_T = from_dtype(RULES)


def new_game() -> np.record:
    """The memory of a game."""
    return np.zeros(1, GAME)[0]


_ALL = (1 << N_PLACES) - 1
_SIZE = GAME.itemsize
_NAMES = 64  # names of cards played begin here
_N_BITS = np.array([bin(i).count("1") for i in range(1 << N_PLACES)], np.int64)
_SCALE = 20.0  # of the value of a running game: health and stats of a strong lead


@kernel(INT, GAME_T)
def next_word(game):
    """The next 32 random bits of the game."""
    game.random = next_state(np.int64(game.random))
    return scramble(np.int64(game.random))


@kernel(INT, GAME_T, INT)
def below(game, n):
    """A uniform integer in [0, n)."""
    return (next_word(game) * n) >> 32


@kernel(INT, INT)
def n_bits(places):
    """How many places are taken."""
    return _N_BITS[places]


@kernel(INT, INT, INT)
def nth_place(places, n):
    """The place of number `n` among those taken, from 0."""
    for i in range(N_PLACES):
        if (places >> i) & 1:
            if n == 0:
                return i
            n -= 1
    return -1


@kernel(VOID, GAME_T, GAME_T)
def copy_game(target, source):
    """Make one state equal to another."""
    copy_bytes(target, source, _SIZE)


@kernel(VOID, GAME_T, INT, INT)
def reseed(game, first, second):
    """Start another random stream."""
    game.random = first_state(first, second)


@entry(VOID, GAME_T, RULES_T, INT, INT)
def start_game(game, rules, mover, seed):
    """Deal both hands; `mover` begins. Equal seeds give equal games.

    The seed names the hands and all chance after them. The rules are not those of a puzzle.
    """
    reseed(game, seed, 0)
    n = np.int64(rules.n_cards)
    for side in range(2):
        game.health[side] = rules.health
        game.hand[side] = (1 << n) - 1
        game.board[side] = 0
        game.ready[side] = 0
        for i in range(n):
            game.hand_attack[side, i] = 1 + below(game, np.int64(rules.max_value))
            game.hand_health[side, i] = 1 + below(game, np.int64(rules.max_value))
    game.turn = 0
    game.mover = mover
    game.plays = 0
    game.result = RUNNING


@kernel(INT, GAME_T)
def mover(game):
    """The player to move."""
    return np.int64(game.mover)


@kernel(FLOAT, GAME_T)
def reward(game):
    """The first player's reward: 1 won, 0 lost, 0.5 drawn; -1 while the game runs."""
    if game.result == RUNNING:
        return -1.0
    if game.result == DRAWN:
        return 0.5
    return 1.0 if game.result == FIRST_WON else 0.0


@kernel(BOOL, GAME_T, RULES_T)
def may_play(game, rules):
    """Whether the player to move may play its cards."""
    return game.plays < rules.max_plays and game.board[game.mover] != _ALL


@entry(BOOL, GAME_T, RULES_T, INT)
def is_legal(game, rules, action):
    """Whether the player to move may do this."""
    if game.result != RUNNING or action < 0 or action > PASS:
        return False
    if action == PASS:
        return True
    side = np.int64(game.mover)
    if action < FIRST_ATTACK:
        return may_play(game, rules) and (game.hand[side] >> action) & 1 == 1
    attacker, defender = (action - FIRST_ATTACK) >> 3, (action - FIRST_ATTACK) & 7
    if (game.ready[side] >> attacker) & 1 == 0:
        return False
    return defender == HERO or (game.board[1 - side] >> defender) & 1 == 1


@kernel(BOOL, GAME_T, INT, INT)
def _is_repeated(game, side, place):
    """Whether the hand has an equal card at an earlier place."""
    for i in range(place):
        if (
            (game.hand[side] >> i) & 1
            and game.hand_attack[side, i] == game.hand_attack[side, place]
            and game.hand_health[side, i] == game.hand_health[side, place]
        ):
            return True
    return False


@kernel(INT, GAME_T, RULES_T, RULES_T, TREE_T)
def list_options(game, rules, desk, tree):
    """List the actions for a tree; of equal cards the first. See `tree_search.core.search`."""
    side, n = np.int64(game.mover), 0
    if may_play(game, rules):
        for i in range(N_PLACES):
            if (game.hand[side] >> i) & 1 and not _is_repeated(game, side, i):
                attack = np.int64(game.hand_attack[side, i])
                tree.actions[n] = i
                tree.names[n] = _NAMES + 16 * attack + np.int64(game.hand_health[side, i])
                n += 1
    enemies = np.int64(game.board[1 - side]) | 1 << HERO
    for i in range(N_PLACES):
        if (game.ready[side] >> i) & 1:
            for j in range(N_PLACES + 1):
                if (enemies >> j) & 1:
                    tree.actions[n] = tree.names[n] = FIRST_ATTACK + 8 * i + j
                    n += 1
    tree.actions[n] = tree.names[n] = PASS
    return n + 1


@kernel(INT, GAME_T, RULES_T, RULES_T)
def random_action(game, rules, desk):
    """A legal action, drawn uniformly; equal cards count each."""
    side = np.int64(game.mover)
    n_plays = n_bits(np.int64(game.hand[side])) if may_play(game, rules) else 0
    enemies, ready = np.int64(game.board[1 - side]), np.int64(game.ready[side])
    n_enemies = n_bits(enemies) + 1
    n_attacks = n_bits(ready) * n_enemies
    drawn = below(game, n_plays + n_attacks + 1)
    if drawn < n_plays:
        return nth_place(np.int64(game.hand[side]), drawn)
    drawn -= n_plays
    if drawn == n_attacks:
        return PASS
    defender = drawn % n_enemies
    target = HERO if defender == n_enemies - 1 else nth_place(enemies, defender)
    return FIRST_ATTACK + 8 * nth_place(ready, drawn // n_enemies) + target


@kernel(INT, GAME_T, RULES_T, INT, INT)
def _target(game, rules, enemy, defender):
    """The place that an attack hits."""
    if rules.noise == 0 or next_word(game) >= rules.noise:
        return defender
    others = (np.int64(game.board[enemy]) | 1 << HERO) & ~(1 << defender)
    n = n_bits(others & _ALL) + (others >> HERO)
    if n == 0:
        return defender
    drawn = below(game, n)
    return HERO if drawn == n_bits(others & _ALL) else nth_place(others & _ALL, drawn)


@kernel(VOID, GAME_T, INT, INT, INT)
def _damage(game, side, place, amount):
    """Damage a card on the board, which leaves it below 1 health."""
    left = np.int64(game.board_health[side, place]) - amount
    game.board_health[side, place] = max(left, 0)
    if left < 1:
        game.board[side] &= ~(1 << place) & _ALL
        game.ready[side] &= ~(1 << place) & _ALL


@kernel(VOID, GAME_T, RULES_T, INT, INT)
def _attack(game, rules, attacker, defender):
    """Attack: both deal their damage at once, then the attacker is exhausted."""
    side = np.int64(game.mover)
    enemy = 1 - side
    game.ready[side] &= ~(1 << attacker) & _ALL
    hit = _target(game, rules, enemy, defender)
    attack = np.int64(game.board_attack[side, attacker])
    if hit == HERO:
        game.health[enemy] -= attack
        if game.health[enemy] < 1:
            game.result = FIRST_WON if side == 0 else SECOND_WON
        return
    _damage(game, side, attacker, np.int64(game.board_attack[enemy, hit]))
    _damage(game, enemy, hit, attack)


@kernel(VOID, GAME_T, RULES_T, INT)
def _play(game, rules, place):
    """Put a card from the hand on the first free place of the board."""
    side = np.int64(game.mover)
    free = nth_place(~np.int64(game.board[side]) & _ALL, 0)
    game.board_attack[side, free] = game.hand_attack[side, place]
    game.board_health[side, free] = game.hand_health[side, place]
    game.hand[side] &= ~(1 << place) & _ALL
    game.board[side] |= 1 << free
    game.plays += 1
    if not rules.sickness:
        game.ready[side] |= 1 << free


@kernel(VOID, GAME_T, RULES_T)
def _pass(game, rules):
    """End the turn: nobody is exhausted any more, and the other player moves."""
    for side in range(2):
        game.ready[side] = game.board[side]
    game.mover = 1 - np.int64(game.mover)
    game.plays = 0
    game.turn += 1
    if rules.puzzle:
        game.result = SECOND_WON
    elif game.turn >= rules.max_turns:
        game.result = DRAWN


@kernel(VOID, GAME_T, RULES_T, RULES_T, INT)
def apply_action(game, rules, desk, action):
    """Play a legal action."""
    if action == PASS:
        _pass(game, rules)
    elif action < FIRST_ATTACK:
        _play(game, rules, action)
    else:
        _attack(game, rules, (action - FIRST_ATTACK) >> 3, (action - FIRST_ATTACK) & 7)
    if game.result == RUNNING:
        if rules.puzzle and game.board[1] == 0:
            game.result = FIRST_WON
        elif game.hand[0] | game.hand[1] | game.board[0] | game.board[1] == 0:
            game.result = DRAWN


@kernel(VOID, GAME_T, RULES_T, RULES_T, INT, INT)
def deal(game, rules, desk, viewer, seed):
    """Replace the opponent's hand by as many random cards, at the first places."""
    enemy = 1 - viewer
    kept = np.int64(game.random)
    reseed(game, seed, 1)
    n = n_bits(np.int64(game.hand[enemy]))
    game.hand[enemy] = (1 << n) - 1
    for i in range(n):
        game.hand_attack[enemy, i] = 1 + below(game, np.int64(rules.max_value))
        game.hand_health[enemy, i] = 1 + below(game, np.int64(rules.max_value))
    game.random = kept


@kernel(FLOAT, GAME_T, INT)
def _material(game, side):
    """Health, and attack and health of the cards on the board and in the hand."""
    total = np.float64(game.health[side])
    for i in range(N_PLACES):
        if (game.board[side] >> i) & 1:
            total += game.board_attack[side, i] + game.board_health[side, i]
        if (game.hand[side] >> i) & 1:
            total += game.hand_attack[side, i] + game.hand_health[side, i]
    return total


@kernel(FLOAT, GAME_T, RULES_T, RULES_T)
def evaluate(game, rules, desk):
    """The first player's share of a win, by the difference of material."""
    return 0.5 + 0.5 * np.tanh((_material(game, 0) - _material(game, 1)) / _SCALE)

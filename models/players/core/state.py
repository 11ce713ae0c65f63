"""The records of the players: how one plays, what a search needs, and what a game yields."""

import numpy as np
from numba import from_dtype

from engine.core.enums import MAX_BOARD, MAX_DECK, MAX_HAND
from engine.core.jit import record
from engine.core.state import GAME, OPTIONS, VM
from models.settings.outcomes import COUNTED
from models.tree_search.core.state import SETTINGS, TREE

MAX_WIDTH = 64
MAX_DEPTH = 32
N_ENTRIES = 1 << 16  # of the table of digests
N_KNOWN = 1 << 10  # scores of the network kept at a time
MAX_SEEN = 4096
MAX_ACTIONS = 8192  # of one game; a longer one counts as failed
N_INPUTS, N_FIRST, N_SECOND = 15, 5, 4  # layers of the player's network

N_VALUE_FIRST, N_VALUE_SECOND = 64, 32  # neurons of the value network
MAX_FEATURES = 524  # of a state, as the value network sees it; real states have about 50

AGGRO, CONTROL, MIDRANGE, RAMP, FATIGUE, HEARTHSIM, NETWORK, VALUE = range(8)
SCORERS = ("aggro", "control", "midrange", "ramp", "fatigue", "hearthsim", "network", "value")
BEAM, ONE_TURN, RANDOM, MCTS, PI_MCTS, IS_MCTS, TWO_PLY = range(7)
#: Names of the search players, in the order of their numbers.
SEARCHES = ("beam", "one-turn", "random", "mcts", "pi-mcts", "is-mcts", "two-ply")

# The weights of HearthSim's scorer, in the order of `STRATEGY.weights`; those of the opponent's
# things begin with `wt_`. The last two are what any minion and any card in hand is worth more.
WEIGHTS = (
    "w_a", "w_h", "w_taunt", "w_divine_shield", "w_num_minions", "w_health", "w_weapon",
    "wt_a", "wt_h", "wt_divine_shield", "wt_num_minions", "wt_health", "wt_weapon",
    "w_mana", "w_sd_mult", "w_sd_add", "w_charge", "minion_extra", "card_extra",
)  # fmt: skip
PER_POINT = 10_000  # its scores are whole numbers: ten-thousandths

MAX_PLANS = 32  # that a two-ply search looks beyond
MAX_NODES = 1 << 20  # states of one search of the one-turn player
MAX_CHANCES = 3  # random outcomes inside random outcomes
N_MELEES = 1 << 16  # states of plain attacks in its table
MAX_OUTCOMES = 40  # of one random action

STRATEGY = record(
    ("scorer", "u1"),
    ("depth", "u1"),  # actions of a plan, its end of turn included
    ("width", "u1"),  # unfinished states kept per level
    ("replan_on_random", "u1"),  # 1: drop the plan after an action with a random outcome
    ("replan_on_rejection", "u1"),  # 1: drop the plan if one of its actions is not legal
    ("replan_on_news", "u1"),  # 1: drop the plan when a card was drawn or a secret revealed
    ("keep_expensive", "u1"),  # 1: the mulligan keeps what costs more than 3, else the rest
    ("n_chosen", "u1"),  # cards whose mulligan is chosen, whatever they cost
    ("chosen", "u2", (MAX_DECK,)),  # their rows
    ("is_kept", "u1", (MAX_DECK,)),  # 1: it is kept, 0: replaced
    ("rightmost_only", "u1"),  # 1: minions are played at the right end only
    ("blind", "u1"),  # 1: what the player can't see is dealt anew for every search
    ("search", "u1"),  # number of the search player
    ("as_in_2014", "u1"),  # 1: the one-turn player has the habits of HearthSim of July 2014
    ("chances", "u1"),  # random actions in a row whose outcomes it plans on from
    ("samples", "u1"),  # outcomes that it tries of an action with several random draws
    ("plans", "u1"),  # of a two-ply search: plans that it looks beyond
    ("replies", "u1"),  # deals in which it plays the opponent's turn
    ("reply_depth", "u1"),  # depth and width of the opponent's beam
    ("max_nodes", "i8"),  # states of one of its searches
    ("weights", "i8", (len(WEIGHTS),)),  # of HearthSim's scorer, times PER_POINT
    ("squash", "f8"),  # points gained that a tree search counts as worth 0.73
    ("tree", SETTINGS),  # of a tree search
    ("mixups", "f8"),  # share of states that get the score of another state of the game
    ("first", "f8", (N_INPUTS, N_FIRST)),  # weights of the network, by input and output
    ("second", "f8", (N_FIRST, N_SECOND)),
    ("third", "f8", (N_SECOND,)),
    ("first_bias", "f8", (N_FIRST,)),
    ("second_bias", "f8", (N_SECOND,)),
    ("third_bias", "f8"),
    ("slack", "f8"),  # bound of the error of its nearly exact output; see `network_score`
    ("reply_width", "i8"),
    ("static", "f8"),  # share of a plan's own score beside the mean after replies
    ("value_at", "i8"),  # address of the value network's floats; see `core.value`
)

# Where `values` of a SIGHT has what. Each stands for two values, OWN and THEIRS, of the player who
# looks and of the opponent, but COST, of the hand, and PRICED: cards in hand whose cost depends on
# the state. The network's inputs come first, in their order.
HEALTH, HERO_ATTACK, COST, HAND, DECK, ATTACK, MINION_HEALTH, TAUNTS = 0, 2, 4, 5, 7, 9, 11, 13
MINIONS, PRICED = 15, 17
OWN, THEIRS = 0, 1
N_SEEN = 18
SIGHT = record(("values", "i4", (N_SEEN,)))  # what the scorers see of a state

KNOWN = record(  # a score of the network and what it was computed from
    ("search", "i8"),
    ("points", "i8"),
    ("inputs", "i4", (N_INPUTS,)),
    ("pad", "u4"),
)

VALUE_SIGHT = record(  # what the value network sees of a state
    ("n", "i8"),
    ("rows", "i4", (MAX_FEATURES,)),  # its features
    ("first", "f4", (N_VALUE_FIRST,)),  # scratch: its first layer
)

NEURONS = record(  # what a search's scorers remember
    ("sight", SIGHT),  # of the state that is scored
    ("first", "f8", (N_FIRST,)),
    ("second", "f8", (N_SECOND,)),
    ("search", "i8"),  # number of the search: scores of earlier ones do not count
    ("known", KNOWN, (N_KNOWN,)),
    ("value", VALUE_SIGHT),
)

HIDDEN = record(  # the cards of one side that its opponent can't see
    ("n", "u4"),
    ("pad", "u4"),
    ("entities", "u1", (128,)),
    ("cards", "u2", (128,)),
)

ENTRY = record(("digest", "u8"), ("level", "i8"))

ROW = record(  # how a state of a beam came about; its game is in the same place of `games`
    ("sight", SIGHT),  # what the scorer sees of it
    ("digest", "u8"),  # of its game, 0 if not yet known
    ("action", "i8"),
    ("number", "i8"),  # of the state, in its search
    ("parent", "u4"),  # the row in which the action was played
    ("unplayed", "u1"),  # 1: the game is not there yet
    ("plain", "u1"),  # 1: what the scorer sees was foreseen
    ("keeps", "u1"),  # 1: the action took no minion off the own board
    ("pad", "u1"),
    ("path", "i8", (MAX_DEPTH,)),  # all actions that led to it
)

BEAM_MEMORY = record(
    # --- two beams: places 0 to width - 1 of `places` and `scores` are sorted, best first ---
    ("now", "u4"),  # which of them is expanded; the other one is filled
    ("n_now", "u4"),
    ("n_next", "u4"),
    ("spare", "u4"),  # the row that the next child takes
    ("places", "u4", (2, MAX_WIDTH)),  # rows
    ("scores", "i8", (2, MAX_WIDTH)),
    ("rows", ROW, (2 * MAX_WIDTH + 1,)),
    ("games", GAME, (2 * MAX_WIDTH + 1,)),
    # --- the last action tried ---
    ("points", "i8"),  # score of the state it led to
    ("told", "i8"),  # the action without its place, if the place does not matter; else -1
    ("plain", "u4"),  # as in ROW
    ("keeps", "u4"),
    # --- digests of the level, for mix-ups ---
    ("n_levels", "i8"),  # levels of all searches so far: stamps the entries
    ("mask", "i8"),
    ("n_digests", "i8"),
    ("entries", ENTRY, (N_ENTRIES,)),
)

TREE_DESK = record(  # what the game's kernels of a tree search work with
    ("side", "i8"),  # who searches
    ("failed", "i8"),  # 1: the engine ran out of room
    ("present", "i8"),  # score of the state in which it searches
    ("strategy", STRATEGY),  # of who searches
    ("options", OPTIONS),
    ("neurons", NEURONS),
    ("hidden", HIDDEN),
    ("vm", VM),
)

TREE_MEMORY = record(
    ("world", GAME),  # with the hidden cards dealt
    ("state", GAME),  # of a simulation
    ("desk", TREE_DESK),
    ("tree", TREE),
)

STACKED = record(  # a state on the stack of the one-turn player; its game is in `games`
    ("action", "i8"),  # that led to it
    ("key", "u8"),  # by which it is recognised
    ("best", "i8"),  # the best value found below it
    ("bonus", "i8"),  # of stops on the way to it
    ("level", "u4"),  # random actions on the way to it
    ("next", "u4"),  # the next of its actions to try
    ("length", "u4"),  # actions that led to it
    ("stop", "u4"),  # how many of them up to the first draw, 0 without one
    ("no_cards", "u4"),  # 1: no card is played any more
    ("pad", "u4"),
    ("actions", OPTIONS),
)

CHANCE = record(  # a random action whose outcomes are tried
    ("action", "i8"),
    ("bonus", "i8"),
    ("n", "u4"),
    ("next", "u4"),
    ("share", "f8"),  # of the outcomes before `next`
    ("total", "f8"),  # of their shares times values
    ("shares", "f8", (MAX_OUTCOMES,)),
    ("keys", "u8", (MAX_OUTCOMES,)),
    ("games", GAME, (MAX_OUTCOMES,)),
)

KNOWN_VALUE = record(("key", "u8"), ("search", "i8"), ("value", "i8"))

FIGHTER = record(  # a minion in a turn of plain attacks
    ("attack", "i2"),
    ("health", "i2"),
    ("taunt", "u1"),
    ("shield", "u1"),
    ("ready", "u1"),
    ("entity", "u1"),
)

MELEE = record(  # a state of plain attacks: the minions from the left
    ("n_own", "u4"),
    ("n_theirs", "u4"),
    ("attacker", "u4"),  # the pair tried last
    ("defender", "u4"),
    ("key", "u8"),
    ("own", FIGHTER, (MAX_BOARD,)),
    ("theirs", FIGHTER, (MAX_BOARD,)),
    ("best", "i8", (MAX_BOARD + 1,)),  # value of the minions, with at most i own ones in the end
    ("face", "i8"),  # the most damage to the opponent's hero
)

KNOWN_MELEE = record(
    ("key", "u8"),
    ("search", "i8"),
    ("best", "i8", (MAX_BOARD + 1,)),
    ("face", "i8"),
)

PURSE = record(  # the cards of a plain turn, and what each set of them costs and is worth
    ("n", "u4"),
    ("pad", "u4"),
    ("entities", "i8", (MAX_HAND,)),  # from the left
    ("costs", "i8", (MAX_HAND,)),  # -1: a coin
    ("values", "i8", (MAX_HAND,)),  # what the score gains
    ("set_costs", "i8", (1 << MAX_HAND,)),
    ("set_values", "i8", (1 << MAX_HAND,)),
    ("set_minions", "i8", (1 << MAX_HAND,)),
)

ONE_TURN_MEMORY = record(
    ("n_searches", "i8"),  # of all so far: stamps `known`
    ("limit", "i8"),  # states after which this pass stops
    ("width", "i8"),  # actions that this pass tries in a state
    ("mask", "i8"),
    ("n_stacked", "u4"),
    ("level", "u4"),  # of the state on top of the stack
    ("by_place", "u4"),  # 1: something asks where minions stand
    ("stopped", "u4"),  # 1: the pass has reached its limit
    ("deck_value", "i8"),  # HearthSim's value of a card of the own deck, mean
    ("best_bonus", "i8"),  # of the best plan
    ("stack", STACKED, (MAX_DEPTH + 1,)),
    ("games", GAME, (MAX_DEPTH + 2,)),  # the last one is scratch
    ("chances", CHANCE, (MAX_CHANCES + 1,)),
    ("known", KNOWN_VALUE, (2 * MAX_NODES,)),
    # --- plain turns ---
    ("melees", MELEE, (MAX_BOARD + 2,)),
    ("now", MELEE),  # where the plan has got to
    ("then", MELEE),  # after an attack more
    ("purse", PURSE),
    ("melee_mask", "i8"),
    ("n_melees", "i8"),  # of all searches so far: stamps `known_melees`
    ("n_known_melees", "i8"),
    ("known_melees", KNOWN_MELEE, (N_MELEES,)),
)

SOLUTION = record(  # a plan for a whole turn
    ("points", "i8"),
    ("length", "i8"),
    ("plan", "i8", (MAX_DEPTH,)),
    ("game", GAME),  # after it
)

TWO_PLY_MEMORY = record(
    ("first", "i8"),  # where the solutions of this beam are
    ("n_wanted", "i8"),  # how many a beam keeps; 0 in all other searches
    ("n_kept", "i8"),
    ("strategy", STRATEGY),  # of the opponent
    ("solutions", SOLUTION, (MAX_PLANS + 1,)),  # best first; the last one is a reply
)

SEARCH = record(
    # --- the answer ---
    ("best", "i8"),  # score of the best plan
    ("n_plan", "u4"),  # its actions; 0 if there is none
    ("failed", "u4"),  # 1: the engine or the search player ran out of room
    ("capped", "i8"),  # 1: the search stopped at its limit of states
    ("plan", "i8", (MAX_DEPTH,)),
    # --- counters ---
    ("n_nodes", "i8"),  # states of this search
    ("all_nodes", "i8"),  # states of all searches so far
    # --- what all search players use ---
    ("fresh", "i8"),  # random stream of the last state played, before its action
    ("root", GAME),  # the game as the player sees it
    ("options", OPTIONS),
    ("neurons", NEURONS),
    ("hidden", HIDDEN),
    ("seen", "i8", (MAX_SEEN,)),  # the last scores of this game, for mix-ups
    ("n_seen", "i8"),
    # --- the memory of each; pages that are never touched cost nothing ---
    ("beam", BEAM_MEMORY),
    ("trees", TREE_MEMORY),
    ("one_turn", ONE_TURN_MEMORY),
    ("two_ply", TWO_PLY_MEMORY),
)

PLAYED_GAME = record(
    # --- the game to play ---
    ("evaluation", "i8"),
    ("game", "u4"),
    ("deck", "u4"),
    ("seed_a", "i8"),  # 32 bits each
    ("seed_b", "i8"),
    ("opponent", "u4"),
    ("player", "u4"),  # which of the evaluated players plays the deck
    # --- what came of it ---
    ("attempts", "u4"),  # more than 1 if games failed and were played again
    ("result", "u1"),
    ("error", "u1"),  # of the last failed attempt
    ("pad", "u2"),
    *((field, "i8") for field in COUNTED),  # of the first player
    ("n_actions", "i8"),  # of both players
    ("n_nodes", "i8", (2,)),  # states that each player's searches tried
    ("n_searches", "i8", (2,)),  # of each player
    ("n_capped", "i8", (2,)),  # of these, how many stopped at their limit of states
)

NEVER = -1
CARD_GAME = record(  # what became of one side's cards in a game, by their places in the deck's list
    ("drawn", "i2", (MAX_DECK,)),  # own turn of the first draw, 0 before the first one, or NEVER
    ("played", "i2", (MAX_DECK,)),  # own turn in which it was first played, or NEVER
    ("offered", "u1", (MAX_DECK,)),  # its place in the hand before the mulligan, from 1; 0: none
    ("replaced", "u1", (MAX_DECK,)),  # 1: the mulligan replaced it
    ("depth", "u1", (MAX_DECK,)),  # its place in the deck after the mulligan, 1 on top; 0: none
    ("held", "u1", (MAX_DECK,)),  # 1: it was in the hand when the game ended
)

DESK = record(  # the memory of one thread that plays games
    ("game", GAME),
    ("search", SEARCH),
    ("actions", "i8", (MAX_ACTIONS,)),  # played in this game
    ("n_actions", "u4"),
    ("n_searches", "u4"),
    ("vm", VM),
    ("watched", "u4"),  # the side whose cards are followed, plus 1; 0: neither
    ("n_cards", "u4"),  # of that side's deck
    ("first_card", "i8"),  # its first entity; the others follow in the order of the list
    ("cards", CARD_GAME),
)

# NumPy forgets the alignment of nested records: every one must fill whole 64-bit words, except VM,
# whose words have 32 bits at most.
_RECORDS = [each for each in list(globals().values()) if isinstance(each, np.dtype)]
assert all(each.itemsize % 8 == 0 for each in _RECORDS if each is not VM)

STRATEGY_T = from_dtype(STRATEGY)
SIGHT_T = from_dtype(SIGHT)
VALUE_SIGHT_T = from_dtype(VALUE_SIGHT)
NEURONS_T = from_dtype(NEURONS)
HIDDEN_T = from_dtype(HIDDEN)
BEAM_MEMORY_T = from_dtype(BEAM_MEMORY)
TREE_DESK_T = from_dtype(TREE_DESK)
ONE_TURN_MEMORY_T = from_dtype(ONE_TURN_MEMORY)
STACKED_T = from_dtype(STACKED)
MELEE_T = from_dtype(MELEE)
FIGHTER_T = from_dtype(FIGHTER)
SEARCH_T = from_dtype(SEARCH)
PLAYED_GAME_T = from_dtype(PLAYED_GAME)
CARD_GAME_T = from_dtype(CARD_GAME)
DESK_T = from_dtype(DESK)


def new_desk() -> np.record:
    """The memory of one thread; pages that a narrow search never touches cost nothing."""
    return np.zeros(1, DESK)[0]

"""The records of a tree search: its settings, and the tree with the statistics of its root."""

from numba import from_dtype

from engine.core.jit import record

MAX_NODES = 1 << 18  # of one tree; a simulation adds at most one
N_ENTRIES = 1 << 20  # of the hash table, which is kept at most one quarter full
MAX_OPTIONS = 2048
ROOT, NONE = 0, -1  # numbers of nodes

METHODS = ("mcts", "pi-mcts", "is-mcts")
MCTS, PI_MCTS, IS_MCTS = range(3)
ROLLOUTS = ("end", "turn", "actions")  # where a rollout stops
_, TO_TURN_END, TO_ACTIONS = range(3)

SETTINGS = record(
    ("method", "i8"),
    ("simulations", "i8"),  # of one decision, over all its trees
    ("steps", "i8"),  # actions of one decision, rollouts included; 0: any number
    ("determinisations", "i8"),  # trees of PI-MCTS
    ("availability", "i8"),  # 1: a child's exploration counts the passes in which it was legal
    ("rollout", "i8"),
    ("rollout_actions", "i8"),  # of a rollout that stops after a number of actions
    ("uct_c", "f8"),
    ("widening_c", "f8"),  # of progressive widening; 0: off
    ("widening_alpha", "f8"),
)

NODE = record(  # 32 bytes, so that two share a line of the processor's cache
    ("total", "f8"),  # sum of rewards in the view of `mover`, each 0 to 1
    ("name", "i8"),  # of the action that led here
    ("visits", "i4"),
    ("available", "i4"),  # passes through the parent in which the action was legal
    ("parent", "i4"),
    ("mover", "i4"),  # who chose the action
)

ENTRY = record(("stamp", "i4"), ("child", "i4"))  # of another tree if the stamp differs

TREE = record(
    # --- the last decision ---
    ("n_root", "i8"),  # different actions at the root, listed in the order of the game
    ("root_actions", "i8", (MAX_OPTIONS,)),
    ("root_names", "i8", (MAX_OPTIONS,)),
    ("root_visits", "i8", (MAX_OPTIONS,)),  # over all trees of the decision
    ("root_totals", "f8", (MAX_OPTIONS,)),
    ("n_simulations", "i8"),
    ("n_steps", "i8"),
    ("n_trees", "i8"),
    ("viewer", "i8"),  # who decides
    # --- the options of the state at hand, filled in by the game ---
    ("actions", "i8", (MAX_OPTIONS,)),
    ("names", "i8", (MAX_OPTIONS,)),
    ("n_options", "i8"),
    # --- the tree ---
    ("random", "i8"),  # state of the search's own random stream, 32 bits
    ("n_nodes", "i8"),
    ("child", "i8"),  # the child last selected, NONE if it has no node yet
    ("mask", "i8"),  # entries of the table in use, less one
    ("stamp", "i8"),  # number of the tree
    ("nodes", NODE, (MAX_NODES,)),
    ("entries", ENTRY, (N_ENTRIES,)),
)

# NumPy forgets the alignment of nested records: every one must fill whole 64-bit words.
assert all(nested.itemsize % 8 == 0 for nested in (SETTINGS, NODE, ENTRY))

SETTINGS_T = from_dtype(SETTINGS)
TREE_T = from_dtype(TREE)

"""What a surrogate can predict: columns of evaluated decks. Light to import."""

from typing import Literal, get_args

#: In the order of the paper's program, which speaks of a number of wins in 200 games.
Target = Literal[
    "win_rate",
    "objective",
    "damage_done",
    "turns",
    "cards_drawn",
    "hand_size",
    "mana_spent",
    "mana_wasted",
    "deck_mana_sum",
    "deck_mana_variance",
    "n_minions",
    "n_spells",
]
TARGETS: tuple[str, ...] = get_args(Target)

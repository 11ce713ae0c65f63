"""Compiles cards to the tables that the kernels read, and rejects cards that make no sense.

In reading order:

- `cards`: the words of a card, sorted, and its row in each table; `compile_cards` compiles all
- `programs`: effects -> programs, consecutive rows of the table of effects; which row all has
"""

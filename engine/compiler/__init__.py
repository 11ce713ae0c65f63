"""Compiles cards to the tables that the kernels read, and rejects cards that make no sense.

In reading order:

- `cards`: one card -> its row in each table; `compile_cards` compiles all of them
- `text_parts`: the words of a card, sorted by the part of its text they belong to
- `programs`: effects -> programs, consecutive rows of the table of effects
- `table_rows`: the tables while they are written, and which row everything has
"""

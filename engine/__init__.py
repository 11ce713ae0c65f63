"""The game: Hearthstone's rules over arrays, with NumPy and Numba only.

In reading order:

- `card_data`, `history`, `new_cards`, `patches`, `formats`, `deck_rules`, `deck_text`, `pools`:
  cards, decks and pools as data; they load no rules and compile nothing. `decks` re-exports their
  public names
- `dsl`, `cards`: the card language, and the cards written in it; `card_lines` reads lines of
  strangers
- `compiler`, `rules`: from cards to the integer tables that the kernels read
- `card_sets`: extra cards beside a build's
- `core`: the rules, compiled
- `game`: a game from Python; `player_handle` and `card_handle` are its players and
  cards, `illegal` the rule that forbids an action
- `view`: games, cards and compiled texts as text
- `random_play`, `probe`: random games and their statistics
- `threads`: work on many games by several threads
- `input_files`: files that users give, read with limits
- `data/`: the card data as CSV files, with their sources; `build_card_data` makes them
"""


class UserError(Exception):
    """What wrong input or the machine causes; the message says what to change. Others are bugs."""

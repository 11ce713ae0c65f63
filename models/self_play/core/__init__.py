"""Compiled: deck building and battles of many games, one decision at a time.

- `records`: a place of the batch, its settings, the cards to build with
- `pointing`: a legal action as up to four choices among what is on the table
- `building`: picks of cards, with what may still be picked
- `stepping`: one decision in each of many games
"""

from engine.core.jit import kernels
from models.environments.core import entry as environments

kernel, entry = kernels(__file__, on=[environments])

"""Cards of Goblins vs Gnomes, Neutral, in order of their ids."""

from engine.dsl import *

CARDS: list = []

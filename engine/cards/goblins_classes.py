"""Cards of Goblins vs Gnomes, of all classes, in order of their ids."""

from engine.dsl import *

CARDS: list = []

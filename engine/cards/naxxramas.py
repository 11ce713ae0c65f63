"""Cards of Curse of Naxxramas, of Neutral and of all classes, in order of their ids."""

from engine.dsl import *

CARDS: list = []

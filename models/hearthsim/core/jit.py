"""The decorators of HearthSim's kernels: their cache is keyed by this folder and the players'."""

from pathlib import Path

from engine.core.jit import kernels
from models.players.core import FOLDERS

kernel, entry = kernels(*FOLDERS, Path(__file__).parent)

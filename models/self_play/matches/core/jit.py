"""The decorators of this folder's kernels; the cache is keyed by it and all that it builds on."""

from engine.core.jit import kernels
from models.self_play.matches.core import FOLDERS

kernel, entry = kernels(*FOLDERS)

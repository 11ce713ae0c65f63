"""The decorators of this folder's kernels; the cache is keyed by it and `engine/core`."""

from engine.core.jit import kernels
from models.tree_search.core import FOLDER

kernel, entry = kernels(FOLDER)

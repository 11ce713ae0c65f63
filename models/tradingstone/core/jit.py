"""The decorators of this folder's kernels; the cache is keyed by it and by the tree search's."""

from engine.core.jit import kernels
from models.tradingstone.core import FOLDERS

kernel, entry = kernels(*FOLDERS)

"""The decorators of this folder's kernels; the cache is keyed by it and `engine/core`."""

from pathlib import Path

from engine.core.jit import kernels

kernel, entry = kernels(Path(__file__).parent)

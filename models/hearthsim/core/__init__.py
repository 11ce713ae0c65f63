"""Compiled: games as in HearthSim.

- `jit`: how the kernels compile
- `game_loop`: one game without mulligan, and its course
"""

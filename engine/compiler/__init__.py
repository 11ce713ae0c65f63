"""Compiles cards to the tables that the kernels read, and refuses what means nothing."""

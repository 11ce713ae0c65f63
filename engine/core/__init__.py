"""Everything that is compiled, or that compiled code freezes: kernels, records, constants."""


class CacheError(OSError):
    """The directory for compiled code cannot be written; the message names it and the remedy."""

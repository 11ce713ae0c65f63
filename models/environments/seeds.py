"""Seeds of environments, checked."""

MAX_SEED = 2**48 - 1


def check_seed(seed: int) -> int:
    """Returns the seed, or raises a `ValueError` if it is out of range."""
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed {seed}: use a number from 0 to {MAX_SEED}")
    return seed

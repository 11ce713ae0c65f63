import pytest

from models.environments.seeds import MAX_SEED, check_seed


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seeds_have_a_range(seed):
    with pytest.raises(ValueError, match=f"seed {seed}: use a number from 0 to"):
        check_seed(seed)

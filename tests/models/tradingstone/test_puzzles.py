from models.tradingstone.puzzles import new_puzzle


def test_equal_seeds_give_equal_puzzles():
    first, again, other = (new_puzzle(seed).tobytes() for seed in (1, 1, 2))
    assert first == again != other

"""The division of rows into new and existing files."""

from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.problems.rows import Rows
from tasks.run_loop.evaluation import divided
from tasks.storage.files import Pieces, StoreError


def rows(start: int, stop: int, n_games: int = 2) -> Rows:
    ids = np.arange(start, stop)
    return Rows(ids, np.zeros((len(ids), 3), np.int8), n_games, 1)


def files(folder, there: dict[int, range | list[int]]) -> Pieces[int]:
    """Files of results by number, with the evaluation numbers that each holds."""
    pieces = Pieces(folder)
    for number, ids in there.items():
        pieces.write(number, pl.DataFrame({"evaluation": list(ids)}))
    return pieces


def plan(chunks, there) -> list[tuple[int, list[int], bool]]:
    """Each chunk: its number, its rows, and whether it has a file."""
    missing = there.missing(chunks)
    return [(number, each.ids.tolist(), number not in missing) for number, each in chunks.items()]


def test_rows_without_results_are_divided_by_games(tmp_path):
    none = files(tmp_path, {})
    found = divided(rows(7, 12), none, chunk_games=4, first=3)
    assert plan(found, none) == [(3, [7, 8], False), (4, [9, 10], False), (5, [11], False)]
    found = divided(rows(0, 5), none, chunk_games=1_000)
    assert plan(found, none) == [(0, [0, 1, 2, 3, 4], False)]
    assert len(divided(rows(0, 5), none, chunk_games=1)) == 5


def test_files_of_another_size_are_kept_and_the_rest_is_played(tmp_path):
    there = files(tmp_path, {0: range(3), 1: range(3, 6)})
    chunks = [(0, [0, 1, 2], True), (1, [3, 4, 5], True), (2, [6, 7], False), (3, [8, 9], False)]
    assert plan(divided(rows(0, 10), there, chunk_games=4), there) == chunks


def test_a_deleted_file_is_filled_in_its_place_whatever_the_size(tmp_path):
    there = files(tmp_path, {0: range(3), 2: range(6, 9), 3: range(9, 12)})
    for chunk_games in (1, 6, 100):
        found = divided(rows(0, 9), there, chunk_games)
        assert plan(found, there)[1] == (1, [3, 4, 5], False)
        assert list(found) == [0, 1, 2]


def test_the_next_iterations_file_is_left_alone(tmp_path):
    there = files(tmp_path, {0: range(3), 2: range(5, 8)})
    found = divided(rows(0, 5), there, 100)
    assert plan(found, there) == [(0, [0, 1, 2], True), (1, [3, 4], False)]


def test_finalists_are_in_any_order(tmp_path):
    order = Rows(np.array([9, 2, 5]), np.zeros((3, 1)), 2, 1)
    there = files(tmp_path, {1: [5]})
    found = divided(order, there, chunk_games=100)
    assert plan(found, there) == [(0, [9, 2], False), (1, [5], True)]


def test_a_file_where_rows_belong_that_it_does_not_hold_is_named(tmp_path):
    with pytest.raises(StoreError, match=r"00001\.parquet: has other rows .* delete this file"):
        divided(rows(0, 9), files(tmp_path, {0: range(3), 1: range(20, 23)}), 100)


@settings(deadline=None, max_examples=50)
@given(
    cuts=st.sets(st.integers(1, 29)),
    kept=st.sets(st.integers(0, 30)),
    chunk_games=st.integers(1, 80),
)
def test_every_row_is_in_one_chunk_in_order(tmp_path_factory, cuts, kept, chunk_games):
    ends = [0, *sorted(cuts), 30]
    parts = [range(start, stop) for start, stop in pairwise(ends)]
    there = {number: ids for number, ids in enumerate(parts) if number in kept}
    pieces = files(tmp_path_factory.mktemp("run"), there)
    found = divided(rows(0, 30), pieces, chunk_games)
    assert [each for part in found.values() for each in part.ids] == list(range(30))
    assert list(found) == sorted(found)
    assert set(found) - set(pieces.missing(found)) == set(there)

import polars as pl
import pytest

from tasks.storage.files import Pieces, StoreError, read_json

TABLE = pl.DataFrame({"a": [1, 2]})


def test_pieces_that_have_a_file_are_not_missing(tmp_path):
    pieces = Pieces(tmp_path / "games", "-".join)
    keys = [("a", "b"), ("b", "a"), ("b", "b")]
    assert pieces.missing(keys) == keys
    pieces.write(keys[1], TABLE)
    assert pieces.path(keys[1]) == tmp_path / "games" / "b-a.parquet"
    assert pieces.missing(keys) == [keys[0], keys[2]]
    found = pieces.found(keys)
    assert list(found) == [keys[1]]
    assert found[keys[1]].equals(TABLE)
    pieces.fill(keys[0], lambda: TABLE[:1])
    pieces.fill(keys[1], lambda: TABLE[:1])
    assert [each.height for each in pieces.found(keys).values()] == [1, 2]


def test_a_damaged_piece_is_named(tmp_path):
    pieces = Pieces(tmp_path)
    pieces.write(3, TABLE)
    data = pieces.path(3).read_bytes()
    pieces.path(3).write_bytes(data[:-9])
    with pytest.raises(StoreError, match=r"00003\.parquet: damaged file .* computed again"):
        pieces.found(range(5))


def test_what_cannot_be_read_is_not_called_damaged(tmp_path):
    with pytest.raises(StoreError, match=r"cannot be read \(Is a directory\)$"):
        read_json(tmp_path)


def test_numbered_pieces_of_several_kinds_share_a_folder(tmp_path):
    kinds = ("chunk-", "fresh-", "")
    chunks, fresh, plain = (Pieces(tmp_path, f"{kind}{{:05d}}".format) for kind in kinds)
    for number in (2, 0, 100_000):
        chunks.write(number, TABLE)
    fresh.write(1, TABLE)
    plain.write(7, TABLE)
    for name in ("chunk-1.parquet", "chunk-00003.json", "other.parquet", ".chunk-00004.parquet"):
        (tmp_path / name).touch()
    assert [each.numbers() for each in (chunks, fresh, plain)] == [[0, 2, 100_000], [1], [7]]
    assert Pieces(tmp_path / "none").numbers() == []


def test_a_gap_is_named(tmp_path):
    pieces = Pieces(tmp_path)
    assert pieces.files() == []
    for number in (0, 1, 3):
        pieces.write(number, TABLE)
    with pytest.raises(StoreError, match=r"00002\.parquet: this table is missing; run the same"):
        pieces.files()
    pieces.write(2, TABLE)
    assert pieces.files(8) == [pieces.path(number) for number in range(4)]
    with pytest.raises(StoreError, match=r"00004\.parquet: this table is missing"):
        pieces.files(9)

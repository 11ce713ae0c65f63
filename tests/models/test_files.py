"""Files of arrays that are damaged, and files that are written whole or not at all."""

import io
import os
import resource
import subprocess
import zipfile

import numpy as np
import pytest
from numpy.lib import format as npy

from models.files import ArrayFileError, load_arrays, remove_abandoned, replace_file

ARRAYS = {
    "matrix": np.arange(12.0).reshape(3, 4),
    "fortran": np.asfortranarray(np.arange(6).reshape(2, 3)),
    "empty": np.zeros((0, 5), np.float32),
    "number": np.array(3),
    "text": np.array("Wisp"),
    "record": np.zeros(2, [("a", "i4"), ("b", "f8", 3)]),
}


def archive_of(path, name, content):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return path


def header(shape, descr="<f8"):
    out = io.BytesIO()
    npy.write_array_header_1_0(out, {"descr": descr, "fortran_order": False, "shape": shape})
    return out.getvalue()


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_arrays_are_those_that_numpy_reads(tmp_path, save):
    save(tmp_path / "a.npz", **ARRAYS)
    found = load_arrays(tmp_path / "a.npz")
    assert list(found) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)
        assert found[name].flags.writeable


def test_bytes_after_an_array_are_refused(tmp_path):
    path = archive_of(tmp_path / "a.npz", "a.npy", header((1,)) + bytes(9))
    with pytest.raises(ArrayFileError, match=r"a.npy has another size than its header says"):
        load_arrays(path)


def test_a_header_that_claims_ten_terabytes_is_refused_without_the_memory(tmp_path):
    path = archive_of(tmp_path / "a.npz", "a.npy", header((10**12 + 250,)) + b"12345678")
    with pytest.raises(ArrayFileError):
        load_arrays(path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    path = archive_of(tmp_path / "b.npz", "a.npy", header((2**27,)) + b"12345678")
    with pytest.raises(ArrayFileError, match="expected"):
        load_arrays(path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 2**19  # KiB


def test_a_file_that_unpacks_to_gigabytes_is_refused_before_unpacking(tmp_path):
    with (
        zipfile.ZipFile(tmp_path / "a.npz", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("a.npy", "w", force_zip64=True) as member,
    ):
        member.write(header((300 << 17,)))
        for _ in range(300):
            member.write(bytes(1 << 20))
    with pytest.raises(ArrayFileError, match="bytes that unpack to 314,572,"):
        load_arrays(tmp_path / "a.npz")


def test_objects_are_refused(tmp_path):
    np.savez(tmp_path / "a.npz", a=np.array([{}], object))
    with pytest.raises(ArrayFileError, match="Object arrays"):
        load_arrays(tmp_path / "a.npz")


@pytest.mark.parametrize("content", [b"", b"text", b"\x93NUMPY\x01\x00\x02\x00((", header((-1,))])
def test_members_that_are_no_arrays_are_refused(tmp_path, content):
    with pytest.raises(ArrayFileError):
        load_arrays(archive_of(tmp_path / "a.npz", "a.npy", content))


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04", bytes(1000)])
def test_files_that_are_no_archives_are_refused(tmp_path, content):
    (tmp_path / "a.npz").write_bytes(content)
    with pytest.raises(ArrayFileError):
        load_arrays(tmp_path / "a.npz")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_pipe_or_a_folder_is_refused_at_once(tmp_path, make):
    make(tmp_path / "a.npz")
    with pytest.raises(ArrayFileError, match="not a regular file"):
        load_arrays(tmp_path / "a.npz")


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "new" / "file"
    for data in (b"first", b"second"):
        replace_file(path, data)
        assert path.read_bytes() == data
    assert [each.name for each in path.parent.iterdir()] == ["file"]


def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    replace_file(path, b"old")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        replace_file(path, b"new")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("file", b"old")]


def test_a_device_or_a_folder_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(OSError, match="it is a folder, a device or a pipe, not a file"):
            replace_file(path, b"new")
    assert not (tmp_path / "pipe").is_file()


def test_only_temporary_files_of_processes_that_ended_are_removed(tmp_path):
    ended = subprocess.Popen(["true"])
    ended.wait()
    names = [f".page.html.{process}.tmp" for process in (ended.pid, os.getpid())]
    for name in (*names, "page.html", ".notes.tmp"):
        (tmp_path / name).touch()
    remove_abandoned(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {names[1], "page.html", ".notes.tmp"}

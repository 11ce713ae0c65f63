"""Files that users give."""

import os

import pytest

from engine.input_files import parse_json, read_input, read_text


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "/dev/null"])
def test_a_device_is_refused_before_it_is_read(device):
    with pytest.raises(OSError, match="it is a device, not a file"):
        read_input(device)


def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * 11)
    with pytest.raises(OSError, match="it has over 10 bytes"):
        read_input(path, 10)
    assert read_input(path, 11) == b"x" * 11


def test_a_pipe_is_read(tmp_path):
    reading, writing = os.pipe()
    os.write(writing, b"2x Backstab")
    os.close(writing)
    assert read_text(f"/dev/fd/{reading}") == "2x Backstab"
    os.close(reading)


def test_a_byte_order_mark_is_not_part_of_the_text(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfWisp")
    assert read_text(tmp_path / "a") == "Wisp"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "", "nul", "9" * 5000])
def test_deep_or_broken_json_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"nested too deeply|line 1|4300 digits"):
        parse_json(text)

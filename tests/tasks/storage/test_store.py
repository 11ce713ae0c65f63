import ast
import errno
import json
import os
import resource
import subprocess
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tasks.storage import files, manifest, store
from tasks.storage.manifest import code_digest, digest_of, shows
from tasks.storage.store import StoreError, open_run
from tests.edits import edit_json
from tests.processes import ROOT

EXPERIMENT = {"name": "tiny", "search": {"n_games": 50, "measures": ["turns", "hand_size"]}}


def table(n_rows: int = 40) -> pl.DataFrame:
    generator = np.random.default_rng(0)
    return pl.DataFrame(
        {
            "evaluation": np.arange(n_rows),
            "solution": pl.Series(generator.integers(0, 3, (n_rows, 180), np.int8)),
            "objective": generator.normal(size=n_rows),
        }
    )


def start(path: Path, **changes) -> store.Run:
    arguments = {"experiment": EXPERIMENT, "seed": 1, "card_digest": "cards-1", **changes}
    return open_run(path, **arguments)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# Runs


def test_the_manifest_tells_what_was_run_by_what_and_how_it_ended(tmp_path):
    with start(tmp_path / "run", extras={"threads": 2}) as run:
        assert json.loads((run.path / "manifest.json").read_text())["status"] == "running"
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["experiment"] == EXPERIMENT
    assert (manifest["seed"], manifest["digests"]["cards"]) == (1, "cards-1")
    assert manifest["digests"]["code"] == code_digest()
    assert manifest["versions"]["numpy"] == np.__version__
    assert manifest["extras"] == {"threads": 2}
    assert manifest["status"] == "finished"
    assert manifest["started"] <= manifest["finished"]


def test_a_run_is_continued_with_its_files_and_its_start(tmp_path):
    with start(tmp_path / "run") as run:
        files.write_table(run.chunks.path(0), table())
    (run.path / "evaluations" / ".chunk-00001.parquet.1.tmp").touch()  # of a killed process
    with start(tmp_path / "run") as again:
        assert names(run.path / "evaluations") == ["chunk-00000.parquet"]
        assert again.is_finished
        assert again.manifest["started"] == run.manifest["started"]
        assert again.chunks.numbers() == [0]
        assert again.evaluations().equals(table())
    assert len(store.load_run(tmp_path / "run").manifest["resumes"]) == 1


def test_a_failed_run_says_why_and_can_be_continued(tmp_path):
    with pytest.raises(ZeroDivisionError), start(tmp_path / "run"):
        _ = 1 / 0
    manifest = store.load_run(tmp_path / "run").manifest
    assert manifest["status"] == "failed"
    assert manifest["note"] == "ZeroDivisionError: division by zero"
    with start(tmp_path / "run") as run:
        assert not run.is_finished


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"experiment": EXPERIMENT | {"search": {"n_games": 60}}}, "search.n_games: 50 there, 60"),
        ({"experiment": EXPERIMENT | {"extra": 1}}, 'extra: "absent" there, 1 now'),
        ({"seed": 2}, "seed: 1 there, 2 now"),
        ({"card_digest": "cards-2"}, "cards have changed .* another --out"),
        ({"card_digest": "cards-2", "resume_anyway": True}, "cards have changed"),
    ],
)
def test_another_configuration_seed_or_card_is_refused(tmp_path, changes, message):
    start(tmp_path / "run").close()
    before = (tmp_path / "run" / "manifest.json").read_bytes()
    with pytest.raises(StoreError, match=message):
        start(tmp_path / "run", **changes)
    assert (tmp_path / "run" / "manifest.json").read_bytes() == before


def test_changed_code_is_refused_unless_asked_for(tmp_path, monkeypatch):
    start(tmp_path / "run").close()
    monkeypatch.setattr(store, "code_digest", lambda: "0123456789abcdef")
    with pytest.raises(StoreError, match=r"code has changed .* --resume-anyway"):
        start(tmp_path / "run")
    with start(tmp_path / "run", resume_anyway=True) as run:
        pass
    assert store.load_run(run.path).manifest["resumes"][0]["code"] == "0123456789abcdef"


def test_another_format_version_is_refused(tmp_path):
    start(tmp_path / "run").close()
    edit_json(tmp_path / "run" / "manifest.json", format_version=0)
    for attempt in (start, store.load_run):
        with pytest.raises(StoreError, match="format version 0, this code reads version 1"):
            attempt(tmp_path / "run")


def test_a_damaged_manifest_is_named(tmp_path):
    start(tmp_path / "run").close()
    path = tmp_path / "run" / "manifest.json"
    files.write_json(path, files.read_json(path) | {"digests": {"code": "0123456789abcdef"}})
    for attempt in (start, store.load_run):
        with pytest.raises(StoreError, match=r"manifest.json: digests.cards missing"):
            attempt(tmp_path / "run")
    path.write_text('{"format": ')
    with pytest.raises(StoreError, match=r"manifest.json: damaged file .* another --out"):
        start(tmp_path / "run")


def test_the_code_digest_follows_code_and_facts_but_not_notes(tmp_path):
    (tmp_path / "engine").mkdir()
    digests = set()
    for name in ("a.py", "facts.csv", "weights.json"):
        (tmp_path / "engine" / name).write_text("1")
        digests.add(digest_of(tmp_path))
    (tmp_path / "engine" / "README.md").write_text("1")
    assert digest_of(tmp_path) in digests
    assert len(digests) == 3


def test_pages_reports_and_the_application_are_not_in_the_digest_of(tmp_path):
    names = ("tasks/reports/run.py", "flows/faces/app/page.py", "flows/studies/mesb/page.py")
    for name in (*names, "tasks/search/belief.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    digest = digest_of(tmp_path)
    for name in names:
        (tmp_path / name).write_text("2")
    assert digest_of(tmp_path) == digest
    (tmp_path / "tasks/search/belief.py").write_text("2")
    assert digest_of(tmp_path) != digest


def test_no_step_uses_code_that_is_not_in_the_digest():
    using = set()
    for folder in ("engine", "models", "tasks"):
        for path in (ROOT / folder).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if not shows(name) and any(map(shows, imports(path))):
                using.add(name)
    # They log in MLflow, which gives nothing back but the number of its run.
    logging = {"tasks/orchestration/crashes.py", "tasks/orchestration/flow_page.py"}
    assert using == logging | {"tasks/run_loop/live_run.py"}


def imports(path):
    """The files that a module may import, as paths from the root."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            place = node.module.replace(".", "/")
            yield from (f"{place}.py", *(f"{place}/{each.name}.py" for each in node.names))


def test_runs_are_found_in_a_folder_of_runs(tmp_path):
    for name in ("b", "a"):
        start(tmp_path / name).close()
    assert store.find_runs([tmp_path / "b", tmp_path]) == [tmp_path / "b", tmp_path / "a"]
    with pytest.raises(StoreError, match="no run here or below"):
        store.find_runs([tmp_path / "a" / "report"])
    start(tmp_path / "studies" / "one" / "c").close()
    (tmp_path / "play" / "game").mkdir(parents=True)
    (tmp_path / "play" / "game" / "manifest.json").write_text('{"format": "hearthlight-play"}')
    assert store.find_runs([tmp_path]) == [tmp_path / name for name in ("a", "b", "studies/one/c")]
    with pytest.raises(StoreError, match="no run here"):
        store.load_run(tmp_path)


# Locks


def test_the_manifest_names_the_commit(tmp_path):
    git = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    head = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    told = manifest.commit()
    assert head.startswith(told.removesuffix("-dirty")) if head else told == "unknown"
    assert start(tmp_path / "run").manifest["versions"] == manifest._versions()
    assert manifest._versions().keys() >= {"hearthlight", "python"}
    assert manifest.commit(ROOT / "tasks") == "unknown", "a folder of a repository is no clone"


def test_a_run_that_is_open_is_read_but_not_opened_again(tmp_path):
    with start(tmp_path / "run"):
        with pytest.raises(StoreError, match=f"process {os.getpid()} on"):
            start(tmp_path / "run")
        store.load_run(tmp_path / "run")
    start(tmp_path / "run").close()


def test_runs_are_found_at_any_level_and_links_are_not_followed(tmp_path):
    for name in ("one", "study/two", ".hidden/three", "a/b/c/d/e"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "manifest.json").write_text("{}")
    (tmp_path / "link").symlink_to(tmp_path / "one")
    (tmp_path / "one" / "inner").mkdir()
    (tmp_path / "one" / "inner" / "manifest.json").write_text("{}")
    assert store.run_names(tmp_path) == ["one", "study/two"]
    assert store.MAX_DEPTH < 5
    assert store.run_names(tmp_path / "nowhere") == []
    for name in ("study", "one/inner"):  # within a run, nothing else is
        (tmp_path / name / "other.json").write_text("{}")
    assert store.run_names(tmp_path, "other.json") == ["study"]


# Files


def test_a_table_comes_back_equal_and_equal_tables_have_equal_bytes(tmp_path):
    first, second = tmp_path / "deep" / "a.parquet", tmp_path / "b.parquet"
    for path in (first, second):
        files.write_table(path, table())
    assert first.read_bytes() == second.read_bytes()
    back = files.read_table(first)
    assert back.schema == table().schema
    assert back.equals(table())
    assert files.read_table(first, ["objective"]).columns == ["objective"]
    assert files.check_table(first) == 40


@pytest.mark.parametrize("part", ["first half", "last half", "one byte", "empty"])
def test_a_damaged_table_is_named_with_the_fix(tmp_path, part):
    path = tmp_path / "chunk-00000.parquet"
    files.write_table(path, table())
    data = bytearray(path.read_bytes())
    half = len(data) // 2
    if part == "one byte":  # inside a page: only its checksum detects it
        data[half // 2] ^= 1
    else:
        data = {"first half": data[:half], "last half": data[half:], "empty": b""}[part]
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"chunk-00000.parquet: damaged file .*delete this file"):
        files.read_table(path)


def test_arrays_come_back_equal_and_damage_is_named(tmp_path):
    arrays = {"weights": np.arange(6.0).reshape(2, 3), "steps": np.int64(7)}
    first, second = tmp_path / "a.npz", tmp_path / "b.npz"
    for path in (first, second):
        files.write_arrays(path, arrays)
    assert first.read_bytes() == second.read_bytes()
    back = files.read_arrays(first)
    lists = [{name: value.tolist() for name, value in each.items()} for each in (back, arrays)]
    assert lists[0] == lists[1]
    data = bytearray((tmp_path / "a.npz").read_bytes())
    data[len(data) // 4] ^= 1
    (tmp_path / "a.npz").write_bytes(data)
    with pytest.raises(StoreError, match=r"a.npz: damaged file .*delete this file"):
        files.read_arrays(tmp_path / "a.npz")
    with pytest.raises(ValueError, match="allow_pickle"):
        files.write_arrays(tmp_path / "c.npz", {"objects": np.array([{}])})


def test_a_missing_file_is_named(tmp_path):
    for read in (files.read_table, files.read_arrays, files.read_json, files.check_table):
        with pytest.raises(StoreError, match="absent: no such file"):
            read(tmp_path / "absent")


def test_upserting_the_same_iteration_twice_tells_it_once(tmp_path):
    path = tmp_path / "metrics.parquet"
    for iteration, value in [(0, 1.0), (1, 2.0), (0, 3.0)]:
        row = pl.DataFrame({"iteration": [iteration], "qd_score": [value]})
        files.upsert_rows(path, row, ["iteration"])
    files.upsert_rows(path, pl.DataFrame({"iteration": [2], "new": [5]}), ["iteration"])
    assert files.read_table(path).rows() == [(0, 3.0, None), (1, 2.0, None), (2, None, 5)]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_leaves_the_old_file_and_no_half_one(tmp_path, monkeypatch, code):
    path = tmp_path / "metrics.parquet"
    files.write_table(path, table())

    def fail(descriptor):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(StoreError, match=r"metrics.parquet: the disk is full .*same command again"):
        files.write_table(path, table(80))
    assert names(tmp_path) == ["metrics.parquet"]
    assert files.read_table(path).height == 40


def test_a_file_size_limit_leaves_nothing_behind(tmp_path):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(StoreError, match=r"the disk is full \(File too large\)"):
            files.write_bytes(tmp_path / "big", bytes(2000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert names(tmp_path) == []


def test_configurations_of_other_types_are_written_as_json(tmp_path):
    facts = {"array": np.arange(2), "number": np.int64(3), "path": tmp_path}
    files.write_json(tmp_path / "facts.json", facts)
    written = {"array": [0, 1], "number": 3, "path": str(tmp_path)}
    assert files.read_json(tmp_path / "facts.json") == written
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        files.write_json(tmp_path / "facts.json", {"set": {1}})


# Results


@pytest.mark.parametrize("chunk", [0, 1, 2])
def test_a_deleted_file_of_results_is_named_with_what_replaces_it(tmp_path, chunk):
    with start(tmp_path / "run") as run:
        for number in range(3):
            files.write_table(run.chunks.path(number), table(5))
            files.write_table(run.fresh.path(number), table(5))
        files.write_table(run.metrics_path, pl.DataFrame({"evaluations": [5, 15]}))
    assert run.evaluations().height == 15
    run.chunks.path(chunk).unlink()
    for read in (run.evaluations, run.result_files):
        with pytest.raises(StoreError, match=rf"chunk-0000{chunk}.parquet: .* is missing; run"):
            read()
    if chunk < 2:  # nothing counts the finalists
        run.fresh.path(chunk).unlink()
        with pytest.raises(StoreError, match=rf"fresh-0000{chunk}.parquet: .* is missing; run"):
            run.fresh.files()

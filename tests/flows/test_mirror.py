"""Copies of run directories: another machine continues from them."""

from pathlib import Path

import fsspec
import pytest

from flows.__main__ import main
from flows.faces.command_line import read
from flows.search import search
from models.settings.config import ConfigError
from tasks.storage.files import StoreError, read_json, write_json
from tasks.storage.mirror import mirrored
from tasks.storage.store import load_run
from tests.run_contents import DERIVED, bytes_of, contents
from tests.tasks.searches import play_plainly
from tests.waiting import until

SEARCH = ["search", "map-elites", "--preset", "smoke", "--seed", "4", "--threads", "1"]
SEARCH += ["--set", "search.evaluations=96", "--set", "search.chunk_games=30"]
#: A copy is compared without hidden files, which a kill leaves, and what its run has deleted.
COPY = (*DERIVED, ".*", "*/.*", "seconds.json")


def test_another_machine_continues_a_killed_run(prefect, started, monkeypatch, tmp_path):
    monkeypatch.setenv("PREFECT_API_URL", prefect["PREFECT_API_URL"])
    play_plainly(search, read(SEARCH).experiment, 4, tmp_path / "whole", threads=1)
    copy = ["--mirror", (tmp_path / "copy").as_uri()]
    process = started([*SEARCH, "--out", str(tmp_path / "here"), *copy])
    chunks = tmp_path / "copy" / "evaluations"
    until(lambda: process.poll() is not None or len([*chunks.glob("chunk-*")]) >= 3, 600)
    assert process.poll() is None
    process.kill()
    process.wait()
    kept = bytes_of(tmp_path / "copy", "*/*.parquet")

    there = tmp_path / "there"
    assert main([*SEARCH, "--out", str(there), *copy]) == 0
    found = contents(there, DERIVED)
    assert found == contents(tmp_path / "whole", DERIVED)
    assert found == contents(tmp_path / "copy", COPY)
    assert kept.items() <= bytes_of(there, "*/*.parquet").items()
    assert (tmp_path / "copy" / "report" / "index.html").is_file()


def test_an_object_store_has_what_the_folder_has(tmp_path):
    write_json(tmp_path / "run" / "manifest.json", {"experiment": {}, "seed": 1})
    (tmp_path / "run" / "lock").touch()
    with mirrored(tmp_path / "run", "memory://bucket/run"):
        write_json(tmp_path / "run" / "deep" / "facts.json", {"n": 1})
    found = fsspec.filesystem("memory").find("/bucket/run")
    assert {"/bucket/run/deep/facts.json", "/bucket/run/manifest.json"} <= set(found)
    assert "/bucket/run/lock" not in found
    with mirrored(tmp_path / "other", "memory://bucket/run"):
        files = [tmp_path / name / "deep" / "facts.json" for name in ("other", "run")]
        assert files[0].read_bytes() == files[1].read_bytes()


def test_the_copy_of_another_study_is_kept(tmp_path):
    for seed in (1, 2):
        facts = {"format": "hearthlight-league", "seed": seed}
        write_json(tmp_path / f"league-{seed}" / "league.json", facts)
    other, url = tmp_path / "league-2", "memory://bucket/league"
    with mirrored(tmp_path / "league-1", url):
        pass
    with pytest.raises(StoreError, match=r"league\.json there is of another run"):
        mirrored(other, url).__enter__()
    (other / "league.json").write_text("{")
    with pytest.raises(StoreError, match="damaged"):
        mirrored(other, url).__enter__()


@pytest.mark.parametrize("name", ["manifest.json", "meta.json"])
def test_a_study_is_not_copied_beside_another_kind(name, tmp_path):
    write_json(tmp_path / "copy" / name, {"format": "hearthlight-meta"})
    write_json(tmp_path / "league" / "league.json", {"format": "hearthlight-league"})
    with pytest.raises(StoreError, match=rf"{name} there is of another run than .*league; use"):
        mirrored(tmp_path / "league", (tmp_path / "copy").as_uri()).__enter__()


def test_a_league_with_other_decks_keeps_the_copy_of_the_first(tmp_path, refused):
    copy, copied = (tmp_path / "copy").as_uri(), tmp_path / "copy" / "league.json"

    def command(deck: str, *more: str) -> list[str]:
        words = ["league", "--preset", "smoke", "--decks", deck, "--out", str(tmp_path / deck)]
        return [*words, *more]

    def keep(deck: str, *more: str) -> None:
        league = read(command(deck, *more))
        league.settings_file.write(league.folder, league.study)
        with mirrored(league.folder, copy, league.settings_file):
            pass

    keep("random:6", "--games", "10")
    first = copied.read_bytes()
    with pytest.raises(StoreError, match=r"league\.json there is of another run"):
        keep("random:8")
    assert "of another run" in refused(*command("random:8", "--mirror", copy))
    assert copied.read_bytes() == first
    keep("random:6", "--games", "8", "--players", "beam:aggro", "greedy")
    assert copied.read_bytes() != first


def test_what_was_written_just_before_ctrl_c_is_in_the_copy(tmp_path):
    def work() -> None:
        with mirrored(tmp_path / "run", "memory://bucket/stopped"):
            write_json(tmp_path / "run" / "facts.json", {"n": 1})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert "/bucket/stopped/facts.json" in fsspec.filesystem("memory").find("/bucket/stopped")


def test_what_was_fetched_is_not_copied_back(tmp_path):
    write_json(tmp_path / "copy" / "manifest.json", {"n": 1})
    before = (tmp_path / "copy" / "manifest.json").stat().st_mtime_ns
    with mirrored(tmp_path / "run", (tmp_path / "copy").as_uri()):
        assert (tmp_path / "run" / "manifest.json").is_file()
    assert (tmp_path / "copy" / "manifest.json").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("name", "facts", "is_work"),
    [
        ("manifest.json", {}, True),
        ("taunt-2014/manifest.json", {}, True),
        ("mlflow.json", {}, True),
        ("league.json", {"format": "hearthlight-league"}, True),
        ("settings.json", {"format": "another"}, False),
        ("photos/2014/manifest.json", {}, False),
        ("letter.txt", {}, False),
    ],
)
def test_a_folder_with_other_files_is_not_fetched(name, facts, is_work, tmp_path):
    write_json(tmp_path / "copy" / name, facts)
    mirror = mirrored(tmp_path / "run", (tmp_path / "copy").as_uri())
    if is_work:
        with mirror:
            assert (tmp_path / "run" / name).is_file()
        return
    with pytest.raises(StoreError, match="has other files, but no run or study"):
        mirror.__enter__()
    assert not (tmp_path / "run").exists()
    assert not (tmp_path / "copy" / ".hearthlight").exists()


def test_without_out_it_is_a_copy_of_the_default_directory(tmp_path, monkeypatch, refused):
    monkeypatch.chdir(tmp_path)
    own = Path("runs/map-elites-smoke-seed4")
    write_json(tmp_path / "copy" / "manifest.json", {"experiment": {}, "seed": 1})
    write_json(own / "manifest.json", {"experiment": {}, "seed": 2})
    told = refused(*SEARCH, "--mirror", (tmp_path / "copy").as_uri())
    assert f"of another run than {tmp_path / own}" in told


def test_a_form_keeps_a_copy_that_another_machine_continues(prefect, tmp_path, monkeypatch):
    from flows.faces import forms

    settings = ["search.evaluations=24", "search.n_games=2"]
    asked = {"algorithm": "map-elites", "preset": "smoke", "seed": 4, "settings": settings}
    own = Path("runs/map-elites-smoke-seed4")
    for machine, n_resumes in (("here", 0), ("there", 1)):
        (tmp_path / machine).mkdir()
        monkeypatch.chdir(tmp_path / machine)
        forms.search(**asked, threads=1, mirror=(tmp_path / "copy").as_uri())
        assert load_run(own).is_finished
        assert len(read_json(own / "manifest.json")["resumes"]) == n_resumes
        assert contents(own, DERIVED) == contents(tmp_path / "copy", COPY)


def test_a_form_without_a_seed_needs_a_directory_for_its_copy(prefect):
    from flows.faces import forms

    with pytest.raises(ConfigError, match=r"mirror memory://x: .* give a seed"):
        forms.search(algorithm="dsa-me", preset="smoke", mirror="memory://x")


def test_a_directory_that_has_only_a_lock_is_fetched(tmp_path):
    write_json(tmp_path / "copy" / "manifest.json", {"seed": 1})
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "lock").touch()
    with mirrored(tmp_path / "run", (tmp_path / "copy").as_uri()):
        assert read_json(tmp_path / "run" / "manifest.json") == {"seed": 1}

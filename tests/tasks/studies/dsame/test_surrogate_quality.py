"""The checks of runs that test a surrogate, before any games."""

import shutil

import pytest

from flows.__main__ import main
from tasks.storage.files import StoreError, read_json, write_arrays, write_json
from tasks.storage.run import INVENTORY
from tasks.storage.settings import experiment_of
from tasks.storage.store import MANIFEST, load_run
from tasks.studies.dsame.surrogate_quality import check_tests, transfer_errors
from tests.tasks.synthetic import write_run


@pytest.fixture
def model(tmp_path):
    run = write_run(tmp_path / "model")
    surrogate = experiment_of(run).surrogate.build(180, 1)
    write_arrays(run.surrogate_path(1), surrogate.state())
    return run.path


@pytest.fixture
def other(tmp_path):
    return write_run(tmp_path / "other", seed=2).path


def change(path, **experiment):
    facts = read_json(path / MANIFEST)
    facts["experiment"].update(experiment)
    write_json(path / MANIFEST, facts)


def test_runs_of_the_same_games_are_taken(model, other):
    check_tests(model, [other])
    errors = transfer_errors(load_run(model), load_run(other))
    assert errors["n_rows"].to_list() == [70] * 3
    # Every synthetic deck has a standard error of 1; that of other measures is not stored.
    assert errors["noise"].to_list() == [1.0, None, None]


def test_what_says_nothing_about_the_surrogate_is_refused(model, other, tmp_path):
    with pytest.raises(StoreError, match="no run here"):
        check_tests(model, [tmp_path / "nothing"])
    with pytest.raises(StoreError, match=r"--on .*: the surrogate learned from these"):
        check_tests(model, [model])
    with pytest.raises(StoreError, match="this run has no surrogate"):
        check_tests(other, [])
    player = read_json(other / MANIFEST)["experiment"]["player"]
    for setting in (
        {"opponents": "starter"},
        {"pool": "rogue"},
        {"player": player | {"scorer": "control"}},
    ):
        copy = tmp_path / "copy"
        shutil.copytree(other, copy)
        change(copy, **setting)
        with pytest.raises(StoreError, match=f"--on .*copy: its {next(iter(setting))} differs"):
            check_tests(model, [other, copy])
        shutil.rmtree(copy)
    facts = read_json(other / MANIFEST)
    facts["digests"]["cards"] = "others"
    write_json(other / MANIFEST, facts)
    with pytest.raises(StoreError, match="played with other cards"):
        check_tests(model, [other])


def test_runs_without_decks_and_trainings_are_refused(model, other):
    for file in (other / "evaluations").iterdir():
        file.unlink()
    (other / INVENTORY).unlink()  # as if the run had just begun
    with pytest.raises(StoreError, match=r"--on .*other: no deck has been evaluated yet"):
        check_tests(model, [other])
    change(other, evolution={})
    with pytest.raises(StoreError, match="the training of a player, not a search"):
        check_tests(model, [other])


def test_the_command_refuses_before_it_plays(model, other, tmp_path, capsys):
    change(other, opponents="starter")
    call = ["surrogate-quality", str(model), "--on", str(other), "--out", str(tmp_path / "out")]
    assert main(call) == 2
    assert "its opponents differs" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()

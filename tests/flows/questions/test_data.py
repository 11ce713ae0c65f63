"""Results for others from the command line."""

from flows.faces.command_line import main
from tests.tasks.synthetic import write_run


def test_export_writes_a_folder_and_names_its_card(tmp_path, refused, capsys):
    run = write_run(tmp_path / "run", n=10)
    assert main(["export", str(run.path), "--out", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().err == f"done: open {tmp_path / 'data' / 'README.md'}\n"
    assert "no run here or below" in refused("export", tmp_path / "nothing")


def test_export_writes_an_emulator_of_one_run(tmp_path, answered, refused):
    run = write_run(tmp_path / "run", algorithm="extract-me", n=30)
    file = tmp_path / "emulator.npz"
    words = ["export", run.path, "--emulator", file]
    assert answered(*words) == "The run has no new games to compare with.\n"
    assert "give one run, and no --out" in refused(*words, "--out", "x")

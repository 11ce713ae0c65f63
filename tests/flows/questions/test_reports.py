"""Reports from the command line."""

from flows.faces.command_line import main
from tests.flows.studies.hearthsim.conftest import write_extract
from tests.tasks.synthetic import write_run


def test_explain_prints_the_best_and_the_worst_cards(tmp_path, capsys):
    run = write_run(tmp_path / "run", algorithm="map-elites", n=30)
    assert main(["explain", str(run.path), "--top", "1"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("# What cards are worth: run\n")
    assert told.out.count("\n| ") == 2 * (2 + 2)  # heads, and one row of each end
    assert f"done: open {run.report_path / 'index.html'}" in told.err


def test_report_writes_that_of_a_study(tmp_path, capsys):
    folder = write_extract(tmp_path / "hearthsim", ["taunt"])
    assert main(["report", str(folder)]) == 0
    page = folder / "index.html"
    assert capsys.readouterr().err == f"done: open {page}\n"
    written = page.read_bytes()
    document = tmp_path / "mine.md"
    document.write_text("<!-- begin taunt -->\n<!-- end taunt -->\n")
    out = tmp_path / "other"
    assert main(["report", str(folder), "--out", str(out), "--into", str(document)]) == 0
    assert (out / "index.html").read_bytes() == written
    assert "](other/taunt.png)" in document.read_text()

"""The report of a league."""

from flows.studies.league.page import EXTRACT, REPORT, RESULTS, ranking
from tasks.sql.catalog import query
from tests.flows.studies.playing import check_follows, check_whole, numbers_of


def test_the_report_has_every_section_and_picture(played, tmp_path):
    page = REPORT.write(played, tmp_path / "report")
    text = check_whole(REPORT, page, ("matrix", "strength-and-cost", "by-deck"), 5)
    assert "3 players, 2 decks (Aggro Hunter, Control Warlock), 16 games per pair" in text
    assert "the strongest that sees no hidden card `fair-beam:aggro`" in text
    assert "| 1 ms | fair-beam:aggro" in text
    assert "Needs" not in text
    files = {file.stem for file in page.parent.glob("*.parquet")}
    assert files == {*EXTRACT, *RESULTS}
    check_follows(REPORT, page, tmp_path / "again")


def test_the_ranking_has_the_best_player_first(played, tmp_path):
    folder = REPORT.write(played, tmp_path / "report").parent
    head, first, *others = ranking(folder).splitlines()
    assert head.split() == ["player", "rating", "(Elo)", "wins", "ms", "per", "turn"]
    best = query([folder], "from ratings order by elo desc limit 1").row(0, named=True)
    assert first.startswith(f" 1. {best['player']} ")
    assert f" {best['elo']:+.0f} ({best['elo_low']:+.0f} to " in first
    assert first.endswith(f" {best['ms_per_turn']:.2f}")
    assert len({len(line) for line in (head, first, *others)}) == 1
    assert len(others) == 2


def test_a_report_answers_in_sql(played, tmp_path):
    folder = REPORT.write(played, tmp_path / "report").parent
    assert query([folder], "select count(*) as n from pairs")["n"].item() == 6
    best = query([folder], "select player from ratings order by elo desc limit 1")["player"].item()
    numbers = numbers_of(REPORT, folder)
    assert numbers["player"][0] == best
    assert {"elo", "elo_low", "nodes_per_decision", "ms_per_turn"} <= set(numbers.columns)

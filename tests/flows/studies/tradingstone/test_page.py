from flows.studies.tradingstone.page import EXTRACT, REPORT, RESULTS
from tasks.sql.catalog import query
from tests.flows.studies.playing import check_follows, numbers_of
from tests.flows.studies.tradingstone.conftest import TINY_STUDY


def test_a_report_has_both_tables_and_follows_from_its_extract(played, tmp_path):
    page = REPORT.write(played, tmp_path / "report")
    text = (page.parent / "report.md").read_text()
    assert "**Table 1**, both hands open" in text
    assert "**Table 2**, the opponent's hand hidden" in text
    assert "| mcts | 0.37 ± 0.13 |" in text
    assert "Not measured yet." in text
    check_follows(REPORT, page, tmp_path / "again")


def test_its_tables_answer_in_sql(played, tmp_path):
    folder = REPORT.write(played, tmp_path / "report").parent
    for name in EXTRACT | RESULTS:
        assert query([folder], f"from {name}").height > 0 or name == "losses"
    counted = query([folder], "select count(*) as n from games group by contest")["n"]
    assert counted.to_list() == [TINY_STUDY.n_games] * len(TINY_STUDY.contests)


def test_every_contestant_has_numbers_for_mlflow(played, tmp_path):
    numbers = numbers_of(REPORT, REPORT.write(played, tmp_path / "report").parent)
    assert "literal-hidden-is-mcts" in numbers["contestant"].to_list()
    assert numbers.height == 7 + 3

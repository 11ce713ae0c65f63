"""The extract of real runs, and their tables in SQL."""

import pytest

from tasks.sql.catalog import query
from tasks.sql.schema import HEARTHSIM_EXTRACT, TABLES
from tasks.storage.files import StoreError
from tasks.studies.hearthsim.extract import extract


def test_the_extract_has_the_tables_of_its_description(study):
    tables = extract(study)
    assert set(tables) == set(HEARTHSIM_EXTRACT)
    assert tables["runs"]["run"].to_list() == ["card-draw-2014", "card-draw-clean"]
    assert tables["runs"]["games"].to_list() == [12, 12]
    assert tables["points"].height == 4
    assert tables["rounds"].height == 4 * 50


def test_sql_has_a_table_per_game_point_and_round(study):
    rows = query(
        [study],
        """select p.run, p.point, p.wins, count(*) filter (g.winner = 0) as won, count(*) as n
        from hearthsim_points as p join hearthsim_games as g using (run, point)
        group by all order by all""",
    )
    assert rows["wins"].to_list() == rows["won"].to_list()
    assert rows["n"].to_list() == [6] * 4
    ended = query(
        [study], "select run, point, sum(share) as all from hearthsim_rounds group by all"
    )
    assert ended["all"].to_list() == pytest.approx([1.0] * 4)
    for name in ("hearthsim_points", "hearthsim_rounds", "hearthsim_games"):
        found = query([study], f"describe {name}")
        assert found["column_name"].to_list() == list(TABLES[name].all_columns)


def test_a_folder_without_finished_runs_is_refused(tmp_path):
    with pytest.raises(StoreError, match="no finished experiment of HearthSim"):
        extract(tmp_path)

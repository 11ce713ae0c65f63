import json
import shutil

import numpy as np
import polars as pl
import pytest

from engine.decks import Pool
from models.problems.decks import DeckSearch
from models.problems.mesb import ALL_ARCHETYPES, mesb_experiment
from tasks.reports.results import elites, read_results
from tasks.sql import catalog
from tasks.sql.catalog import query, question, questions
from tasks.sql.output import write_result
from tasks.sql.schema import TABLES
from tasks.storage import store
from tasks.storage.files import StoreError, read_table, write_table
from tasks.storage.store import Run
from tests.run_contents import bytes_of, stamps
from tests.tasks.mesb_runs import write_mesb_run
from tests.tasks.synthetic import EXPERIMENT, write_run


@pytest.mark.parametrize("name", ["it's", "a; drop table runs--", 'say "hi" [*]'])
def test_names_of_directories_are_data(tmp_path, name):
    write_run(tmp_path / name)
    assert set(query([tmp_path / name], "select run from evaluations")["run"]) == {name}
    assert [each.name for each in tmp_path.iterdir()] == [name]


def evaluations(chunk: int) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "evaluation": np.arange(chunk * 5, chunk * 5 + 5),
            "solution": pl.Series(np.full((5, 180), chunk, np.int8)),
            "objective": np.arange(5.0) + chunk,
        }
    )


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Two runs whose names would be patterns or SQL if they were not quoted."""
    path = tmp_path_factory.mktemp("runs")
    for seed, name in enumerate(["a[1]*", "it's"]):
        with store.open_run(path / name, {"search": {"n_games": 50}}, seed, "cards") as run:
            for chunk in range(2):
                write_table(run.chunks.path(chunk), evaluations(chunk))
            for iteration in range(2):
                elites = pl.DataFrame({"iteration": iteration, "cell": range(iteration + 1)})
                write_table(run.archives.path(iteration), elites)
    return path


@pytest.fixture
def runs(written, tmp_path):
    return shutil.copytree(written, tmp_path, dirs_exist_ok=True)


def test_every_statement_is_answered(runs):
    tables = list(catalog.answers([runs], "select 1 as a; select 2 as b;"))
    assert [table.to_dicts() for table in tables] == [[{"a": 1}], [{"b": 2}]]
    assert catalog.query([runs], "select 1 as a; select 2 as b").to_dicts() == [{"b": 2}]


@pytest.mark.parametrize("sql", ["", "  ", ";", ";;", "--", "-- nothing"])
def test_no_statement_is_refused(runs, sql):
    with pytest.raises(StoreError, match="there is no query"):
        list(catalog.answers([runs], sql))


def test_one_question_spans_all_runs(runs):
    sql = "select run, count(*) as n, max(objective) as best from evaluations group by run"
    rows = catalog.query([runs], f"{sql} order by run").rows()
    assert rows == [("a[1]*", 10, 5.0), ("it's", 10, 5.0)]
    assert catalog.query([runs / "it's"], sql).rows() == [("it's", 10, 5.0)]


def test_archives_are_told_apart_by_iteration(runs):
    sql = "select iteration, count(*) as n from archive group by iteration order by iteration"
    assert catalog.query([runs / "it's"], sql).rows() == [(0, 1), (1, 2)]
    columns = catalog.query([runs / "it's"], "from archive").columns
    assert columns[:3] == ["run", "iteration", "cell"]


def test_runs_tell_their_configuration(runs):
    sql = "select run, seed, status, experiment->>'$.search.n_games' as games from runs"
    rows = [("a[1]*", 0, "finished", "50"), ("it's", 1, "finished", "50")]
    assert catalog.query([runs], sql).rows() == rows


def test_every_view_exists_and_is_typed_before_its_files_do(tmp_path):
    store.open_run(tmp_path / "new", {}, 1, "cards").close()
    views = catalog.query([tmp_path], "show tables")["name"].to_list()
    assert set(views) == set(TABLES)
    with catalog.connect([tmp_path]) as runs:
        for view in set(views) - {"runs"}:
            assert runs.sql(f"from {view}").fetchall() == []
    sql = "select max(objective) as best, count(*) as n from evaluations"
    assert catalog.query([tmp_path], sql).schema == {"best": pl.Float64, "n": pl.Int64}


def test_a_run_can_be_asked_while_it_is_written(tmp_path):
    with store.open_run(tmp_path / "run", {}, 1, "cards") as run:
        for chunk in range(3):
            write_table(run.chunks.path(chunk), evaluations(chunk))
            begun = run.path / "evaluations" / f".chunk-{chunk + 1:05d}.parquet.1.tmp"
            begun.write_bytes(b"PAR1")
            n = catalog.query([run.path], "select count(*) as n from evaluations")["n"].item()
            assert n == 5 * (chunk + 1)


def test_columns_that_came_later_are_null_in_older_files(runs):
    later = evaluations(2).with_columns(win_rate=0.5)
    write_table(runs / "it's" / "evaluations" / "chunk-00002.parquet", later)
    sql = "select count(*) as n, count(win_rate) as known from evaluations"
    assert catalog.query([runs], sql).rows() == [(25, 5)]


def test_sums_are_ordinary_numbers(runs):
    sums = "sum(evaluation) as s, 1.5::decimal(4, 1) as d, null::hugeint as u"
    result = catalog.query([runs], f"select {sums} from evaluations")
    assert result.rows() == [(90, 1.5, None)]
    assert result.schema["s"] == pl.Int64


REFUSED = [
    ("select objectiv from evaluations", 'Candidate bindings: "objective"'),
    ("select x.y from cards", 'Candidate tables: "cards"'),
    ("select * from evals", 'Did you mean "evaluations"'),
    ("from '/etc/passwd'", "Table with name /etc/passwd does not exist"),
    ("select 1 as n, 2 as n", "several columns .* 'n'; name them with `as`"),
    ("selec 1", "syntax error"),
    *((sql, "Parser Error") for sql in ("select", "select 'x", "select 1 select 2", "/*", "with")),
    *((sql, "Parser Error") for sql in ("explain select", "((((", "select count(", "\\d", "😀")),
    *(
        (sql, r"\ntables: .*evaluations")
        for sql in (
            "begin; select objectiv from evaluations",
            "drop table cards", "delete from cards", "update cards set card = 1",
            "commit", "use x", "execute x",
            "select ?", "select error('x')", "select cast('x' as int)", "select sum(sum(1))",
        )
    ),
    *(
        (sql, "configuration has been locked")
        for sql in (
            "set threads = 1", "set enable_external_access = true",
            "set allowed_directories = ['{folder}']", "set temp_directory = '{folder}/new'",
            "call enable_logging(storage = 'file', storage_path = '{folder}/new')",
            "pragma profile_output = '{file}'",
        )
    ),
    *(
        (sql, r"disabled .* configuration\na query reads tables, no files")
        for sql in (
            "copy (select 1) to '{file}'", "prepare p as copy (select 1) to '{file}'; execute p",
            "explain analyze copy (select 1) to '{file}'", "copy (select 1) to '{folder}/new.csv'",
            "copy (select 1) to '.tmp/new.csv'", "copy (select 1) to 'new.parquet'",
            "copy cards to 'new.csv'", "attach '{folder}/new.db'", "export database '{folder}/new'",
            "import database '{folder}'", "install httpfs", "load httpfs",
            "load '{folder}/new.duckdb_extension'", "from read_text('{file}')",
            "from read_csv('/etc/hosts')", "from read_parquet('*.parquet')", "from '{file}'",
            "from glob('{folder}/*')", "create secret new (type s3)",
            "create persistent secret new (type s3)",
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "message"), REFUSED)
def test_a_refused_query_is_explained_and_reads_and_writes_no_file(runs, sql, message, monkeypatch):
    monkeypatch.chdir(runs)
    (runs / ".tmp").mkdir()
    folder = runs / "a[1]*"
    before = bytes_of(runs), stamps(runs)
    with pytest.raises(StoreError, match=f"(?s)^SQL: .*{message}"):
        catalog.query([folder], sql.format(folder=folder, file=folder / "archive/00000.parquet"))
    assert (bytes_of(runs), stamps(runs)) == before


def test_variables_of_the_program_are_no_tables(runs):
    with pytest.raises(StoreError, match="names does not exist"):
        catalog.query([runs], "from names")


def test_a_questions_own_changes_end_with_it(runs):
    catalog.query([runs], "drop view decks; create table evaluations as select 1 as n")
    assert catalog.query([runs], "select count(*) as n from evaluations")["n"].item() == 20


def test_types_that_tables_of_results_lack_are_told_in_words(runs):
    sql = """select finished - started as run_time, interval 90 minute as i,
                    union_value(k := 2) as u, [interval 1 day] as days, 'ab'::blob as b,
                    '10:00:00+02'::timetz as t from runs limit 1"""
    result = catalog.query([runs], sql)
    assert result["run_time"].item().startswith("00:00:")
    assert result.drop("run_time").rows() == [("01:30:00", "2", "[1 day]", "ab", "10:00:00+02")]
    for form in ("table", "csv", "json"):
        assert "01:30:00" in write_result(result, form)


def test_tables_of_the_question_itself_are_allowed(runs):
    sql = "create table best as select max(objective) as b from evaluations; from best"
    assert catalog.query([runs], sql).rows() == [(5.0,)]
    assert catalog.query([runs], "create table empty (x int)").is_empty()


def test_the_extract_of_a_study_answers_like_a_run(tmp_path):
    for name in ("trials", 'odd "name'):
        write_table(tmp_path / f"{name}.parquet", pl.DataFrame({"n": [1, 2]}))
    joined = 'select sum(n) as n from trials join "odd ""name" using (n)'
    assert catalog.query([tmp_path], joined).row(0) == (3,)
    with pytest.raises(StoreError, match=r"tables: .*trials"):
        catalog.query([tmp_path], "select n from elites")
    with pytest.raises(StoreError, match="disabled"):
        catalog.query([tmp_path], f"select * from '{tmp_path}/trials.parquet'")


def test_results_as_text_and_files(runs, tmp_path):
    sql = "select run, evaluation, [1, 2] as pair from evaluations where evaluation = 7"
    result = catalog.query([runs], f"{sql} order by run")
    assert "│ it's" in write_result(result)
    csv = write_result(result, "csv")
    assert csv == 'run,evaluation,pair\na[1]*,7,"[1, 2]"\nit\'s,7,"[1, 2]"\n'
    rows = json.loads(write_result(result, "json"))
    assert rows[1] == {"run": "it's", "evaluation": 7, "pair": [1, 2]}
    for form in ("csv", "json", "parquet"):
        assert write_result(result, form, tmp_path / f"out.{form}") == ""
    assert read_table(tmp_path / "out.parquet").equals(result)
    assert (tmp_path / "out.csv").read_text() == csv
    lists = catalog.query([runs], "select [date '2026-01-02'] as d, [1.5] as n, map {'a': 1} as m")
    assert write_result(lists, "csv") == 'd,n,m\n"[""2026-01-02""]",[1.5],"{""a"": 1}"\n'
    with pytest.raises(StoreError, match="give a file with --out FILE"):
        write_result(result, "parquet")
    with pytest.raises(StoreError, match="'xml': use one of table, csv"):
        write_result(result, "xml")
    with pytest.raises(StoreError, match=r"as csv .*cast it to text, as in `column::varchar`"):
        write_result(catalog.query([runs], "select 'infinity'::date as d"), "csv")


def test_a_killed_run_has_crashed_and_an_open_one_runs(tmp_path):
    run = store.open_run(tmp_path / "run", {}, 1, "cards")
    assert catalog.query([run.path], "select status from runs").item() == "running"
    run.close()  # as the kernel does when a process is killed
    assert catalog.query([run.path], "select status from runs").item() == "crashed"


def test_decks_and_games_are_rows_for_cards_and_opponents(tmp_path):
    with store.open_run(tmp_path / "run", {"opponents": "elite"}, 1, "cards") as run:
        arrays = {"solution": [[0, 2, 1]], "opponent_games": [[3, 3]], "opponent_wins": [[1, 2]]}
        results = pl.DataFrame({"evaluation": [0], **arrays, "opponent_objective": [[-1.5, 2.0]]})
        write_table(run.chunks.path(0), results)
        cards = {"card": [0, 1, 2], "id": list("xyz"), "name": ["Sap", "Wisp", "Ysera"]}
        write_table(run.cards_path, pl.DataFrame({**cards, "cost": [2, 0, 9]}))
    sql = "select name, cost, copies from decks order by card"
    assert catalog.query([run.path], sql).rows() == [("Wisp", 0, 2), ("Ysera", 9, 1)]
    sql = "select name, n_games, wins, objective from games join opponents using (run, opponent)"
    rows = [("Aggro Hunter", 3, 1, -1.5), ("Control Hunter", 3, 2, 2.0)]
    assert catalog.query([run.path], f"{sql} order by opponent").rows() == rows


def complete(run: Run, pool: Pool) -> None:
    """Adds what a finished search has besides its evaluations."""
    cards = {"card": range(len(pool)), "id": pool.ids, "name": [each.name for each in pool.cards]}
    write_table(run.cards_path, pl.DataFrame(cards | {"cost": [each.cost for each in pool.cards]}))
    results = read_results(run.path)
    problem = DeckSearch(results.experiment)
    write_table(run.archives.path(0), problem.elites_table(results.archive, results.evaluations))
    write_table(run.elites_path, elites(results))
    run.finish()


@pytest.fixture(scope="module")
def searches(tmp_path_factory):
    """Two searches of the same grid."""
    path = tmp_path_factory.mktemp("searches")
    for seed in (1, 2):
        complete(write_run(path / f"seed-{seed}", seed), EXPERIMENT.card_pool())
    return path


@pytest.fixture(scope="module")
def sliding(tmp_path_factory):
    """Two searches whose boundaries slid apart."""
    path = tmp_path_factory.mktemp("sliding")
    experiment = mesb_experiment(ALL_ARCHETYPES["control-paladin"], "smoke")
    for seed in (1, 2):
        run = write_mesb_run(path / f"seed-{seed}", experiment, seed, {})
        complete(run, experiment.card_pool())
    return path


def ask(path, name: str) -> pl.DataFrame:
    return query([path], questions()[name].sql)


@pytest.mark.parametrize("folder", ["searches", "sliding"])
@pytest.mark.parametrize("part", [".", "seed-1"], ids=["two runs", "one"])
def test_mana_curves_add_up_to_a_deck(folder, part, request):
    curves = ask(request.getfixturevalue(folder) / part, "mana-curve")
    totals = curves.group_by("speed").agg(pl.col("cards").sum())
    assert set(totals["speed"]) == {"fast", "middle", "slow"}
    assert totals["cards"].to_list() == pytest.approx([30, 30, 30], abs=0.05)


@pytest.mark.parametrize("folder", ["searches", "sliding"])
def test_best_decks_are_told_with_their_run_and_how_they_play(folder, request):
    best = ask(request.getfixturevalue(folder), "best-deck-per-cell")
    assert set(best["run"]) == {"seed-1", "seed-2"}
    assert best.height == 20
    assert best.null_count().sum_horizontal().item() == 0


def test_cells_are_compared_where_they_are_the_same(searches, sliding):
    last = "select run, cell from archive order by run"
    cells = query([searches], last).partition_by("run", include_key=False)
    n_both = cells[0].join(cells[1], on="cell").height
    assert ask(searches, "cells-of-two-runs").row(0)[:3] == ("seed-1", "seed-2", n_both)
    assert ask(sliding, "cells-of-two-runs").is_empty()
    assert ask(sliding, "surrogate-error-by-region").is_empty()


def test_the_cookbook_has_many_questions_each_with_a_title():
    assert len(questions()) >= 12
    assert questions()["luck"].sql.startswith("select run, count(*) as elites")
    assert all(each.sql.endswith(";") and each.title for each in questions().values())


def test_an_unknown_question_is_refused_with_those_there_are():
    with pytest.raises(StoreError, match=r"--example lucky: .* best-deck-per-cell, "):
        question("lucky")


def test_runs_of_the_same_name_are_told_apart_by_their_folders(tmp_path):
    for folder in ("a", "b"):
        write_run(tmp_path / folder / "map-elites-1", n=10)
    write_run(tmp_path / "first", n=10)
    found = query(
        [tmp_path], "select run, count(*) from evaluations join runs using (run) group by 1"
    )
    assert sorted(found.rows()) == [
        ("a/map-elites-1", 10), ("b/map-elites-1", 10), ("first", 10),
    ]  # fmt: skip
    assert query([tmp_path / "a"], "select run from runs").item() == "map-elites-1"

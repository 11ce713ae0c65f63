"""The page about SQL, `docs/sql.md`, written from the schema and the cookbook.

`python -m tasks.sql.page docs/sql.md` writes it.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from tasks.sql.schema import MESB_EXTRACT, STUDY_EXTRACT, TABLES
from tasks.storage.files import StoreError, write_bytes

#: Where extracts are, the reports' own folders aside: folders to their tables.
EXTRACTS = {
    "`docs/dsa-me`, `docs/dsa-me-paper`": STUDY_EXTRACT,
    "`docs/mesb`": MESB_EXTRACT,
}
COOKBOOK = Path(__file__).parents[1] / "data" / "cookbook.sql"
_HEAD = """\
# SQL over runs

<!-- Written by `python -m tasks.sql.page docs/sql.md` from tasks/sql/schema.py and
tasks/data/cookbook.sql. -->

```console
python -m flows sql runs/first "select count(*) from evaluations"
python -m flows sql runs/first runs/second --example compare-runs
python -m flows sql runs --format csv --out elites.csv "from elites"
python -m flows sql runs/mesb "from duels where cards = 'duels-before' order by score desc"
python -m flows sql runs
```

A run directory, several, or a folder of them are asked at once; the column `run` tells them
apart. Without a question there is a prompt; questions may also come from standard input. Results
are tables for people, CSV, JSON or Parquet (`--format`), on the terminal or in a file (`--out`).
The database is [DuckDB](https://duckdb.org/docs/sql/introduction), in memory and made anew for each
question from the run's Parquet files, so it can be asked while the run goes on. It has no access to
files, so nothing that is asked changes a run or reads anything else.

Other programs read the same files, such as `polars.read_parquet`, or DuckDB's
`from read_parquet('runs/first/evaluations/chunk-*.parquet')`.
"""
_EXTRACTS = """\
## Extracts of studies

Reports of studies leave tables from which they follow without the runs. A folder of such tables,
with no runs below it, is asked alone; `describe` tells a table's columns.

```console
python -m flows sql docs/dsa-me "select algorithm, avg(wall_s) from trials group by algorithm"
python -m flows sql docs/mesb "select ours, theirs, score from duels order by score desc limit 5"
```
"""
_RUNS = """\
## Keep, compare, delete

A run is its directory: it can be moved, copied and deleted (`rm -r runs/first`) as one, and nothing
else needs it but the trials of its study. `python -m flows report --compare` and the questions
`compare-runs` and `cells-of-two-runs` compare runs. MLflow keeps its copy until it is deleted
there: `mlflow runs delete --run-id ID`, then `mlflow gc` for its files; the id is in the run's
`mlflow.json`.

| disk | 4,000 decks x 50 games (`study`) | 10,000 decks x 200 games (`paper`), from that |
| --- | --- | --- |
| evaluations: 100 bytes a deck, however many games | 0.4 MB | 1 MB |
| proposals, archives, metrics | 0.2 MB | 0.5 MB |
| surrogates: 0.15 MB per outer iteration | 1.6 MB | 5 MB |
| report | 0.9 MB | 1 MB |
| together; MLflow's copy is the report and one surrogate | 3.1 MB | 8 MB |
"""


@dataclass(frozen=True)
class Question:
    """A question of the cookbook: its short name, what it asks, and the SQL."""

    name: str
    title: str
    sql: str


def questions() -> dict[str, Question]:
    """The cookbook, by name."""
    text = COOKBOOK.read_text(encoding="utf-8")
    found = re.findall(r"^-- ([\w-]+): (.+)\n((?:(?!-- ).+\n)+)", text, re.M)
    return {name: Question(name, title, sql.strip()) for name, title, sql in found}


def question(name: str) -> Question:
    """A question of the cookbook.

    Raises:
        StoreError: There is none of that name.
    """
    known = questions()
    if name not in known:
        raise StoreError(f"--example {name}: there is no such question; use {', '.join(known)}")
    return known[name]


def page() -> str:
    """The page's text."""
    parts = [_HEAD, "## Tables\n"]
    for name, table in TABLES.items():
        rows = [
            f"| `{name}` | {each.kind} | {each.text} |" for name, each in table.all_columns.items()
        ]
        rows += [f"| `{_pattern(column)}` | | {text} |" for column, text in table.more.items()]
        head = f"### {name}\n\nOne row is {table.text}.\n"
        parts.append(
            "\n".join([head, "| column | type | what |", "| --- | --- | --- |", *rows, ""])
        )
    parts.append(_EXTRACTS)
    for folders, tables in EXTRACTS.items():
        rows = [f"| `{name}` | {text} |" for name, text in tables.items()]
        parts.append("\n".join([f"| {folders} | one row is |", "| --- | --- |", *rows, ""]))
    parts.append("## Questions\n\nEach is asked with `--example NAME`.\n")
    for each in questions().values():
        parts.append(f"### {each.name}\n\n{each.title}.\n\n```sql\n{each.sql}\n```\n")
    return "\n".join([*parts, _RUNS])


def _pattern(name: str) -> str:
    """How a family of columns is named: a part of the name stands for what varies."""
    before, after = "..." * name.startswith("_"), "..." * name.endswith("_")
    return f"{before}{name}{after}"


if __name__ == "__main__":
    write_bytes(Path(sys.argv[1]), page().encode())

"""README.md and docs/ are correct: commands parse, SQL runs, tables and links are right."""

import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import polars as pl
import pytest

from flows.commands import QUESTIONS, Evaluate, Search, Sql, Study, TrainPlayer
from flows.faces.command_line import read
from flows.questions.presets import PRESETS, SMOKE
from tasks.sql.catalog import query, questions
from tests.processes import ROOT
from tests.run_contents import unknown_columns

PACKAGES = ("engine", "models", "tasks", "flows", "infra")
README = (ROOT / "README.md").read_text(encoding="utf-8")
#: README.md and the guides, by their paths.
GUIDES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs" / "how-to").glob("*.md")))
}
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(path for each in PACKAGES for path in sorted((ROOT / each).rglob("README.md"))),
]


def blocks(language: str, text: str | None = None) -> list[str]:
    text = "\n".join(GUIDES.values()) if text is None else text
    text = text.replace("\\\n", " ")  # a command may go on in the next line
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def commands(program: str) -> list[list[str]]:
    """The arguments of every call of a program, in the text, too."""
    lines = [line for block in blocks("console") for line in block.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", "\n".join(GUIDES.values()))
    calls = (line.partition(program)[2] for line in lines if program in line)
    return [shlex.split(call) for call in calls]


def number(text: str) -> int:
    return int(text.replace(",", ""))


FLOWS = [call for call in commands("python -m flows ") if "--help" not in call]


@pytest.fixture(scope="module")
def finished(prefect, tmp_path_factory):
    """A small run of DSA-ME, with the statistics of a deck's cards."""
    from flows.search import search

    out = tmp_path_factory.mktemp("runs") / "finished"
    search(SMOKE, 1, out)
    Evaluate(deck="Aggro Hunter", games=60, card_statistics=True, out=out).answer()
    return out


@pytest.mark.parametrize("call", FLOWS, ids=" ".join)
def test_commands_are_understood(call):
    # The player that another command of the text leaves is not there.
    question = read([re.sub(r"=\S+\.json$", "=rogue-network", word) for word in call])
    match question:
        case Search() if question.patch is None:
            assert question.experiment.name == question.preset
        case TrainPlayer():
            assert question.training.name == question.preset
        case Study():
            assert question.study.base.name == question.preset
    if call[0] in ("evaluate", "replay", "review") and question.deck is not None:
        assert len(question.read_deck(question.deck, question.hero).cards) == 30


def test_every_command_is_shown():
    missing = set(QUESTIONS) - {call[0] for call in FLOWS}
    assert not missing, f"show {missing} in README.md or in docs/how-to"


@pytest.mark.parametrize(
    ("page", "n_commands"),
    [
        *(("dsa-me", 7), ("mesb", 6), ("balance", 3), ("hearthsim", 4), ("league", 5)),
        *(("player-training", 2), ("sample-efficiency", 7), ("tradingstone", 4), ("sql", 7)),
    ],
)
def test_commands_of_other_pages_are_understood(page, n_commands, monkeypatch):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    lines = [line for block in blocks("console", text) for line in block.splitlines()]
    calls = [line.split(maxsplit=3)[3] for line in lines if line.startswith("python -m flows")]
    assert len(calls) >= n_commands
    for call in calls:
        question = read(shlex.split(call))
        if isinstance(question, Study):
            assert question.study.trials >= 1
        if isinstance(question, Sql) and question.runs[0].startswith("docs/"):
            assert query(question.runs[:1], question.runs[1]).height > 0, call


def test_the_count_of_mesbs_claims_is_that_of_their_page():
    page = (ROOT / "docs" / "mesb.md").read_text(encoding="utf-8")
    counted = re.search(r"^\| all \|([ \d|-]+)\| 1 each \|", page, re.M)
    told = re.search(r"Of the (\d+) claims in the MESB paper, ([^.]*)\.", README)
    assert re.findall(r"\d+", counted[1]) == re.findall(r"\d+", told[0])


def test_what_the_page_about_balance_says_is_in_its_report():
    report = (ROOT / "docs" / "balance" / "report.md").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    page = page[page.index("## Why one search is not enough") :]
    rows = re.findall(r"^\| \w[^|]*(?:Hunter|Paladin)[^|]* \|(.*)\|(.*)\|$", page, re.M)
    assert len(rows) == 4
    for row in rows:
        sides = [cell.strip().replace(" %", "%") for cell in row]
        assert re.search(rf"\({sides[0]}\) → \d+% \({sides[1]}\)", report), row


def test_the_changes_with_fewer_games_are_those_of_the_tables():
    folder = ROOT / "docs" / "balance"
    page = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (Aggro Hunter|Control Paladin) \| (.*) \|$", page, re.M)
    assert len(rows) == 11
    for card, archetype, cells in rows:
        name = f"cards-{archetype.lower().replace(' ', '-')}.csv"
        parts = ("", "map-elites-20000", "bayes-me-20000")
        for part, cell in zip(parts, cells.split(" | "), strict=True):
            table = pl.read_csv(folder / part / name)
            row = table.row(by_predicate=pl.col("card") == card, named=True)
            told = [int(number) for number in re.findall(r"[+-]?\d+", cell)]
            keys = ("change", "change_low", "change_high")
            assert told == [round(100 * row[key]) for key in keys], (card, archetype, part)
            assert cell.startswith("**") == row["is_clear"]


def test_make_knows_its_targets():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {"demo", "test"} <= {call[0] for call in commands("make ")} <= set(targets)


def test_the_table_of_presets_is_that_of_the_code():
    rows = re.findall(r"^\| `(\w+)` \|( [\d,]+ \|.*)\|$", GUIDES["docs/how-to/search.md"], re.M)
    told = {name: [number(cell.strip()) for cell in cells.split("|")] for name, cells in rows}
    assert told == {
        name: [
            experiment.search.evaluations,
            experiment.search.n_games,
            experiment.search.fresh_games,
            experiment.inner_loop.generations * experiment.inner_loop.batch_size,
        ]
        for name, experiment in PRESETS.items()
    }


def test_sql_examples_answer(finished):
    calls = [call[1:] for call in FLOWS if call[0] == "sql" and call[2:]]
    asked = [(finished, question) for question in blocks("sql")]
    for place, *question in calls:
        sql = questions()[question[1]].sql if question[0] == "--example" else question[0]
        asked.append((ROOT / place if (ROOT / place).is_dir() else finished, sql))
    assert len(asked) >= 7
    for place, question in asked:
        assert query([place], question).height > 0, question


@pytest.fixture(scope="module")
def two_runs(finished):
    """A folder with a run and a copy of it."""
    shutil.copytree(finished, finished.parent / "copy", dirs_exist_ok=True)
    return finished.parent


@pytest.mark.parametrize("each", questions().values(), ids=lambda each: each.name)
def test_the_cookbook_answers(two_runs, each):
    assert query([two_runs], each.sql).height > 0


def test_every_column_of_a_run_is_in_the_schema(finished):
    assert unknown_columns(finished) == []


def anchors(path: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link:
            continue
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        if heading:
            assert heading in anchors(target), link


def test_pages_of_packages_name_modules_that_exist():
    known = {path.name for each in (*PACKAGES, "tests") for path in (ROOT / each).rglob("*.py")}
    known |= {"tournament.py", "test_tournament.py"}  # the example of a new set of cards
    for page in (path for each in PACKAGES for path in sorted((ROOT / each).rglob("README.md"))):
        found = set(re.findall(r"`(?:[\w/]+/)?(\w+\.py)`", page.read_text(encoding="utf-8")))
        assert found - known == set(), page


def test_the_table_of_extensions_names_places_that_exist():
    table = re.findall(r"^\| .*\|$", GUIDES["docs/how-to/extend.md"], re.MULTILINE)
    places = {place for row in table for place in re.findall(r"`(\w+/[\w/.]+)`", row)}
    assert len(places) >= 20
    example = {"engine/cards/CLASS.py": "engine/cards/rogue.py"}
    assert {each for each in places if not (ROOT / example.get(each, each)).exists()} == set()


def test_every_guide_and_page_is_in_the_index():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "how-to").glob("*.md")]
    names = {page.relative_to(ROOT / "docs").as_posix() for page in pages} - {"README.md"}
    assert {name for name in names if f"({name})" not in index} == set()


def test_the_version_is_the_same_everywhere():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1] == version


def test_the_readme_is_short():
    assert README.count("\n") <= 220


def test_the_trained_players_strength_is_what_was_measured():
    page = (ROOT / "docs" / "player-training.md").read_text(encoding="utf-8")
    measured = json.loads((ROOT / "docs" / "player-training" / "strength.json").read_text())
    published, ours = measured[0]["players"]

    def told(value: float, interval: list[float], sign: str, factor: int = 1) -> str:
        low, high = (f"{factor * end:{sign}}" for end in interval)
        return f"{factor * value:{sign}} ({low} to {high})"

    key = "health_difference"
    health = [told(p[key], p[f"{key}_interval"], "+.2f") for p in (published, ours)]
    assert " | ".join([*health, told(*ours["health_against_first"], "+.2f")]) in page
    for first, second in zip(published["opponents"], ours["opponents"], strict=True):
        rates = [told(p["win_rate"], p["win_rate_interval"], ".1f", 100) for p in (first, second)]
        assert f"| against {first['name']}, % | {' | '.join(rates)} |" in page

"""The report of MESB's study: the paper's figures and tables from stored runs and duels alone."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from models.combinations import compare_sets
from models.mana_distribution import mana_distribution
from models.mesb import ARCHETYPES, EXPERIMENTS
from tasks import mesb_figures
from tasks.documents import check_document, table, write_into
from tasks.files import check_writable, read_table, write_bytes
from tasks.mesb_analysis import CUT, PUBLISHED, card_table, claims, find, strength
from tasks.mesb_data import MesbRun, read_mesb
from tasks.mesb_duels import FILES

TITLES = {
    "setup": "What was run",
    "claims": "The paper's claims",
    "strength": "How strong the elites are",
    "curves": "Win rates over evaluations",
    "scatter": "Elites by mana curve",
    "density": "Evaluated decks beside all decks",
    "cards": "The changed cards",
    "combinations": "Cards that elites share",
    "duels": "The best decks against each other",
}
N_SETS = 3


def write_mesb_report(path: str | Path, out: Path | None = None, into: Path | None = None) -> Path:
    """Writes the report of a study's finished runs.

    Args:
        path: The study's directory.
        out: Folder for tables, pictures and the page; by default `report` in the study's.
        into: A document whose marked sections are written anew as well.

    Returns:
        The page, `report.md`.

    Raises:
        StoreError: No run has finished, a file is damaged or cannot be written, or the document
            has no sections, or one that does not exist.
    """
    path = Path(path).expanduser().absolute()
    if into is not None:
        check_document(into, TITLES)
    runs = read_mesb(path)
    folder = path / "report" if out is None else out.absolute()
    check_writable(folder)
    duels = {
        name: read_table(file) for name in FILES if (file := path / f"{name}.parquet").exists()
    }
    tables = {"strength": strength(runs), "cards": card_table(runs), **duels}
    for name, rows in tables.items():
        write_bytes(folder / f"{name}.csv", rows.write_csv().encode())
    texts = {
        "setup": _setup(runs),
        "claims": _claims(runs, duels.get("duels-before")),
        "strength": _strength(tables["strength"]),
        "curves": _curves(runs, folder),
        "scatter": _scatter(runs, folder),
        "density": _density(runs, folder),
        "cards": _cards(tables["cards"]),
        "combinations": _combinations(runs),
        "duels": _duels(duels),
    }
    body = "\n".join(f"## {TITLES[name]}\n\n{text}" for name, text in texts.items())
    write_bytes(folder / "report.md", f"# MESB\n\n{body}".encode())
    if into is not None:
        write_into(into, texts, folder)
    return folder / "report.md"


def _setup(runs: Sequence[MesbRun]) -> str:
    rows = []
    for group, facts in EXPERIMENTS.items():
        mine = [run for run in runs if run.group == group]
        if mine:
            first = mine[0].results.experiment
            opponents = first.opponents
            rows.append(
                [
                    facts.title,
                    ", ".join(run.archetype.name for run in mine),
                    opponents if isinstance(opponents, str) else "the best of our first experiment",
                    first.player.patch.name,
                    f"{first.search.evaluations:,} x {first.search.n_games}",
                    ", ".join(sorted({str(run.results.run.seed) for run in mine})),
                ]
            )
    head = ["experiment", "archetypes", "opponents", "cards", "decks x games", "seed"]
    digests = ", ".join(sorted({run.results.run.code_digest for run in runs}))
    return (
        f"{table(head, rows)}\nThe paper's runs have 10,000 decks x 200 games and one seed each. "
        "Its fitness is the sum of the health differences of all games, ours their mean, which "
        "orders decks alike. Its program is asynchronous; ours breeds "
        f"{runs[0].results.experiment.search.batch_size} children at once. Every elite plays "
        f"{runs[0].results.experiment.search.fresh_games} new games in the end, since an archive "
        f"keeps the lucky. Code {digests}.\n"
    )


def _claims(runs: Sequence[MesbRun], duels: pl.DataFrame | None) -> str:
    found = claims(runs, duels)
    if not found:
        return "Needs more runs.\n"
    rows = [[each.text, each.paper, each.here, each.verdict] for each in found]
    return (
        f"{table(['the paper', 'its figure', 'here (95 %)', 'verdict'], rows)}\nUndecided: our "
        "interval, or test at 5 %, leaves it open. Intervals of shares take elites for independent "
        "cases, though they descend from each other; another seed tells how much that matters.\n"
    )


def _strength(found: pl.DataFrame) -> str:
    rows = [
        [
            row["experiment"],
            row["archetype"],
            f"{row['elites']} of {row['cells']}",
            f"{row['fitness']:+,}",
            f"{row['best_win']:.1%}",
            f"{row['mean_win']:.1%}",
            *(
                "-" if row[name] is None else form.format(row[name])
                for name, form in (
                    ("fresh_best", "{:+.1f}"),
                    ("fresh_mean", "{:+.1f}"),
                    ("fresh_win", "{:.1%}"),
                )
            ),
        ]
        for row in found.iter_rows(named=True)
    ]
    head = ["experiment", "archetype", "elites of cells", "best fitness (sum)", "best win rate"]
    head += [
        "mean win rate",
        "best in new games",
        "mean in new games",
        "mean win rate in new games",
    ]
    return f"{table(head, rows)}\nThe paper's largest win count is about 179 of 200 games.\n"


def _curves(runs: Sequence[MesbRun], folder: Path) -> str:
    curves = {
        EXPERIMENTS[group].title: {
            run.archetype.name: run.growth for run in runs if run.group == group
        }
        for group in EXPERIMENTS
        if any(run.group == group for run in runs)
    }
    mesb_figures.win_rates(folder / "win-rates.png", curves)
    return (
        "![Best and mean win rates](win-rates.png)\n\nAs the paper's figure 5. The mean may fall: "
        "when boundaries move, elites return that others had hidden.\n"
    )


def _scatter(runs: Sequence[MesbRun], folder: Path) -> str:
    text = ""
    for group, facts in EXPERIMENTS.items():
        elites = {run.archetype.title: run.elites for run in runs if run.group == group}
        if elites:
            mesb_figures.scatter(folder / f"scatter-{group}.png", elites, facts.title)
            text += f"![{facts.title}](scatter-{group}.png)\n\n"
    return f"{text}As the paper's figure 3; colours and sizes are each panel's own.\n"


def _density(runs: Sequence[MesbRun], folder: Path) -> str:
    run = find(runs, "elite", "control-paladin") or runs[0]
    pool = run.results.pool
    exact = mana_distribution(pool.costs, pool.max_copies)
    title = f"{run.archetype.title}, {EXPERIMENTS[run.group].title}"
    mesb_figures.density(folder / "density.png", run.results.evaluations, exact, title)
    sums, _, shares = exact.points()
    mean = float((sums * shares).sum()) / 30
    mana = run.results.evaluations["deck_mana_sum"] / 30
    beyond = float(shares[(sums / 30 < mana.min()) | (sums / 30 > mana.max())].sum())
    published = PUBLISHED["n_decks"].get(run.archetype.hero.lower(), "-")
    return (
        f"![Density](density.png)\n\nAs the paper's figure 4. The pool has {exact.total:.4e} "
        f"decks (paper: {published}), of {mean:.2f} mana on average; of the evaluated "
        f"ones the cheapest has {mana.min():.2f}, the dearest {mana.max():.2f}; {beyond:.1e} of "
        "all decks are cheaper or dearer.\n"
    )


def _cards(found: pl.DataFrame) -> str:
    if found.is_empty():
        return "Needs the second or the third experiment.\n"
    names = [name for name in ARCHETYPES if name in set(found["archetype"])]
    rows = []
    for card, group in found.group_by("card", maintain_order=True):
        by_archetype = {row["archetype"]: row for row in group.iter_rows(named=True)}
        cells = [_before_after(by_archetype[name]) for name in names]
        rows.append([card[0], group["change"][0], *cells])
    return (
        f"{table(['card', 'change', *names], rows)}\nAs the paper's figure 6: the share of elites "
        f"with the card in the second and in the third experiment; x is {CUT:.0%} or less. "
        "cards.csv has the shares with their intervals.\n"
    )


def _before_after(row: dict) -> str:
    def cell(share: float | None) -> str:
        return "-" if share is None else "x" if share <= CUT else f"{share:.0%}"

    return f"{cell(row['before'])} → {cell(row['after'])}"


def _combinations(runs: Sequence[MesbRun]) -> str:
    rows = []
    for name in ARCHETYPES:
        run = find(runs, "elite", name)
        if run is None:
            continue
        has = run.copies > 0
        shares = sorted(zip(has.mean(axis=0), run.cards, strict=True), reverse=True)[:N_SETS]
        sets = compare_sets(run.cards, has, has, CUT).sort("before_lift", descending=True)
        rows.append(
            [
                name,
                ", ".join(f"{card} {share:.0%}" for share, card in shares),
                "; ".join(
                    f"{row['cards']} ({row['before']:.0%}, lift {row['before_lift']:.1f})"
                    for row in sets.head(N_SETS).iter_rows(named=True)
                ),
            ]
        )
    if not rows:
        return "Needs the second experiment.\n"
    return (
        f"{table(['archetype', 'most frequent cards', 'sets that belong together'], rows)}\n"
        f"Of the second experiment's elites; sets that at least {CUT:.0%} of them have, by lift.\n"
    )


def _duels(duels: dict[str, pl.DataFrame]) -> str:
    text = ""
    for name, rows in duels.items():
        names = list(dict.fromkeys([*rows["ours"], *rows["theirs"]]))
        score = {(row["ours"], row["theirs"]): row["score"] for row in rows.iter_rows(named=True)}
        score |= {(b, a): 1 - share for (a, b), share in score.items()}
        lines = [
            [our, *(f"{score[our, their]:.0%}" if our != their else "" for their in names)]
            for our in names
        ]
        cards = "the cards as they were" if name == "duels-before" else "the changed cards"
        margin = (rows["high"] - rows["low"]).max() / 2
        text += (
            f"With {cards}, {rows['n_games'][0]} games per pair; the row's share of wins, "
            f"± {margin:.1%} at most:\n\n{table(['', *names], lines)}\n"
        )
    return text or "Needs two runs of the same cards.\n"

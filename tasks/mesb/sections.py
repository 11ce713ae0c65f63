"""The sections of the report of MESB's study, as Markdown."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import isqrt

import polars as pl

from models.combinations import compare_sets
from models.mana_distribution import ManaDistribution
from models.mesb import ARCHETYPES, EXPERIMENTS
from tasks.mesb.analysis import CUT, PUBLISHED, find
from tasks.mesb.claims import claims
from tasks.mesb.duels import FILES
from tasks.mesb.runs import MesbRun
from tasks.mesb.verdicts import VERDICTS
from tasks.reports.documents import table

N_SETS = 3


def sections(
    runs: Sequence[MesbRun], tables: Mapping[str, pl.DataFrame], exact: ManaDistribution
) -> dict[str, str]:
    """All sections by name.

    Args:
        runs: Of a study.
        tables: `strength` and `cards` of tasks/mesb/analysis.py, and the duels there are.
        exact: Of all decks of the run that `shown` names.
    """
    duels = {name: rows for name, rows in tables.items() if name in FILES}
    return {
        "setup": _setup(runs),
        "claims": _claims(runs, duels.get("duels-before")),
        "strength": _strength(tables["strength"]),
        "curves": _curves(),
        "scatter": _scatter(runs),
        "density": _density(shown(runs), exact),
        "cards": _cards(tables["cards"]),
        "combinations": _combinations(runs),
        "duels": _duels(duels),
    }


def shown(runs: Sequence[MesbRun]) -> MesbRun:
    """The run whose decks are held beside all decks: the paper's, if it is there."""
    return find(runs, "elite", "control-paladin") or runs[0]


def _setup(runs: Sequence[MesbRun]) -> str:
    rows = []
    for group, facts in EXPERIMENTS.items():
        mine = [run for run in runs if run.group == group]
        if mine:
            first = mine[0].experiment
            opponents = first.opponents
            rows.append(
                [
                    facts.title,
                    ", ".join(run.archetype.name for run in mine),
                    opponents if isinstance(opponents, str) else "the best of our first experiment",
                    first.player.patch.name,
                    f"{first.search.evaluations:,} x {first.search.n_games}",
                    _sizes(mine),
                    ", ".join(sorted({str(run.seed) for run in mine})),
                ]
            )
    head = ["experiment", "archetypes", "opponents", "cards", "decks x games", "cells", "seed"]
    archive = runs[0].experiment.archive
    digests = ", ".join(sorted({run.code_digest for run in runs}))
    return (
        f"{table(head, rows)}\nThe paper's runs have 10,000 decks x 200 games and one seed each. "
        "Its fitness is the sum of the health differences of all games, ours their mean, which "
        "orders decks alike. Its archive grows to 20 x 20 over 10,000 decks, ours to "
        f"{archive.last_size} x {archive.last_size} over {archive.budget:,}; with sliding "
        "boundaries the last size would come with one deck more. Its program is asynchronous; "
        f"ours breeds {runs[0].experiment.search.batch_size} children at once. Every elite plays "
        f"{runs[0].experiment.search.fresh_games} new games in the end, since an archive "
        f"keeps the lucky. Code {digests}.\n"
    )


def _sizes(runs: Sequence[MesbRun]) -> str:
    """The archives' cells at first and at the end of the searches."""
    first = runs[0].experiment.archive.first_size
    last = sorted({isqrt(run.growth["n_cells"][-1]) for run in runs})
    return f"{first} x {first} to {', '.join(f'{n} x {n}' for n in last)}"


def _claims(runs: Sequence[MesbRun], duels: pl.DataFrame | None) -> str:
    found = claims(runs, duels)
    if not found:
        return "Needs more runs.\n"
    rows = [[each.text, each.paper, each.here, each.verdict] for each in found]
    counts = Counter(each.verdict for each in found)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    return (
        f"Of {len(found)} statements: {told}.\n\n"
        f"{table(['the paper', 'its figure', 'here (95 %)', 'verdict'], rows)}\nUndecided: our "
        "interval, or test at 5 %, leaves it open. Premise missing: the card that is to become "
        "rare was in less than half of the elites before. Win rates over time: means of elites, as "
        "found after the first decks, in new games at the end. Intervals of shares take elites for "
        "independent cases, though they descend from each other: which of several good cards they "
        "all have is partly luck of one search, as in the paper's single runs.\n"
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


def _curves() -> str:
    return (
        "![Best and mean win rates](win-rates.png)\n\nAs the paper's figure 5. The mean may fall: "
        "when boundaries move, elites return that others had hidden.\n"
    )


def _scatter(runs: Sequence[MesbRun]) -> str:
    pictures = [
        f"![{facts.title}](scatter-{group}.png)\n\n"
        for group, facts in EXPERIMENTS.items()
        if any(run.group == group for run in runs)
    ]
    return f"{''.join(pictures)}As the paper's figure 3; colours and sizes are each panel's own.\n"


def _density(run: MesbRun, exact: ManaDistribution) -> str:
    published = PUBLISHED["n_decks"].get(run.archetype.hero.lower(), "-")
    sums, _, shares = exact.points()
    mean = float((sums * shares).sum()) / 30
    mana = run.evaluations["deck_mana_sum"] / 30
    beyond = float(shares[(sums / 30 < mana.min()) | (sums / 30 > mana.max())].sum())
    return (
        f"![Density](density.png)\n\nAs the paper's figure 4. The pool has {exact.total:.4e} "
        f"decks (paper: {published}), of {mean:.2f} mana on average; of the evaluated "
        f"ones the cheapest has {mana.min():.2f}, the dearest {mana.max():.2f}; "
        f"{100 * beyond:.2g}% of all decks are cheaper or dearer.\n"
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

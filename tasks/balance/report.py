"""The report of the balance lab: first what a designer reads in a minute, then what it rests on."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from tasks.balance.analysis import Comparison, candidates, compare
from tasks.mesb import figures as mesb_figures
from tasks.reports.documents import table, write_page
from tasks.storage.files import check_writable, write_bytes

N_CARDS = 12
N_SETS = 8
N_CANDIDATES = 5
#: A win rate is unchanged if the whole 95 % interval of its change is this near to 0.
SAME = 0.02


def write_balance_report(path: Path, archetypes: Sequence[str]) -> Path:
    """Writes the report of finished runs and duels.

    Args:
        path: Their folder.
        archetypes: Names.

    Returns:
        The page to open, `report/index.html`; `report.md` has the same text, and tables everything.

    Raises:
        StoreError: Runs or duels are missing or damaged, or the folder cannot be written.
    """
    path = Path(path).expanduser().absolute()
    folder = path / "report"
    check_writable(folder)
    comparisons = [compare(path, name) for name in archetypes]
    found = candidates(comparisons)
    write_bytes(folder / "strength.csv", strength_table(comparisons).write_csv().encode())
    write_bytes(folder / "candidates.csv", found.write_csv().encode())
    for each in comparisons:
        tables = {"cards": each.shares.join(each.worth, on="card"), "sets": each.sets}
        for name, rows in (tables | {"duels": each.duels}).items():
            write_bytes(folder / f"{name}-{each.name}.csv", rows.write_csv().encode())
        measures = each.after[0].experiment.archive.measures
        title = f"{each.title}: {each.patch.name}"
        picture = folder / f"landscape-{each.name}.png"
        mesb_figures.landscapes(picture, each.maps(), each.cells, measures, title)
    parts = [_summary(comparisons, found), *(_archetype(each) for each in comparisons)]
    parts += [_candidates(found), _method(comparisons)]
    return write_page(folder, "\n".join(parts))


def balance_numbers(folder: Path) -> pl.DataFrame:
    """What a patch did, archetype by archetype.

    Args:
        folder: Of the report.

    Returns:
        The table of `strength_table`.
    """
    return pl.read_csv(folder / "strength.csv")


def strength_table(comparisons: Sequence[Comparison]) -> pl.DataFrame:
    """How strong elites are before and after, and how new ones do against old ones.

    Returns:
        One row per archetype: archetype; for mean and best (health differences) and win_rate (mean)
        in new games: `_before`, `_after`, `_change`, `_margin` (half the 95 % interval); duels (the
        new elites' share of wins), duels_low, duels_high (95 %).
    """
    rows = []
    for each in comparisons:
        row: dict[str, str | float] = {"archetype": each.name}
        for name, (before, after, margin) in each.strength().items():
            row |= {f"{name}_before": before, f"{name}_after": after}
            row |= {f"{name}_change": after - before, f"{name}_margin": margin}
        score, low, high = each.score()
        rows.append(row | {"duels": score, "duels_low": low, "duels_high": high})
    return pl.DataFrame(rows)


def _summary(comparisons: Sequence[Comparison], found: pl.DataFrame) -> str:
    patch = comparisons[0].patch
    lines = [
        f"# What {patch.name} does",
        "",
        f"{patch.description + '. ' if patch.description else ''}{patch.describe()}.",
        "",
        "## In a minute",
        "",
        *_strength_lines(comparisons),
        "",
        _changed_table(comparisons),
    ]
    for what, verb in (("nerf", "too strong"), ("buff", "too weak")):
        cards = found.filter(what=what).head(N_CANDIDATES)["card"].to_list()
        lines.append(f"- Still {verb}, candidates to {what}: {', '.join(cards) or 'none'}.")
    return "\n".join(lines) + "\n"


def _strength_lines(comparisons: Sequence[Comparison]) -> list[str]:
    lines = []
    for each in comparisons:
        before, after, margin = each.strength()["win_rate"]
        score, low, high = each.score()
        who = "new decks beat old ones" if low > 0.5 else "old decks still beat new ones"
        who = who if low > 0.5 or high < 0.5 else "neither side is ahead"
        words, change = strength_in_words(after - before, margin), f"{after - before:+.1%}"
        lines.append(
            f"- **{each.title}** {words}: its elites win {before:.0%} before and {after:.0%} after "
            f"({change} ± {margin:.1%}); with the new cards {who}, {score:.0%} of games "
            f"({low:.0%} to {high:.0%})."
        )
    return lines


def strength_in_words(change: float, margin: float) -> str:
    """What a change of the win rate says of a side: no more than its interval does.

    Args:
        change: After minus before.
        margin: Half its 95 % interval; NaN if it has none.
    """
    if abs(change) > margin:
        return "is stronger" if change > 0 else "is weaker"
    return "is unchanged" if abs(change) + margin <= SAME else "shows no clear change"


def _changed_table(comparisons: Sequence[Comparison]) -> str:
    """The patch's cards: what became of them, archetype by archetype."""
    rows = []
    for name, change in comparisons[0].changes.items():
        cells = ["not in the pool"] * len(comparisons)
        for place, each in enumerate(comparisons):
            for row in each.shares.filter(card=name).iter_rows(named=True):
                cells[place] = _share_change(row, each.trial_shares(name))
        rows.append([f"{name}: {change}", *cells])
    head = ["changed card", *(f"elites of {each.title}" for each in comparisons)]
    luck = (
        "With one search per side, luck of descent can do that, too: --trials 3 tells."
        if len(comparisons[0].after) == 1
        else "In brackets: the trials, one by one."
    )
    return f"{table(head, rows)}\nBold: the 95 % interval of the change has no 0. {luck}\n"


def _share_change(row: dict, trials: Sequence[Sequence[float]]) -> str:
    sides = []
    for name, shares in zip(("before", "after"), trials, strict=True):
        several = f" ({', '.join(f'{share:.0%}' for share in shares)})" if len(shares) > 1 else ""
        sides.append(f"{row[name]:.0%}{several}")
    text = " → ".join(sides)
    return f"**{text}**" if row["is_clear"] else text


def _archetype(each: Comparison) -> str:
    lines = [
        f"## {each.title}",
        "",
        f"![Fitness and win rates before, after, and their difference](landscape-{each.name}.png)",
        "",
        _strength_table(each),
        "Cards whose share of elites changed most:",
        "",
        _cards_table(each),
        _sets_table(each, "appears", "Combinations that appear"),
        _sets_table(each, "vanishes", "Combinations that vanish"),
    ]
    return "\n".join(lines)


def _strength_table(each: Comparison) -> str:
    labels = {
        "mean": ("mean health difference of the elites", "{:+.2f}"),
        "best": ("health difference of the best elite", "{:+.2f}"),
        "win_rate": ("mean win rate of the elites", "{:.1%}"),
    }
    rows = []
    for name, (before, after, margin) in each.strength().items():
        label, form = labels[name]
        change = f"{form.format(after - before)} ± {form.format(margin).removeprefix('+')}"
        rows.append([label, form.format(before), form.format(after), change])
    counts = [sum(len(run.copies) for run in side) for side in (each.before, each.after)]
    rows.append(["elites", str(counts[0]), str(counts[1]), ""])
    return table(["in new games", "before", "after", "change (95 %)"], rows)


def _cards_table(each: Comparison) -> str:
    top = each.shares.join(each.worth, on="card", maintain_order="left").sort(
        pl.col("change").abs(), descending=True, maintain_order=True
    )
    rows = [
        [
            f"**{row['card']}**" if row["card"] in each.changes else row["card"],
            _interval(row, "before"),
            _interval(row, "after"),
            f"{row['change']:+.0%} ({row['change_low']:+.0%} to {row['change_high']:+.0%})",
            f"{row['worth']:+.2f} ({row['worth_low']:+.2f} to {row['worth_high']:+.2f})",
        ]
        for row in top.rename({"low": "worth_low", "high": "worth_high"})
        .head(N_CARDS)
        .iter_rows(named=True)
    ]
    head = ["card (bold: changed)", "before (95 %)", "after", "change", "worth of a copy after"]
    return table(head, rows)


def _interval(row: dict, name: str) -> str:
    return f"{row[name]:.0%} ({row[f'{name}_low']:.0%} to {row[f'{name}_high']:.0%})"


def _sets_table(each: Comparison, what: str, title: str) -> str:
    rows = []
    told: list[set[str]] = []
    for row in each.sets.filter(what=what).iter_rows(named=True):
        cards = set(row["cards"].split(" + "))
        if any(len(cards & other) > 1 for other in told):
            continue  # says nearly the same as one above
        told.append(cards)
        lifts = ["-" if row[x] is None else f"{row[x]:.1f}" for x in ("before_lift", "after_lift")]
        supports = [f"{row['before']:.0%}", f"{row['after']:.0%}"]
        rows.append([row["cards"], *supports, *lifts])
        if len(rows) == N_SETS:
            break
    if not rows:
        return f"{title}: none.\n"
    head = ["cards", "support before", "support after", "lift before", "lift after"]
    return f"{title}:\n\n{table(head, rows)}"


def _candidates(found: pl.DataFrame) -> str:
    rows = [
        [row["what"], row["card"], f"{row['share']:.0%}", f"{row['worth']:+.2f}", row["archetypes"]]
        for what in ("nerf", "buff")
        for row in found.filter(what=what).head(2 * N_CANDIDATES).iter_rows(named=True)
    ]
    head = ["to", "card", "share of elites", "health a copy is worth", "archetypes"]
    return f"## Candidates for the next patch\n\n{table(head, rows) if rows else 'None.'}\n"


def _method(comparisons: Sequence[Comparison]) -> str:
    run = comparisons[0].after[0]
    search, n = run.experiment.search, len(comparisons[0].after)
    intervals = (
        "take elites for independent cases, though they descend from each other: use --trials 3 "
        "for intervals that do not"
        if n == 1
        else f"come from the {n} trials' own values (Student's t)"
    )
    return (
        f"## How to read this\n\nEach side is {n} search{'es' if n > 1 else ''} of "
        f"{search.evaluations:,} decks x {search.n_games} games, with the same seeds, against "
        f"the opponents `{run.experiment.opponents}`, whose cards change, too. Intervals "
        f"of shares and strength {intervals}. New games ({search.fresh_games} per elite) judge "
        "elites, since an archive keeps the lucky. An archetype is stronger or weaker if the "
        "interval of the change of its win rate has no 0, and unchanged if all of it lies within "
        f"±{SAME:.0%}; a wider one shows no clear change. Maps have the same cells on both sides; "
        "a deck lies where its mana costs are under its own cards. The worth of a copy is "
        "from a linear model of all evaluated decks: health difference, in place of an average "
        "card. Candidates to nerf: more than half of an archetype's elites have them, and a copy "
        "is surely worth more than an average card; to buff: surely less, and fewer elites have "
        "them than random decks. "
        "Combinations: sets of two or three cards in at least a quarter of the elites on one side "
        "(FP-growth), each told once.\n"
    )

"""The paper's analyses on runs that are made of numbers."""

import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from models.intervals import wilson_interval
from tasks.games.duels import DUELS
from tasks.mesb.analysis import card_table, changed_cards, find, has_card, strength
from tasks.mesb.claims import claims
from tasks.mesb.report import TITLES, write_mesb_report
from tasks.mesb.runs import best_opponents, read_mesb
from tasks.mesb.verdicts import NO, NO_PREMISE, OPEN, YES
from tasks.storage.files import StoreError, write_table
from tests.tasks.mesb_runs import write_mesb_study

ARCHETYPES = ["aggro-paladin", "control-paladin"]
STRONG = {"Sunwalker": 20.0, "Tirion Fordring": 3.0}
WORTH = {"validation": STRONG, "elite": STRONG, "balance": {"Sunwalker": -20.0}}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    path = tmp_path_factory.mktemp("mesb") / "study"
    write_mesb_study(path, ARCHETYPES, WORTH)
    names = [f"{name}, {group}" for group in ("validation", "elite") for name in ARCHETYPES]
    rows = [
        (names[2], names[3], 1000, 0.4, 0.37, 0.43),
        (names[0], names[2], 1000, 0.51, 0.48, 0.54),
        (names[1], names[3], 1000, 0.6, 0.57, 0.63),
    ]
    rows += [(a, b, 1000, 0.5, 0.47, 0.53) for a, b in ((0, 1), (0, 3), (1, 2))]
    rows = [
        (names[a] if isinstance(a, int) else a, names[b] if isinstance(b, int) else b, *rest)
        for a, b, *rest in rows
    ]
    write_table(path / "duels-before.parquet", pl.DataFrame(rows, schema=DUELS, orient="row"))
    return path


@pytest.fixture(scope="module")
def runs(study):
    return read_mesb(study)


def test_runs_are_found_by_experiment_and_archetype(runs):
    found = [(run.group, run.archetype.name) for run in runs]
    assert found == [(g, name) for g in ("validation", "elite", "balance") for name in ARCHETYPES]


def test_strength_counts_fitness_as_the_sum_over_games(runs):
    row = strength(runs).row(0, named=True)
    run = runs[0]
    assert row["fitness"] == round(run.evaluations["objective"].max() * 6)
    assert row["elites"] == run.elites.height == run.growth["n_elites"][-1]
    assert row["cells"] == 7 * 7  # the last size comes with the next deck, as in the paper
    assert row["fresh_best"] == pytest.approx(run.elites["objective"].max() - 1)


def test_growth_has_the_elites_of_every_iteration(runs):
    growth = runs[0].growth
    assert growth["evaluations"].to_list() == [100, 200, 300]
    rates = runs[0].evaluations["win_rate"]
    assert growth["best"].to_list() == [rates[:n].max() for n in (100, 200, 300)]
    assert (growth["mean"] < growth["best"]).all()


def test_the_changed_cards_are_the_patches(runs):
    changed = changed_cards(runs)
    assert changed["Sunwalker"] == "attack 4 -> 1"
    assert changed["Silverback Patriarch"] == "attack 1 -> 3"
    assert list(changed) == list(changed_cards([]))
    assert "Argent Squire" not in changed  # its "new" cost is the old one


def test_shares_of_changed_cards_are_counted(runs):
    row = card_table(runs).row(
        by_predicate=(pl.col("card") == "Sunwalker") & (pl.col("archetype") == "control-paladin"),
        named=True,
    )
    run = find(runs, "elite", "control-paladin")
    column = run.copies[:, run.cards.index("Sunwalker")]
    assert row["before"] == (column > 0).mean()
    assert [row["before_low"], row["before_high"]] == wilson_interval(
        (column > 0).sum(), len(column)
    )
    assert row["after"] < 0.3 < row["before"]
    assert has_card(run, "Explosive Shot") == (0, len(column))


def test_claims_are_decided_by_intervals(runs, study):
    duels = pl.read_parquet(study / "duels-before.parquet")
    found = {claim.text: claim for claim in claims(runs, duels)}
    assert found["Control beats aggro of the same class: paladin, elite"].verdict == YES
    assert found["Control beats aggro of the same class: paladin, validation"].verdict == OPEN
    better = "The best deck of experiment 2 beats that of experiment 1: "
    assert found[better + "aggro-paladin"].verdict == OPEN
    assert found[better + "control-paladin"].verdict == NO
    assert found["Control Paladin is good across the whole range of mana, more than aggro"]
    assert "60.0%" not in found[better + "control-paladin"].here
    assert not any("Hunter" in text for text in found)


def test_elites_of_both_later_experiments_are_held_against_the_first(runs):
    found = {claim.text: claim for claim in claims(runs, None)}
    for name in ARCHETYPES:
        first, *others = (find(runs, group, name) for group in ("validation", "elite", "balance"))
        for number, run in enumerate(others, start=2):
            claim = found[f"Win rates of {name} elites are lower in experiment {number} than in 1"]
            rates = [each.judged["win_rate"].mean() for each in (first, run)]
            assert claim.here.startswith(f"{rates[0]:.1%} to {rates[1]:.1%} ")


def test_win_rates_rise_over_time_from_the_first_elites_to_new_games(runs):
    found = {claim.text: claim for claim in claims(runs, None)}
    claim = found["Win rates of elites rise over time, elite"]
    mine = [run for run in runs if run.group == "elite"]
    first = np.mean([run.growth["mean"][0] for run in mine])
    last = np.mean([run.judged["win_rate"].mean() for run in mine])
    ends = f"mean of 2 archetypes {first:.1%} after 100 decks, {last:.1%} at the end"
    assert claim.here.startswith(ends)
    for change, expected in ((0.1, YES), (-0.1, NO)):
        ends = []
        for run in mine:
            last = pl.lit(run.growth["mean"][0] + change)
            ends.append(replace(run, elites=run.elites.with_columns(fresh_win_rate=last)))
        found = {claim.text: claim.verdict for claim in claims(ends, None)}
        assert found["Win rates of elites rise over time, elite"] == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [(True, False, YES), (False, False, NO_PREMISE), (False, True, NO)],
    ids=["frequent, then rare", "never frequent", "rare, then frequent"],
)
def test_a_card_can_only_become_rare_if_it_was_frequent(runs, before, after, expected):
    sides = [elites_that(runs, before, "elite"), elites_that(runs, after, "balance")]
    found = {claim.text: claim.verdict for claim in claims(sides, None)}
    assert found["Sunwalker in control-paladin elites, balance: less than half"] == expected
    assert found["Sunwalker falls in control-paladin after its nerf"] == expected


def elites_that(runs, have_it: bool, group: str):
    """A run of that experiment whose elites all have Sunwalker, or all have it not."""
    run = find(runs, "elite" if have_it else "balance", "control-paladin")
    has = run.copies[:, run.cards.index("Sunwalker")] > 0
    return replace(run, group=group, elites=run.elites.filter(has == have_it))


def test_the_report_has_every_section_and_picture(study):
    page = write_mesb_report(study)
    text = (page.parent / "report.md").read_text()
    assert page.read_text().count("<h2>") == len(TITLES)
    assert page.read_text().count("<table>") == 6
    for title in TITLES.values():
        assert f"## {title}\n" in text
    assert "| 300 x 6 | 2 x 2 to 7 x 7 |" in text
    assert "ours to 8 x 8 over 300;" in text
    assert "1.4197e+35" in text
    assert re.search(r"the dearest \d\.\d\d; [\d.]+% of all decks", text)
    assert "Needs" not in text
    names = {file.name for file in page.parent.iterdir()}
    pictures = ["win-rates", "density", "scatter-validation", "scatter-elite", "scatter-balance"]
    for name in pictures:
        assert (page.parent / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert f"]({name}.png)" in text
    assert {"strength.csv", "cards.csv", "duels-before.csv"} <= names


def test_the_extract_gives_the_same_report_without_the_runs(study, tmp_path):
    first = write_mesb_report(study).parent
    document = tmp_path / "mesb.md"
    document.write_text("# Mine\n<!-- begin claims -->\nold\n<!-- end claims -->\nkept\n")
    again = write_mesb_report(first, tmp_path / "mesb", document).parent
    assert {file.name for file in again.iterdir()} == {file.name for file in first.iterdir()}
    for file in first.iterdir():
        assert (again / file.name).read_bytes() == file.read_bytes(), file.name
    text = document.read_text()
    assert "old" not in text
    assert "kept" in text
    assert "| the paper |" in text


def test_a_document_of_unknown_sections_is_refused(study, tmp_path):
    document = tmp_path / "mesb.md"
    document.write_text("<!-- begin claim -->\n<!-- end claim -->\n")
    with pytest.raises(StoreError, match="no section is called claim; use setup"):
        write_mesb_report(study, tmp_path / "mesb", document)


def test_own_opponents_need_all_six_archetypes(study, tmp_path):
    with pytest.raises(StoreError, match=r"validation-aggro-hunter has not finished.*published"):
        best_opponents(study)
    with pytest.raises(StoreError, match="no finished run of MESB"):
        read_mesb(tmp_path)


def test_the_best_deck_is_that_of_the_new_games(runs):
    best = runs[0].best(2)
    codes = runs[0].elites["deck_code"][:2].to_list()
    assert [deck.code for deck in best] == codes
    counts = runs[0].pool.counts(best[0].opponent().deck)
    np.testing.assert_array_equal(counts, runs[0].copies[0])

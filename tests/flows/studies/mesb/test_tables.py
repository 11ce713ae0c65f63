"""The paper's analyses on synthetic runs."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from flows.studies.claims import (
    NOT_APPLICABLE,
    NOT_REPRODUCED,
    REPRODUCED,
    UNDECIDED,
    NotMeasuredError,
    judge,
)
from flows.studies.mesb.tables import PUBLISHED, TESTS, MesbResults, extract
from models.problems.mesb import ARCHETYPES as ALL
from models.problems.mesb import EXPERIMENTS
from models.statistics.intervals import wilson_interval
from tasks.storage.store import load_run
from tests.tasks.mesb_runs import ARCHETYPES, WORTH, write_mesb_study


def test_strength_counts_fitness_as_the_sum_over_games(mesb):
    row = mesb.strength.row(0, named=True)
    run = mesb.runs[0]
    assert row["fitness"] == round(run.evaluations["objective"].max() * 6)
    assert row["elites"] == run.elites.height == run.growth["n_elites"][-1]
    assert row["cells"] == 7 * 7  # the last size comes with the next deck, as in the paper
    assert row["fresh_best"] == pytest.approx(run.elites["objective"].max() - 1)


def test_the_changed_cards_are_the_patches(mesb):
    changed = mesb.changed_cards
    assert changed["Sunwalker"] == "attack 4 -> 1"
    assert changed["Silverback Patriarch"] == "attack 1 -> 3"
    assert list(changed) == list(MesbResults(mesb.folder, [], {}).changed_cards)
    assert "Argent Squire" not in changed  # its "new" cost is the old one


def test_shares_of_changed_cards_are_counted(mesb):
    (row,) = mesb.cards.filter(card="Sunwalker", archetype="control-paladin").to_dicts()
    run = mesb.find("elite", "control-paladin")
    column = run.copies[:, run.cards.index("Sunwalker")]
    assert row["before"] == (column > 0).mean()
    interval = wilson_interval((column > 0).sum(), len(column))
    assert [row["before_low"], row["before_high"]] == interval
    assert row["after"] < 0.3 < row["before"]
    assert mesb.count("elite", "control-paladin", "Explosive Shot") == (0, len(column))


def test_what_has_not_been_run_is_not_measured(mesb):
    assert mesb.find("elite", "aggro-hunter") is None
    with pytest.raises(NotMeasuredError):
        mesb.count("elite", "aggro-hunter", "Sunwalker")


def findings(mesb):
    return {claim.text: claim.finding for claim in judge(PUBLISHED["claims"], TESTS, mesb)}


def test_the_text_of_a_claim_names_what_it_is_about():
    texts = [claim["text"] for claim in PUBLISHED["claims"]]
    assert len(set(texts)) == len(texts) > 50
    for claim in PUBLISHED["claims"]:
        text, of = claim["text"], claim["of"]
        assert claim["test"] in {each.__name__ for each in TESTS}
        assert claim["group"] in PUBLISHED["groups"]
        assert of.get("card", "") in text
        assert of.get("experiment", "validation") in EXPERIMENTS
        if "archetype" in of:
            assert of["archetype"] in text or ALL[of["archetype"]].title in text


def test_claims_are_decided_by_intervals(mesb):
    found = findings(mesb)
    assert found["Control beats aggro of the same class: paladin, elite"].verdict == REPRODUCED
    assert found["Control beats aggro of the same class: paladin, validation"].verdict == UNDECIDED
    better = "The best deck of experiment 2 beats that of experiment 1: "
    assert found[better + "aggro-paladin"].verdict == UNDECIDED
    assert found[better + "control-paladin"].verdict == NOT_REPRODUCED
    wide = found["Control Paladin is good across the whole range of mana, more than aggro"]
    assert wide.verdict == UNDECIDED
    assert "60.0%" not in found[better + "control-paladin"].ours
    assert not any("Hunter" in text for text in found)


def test_elites_of_both_later_experiments_are_held_against_the_first(mesb):
    found = findings(mesb)
    for name in ARCHETYPES:
        first, *others = (mesb.find(group, name) for group in ("validation", "elite", "balance"))
        for number, run in enumerate(others, start=2):
            claim = found[f"Win rates of {name} elites are lower in experiment {number} than in 1"]
            rates = [each.judged["win_rate"].mean() for each in (first, run)]
            assert claim.ours.startswith(f"{rates[0]:.1%} to {rates[1]:.1%} ")


def test_win_rates_rise_over_time_from_the_first_elites_to_new_games(mesb):
    found = findings(mesb)
    claim = found["Win rates of elites rise over time, elite"]
    mine = [run for run in mesb.runs if run.group == "elite"]
    first = np.mean([run.growth["mean"][0] for run in mine])
    last = np.mean([run.judged["win_rate"].mean() for run in mine])
    ends = f"mean of 2 archetypes {first:.1%} after 100 decks, {last:.1%} at the end"
    assert claim.ours.startswith(ends)
    for change, expected in ((0.1, REPRODUCED), (-0.1, NOT_REPRODUCED)):
        ends = []
        for run in mine:
            last = pl.lit(run.growth["mean"][0] + change)
            ends.append(replace(run, elites=run.elites.with_columns(fresh_win_rate=last)))
        claim = findings(replace(mesb, runs=ends))["Win rates of elites rise over time, elite"]
        assert claim.verdict == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [(True, False, REPRODUCED), (False, False, NOT_APPLICABLE), (False, True, NOT_REPRODUCED)],
    ids=["frequent, then rare", "never frequent", "rare, then frequent"],
)
def test_a_card_can_only_become_rare_if_it_was_frequent(mesb, before, after, expected):
    sides = [elites_that(mesb, before, "elite"), elites_that(mesb, after, "balance")]
    found = findings(replace(mesb, runs=sides))
    assert found["Sunwalker in control-paladin elites, balance: less than half"].verdict == expected
    assert found["Sunwalker falls in control-paladin after its nerf"].verdict == expected


def elites_that(mesb, have_it: bool, group: str):
    """A run of that experiment; all its elites have Sunwalker, or none has it."""
    run = mesb.find("elite" if have_it else "balance", "control-paladin")
    has = run.copies[:, run.cards.index("Sunwalker")] > 0
    return replace(run, group=group, elites=run.elites.filter(has == have_it))


DOCS = Path(__file__).parents[4] / "docs" / "mesb"


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_the_extract_has_the_form_of_the_published_one(zone, tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    write_mesb_study(tmp_path, ["aggro-paladin"], WORTH)
    tables = extract(tmp_path)
    for name, table in tables.items():
        assert table.schema == pl.read_parquet_schema(DOCS / f"{name}.parquet"), name
    for run in tables["runs"].to_dicts():
        manifest = load_run(tmp_path / run["run"]).manifest
        assert (run["started"], run["finished"]) == (manifest["started"], manifest["finished"])

"""Verdicts on the claims of MESB's paper."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from models.problems.mesb import ARCHETYPES as ALL
from models.problems.mesb import EXPERIMENTS
from tasks.studies.claims import NOT_APPLICABLE, NOT_REPRODUCED, REPRODUCED, UNDECIDED
from tasks.studies.mesb.analysis import PUBLISHED
from tasks.studies.mesb.claims import TESTS, judged
from tests.tasks.mesb_runs import ARCHETYPES


def findings(mesb):
    return {claim.text: claim.finding for claim in judged(mesb)}


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
    assert found["Control Paladin is good across the whole range of mana, more than aggro"]
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

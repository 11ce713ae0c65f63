"""Forms on Prefect's pages: what their runs are called, and which seeds they have."""

import json
import re
import urllib.request

import pytest

from models.config import ConfigError

FOUR = ["aggro-hunter", "control-hunter", "aggro-paladin", "control-paladin"]


def names(prefect: dict[str, str]) -> set[str]:
    """The names of the runs that were begun last."""
    url = f"{prefect['PREFECT_API_URL']}/flow_runs/filter"
    wanted = json.dumps({"sort": "START_TIME_DESC", "limit": 50}).encode()
    request = urllib.request.Request(url, wanted, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return {each["name"] for each in json.load(answer)}


def begin(form, **settings) -> None:
    """A run that ends at once: its copy is to be where none can be."""
    with pytest.raises(ConfigError, match="nowhere://x"):
        form(preset="smoke", mirror="nowhere://x", **settings)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({}, "mesb-smoke-seed3"),
        (
            {"archetypes": ["control-paladin"], "experiments": ["elite", "balance"]},
            "mesb-elite+balance-control-paladin-smoke-seed3",
        ),
        (
            {"archetypes": FOUR, "patch": "mesb-balance-paper"},
            "mesb-mesb-balance-paper-4-archetypes-smoke-seed3",
        ),
    ],
    ids=["all", "one archetype", "another patch"],
)
def test_a_run_of_mesb_is_named_by_what_it_makes(prefect, settings, name):
    from flows.deployed.mesb import mesb

    begin(mesb, seed=3, **settings)
    assert name in names(prefect)


def test_a_run_of_the_lab_is_named_by_its_patch(prefect, tmp_path):
    from flows.deployed.mesb import balance

    (tmp_path / "softer.yaml").write_text("cards:\n  Wisp: {cost: 1}\n")
    patch = str(tmp_path / "softer.yaml")
    begin(balance, seed=3, patch=patch, archetypes=["aggro-mage", "aggro-rogue"])
    assert "balance-softer-aggro-mage+aggro-rogue-smoke-seed3" in names(prefect)


@pytest.mark.parametrize("name", ["mesb", "balance", "study"])
def test_two_runs_of_one_form_without_a_seed_have_different_ones(prefect, name, tmp_path):
    from flows.deployed.mesb import balance, mesb
    from flows.deployed.searches import study

    form = {"mesb": mesb, "balance": balance, "study": study}[name]
    before = names(prefect)
    for _ in range(2):
        begin(form, out=str(tmp_path / "out"))
    found = names(prefect) - before
    assert len(found) == 2
    assert all(re.fullmatch(rf"{name}-.*smoke.*-seed\d+", each) for each in found)

"""MESB's experiments as configurations."""

import pytest

from models.players.decks import OpponentDeck, opponent_suite, opponents_of
from models.problems.experiment import Experiment
from models.problems.mesb import ALL_ARCHETYPES, ARCHETYPES, EXPERIMENTS, SIZES, mesb_experiment
from models.settings.config import ConfigError
from models.settings.patches import named_patch


def test_the_archetypes_are_the_papers_six_in_its_order():
    heroes, styles = ("hunter", "paladin", "warlock"), ("aggro", "control")
    assert list(ARCHETYPES) == [f"{style}-{hero}" for hero in heroes for style in styles]
    sizes = [len(mesb_experiment(each).card_pool()) for each in list(ARCHETYPES.values())[::2]]
    assert sizes == [171, 171, 169]
    assert len(ALL_ARCHETYPES) == 18


def test_the_paper_size_is_as_published():
    made = mesb_experiment(ARCHETYPES["control-paladin"], opponents="starter")
    assert (made.search.initial_evaluations, made.search.evaluations) == (100, 10_000)
    assert (made.search.n_games, made.opponents) == (200, "starter")
    archive = {"kind": "sliding", "measures": ("deck_mana_sum", "deck_mana_variance")}
    archive |= {"first_size": 2, "last_size": 20, "budget": 10_000, "remap_every": 100}
    assert made.archive.model_dump() == archive
    assert (made.player.fidelity, made.player.scorer) == ("mesb", "control")
    assert made.player.patch == named_patch("23321")
    assert not made.uses_surrogate


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("archive", ["sliding", "growing-grid"])
def test_every_size_reaches_its_cells_with_its_budget(size, archive):
    made = mesb_experiment(ARCHETYPES["aggro-hunter"], size, archive=archive)
    assert made.archive.budget == made.search.evaluations
    assert made.archive.kind == archive
    recorded = made.model_dump(mode="json")
    assert Experiment.model_validate(recorded).model_dump(mode="json") == recorded


@pytest.mark.parametrize("size", SIZES)
def test_a_search_on_a_surrogate_has_a_fixed_grid_of_the_last_size(size):
    made = mesb_experiment(ARCHETYPES["aggro-hunter"], size, algorithm="bayes-me")
    moving = mesb_experiment(ARCHETYPES["aggro-hunter"], size).archive
    assert made.archive.kind == "grid"
    assert made.archive.measures == moving.measures
    assert made.archive.shape == (moving.last_size, moving.last_size)
    assert made.surrogate.targets == ("objective", *moving.measures)
    assert made.search.n_games == 12
    recorded = made.model_dump(mode="json")
    assert Experiment.model_validate(recorded).model_dump(mode="json") == recorded


def test_the_experiments_are_the_papers():
    facts = {name: (each.opponents, each.patch) for name, each in EXPERIMENTS.items()}
    assert facts == {
        "validation": ("starter", "23321"),
        "elite": ("elite", "23321"),
        "balance": ("elite", "mesb-balance"),
    }


def test_unknown_names_are_refused_with_a_suggestion():
    with pytest.raises(ConfigError, match=r"--preset quik: .* did you mean quick"):
        mesb_experiment(ARCHETYPES["aggro-hunter"], "quik")
    with pytest.raises(ConfigError, match="--archive grid"):
        mesb_experiment(ARCHETYPES["aggro-hunter"], archive="grid")


def test_opponents_of_ones_own_are_whole_decks_in_the_manifest():
    suite = opponent_suite("elite")[:2]
    opponents = tuple(OpponentDeck.of(each) for each in suite)
    made = mesb_experiment(ARCHETYPES["aggro-hunter"], opponents=opponents)
    read = Experiment.model_validate(made.model_dump(mode="json"))
    assert read == made
    for found, wanted in zip(opponents_of(read.opponents), suite, strict=True):
        assert (found.name, found.scorer) == (wanted.name, wanted.scorer)
        assert sorted(found.deck.cards) == sorted(wanted.deck.cards)

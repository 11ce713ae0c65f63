"""HearthSim's experiments: points, players, and sizes."""

import json

import pytest

from models.hearthsim.experiments import EXPERIMENTS, MODES, SIZES, run_name


def test_points_are_the_published_ones():
    points = {name: [point.name for point in each.points] for name, each in EXPERIMENTS.items()}
    assert points["taunt"] == ["0", "2", "4", "8", "12", "16", "20", "24", "28", "30"]
    assert points["divine-shield"][:3] == ["mirror", "-2", "-1.75"]
    assert points["divine-shield"][-1] == "3"
    assert len(points["divine-shield"]) == 22
    assert points["card-draw"] == ["Gnomish Inventor", "mirror"]
    assert len(points["hero-battle"]) == 9


def test_the_published_size_is_the_preset_paper():
    sizes = {name: each.n_games("paper") for name, each in EXPERIMENTS.items()}
    assert sizes["hero-battle"] == 10_000
    assert set(sizes.values()) == {10_000, 40_000}
    assert EXPERIMENTS["taunt"].n_games("smoke") == SIZES["smoke"]


def test_the_program_of_2014_misread_the_weights_of_divine_shield():
    experiment = EXPERIMENTS["divine-shield"]
    ours, theirs = experiment.points[-1].sides
    old, clean = (experiment.player(ours, mode).weights for mode in ("2014", "clean"))
    assert (old.w_mana, old.w_divine_shield, old.wt_divine_shield) == (0, 3, 0)
    assert (clean.w_mana, clean.w_divine_shield, clean.wt_divine_shield) == (0.1, 3, 3)
    assert experiment.player(theirs, "2014").weights.w_divine_shield == 0
    taunt = EXPERIMENTS["taunt"]
    assert taunt.player(taunt.points[0].sides[0], "2014").weights.w_mana == 0.1


@pytest.mark.parametrize("mode", MODES)
def test_players_search_one_turn_with_hearthsims_scorer(mode):
    for experiment in EXPERIMENTS.values():
        for point in experiment.points:
            for side in point.sides:
                player = experiment.player(side, mode)
                assert (player.search, player.scorer) == ("one-turn", "hearthsim")
                assert (player.one_turn.compat, player.cards) == (mode, "printed")


def test_a_manifest_has_decks_and_weights():
    content = json.loads(json.dumps(EXPERIMENTS["divine-shield"].content("2014")))
    ours, theirs = content["points"][9]["sides"]
    assert ours["chosen"] == ["Scarlet Crusader", "Oasis Snapjaw"]
    assert theirs["chosen"] == ["Magma Rager", "Oasis Snapjaw"]
    assert ours["weights"]["w_mana"] == 0
    assert content["player"]["search"] == "one-turn"


def test_directories_are_named_after_experiment_and_mode():
    assert run_name("taunt", "2014") == "taunt-2014"

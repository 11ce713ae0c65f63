"""Players by name."""

import json

import pytest

from models.players.config import HearthSimWeights, OneTurnConfig, PlayerConfig, PlayerTree
from models.players.kinds import KINDS, LEARNED
from models.players.networks import named_network
from models.players.player_names import read_player, read_players
from models.settings.config import ConfigError

#: A learned player has a file: see test_learned.py.
WITHOUT_FILES = set(KINDS) - {LEARNED}


def test_a_kind_alone_has_its_settings():
    assert read_player("beam").config == PlayerConfig()
    assert read_player("mesb-beam").config == PlayerConfig(fidelity="mesb")
    assert read_player("random").config == PlayerConfig(fidelity="fair", search="random")


def test_the_greedy_player_is_the_narrowest_fair_beam():
    assert read_player("greedy").config == read_player("fair-beam:midrange:width=1").config


def test_a_scorer_and_settings_follow_the_kind():
    player = read_player("fair-beam:control:width=8:positions=rightmost")
    assert player.name == "fair-beam:control:width=8:positions=rightmost"
    assert player.config == PlayerConfig(
        fidelity="fair", scorer="control", width=8, positions="rightmost"
    )
    assert player.slug == "fair-beam-control-width-8-positions-rightmost"


def test_a_players_file_is_a_scorer_that_results_call_by_its_own_name(tmp_path):
    weights = named_network("rogue-network").weights
    (tmp_path / "x.json").write_text(json.dumps({"name": "mine", "weights": weights}))
    player = read_player(f"beam:{tmp_path / 'x.json'}:width=2")
    assert player.name == "beam:mine:width=2"
    assert player.config.scorer.weights == weights


def test_the_open_beam_differs_from_the_fair_one_in_what_it_sees_only():
    seeing, fair = (
        read_player(name).config.strategy("aggro", is_first=True)
        for name in ("open-beam", "fair-beam")
    )
    assert (seeing.blind, fair.blind) == (0, 1)
    seeing.blind = 1
    assert seeing.tobytes() == fair.tobytes()


def test_every_kind_can_be_read_and_has_a_text():
    assert all(kind.text for kind in KINDS.values())
    for name in WITHOUT_FILES:
        assert read_player(name).kind is KINDS[name]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("beem", "beem: no player is called 'beem'; did you mean beam?"),
        ("beam:agro", "beam:agro: there is no player 'agro'; use one of"),
        ("beam:aggro:control", "two scorers"),
        ("mcts:10:20", "two budgets"),
        ("mcts:0", "mcts:0: tree.simulations: .*greater than or equal to 1"),
        ("mcts:-5", "tree.simulations: .*greater than or equal to 1"),
        ("beam:1000", "has no budget of simulations; leave 1000 out"),
        ("mcts:100:width=3", "'width' is no setting of it"),
        ("is-mcts:uct=1", "did you mean uct_c?"),
        ("one-turn:w_manna=1", "'w_manna' is no setting of it; did you mean w_mana?"),
        ("beam:widht=8", "'widht' is no setting of it; did you mean width?"),
        ("beam:width=0", "beam:width=0: width: .*greater than or equal to 1"),
        ("beam:patch=23321", "'patch' is no setting of it"),
        ("beam:nowhere.json", "beam:nowhere.json: nowhere.json: cannot be read"),
        ("", "no player is called ''"),
        ("random:aggro", "random:aggro: such a player looks at no state; leave the scorer 'aggro'"),
        ("beam:width=", "beam:width=: width= has no value; write one, or leave it out"),
        ("mcts:uct_c=inf", "mcts:uct_c=inf: tree.uct_c: .*finite number"),
        ("mcts:uct_c=nan", "tree.uct_c: .*finite number"),
        ("one-turn:w_a=-inf", "weights.w_a: .*finite number"),
        ("one-turn:aggro:w_a=1", "only the scorer hearthsim has w_a; leave one of them out"),
        ("is-mcts:determinisations=3", "'determinisations' is no setting of it"),
    ],
)
def test_a_wrong_name_is_refused_with_the_fix(text, message):
    with pytest.raises(ConfigError, match=message):
        read_player(text)


def test_a_player_is_given_once():
    with pytest.raises(ConfigError, match="beam:rogue-network: is the same player as beam"):
        read_players(["beam", "random", "beam:rogue-network"])


def test_a_tree_search_has_its_budget_and_its_own_settings():
    player = read_player("is-mcts:250:control:uct_c=0.5:rollout=end")
    assert player.config.search == "is-mcts"
    assert player.config.scorer == "control"
    tree = player.config.tree
    assert (tree.simulations, tree.uct_c, tree.rollout) == (250, 0.5, "end")
    assert read_player("mcts").config.tree.simulations == 1000


def test_the_one_turn_player_has_hearthsims_scorer_and_settings():
    assert read_player("one-turn").config == PlayerConfig(
        fidelity="fair", search="one-turn", scorer="hearthsim"
    )
    player = read_player("one-turn:rogue-network:max_nodes=500")
    assert (player.config.scorer, player.config.one_turn.max_nodes) == ("rogue-network", 500)
    assert read_player("one-turn:w_mana=0").config.weights.w_mana == 0


def test_only_mcts_and_the_papers_players_see_all():
    seeing = {name for name in WITHOUT_FILES if read_player(name).sees_all}
    assert seeing == {"beam", "mesb-beam", "open-beam", "mcts"}
    assert seeing == {name for name, kind in KINDS.items() if kind.fair and kind.differs}


def test_names_change_all_settings_of_a_search():
    one_turn = {*OneTurnConfig.model_fields, *HearthSimWeights.model_fields}
    for kind, fields in (("one-turn", one_turn), ("pi-mcts", {*PlayerTree.model_fields})):
        assert {*KINDS[kind].options} == {"positions", "mulligan", *fields}


def test_a_path_with_an_equals_sign_is_a_scorer():
    with pytest.raises(ConfigError, match=r"runs/seed=1/networks/01\.npz"):
        read_player("fair-beam:value:runs/seed=1/networks/01.npz")

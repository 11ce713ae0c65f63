"""Value networks as files, for the cards of various rules."""

from dataclasses import replace

import numpy as np
import pytest

from engine.core.tables import N_CARDS
from engine.patches import Change, new_patch
from engine.rules import rules_for
from models.hearthsim.experiments import CARDS
from models.players.config import PlayerConfig
from models.players.core.state import N_VALUE_FIRST, SCORERS
from models.players.core.value import N_GENERAL, PARTS, ZONES, parts_of
from models.players.networks import NetworkError
from models.players.player_names import read_player
from models.players.value_networks import GRID, N_PRINTED, ValueNetwork, ValueScorer, printed_on

KNOWN = ("CS2_182", "CS2_029")  # Chillwind Yeti, Fireball


def a_network(rules, ids=KNOWN) -> ValueNetwork:
    rng = np.random.default_rng(1)

    def whole(*shape: int) -> np.ndarray:
        return rng.integers(-1000, 1000, shape).astype(np.int16)

    printed = printed_on(rules)
    return ValueNetwork(
        card={"games": 10},
        upper={name: rng.normal(size=shape).astype(np.float32) for name, shape in PARTS},
        general=whole(N_GENERAL, N_VALUE_FIRST),
        ids=ids,
        known=whole(len(ZONES), len(ids), N_VALUE_FIRST),
        printed=np.array([printed[rules.row(card)] for card in ids]),
        of_print=whole(len(ZONES), N_PRINTED, N_VALUE_FIRST),
    )


def row_of(network: ValueNetwork, rules, card_id: str, zone: int) -> np.ndarray:
    """A card's row in units of the grid."""
    place = N_GENERAL + zone * N_CARDS + rules.row(card_id)
    return np.rint(parts_of(network.floats(rules))["rows"][place] / GRID).astype(np.int64)


@pytest.fixture
def file(rules, tmp_path):
    path = tmp_path / "mine.npz"
    path.write_bytes(a_network(rules).content())
    return path


def test_a_file_is_read_as_it_was_written(file):
    network = ValueNetwork.load(file)
    assert network.card["games"] == 10
    assert network.ids == KNOWN
    assert network.content() == file.read_bytes()


@pytest.mark.parametrize("zone", range(len(ZONES)))
def test_a_card_of_the_training_has_its_own_row(rules, zone):
    network = a_network(rules)
    assert (row_of(network, rules, KNOWN[1], zone) == network.known[zone, 1]).all()


def test_an_unknown_card_has_the_row_of_what_is_printed_on_it(rules):
    network = a_network(rules)
    printed = printed_on(rules)[rules.row("CS2_172")].astype(np.int64)  # Bloodfen Raptor
    expected = printed @ network.of_print[2].astype(np.int64)
    assert (row_of(network, rules, "CS2_172", 2) == expected).all()
    assert expected.any()


def test_a_patched_card_differs_by_what_has_changed(rules):
    """The Yeti costs 5 instead of 4: one printed thing goes, another comes."""
    patch = new_patch("dearer", [Change("Chillwind Yeti", "cost", 5, "here")])
    network, patched = a_network(rules), rules_for(patch)
    change = printed_on(patched)[patched.row("CS2_182")] - printed_on(rules)[rules.row("CS2_182")]
    assert sorted(change[change != 0]) == [-1, 1]
    expected = network.known[0, 0] + change.astype(np.int64) @ network.of_print[0].astype(np.int64)
    assert (row_of(network, patched, "CS2_182", 0) == expected).all()


def test_a_player_has_it_by_its_path(file, rules):
    player = read_player(f"fair-beam:value:{file}")
    assert player.name == "fair-beam:mine"
    assert player.config == read_player(f"fair-beam:{file}").config
    strategy = player.config.strategy(player.config.scorer, is_first=True)
    assert SCORERS[strategy.scorer] == "value"
    assert strategy.value_at == player.config.scorer.address(player.config.rules())


def test_a_tree_search_scores_its_leaves_without_rollouts(file):
    tree = read_player(f"is-mcts:300:value:{file}").config.tree
    assert (tree.rollout, tree.rollout_actions) == ("actions", 0)
    assert read_player(f"is-mcts:300:{file}:rollout=turn").config.tree.rollout == "turn"


def test_settings_name_the_bytes_of_a_network(file):
    config = PlayerConfig(scorer=str(file))
    assert PlayerConfig.model_validate(config.model_dump(mode="json")) == config
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    with pytest.raises(NetworkError, match=r"mine\.npz: "):
        config.scorer.network()


def test_another_network_in_the_place_of_a_runs_own_is_refused(file, rules):
    scorer = ValueScorer.read(str(file))
    file.write_bytes(a_network(rules, KNOWN[:1]).content())
    with pytest.raises(NetworkError, match="is another network than the run's; restore the file"):
        scorer.network()


def damaged(name: str, change):
    """The content of a network of which one attribute is changed."""
    return lambda network: replace(network, **{name: change(getattr(network, name))}).content()


def third(value: float):
    return lambda upper: upper | {"third": np.full(32, value, np.float32)}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (lambda network: b"", "not an .npz archive"),
        (lambda network: network.content()[:3000], "cannot be read as a value network"),
        (damaged("general", lambda general: general[1:]), r"general has shape \(\d+, 64\)"),
        (damaged("known", lambda x: x.astype(np.int32)), "known has shape .* and type int32"),
        (damaged("upper", third(np.nan)), "third is not finite"),
        (damaged("upper", third(3e38)), "third has weights over 10,000"),
        (damaged("ids", lambda ids: ids[:1] * 2), "ids has a card twice"),
        (damaged("ids", lambda ids: (1, 2)), "ids is no list of cards"),
    ],
)
def test_what_is_no_value_network_is_refused_in_one_line(content, reason, rules, tmp_path):
    path = tmp_path / "bad.npz"
    path.write_bytes(content(a_network(rules)))
    with pytest.raises(NetworkError, match=reason) as error:
        ValueScorer.read(str(path))
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_other_features_are_refused(rules, tmp_path, monkeypatch):
    monkeypatch.setattr("models.players.value_networks.FEATURES", 0)
    (tmp_path / "old.npz").write_bytes(a_network(rules).content())
    monkeypatch.undo()
    with pytest.raises(NetworkError, match="its features are not those of version"):
        ValueNetwork.load(tmp_path / "old.npz")


def test_a_missing_file_is_reported():
    with pytest.raises(NetworkError, match=r"nowhere\.npz: .*No such file"):
        ValueScorer.read("nowhere.npz")


def test_cards_beside_the_builds_have_rows_in_their_games(file):
    player = read_player(f"fair-beam:{file}").config
    rules = player.rules(CARDS)
    row = player.strategy(player.scorer, is_first=True, rules=rules)
    assert row["value_at"] == player.scorer.address(rules) != player.scorer.address(player.rules())
    card_id = next(iter(rules.extra_data))
    assert row_of(ValueNetwork.load(file), rules, card_id, 0).any()

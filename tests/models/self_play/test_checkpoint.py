import io
import json

import numpy as np
import pytest
import torch

from engine.rules import rules_for
from models.self_play import checkpoint
from models.self_play.checkpoint import Checkpoint, CheckpointError
from models.self_play.environment import EnvironmentConfig
from models.self_play.inputs import inputs_of
from models.self_play.network import Network, NetworkConfig

TINY = NetworkConfig(card=4, entity=8, state=16)
GAMES = EnvironmentConfig(heroes=("MAGE", "HUNTER"), deck_size=12)


@pytest.fixture
def games(new_games):
    return new_games(20, 60, heroes=GAMES.heroes, deck_size=12)


@pytest.fixture
def saved(games, tmp_path):
    torch.manual_seed(3)
    network = Network(TINY, games.pool, games.rules)
    made = Checkpoint.of(network, GAMES, games.rules, method="osfp", samples=5000, seed=7)
    made.save(tmp_path / "player.npz")
    return made


@pytest.fixture
def path(saved, tmp_path):
    return tmp_path / "player.npz"


def rewrite(path, **changes):
    """Writes the file with other arrays; `card` as a change of its facts."""
    with np.load(path) as file:
        arrays = dict(file)
    facts = json.loads(arrays["card"].tobytes()) | changes.pop("card", {})
    arrays |= changes | {"card": np.frombuffer(json.dumps(facts).encode(), np.uint8)}
    buffer = io.BytesIO()
    np.savez(buffer, **{name: each for name, each in arrays.items() if each is not None})
    path.write_bytes(buffer.getvalue())


def test_a_loaded_network_decides_as_the_saved_one(saved, path, games):
    loaded = Checkpoint.load(path)
    assert loaded.card == saved.card
    assert loaded.card.title == "osfp, 5,000 samples, Mage, Hunter, classic"
    inputs = inputs_of(games.seen, games.decisions, games.picks, games.masks)
    assert torch.equal(loaded.network(inputs).log_probs, saved.network(inputs).log_probs)
    assert not any(each.requires_grad for each in loaded.network.parameters())


def test_a_checkpoint_is_a_copy(games):
    network = Network(TINY, games.pool, games.rules)
    made = Checkpoint.of(network, GAMES, games.rules, method="osfp", samples=0, seed=0)
    before = made.network.value.bias.clone()
    with torch.no_grad():
        network.value.bias += 1
    assert torch.equal(made.network.value.bias, before)


def test_saving_and_loading_draw_no_random_numbers(saved, path, games):
    before = torch.get_rng_state()
    loaded = Checkpoint.load(path)
    Checkpoint.of(loaded.network, GAMES, games.rules, method="osfp", samples=0, seed=0)
    assert torch.equal(torch.get_rng_state(), before)


def test_equal_checkpoints_are_equal_files(saved, path, tmp_path):
    saved.save(tmp_path / "again.npz")
    Checkpoint.load(path).save(tmp_path / "read.npz")
    assert len({each.read_bytes() for each in tmp_path.iterdir()}) == 1


def test_a_missing_file_is_reported(tmp_path):
    with pytest.raises(CheckpointError, match="no such file"):
        Checkpoint.load(tmp_path / "none.npz")


@pytest.mark.parametrize("damage", [lambda d: d[:-300], lambda d: b"", lambda d: b"{}" + d])
def test_a_damaged_file_is_reported(path, damage):
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(CheckpointError, match=r"player.npz: damaged, or no checkpoint"):
        Checkpoint.load(path)


def test_another_file_is_no_checkpoint(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("a player")
    with pytest.raises(CheckpointError, match=r"notes.txt: .* \(not an .npz archive\); copy it"):
        Checkpoint.load(path)


def test_a_changed_byte_is_noticed(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match="damaged"):
        Checkpoint.load(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"card": {"cards": "0" * 16}}, "trained with other cards"),
        ({"card": {"code": "0" * 16}}, "made by other code"),
        ({"check": np.zeros((2, 16), np.float32)}, "made by other code"),
        ({"card": {"format_version": 2}}, "version 2; this code reads version 1"),
        ({"card": {"network": {"card": 4, "entity": 8, "state": 24}}}, "weights of another kind"),
        ({"value.bias": None}, "another kind: value.bias is missing"),
        ({"value.bias": np.array(["0"])}, r"value.bias is \(1,\) of <U1, .* has \(1,\) of float32"),
        ({"check": np.zeros((2, 3), np.float32)}, "another kind: check is"),
        ({"value.bias": np.full(1, np.nan, np.float32)}, "value.bias is not finite"),
        ({"card": {"samples": -1}}, r"card is not of this code \(samples"),
        ({"card": {"environment": {"deck_size": 30, "cards": ["Wisp"]}}}, "a deck has 30 cards"),
        ({"card": {"environment": {"format": "none"}}}, "its games cannot be played"),
        ({"card": {"heroes": ["WIZARD"]}}, r"card is not .* \(heroes: WIZARD is no class of its"),
        ({"card": {"environment": {"heroes": ["WIZARD"]}, "heroes": ["WIZARD"]}}, "unknown class"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(path, changes, message):
    rewrite(path, **changes)
    with pytest.raises(CheckpointError, match=rf"player.npz: .*{message}"):
        Checkpoint.load(path)


def test_code_that_reads_numbers_otherwise_is_noticed(path, monkeypatch):
    monkeypatch.setattr("models.self_play.inputs._SCALE", 0.2)
    with pytest.raises(CheckpointError, match="made by other code"):
        Checkpoint.load(path)


def test_other_effects_are_played_but_not_other_cards(saved):
    assert saved.network_for(rules_for(variant="sabberstone")) is saved.network
    with pytest.raises(CheckpointError, match="trained with the cards of 38377 cannot play"):
        saved.network_for(rules_for("23321"))


def test_a_place_that_cannot_be_written_is_reported(saved, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CheckpointError, match="cannot write here"):
        saved.save(tmp_path / "file" / "player.npz")


def test_no_card_depends_on_defaults_of_this_code(saved):
    assert set(saved.card.model_dump()) == set(checkpoint.CheckpointCard.model_fields)

"""Minimal trainings by self-play, from the command to report, tables and MLflow run."""

from typing import get_args

import pytest

from flows.studies.self_play import settings as asked
from flows.studies.self_play.settings import SelfPlay
from models.self_play.checkpoint import Checkpoint
from models.self_play.config import Device
from models.self_play.ladder import LADDER, PRESETS, RANDOM_GAMES
from models.self_play.network import SIZES, weights_of
from models.self_play.opponents import METHODS
from models.settings.config import ConfigError
from tasks.sql.catalog import query
from tasks.storage.files import read_arrays
from tests.flows.studies.playing import finished_in, played
from tests.run_contents import in_mlflow


@pytest.fixture(scope="module")
def finished(prefect, tmp_path_factory):
    out = tmp_path_factory.mktemp("self-play") / "b3"
    return finished_in(SelfPlay(preset="smoke", out=out), threads=None)


def test_a_training_is_reported_and_answers_in_sql(finished):
    assert "Model b3: b2 with PPO" in (finished / "report" / "report.md").read_text()
    assert query([finished / "report"], "from periods")["samples"].to_list() == [512, 1024]
    assert query([finished / "report"], "from payoffs").height == 1
    found = query([finished / "report"], "select sum(copies) n from decks group by period, hero")
    assert found["n"].to_list() == pytest.approx([4.0] * found.height)
    assert (finished / "report" / "curves.png").is_file()


def test_each_period_leaves_a_player(finished):
    player = Checkpoint.load(finished / "players" / "00002.npz")
    assert player.card.title == "b3, 1,024 samples, Mage, Warrior, Hunter, classic"
    state = read_arrays(finished / "state.npz")
    assert (weights_of(player.network) == state["learner.weights"]).all()


def test_a_training_is_one_run_in_mlflow_with_its_curves(finished):
    client, run = in_mlflow(finished)
    assert run.info.status == "FINISHED"
    history = client.get_metric_history(run.info.run_id, "entropy_build")
    periods = query([finished / "report"], "from periods order by period")
    games = periods["games"].cum_sum().to_list()
    assert [point.step for point in history] == games
    assert {metric.step for metric in run.data._metric_objs} == {games[-1]}


def test_an_exploiter_only_plays_its_target(finished, tmp_path):
    target = finished / "players" / "00002.npz"
    out = tmp_path / "exploiter"
    exploiter = SelfPlay(preset="smoke", samples=512, exploit=str(target), out=out)
    assert exploiter.study.settings.environment.deck_size == 4
    page, _ = played(exploiter, threads=None)
    name = f"{finished.name}-00002"
    assert f"An exploiter of {name}" in page.with_name("report.md").read_text()
    (row,) = query([page.parent], "select payoffs.games, target from payoffs, training").to_dicts()
    assert row["games"] > 0
    assert row["target"] == name
    with pytest.raises(ConfigError, match=r"omit --deck-size"):
        _ = SelfPlay(exploit=str(target), deck_size=30).study
    with pytest.raises(ConfigError, match=r"omit --set network.state=64"):
        _ = SelfPlay(exploit=str(target), settings=["network.state=64"]).study


def test_a_training_begins_with_another_ones_network(finished, tmp_path):
    start = finished / "players" / "00002.npz"
    asked = SelfPlay(preset="smoke", samples=512, start=str(start), out=tmp_path / "second")
    page, _ = played(asked, threads=None)
    text = page.with_name("report.md").read_text()
    assert f"It began with the weights of {finished.name}-00002" in text
    with pytest.raises(ConfigError, match=r"--start uses the network's own games; omit --size"):
        _ = SelfPlay(start=str(start), size="small").study
    with pytest.raises(ConfigError, match="omit --start"):
        _ = SelfPlay(start=str(start), exploit=str(start)).study


def test_a_finished_training_can_become_longer(finished):
    first = (finished / "tables" / "periods" / "00001.parquet").stat().st_mtime_ns
    played(SelfPlay(preset="smoke", samples=1536, out=finished), threads=None)
    assert query([finished / "report"], "from periods where samples = 1536").height == 1
    assert (finished / "tables" / "periods" / "00001.parquet").stat().st_mtime_ns == first


def test_the_command_knows_all_names():
    assert get_args(asked.Model) == tuple(LADDER)
    assert get_args(asked.Method) == tuple(METHODS)
    assert get_args(asked.Size) == tuple(SIZES)
    assert get_args(asked.SelfPlayPreset) == tuple(PRESETS) == tuple(RANDOM_GAMES)
    assert set(get_args(asked.Device)) == {*get_args(Device), "auto"}


def test_settings_of_the_model_can_be_changed():
    asked_for = SelfPlay(model="b1.5", settings=["buffer.size=16", "update.rate=5e-4"])
    settings = asked_for.study.settings
    assert (settings.buffer.kind, settings.buffer.size, settings.update.rate) == ("ring", 16, 5e-4)


def test_cards_are_read_from_a_file_and_must_make_decks(refused, tmp_path):
    cards = tmp_path / "cards.txt"
    cards.write_text("Chillwind Yeti\n\nBoulderfist Ogre\n")
    call = ["self-play", "--cards", str(cards), "--out", str(tmp_path / "out")]
    told = refused(*call, "--deck-size", "5")
    assert "MAGE has 4 copies to build with and a deck has 5 cards" in told
    found = SelfPlay(cards=cards, deck_size=4).study.settings.environment
    assert found.cards == ("Chillwind Yeti", "Boulderfist Ogre")

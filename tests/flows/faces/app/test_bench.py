"""Measurements in the background."""

import time

import pytest

from flows.faces.app import bench as module
from flows.faces.app.bench import Bench
from models.players.config import PlayerConfig
from models.players.decks import named_deck, opponents_of
from models.settings.config import ConfigError
from tasks.storage.files import StoreError

DECK = named_deck("Classic Miracle Rogue")
OPPONENTS = opponents_of("elite")


def wait(bench, name):
    for _ in range(600):
        if (state := bench.state(name))["over"]:
            return state
        time.sleep(0.05)
    raise AssertionError("the measurement does not end")


def test_a_measurement_ends_with_its_results():
    bench = Bench()
    state = wait(bench, bench.start([DECK, DECK], OPPONENTS, PlayerConfig(), 48))
    assert state["progress"] == 1
    assert [deck["n_games"] for deck in state["decks"]] == [48, 48]
    assert state["difference"]["win_rate"] == 0


def test_an_error_ends_it_with_its_reason(monkeypatch):
    def broken(*_):
        raise module.GameError("the game does not end")

    monkeypatch.setattr(module, "batches", broken)
    bench = Bench()
    state = wait(bench, bench.start([DECK], OPPONENTS, PlayerConfig(), 24))
    assert state["problem"] == "the game does not end"


def test_no_more_wait_than_allowed_and_unknown_ids_are_named(monkeypatch):
    monkeypatch.setattr(module, "MAX_WAITING", 0)
    with pytest.raises(ConfigError, match="try again"):
        Bench().start([DECK], OPPONENTS, PlayerConfig(), 24)
    with pytest.raises(StoreError, match="start it again"):
        Bench().state("nothing")

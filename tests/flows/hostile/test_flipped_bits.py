"""Every kind of file that is read: flipped bits give an answer or one line, never a traceback."""

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.deck_text import read_decks
from engine.probe import read_cards
from flows.faces.app.folder import listed
from flows.faces.app.games import OpenGames
from flows.questions.decks import read_deck
from flows.studies.dsame.play import FILE as STUDY_FILE
from flows.studies.self_play.play import FILE as TRAINING_FILE
from flows.studies.self_play.play import SECONDS
from flows.studies.self_play.settings import _names
from flows.studies.tradingstone.play import FILE as TRADINGSTONE_FILE
from models.players.decks import DATA as DECKS
from models.players.games import GameError
from models.players.learned import FOLDER as CHECKPOINTS
from models.players.learned import LearnedSetting
from models.players.networks import FOLDER as NETWORKS
from models.players.networks import ScorerNetwork
from models.players.value_networks import FOLDER as VALUES
from models.players.value_networks import ValueScorer
from models.problems.study import StudyConfig
from models.self_play.checkpoint import Checkpoint
from models.self_play.ladder import Training
from models.settings.patches import read_patch
from models.surrogates.kinds import KINDS, surrogate_from_state
from models.tradingstone.study import TradingStudy
from tasks.reports.results import read_results
from tasks.storage.files import read_arrays, read_table, read_times, write_arrays, write_table
from tasks.storage.manifest import MANIFEST
from tests.flows.faces.app.test_games import settings as of_a_game
from tests.tasks.synthetic import EXPERIMENT, write_run

ARRAYS = {"a": np.arange(40.0).reshape(5, 8), "b": np.array("text"), "c": np.zeros(0, np.int8)}


def a_surrogate(folder):
    config = next(iter(KINDS.values()))()
    path = folder / "surrogate.npz"
    write_arrays(path, config.build(20, seed=1).state())
    return path


def open_game(path):
    OpenGames(path.parents[2]).game(path.stem).state()
    OpenGames(path.parents[2]).unfinished("me")


def a_settings_file(kind, content):
    def make(folder):
        kind.write(folder, content, code="a")
        return folder / kind.name

    return make, lambda path: (kind.load(path.parent), listed(path.parent, "run"))


def as_written(name, content):
    def make(folder):
        (folder / name).write_bytes(content)
        return folder / name

    return make


def arrays(folder):
    write_arrays(folder / "state.npz", ARRAYS)
    return folder / "state.npz"


def table(folder):
    write_table(folder / "a.parquet", pl.DataFrame({"n": range(50), "text": ["Wisp"] * 50}))
    return folder / "a.parquet"


def manifest(folder):
    write_run(folder / "run")
    return folder / "run" / MANIFEST


def run_of(path):
    listed(path.parent, "run")
    read_results(path.parent)


PATCH = b'description: A softer sun\nbase: "23321"\ncards:\n  Sunwalker: {attack: 1}\n'
CODE = "AAECAaIHBrICyAOvBOEE5/oC2OMCDIgBtAHdAYYJ7QKbFfsPkhfa6QIA"
CHECKPOINT = (CHECKPOINTS / "blackrock.npz").read_bytes()
VALUE = (VALUES / "value.npz").read_bytes()
TIMES = json.dumps({"1": [0.5, 0.25], "2": [1.5, 1.0]}).encode()

#: What writes a file into a folder and returns its path, and what reads it.
KINDS_OF_FILES = {
    "checkpoint": (as_written("a.npz", CHECKPOINT), Checkpoint.load),
    "player": (as_written("a.npz", CHECKPOINT), lambda path: LearnedSetting.read(str(path))),
    "value network": (as_written("a.npz", VALUE), lambda path: ValueScorer.read(str(path))),
    "state": (arrays, read_arrays),
    "surrogate": (a_surrogate, lambda path: surrogate_from_state(read_arrays(path))),
    "table": (table, read_table),
    "manifest": (manifest, run_of),
    "study.json": a_settings_file(
        STUDY_FILE, StudyConfig(base=EXPERIMENT, algorithms=("dsa-me",), trials=1)
    ),
    "self-play.json": a_settings_file(TRAINING_FILE, Training()),
    "tradingstone.json": a_settings_file(TRADINGSTONE_FILE, TradingStudy()),
    "times": (as_written("timing.json", TIMES), lambda path: read_times(path, SECONDS)),
    "network": (
        as_written("a.json", (NETWORKS / "rogue-cma-me.json").read_bytes()),
        ScorerNetwork.from_file,
    ),
    "decks": (as_written("a.json", next(DECKS.glob("*.json")).read_bytes()), read_decks),
    "deck": (
        as_written("a.txt", b"# Class: Rogue\n2x Backstab\n" + CODE.encode()),
        lambda path: read_deck(str(path), None, "classic"),
    ),
    "cards of the probe": (as_written("a.json", b'["CS2_072", "CS2_073"]'), read_cards),
    "names of cards": (as_written("a.txt", b"Backstab\nSap\n"), _names),
    "patch": (as_written("a.yaml", PATCH), read_patch),
    "open game": (lambda at: OpenGames(at).start(of_a_game(), "me", seed=1).path, open_game),
}


@cache
def folder_of(kind):
    """A folder that holds one file of a kind for the whole module."""
    holder = TemporaryDirectory()
    path = KINDS_OF_FILES[kind][0](Path(holder.name))
    return holder, path, path.read_bytes()


@pytest.mark.parametrize("kind", KINDS_OF_FILES)
@given(flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 7)), max_size=4))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_flipped_bits_give_an_answer_or_an_error_in_one_line(kind, flips):
    _, path, whole = folder_of(kind)
    data = bytearray(whole)
    for place, bit in flips:
        data[int(place * len(data))] ^= 1 << bit
    path.write_bytes(data)
    with suppress(ValueError, GameError):  # `DeckError`, `ConfigError`, `StoreError` and the like
        KINDS_OF_FILES[kind][1](path)

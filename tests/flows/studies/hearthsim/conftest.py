"""Studies of HearthSim: a synthetic extract with the published win rates, and one of real games."""

import numpy as np
import polars as pl
import pytest

from flows.studies.hearthsim.page import EXTRACT
from flows.studies.hearthsim.play import planned_experiments, play_experiment
from flows.studies.hearthsim.tables import HearthSimResults
from models.hearthsim.experiments import EXPERIMENTS, MODES, run_name
from models.hearthsim.games import POINTS
from models.statistics.intervals import clopper_pearson_interval
from tasks.orchestration.progress import Progress
from tasks.storage.files import read_table, write_table

N = 100_000
TAUNT = {"0": 0.48, "2": 0.515, "4": 0.549, "8": 0.593, "12": 0.62, "16": 0.635, "20": 0.628}
TAUNT |= {"24": 0.593, "28": 0.538, "30": 0.5}
HEROES = {"Mage": 0.87, "Hunter": 0.53, "Warrior": 0.55}
#: The experiment and its points' shares, as published or, without numbers, as they may be.
SHARES = {
    "taunt": TAUNT,
    "divine-shield": {"mirror": 0.571}
    | {f"{w / 4:g}": 0.42 for w in range(-8, -4)}
    | {f"{w / 4:g}": 0.63 for w in range(-4, 0)}
    | {"0": 0.648, "0.25": 0.66, "0.5": 0.665, "0.75": 0.67, "1": 0.677}
    | {f"{w / 4:g}": 0.68 - 0.03 * (w - 4) for w in range(5, 13)},
    "card-draw": {"Gnomish Inventor": 0.52, "mirror": 0.5},
    "hero-battle": {point.name: 0.7 for point in EXPERIMENTS["hero-battle"].points} | HEROES,
}


def write_extract(folder, experiments, change=None):
    """Writes an extract; `change` takes mode, point and share, and returns another share."""
    runs, points, rounds = [], [], []
    for name in experiments:
        for mode in MODES:
            run = run_name(name, mode)
            runs.append(_run(run, name, mode))
            for number, point in enumerate(EXPERIMENTS[name].points):
                share = SHARES[name][point.name]
                share = share if change is None else change(mode, point.name, share)
                points.append({"run": run, "number": number, **_point(point, share)})
                rounds.append(_rounds(run, number, point.name))
    kinds = {"run": pl.String, "number": pl.Int64, **POINTS}
    write_table(folder / "runs.parquet", pl.DataFrame(runs))
    write_table(folder / "points.parquet", pl.DataFrame(points, schema=kinds))
    write_table(folder / "rounds.parquet", pl.concat(rounds))
    return folder


def read_results(folder):
    """The results of an extract."""
    tables = {name: read_table(folder / f"{name}.parquet") for name in EXTRACT}
    return HearthSimResults(folder, **tables)


def _run(run, name, mode):
    facts = {"run": run, "experiment": name, "mode": mode, "n_games": N, "seed": 1}
    digests = {"code_digest": "c0de", "card_digest": "ca4d"}
    return facts | digests | {"games": N * len(EXPERIMENTS[name].points), "games_s": 100.0}


def _point(point, share):
    wins = round(share * N)
    low, high = clopper_pearson_interval(wins, N)
    rounds = 12.3 if point.name == "2" else 13.5
    more = {"n_games": N, "drawn": 0, "first_share": 1.0, "nodes": 100.0, "capped": 0}
    counts = {"wins": wins, "losses": N - wins, "share": wins / N, "low": low, "high": high}
    return {"point": point.name, "value": point.value, "rounds": rounds, **counts, **more}


def _rounds(run, number, point):
    n, share = np.arange(1, 51), np.zeros(50)
    share[8:12] = 0.25
    left = np.clip(12 - n, 0, None) / 4
    parts = ("minions", "hand", "health")
    names = [f"{side}_{what}" for what in parts for side in ("our", "their")]
    named = {"run": [run] * 50, "number": [number] * 50, "point": [point] * 50, "round": n}
    return pl.DataFrame(named | {"share": share} | dict.fromkeys(names, left))


@pytest.fixture(scope="package")
def folder(tmp_path_factory):
    """An extract of all experiments."""
    return write_extract(tmp_path_factory.mktemp("extract"), EXPERIMENTS)


@pytest.fixture(scope="package")
def results(folder):
    return read_results(folder)


@pytest.fixture(scope="package")
def planned():
    return planned_experiments(["card-draw"], MODES, "smoke", 6, 3)


@pytest.fixture(scope="package")
def study(home, planned, tmp_path_factory):
    """Real games: card draw in both modes."""
    out = tmp_path_factory.mktemp("hearthsim") / "study"
    for each in planned:
        play_experiment(each, out, Progress(), threads=1)
    return out

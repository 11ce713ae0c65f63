"""The tables of a value network's training, all rounds together."""

from pathlib import Path

import polars as pl

from flows.studies.value.play import FILE, SECONDS, TABLES, TIMING, network_path, table_of
from models.files import file_digest
from tasks.storage.files import not_empty, read_times


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the rounds that have ended."""
    training, digests = FILE.load(path)
    rounds = not_empty(path, table_of(path, TABLES[-1]).numbers(), "no round has ended")
    about = {
        "format": training.player.format,
        "patch": training.player.patch.name,
        "rounds": list(training.rounds),
        "ended": len(rounds),
        "seed": training.seed,
        "network": file_digest(network_path(path, rounds[-1])),
        "settings": training.model_dump_json(exclude={"player": {"patch"}}),
        "code": digests["code"],
        "cards": digests["cards"],
    }
    times = [
        (int(round_), step, *seconds)
        for name, seconds in read_times(path / TIMING, SECONDS).items()
        for round_, step, *_chunk in [name.split()]
    ]
    names = ["round", "step", "seconds", "cpu_seconds"]
    steps = pl.DataFrame(times, names, orient="row")
    return {
        "value-training": pl.DataFrame([about]),
        **{
            name: pl.concat([table_of(path, name).read(each) for each in rounds]) for name in TABLES
        },
        "times": steps.group_by("round", "step", maintain_order=True).sum(),
    }

"""The tables of a value network's training, all rounds together.

`tasks.sql.extracts.VALUE_EXTRACT` lists them.
"""

from pathlib import Path

import polars as pl

from flows.studies.value.play import FILE, SECONDS, TABLES, TIMING, network_path, table_of
from tasks.storage.files import StoreError, file_digest, read_times


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """Returns the extract of a training, also of an unfinished one.

    Raises:
        StoreError: It is no training of a value network, no round has ended, or a file is damaged.
    """
    training, digests = FILE.load(path)
    rounds = table_of(path, TABLES[-1]).numbers()
    if not rounds:
        raise StoreError(f"{path}: no round has ended; run the same command again")
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
        for round_, step in [name.split()]
    ]
    return {
        "value-training": pl.DataFrame([about]),
        **{
            name: pl.concat([table_of(path, name).read(each) for each in rounds]) for name in TABLES
        },
        "times": pl.DataFrame(times, ["round", "step", "seconds", "cpu_seconds"], orient="row"),
    }

"""Extracts: a few small tables from which a report can be made again when the runs are gone."""

from collections.abc import Callable, Sequence
from pathlib import Path

from tasks.storage.files import check_writable, write_bytes


def is_extract(path: str | Path, tables: Sequence[str]) -> bool:
    """Whether a folder holds these tables."""
    return all((Path(path) / f"{name}.parquet").is_file() for name in tables)


def extracted(
    path: str | Path,
    out: str | Path | None,
    tables: Sequence[str],
    extract: Callable[[Path, Path], object],
) -> Path:
    """The folder of a report, with the tables it needs.

    Args:
        path: A folder of runs, or of an extract.
        out: The report's folder; by default `report` beside the runs, or the extract's own.
        tables: Names of an extract's tables.
        extract: Writes them: of the runs in its first argument, into its second.

    Returns:
        The folder; the tables were made, copied, or there.

    Raises:
        StoreError: There are neither runs nor an extract, a file is damaged, or the folder cannot
            be written.
    """
    path = Path(path).expanduser().absolute()
    is_there = is_extract(path, tables)
    folder = Path(out).absolute() if out else path if is_there else path / "report"
    if not is_there:
        extract(path, folder)
    elif folder != path:
        for name in tables:
            write_bytes(folder / f"{name}.parquet", (path / f"{name}.parquet").read_bytes())
    check_writable(folder)
    return folder

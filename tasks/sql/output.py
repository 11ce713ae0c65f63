"""Results of SQL as text, or as files."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, get_args

import polars as pl

from tasks.storage.files import StoreError, reason, write_bytes, write_table

Format = Literal["table", "csv", "json", "parquet"]
_ROWS_SHOWN = 200


def write_result(table: pl.DataFrame, form: str = "table", out: str | Path | None = None) -> str:
    """Returns a result as text, or writes it to a file and returns no text.

    Raises:
        StoreError: The format is unknown, needs a file or cannot hold a value, or the file
            cannot be written.
    """
    check_format(form, out)
    if form == "parquet" and out is not None:
        write_table(out, table)
        return ""
    try:
        text = {"table": _as_text, "csv": _as_csv, "json": _as_json}[form](table)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise StoreError(
            f"the result cannot be written as {form} ({reason(error)}); find the column and cast "
            "it to text, as in `column::varchar`"
        ) from error
    if out is None:
        return text
    write_bytes(out, text.encode())
    return ""


def check_format(form: str, out: str | Path | None) -> None:
    """Raises `StoreError` if a format is unknown or needs a file, or `out` is no file."""
    if out is not None and Path(out).exists() and not Path(out).is_file():
        raise StoreError(f"--out {out}: is a folder or a device; give the name of a file")
    if form not in get_args(Format):
        raise StoreError(f"format {form!r}: use one of {', '.join(get_args(Format))}")
    if form == "parquet" and out is None:
        raise StoreError("format parquet is not text; give a file with --out FILE")


def _as_text(table: pl.DataFrame) -> str:
    with pl.Config(
        tbl_rows=_ROWS_SHOWN,
        tbl_cols=-1,
        tbl_width_chars=10_000,
        fmt_str_lengths=120,
        tbl_hide_column_data_types=True,
        tbl_hide_dataframe_shape=table.height <= _ROWS_SHOWN,
    ):
        return f"{table}\n"


def _as_csv(table: pl.DataFrame) -> str:
    """The table as CSV; columns of lists or structures are JSON in it."""
    nested = [name for name, kind in table.schema.items() if kind.is_nested()]
    as_json = {
        name: [json.dumps(value, default=_plain) for value in table[name].to_list()]
        for name in nested
    }
    return table.with_columns(pl.Series(n, v, pl.String) for n, v in as_json.items()).write_csv()


def _plain(value: Any) -> float | str:
    return float(value) if isinstance(value, Decimal) else str(value)


def _as_json(table: pl.DataFrame) -> str:
    return table.write_json() + "\n"

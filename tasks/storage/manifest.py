"""A run's manifest: configuration, seed, code, cards, times, and how it ended."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

from models.settings.config import without_scheduling
from tasks.storage.files import MANIFEST, NOT_COMPUTED, StoreError, read_json, write_json

FORMAT = "hearthlight-run"
FORMAT_VERSION = 1
_ROOT = Path(__file__).resolve().parents[2]
_CODE_FOLDERS = ("engine", "models", "tasks", "flows")
#: Files that show results or define settings. Runs record and compare the settings themselves.
SHOWING = (
    *("flows/faces/*", "flows/questions/*", "tasks/reports/*", "tasks/sql/*", "tasks/tracking/*"),
    *(f"flows/studies/*/{name}.py" for name in ("page", "settings", "tables")),
    *(f"flows/studies/{name}.py" for name in ("claims", "evidence", "published", "study")),
    "flows/commands.py",
    "tasks/data/*",
)
_FACTS = ("experiment", "seed", "digests", "versions", "started", "status", "finished", "resumes")
_CODE_SUFFIXES = (".py", ".json", ".csv", ".yaml")  # data files affect results, too
_LIBRARIES = ("duckdb", "mlflow", "numba", "numpy", "polars", "prefect", "pyarrow", "ribs", "torch")


@cache
def code_digest() -> str:
    """The digest of this process's code, read once: a study begins hundreds of runs."""
    return digest_of(_ROOT)


def digest_of(root: str | Path) -> str:
    """Digest of the code and data files (CSV, JSON, YAML) that can change results."""
    digest = hashlib.sha256()
    for folder in _CODE_FOLDERS:
        files = (file for file in (Path(root) / folder).rglob("*") if file.suffix in _CODE_SUFFIXES)
        for file in sorted(files):
            name = file.relative_to(root).as_posix()
            if not shows(name):
                digest.update(name.encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def shows(name: str) -> bool:
    """Whether a file of the code, by its path from the root, is one of `SHOWING`."""
    return any(fnmatch(name, pattern) for pattern in SHOWING)


def create(path: Path, wanted: dict[str, Any], extras: Mapping[str, Any]) -> dict[str, Any]:
    """Writes the manifest of a new run; returns its content as read back."""
    manifest = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        **wanted,
        "versions": _versions(),
        "extras": dict(extras),
        "started": now(),
        "status": "running",
        "finished": None,
        "note": "",
        "resumes": [],
    }
    write_json(path / MANIFEST, manifest)
    return read_json(path / MANIFEST)


def resume(path: Path, wanted: dict[str, Any]) -> dict[str, Any]:
    """Records the resume in the manifest; returns its content before that."""
    manifest = read_json(path / MANIFEST)
    resume = {"at": now(), "found": manifest["status"], "code": wanted["digests"]["code"]}
    noted = manifest | {
        "resumes": [*manifest["resumes"], resume],
        "status": "running",
        "finished": None,
        "note": "",
    }
    write_json(path / MANIFEST, noted)
    return manifest


def is_foreign(path: Path) -> bool:
    """Whether the manifest of a directory names another format than a run's."""
    return read_json(path / MANIFEST).get("format") not in (FORMAT, None)


def check_format(path: Path, manifest: Mapping[str, Any]) -> None:
    """Raises `StoreError` if a manifest is not a run's, or has another version."""
    version = manifest.get("format_version")
    if manifest.get("format") != FORMAT:
        raise StoreError(f"{path / MANIFEST}: not a Hearthlight run; use another --out")
    if version != FORMAT_VERSION:
        raise StoreError(
            f"{path}: this run has format version {version}, this code reads version "
            f"{FORMAT_VERSION}; use another --out, or the code that wrote it"
        )
    missing = [name for name in _FACTS if name not in manifest]
    digests = manifest.get("digests", ())
    missing = missing or [f"digests.{name}" for name in ("code", "cards") if name not in digests]
    if missing:
        raise StoreError(
            f"{path / MANIFEST}: {' and '.join(missing)} missing; restore it from a copy, or use "
            "another --out"
        )


def check_same(
    path: Path, manifest: Mapping[str, Any], wanted: Mapping[str, Any], resume_anyway: bool
) -> None:
    """Raises `StoreError`, with all differences, for another configuration, seed, code or cards."""
    check_format(path, manifest)
    there = {"experiment": without_scheduling(manifest["experiment"]), "seed": manifest["seed"]}
    for name, value in there.items():
        if changed := differences(value, wanted[name], name):
            raise StoreError(
                f"{path} has a run with another configuration:\n  "
                + "\n  ".join(changed)
                + "\nuse another --out, or the old settings to continue that run"
            )
    check_digests(path, "run", manifest["digests"], wanted["digests"], resume_anyway)


class Digests(dict[str, str]):
    """The digests of the code and cards that began what a directory has."""

    def __init__(self, path: Path, digests: Mapping[str, str]) -> None:
        super().__init__(digests)
        self._path = path

    def __missing__(self, name: str) -> str:
        """Raises `StoreError`: the directory lacks this digest."""
        raise StoreError(f"{self._path}: the digest of its {name} is missing; {NOT_COMPUTED}")


def check_digests(
    path: Path, what: str, there: Mapping[str, str], here: Mapping[str, str], resume_anyway: bool
) -> None:
    """Checks that what a directory has, such as a `run`, was begun with the same cards and code.

    Raises:
        StoreError: The cards differ, or the code without `resume_anyway`; or a digest is missing.
    """
    there = Digests(path, there)
    if "cards" in here and there["cards"] != here["cards"]:
        raise StoreError(
            f"{path}: the cards have changed since this {what} began (digest {there['cards']} "
            f"there, {here['cards']} now), so its games cannot be continued; use another --out"
        )
    if there["code"] != here["code"] and not resume_anyway:
        raise StoreError(
            f"{path}: the code has changed since this {what} began (digest {there['code']} there, "
            f"{here['code']} now); use another --out, or --resume-anyway if the change does not "
            "affect results"
        )


def differences(there: Any, here: Any, name: str) -> list[str]:
    """One line per value that differs between two JSON values."""
    if isinstance(there, dict) and isinstance(here, dict):
        keys = [*there, *(key for key in here if key not in there)]
        nested = (
            differences(there.get(key, "absent"), here.get(key, "absent"), f"{name}.{key}")
            for key in keys
        )
        return [line for lines in nested for line in lines]
    if there == here:
        return []
    return [f"{name.removeprefix('experiment.')}: {_short(there)} there, {_short(here)} now"]


def _short(value: Any, limit: int = 60) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def now() -> str:
    """The time in seconds, with its zone."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def commit(root: Path = _ROOT) -> str:
    """The commit of the code, `-dirty` if files differ from it; "unknown" outside a clone."""
    if not (root / ".git").exists():  # installed, perhaps in another project's repository
        return "unknown"
    command = ["git", "-C", str(root), "describe", "--always", "--abbrev=12", "--dirty"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return found.stdout.strip()


@cache
def _versions() -> dict[str, str]:
    versions = {
        "hearthlight": commit(),
        "python": platform.python_version(),
        "platform": platform.platform(),
    }
    for library in _LIBRARIES:
        try:
            versions[library] = importlib.metadata.version(library)
        except importlib.metadata.PackageNotFoundError:
            versions[library] = "absent"
    return versions

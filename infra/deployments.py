"""The deployments of the service: those of `prefect.yaml`, and one for every other study.

`python -m infra.deployments FILE` writes them, for `prefect deploy --prefect-file FILE`.
"""

import sys
from pathlib import Path
from typing import Any

import yaml

from flows.commands import STUDIES
from flows.studies.study import StudySettings

LISTED = Path(__file__).with_name("prefect.yaml")


def project() -> dict[str, Any]:
    """All deployments, as Prefect reads them."""
    found: dict[str, Any] = yaml.safe_load(LISTED.read_text(encoding="utf-8"))
    every, listed = found.pop("every"), found["deployments"]
    names = {each["name"] for each in listed}
    others = (_entry(study) for study in STUDIES if study.command() not in names)
    found["deployments"] = [
        every | {"entrypoint": f"flows.faces.forms.{each['name'].replace('-', '_')}"} | each
        for each in (*listed, *others)
    ]
    return found


def _entry(study: type[StudySettings]) -> dict[str, Any]:
    """The deployment of a study that `prefect.yaml` does not have: with its preset `quick`."""
    return {
        "name": study.command(),
        "description": study.help(),
        "tags": ["study"],
        "parameters": {"preset": "quick"} if "preset" in study.model_fields else {},
    }


def write_project(path: Path) -> Path:
    """Writes all deployments into a file for Prefect; returns its path."""
    path.write_text(yaml.safe_dump(project(), sort_keys=False), encoding="utf-8")
    return path


if __name__ == "__main__":
    write_project(Path(sys.argv[1]))

"""The folder that all runs of this machine share, and what stands in it for the others."""

import json
import os
from pathlib import Path

#: In ``$HEARTHLIGHT_HOME/service`` while the service runs: the addresses of its servers.
SERVICE_FILE = "service.json"


def hearthlight_home() -> Path:
    """The folder of what runs share: ``$HEARTHLIGHT_HOME``, or ``~/.hearthlight``."""
    return Path(os.environ.get("HEARTHLIGHT_HOME") or "~/.hearthlight").expanduser().absolute()


def service_addresses() -> dict[str, str]:
    """The addresses of the running service's servers, `prefect` and `mlflow`; none without it."""
    try:
        return json.loads((hearthlight_home() / "service" / SERVICE_FILE).read_text())
    except (OSError, ValueError):
        return {}

"""The folder that all runs of this machine share, and the addresses of the service within it."""

import json
import os
from pathlib import Path

#: In ``$HEARTHLIGHT_HOME/service`` while the service runs: the addresses of its servers.
SERVICE_FILE = "service.json"
#: Environment variable: the folder of the Prefect server that ends with this run, if it has one.
OWN_SERVER = "HEARTHLIGHT_OWN_PREFECT_HOME"


def hearthlight_home() -> Path:
    """Return the folder that runs share: ``$HEARTHLIGHT_HOME``, or ``~/.hearthlight``."""
    return Path(os.environ.get("HEARTHLIGHT_HOME") or "~/.hearthlight").expanduser().absolute()


def service_file() -> Path:
    """Return the file that has the addresses of the service while it runs."""
    return hearthlight_home() / "service" / SERVICE_FILE


def service_addresses() -> dict[str, str]:
    """Return the addresses of the running service; empty without it.

    They are those of the pages of `prefect`, `mlflow` and `app`; and, if the service has its own
    database, `tracking`, that of MLflow's server for runs.
    """
    try:
        return json.loads(service_file().read_text())
    except (OSError, ValueError):
        return {}

"""MLflow's server with pages that open on training runs: `mlflow server --app-name hearthlight`.

MLflow's pages show traces of language models until one chooses "Model training", and they open an
assistant the first time. MLflow has no setting for either. So our first page is MLflow's
with a script that makes both choices in a new browser, and shows the experiments.
"""

from pathlib import Path

import mlflow.server
from mlflow.server.fastapi_app import app
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

__all__ = ["app"]

_INDEX = Path(mlflow.server.__file__).parent / "js" / "build" / "index.html"
_CHOICE = """<script>
localStorage["mlflow.workflowType_v1"] ??= '"machine_learning"';
localStorage["mlflow.assistant.fab.autoOpenedOnFirstLoad_v1"] ??= "true";
if (!location.hash) location.hash = "#/experiments";
</script>"""


def _first_page(_: Request) -> HTMLResponse:
    return HTMLResponse(_INDEX.read_text(encoding="utf-8").replace("<head>", "<head>" + _CHOICE))


app.router.routes.insert(0, Route("/", _first_page))

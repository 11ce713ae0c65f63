"""MLflow's first page."""

import asyncio
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[3]


def get(app, path: str) -> str:
    """The text that an application answers to GET."""

    async def ask() -> str:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get(path)).raise_for_status().text

    return asyncio.run(ask())


def test_the_first_page_opens_on_training_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("_MLFLOW_SERVER_FILE_STORE", f"sqlite:///{tmp_path}/mlflow.db")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    place = project["entry-points"]["mlflow.app"]["hearthlight"]
    app = EntryPoint("hearthlight", place, "mlflow.app").load()
    page = get(app, "/")
    choices, _, rest = page.partition("</script>")
    script = rest.partition('src="')[2].partition('"')[0]
    code = get(app, f"/{script}")  # the names are those of this version of MLflow
    for word in ("mlflow.workflowType", "machine_learning", "autoOpenedOnFirstLoad"):
        assert word in choices
        assert word in code
    assert get(app, "/health") == "OK"

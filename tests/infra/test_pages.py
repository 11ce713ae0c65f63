"""Uses the service in a browser and takes the pictures of docs/service.

On Prefect's pages the test creates a schedule for a search with DSA-ME, waits until the scheduled
run has ended, and opens its page, its metrics in MLflow and, with SQL, its decks. Then it switches
the schedule off. It needs Debian's packages `chromium` and `chromium-driver`, and the extra
`browser`. A larger search makes the pictures of the documentation::

    HEARTHLIGHT_PICTURES=docs/service HEARTHLIGHT_PRESET=quick \
        python -m pytest -m slow tests/infra/test_pages.py
"""

import json
import os
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tasks.orchestration.server import ask
from tests.flows.faces.app.browsing import needs_chromium, new_browser
from tests.infra.running import ROOT, deployment_id, running_service, wait_until_completed
from tests.waiting import until

PRESET = os.environ.get("HEARTHLIGHT_PRESET", "smoke")
PAGE_S = 60.0
START_S = 240.0
RUN_S = 3600.0
METRICS = "qd_score|coverage|max_objective|holdout_mse"
QUESTION = (
    "select rank, round(objective, 1) as health, round(100 * win_rate) as wins, "
    "round(turns, 1) as turns, round(hand_size, 1) as hand, dust "
    "from elites order by rank limit 8"
)


class Pages:
    """A browser that opens the service's pages and takes pictures.

    Args:
        browser: Drives Chromium.
        out: Folder of the pictures.
    """

    def __init__(self, browser: Any, out: Path) -> None:
        self.browser = browser
        self.out = out

    def open(self, url: str, sign: str) -> None:
        """Opens a page and waits for a text on it."""
        self.browser.get("about:blank")  # else an address with another # loads nothing
        self.browser.get(url)
        self.find(f"//*[text()[contains(., {sign!r})]]")

    def find(self, path: str) -> Any:
        """Waits for the first visible element at an XPath."""
        return until(lambda: self.shown(path), PAGE_S, path)

    def click(self, path: str) -> None:
        """Clicks the first visible element at an XPath."""
        self.find(path).click()

    def picture(self, name: str, height: int = 900, settle_s: float = 3.0) -> None:
        """Takes a picture of the page when its animations have ended."""
        self.browser.set_window_size(1300, height)
        time.sleep(settle_s)
        self.browser.save_screenshot(str(self.out / f"{name}.png"))
        self.browser.set_window_size(1300, 900)

    def shown(self, path: str) -> Any:
        """The first element at an XPath that is visible now."""
        from selenium.common.exceptions import WebDriverException

        try:
            found = self.browser.find_elements("xpath", path)
            return next((element for element in found if element.is_displayed()), None)
        except WebDriverException:  # the page was redrawn in between
            return None


@pytest.fixture
def pages(tmp_path):
    """Chromium, and the folder of its pictures."""
    out = Path(os.environ.get("HEARTHLIGHT_PICTURES", tmp_path / "pictures"))
    out.mkdir(parents=True, exist_ok=True)
    browser = new_browser()
    browser.set_window_size(1300, 900)
    yield Pages(browser, out)
    browser.quit()


@pytest.fixture
def service(pages, tmp_path):
    """The addresses of the running service: Prefect's and MLflow's."""
    with running_service(tmp_path / "home") as environment:
        ports = (environment[f"HEARTHLIGHT_{name}_PORT"] for name in ("PREFECT", "MLFLOW"))
        yield [f"http://127.0.0.1:{port}" for port in ports]


def schedule(pages: Pages, prefect: str, deployment: str) -> datetime:
    """Creates a daily schedule that is soon due; returns its time."""
    from selenium.webdriver.support.ui import Select

    pages.open(f"{prefect}/deployments/deployment/{deployment}/run", "Base settings")
    pages.picture("form", height=1250)
    pages.open(f"{prefect}/deployments/deployment/{deployment}", "Schedules")
    pages.click("//button[normalize-space()='Schedule']")
    pages.click("//button[normalize-space()='Cron']")
    due = (datetime.now(UTC) + timedelta(seconds=150)).replace(second=0, microsecond=0)
    cron = pages.find("//*[contains(@class, 'modal')]//input[@type='text'][not(@placeholder)]")
    cron.clear()
    cron.send_keys(f"{due.minute} {due.hour} * * *")
    fields = pages.find("//div[contains(@class, 'schema-input')]//select[@multiple]")
    Select(fields).select_by_value("preset")
    chosen = pages.find("//div[contains(@class, 'schema-form-properties')]//select")
    Select(chosen).select_by_value(PRESET)
    pages.picture("schedule", height=1050)
    pages.click("//button[normalize-space()='Save']")
    return due


def scheduled_run(prefect: str, deployment: str, due: datetime) -> str:
    """Waits for the flow run of the schedule; returns its id."""
    then = {"after_": due.isoformat(), "before_": due.isoformat()}
    wanted = {"deployment_id": {"any_": [deployment]}, "expected_start_time": then}

    def begun() -> str | None:
        found = ask(f"{prefect}/api/flow_runs/filter", {"flow_runs": wanted})
        return next((each["id"] for each in found if each["state_type"] == "RUNNING"), None)

    return until(begun, START_S, f"a run that is due at {due:%H:%M} UTC", 0.5)


def look_at_prefect(pages: Pages, prefect: str, flow_run: str) -> Path:
    """Takes pictures of a finished run in Prefect; returns its directory."""
    pages.open(f"{prefect}/runs/flow-run/{flow_run}", "Artifacts")
    pages.picture("flow-run")
    pages.click("//*[text()[normalize-space(.)='Artifacts']]")
    pages.find("//*[text()[contains(., 'places')]]")
    pages.picture("artifacts", height=1550, settle_s=8)
    wanted = {"flow_runs": {"id": {"any_": [flow_run]}}}
    made = ask(f"{prefect}/api/artifacts/filter", wanted)
    artifacts = {each["key"]: each for each in made}
    for key in ("places", "archive", "elites"):
        pages.open(f"{prefect}/artifacts/artifact/{artifacts[key]['id']}", key)
        pages.picture(key, height=1000 if key == "archive" else 700)
    return Path(artifacts["places"]["data"].split("`")[1])


def look_at_mlflow(pages: Pages, mlflow: str, folder: Path) -> None:
    """Takes pictures of a run in MLflow."""
    run = json.loads((folder / "mlflow.json").read_text())["run_id"]
    found = ask(f"{mlflow}/api/2.0/mlflow/runs/get?run_id={run}")
    page = f"{mlflow}/#/experiments/{found['run']['info']['experiment_id']}/runs/{run}"
    pages.open(f"{mlflow}/#/experiments", "Description")
    pages.picture("mlflow-first")
    pages.open(page, "Metrics")
    pages.picture("mlflow-run", height=1100, settle_s=5)
    pages.open(f"{page}/model-metrics", "coverage")
    pages.find("//input[contains(@placeholder, 'Search')]").send_keys(METRICS)
    pages.picture("mlflow-metrics", height=1000, settle_s=8)


def switch_off(pages: Pages, prefect: str, deployment: str) -> None:
    """Switches all schedules of a deployment off."""
    pages.open(f"{prefect}/deployments/deployment/{deployment}", "Schedules")
    pages.find("//*[@role='switch']")
    while switch := pages.shown("//*[@role='switch'][@aria-checked='true']"):
        switch.click()
        time.sleep(2)


def sql_session(folder: Path) -> str:
    """Return a query of the run's decks as typed on a terminal, with its result."""
    shown = ["python", "-m", "flows", "sql", str(Path(folder.parent.name) / folder.name)]
    command = [sys.executable, "-m", "flows", "sql", str(folder), QUESTION]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return f'$ {" ".join(shown)} "{QUESTION}"\n{answer.stdout}'


@needs_chromium
@pytest.mark.slow
def test_a_search_is_scheduled_and_looked_at_by_clicking(pages, service):
    prefect, mlflow = service
    deployment = deployment_id(prefect, "search/dsa-me")
    due = schedule(pages, prefect, deployment)
    flow_run = scheduled_run(prefect, deployment, due)
    pages.open(f"{prefect}/runs/flow-run/{flow_run}", "Artifacts")
    pages.picture("running", settle_s=20 if PRESET != "smoke" else 3)
    wait_until_completed(prefect, flow_run, RUN_S)
    folder = look_at_prefect(pages, prefect, flow_run)
    look_at_mlflow(pages, mlflow, folder)
    switch_off(pages, prefect, deployment)
    (pages.out / "sql.txt").write_text(sql_session(folder), encoding="utf-8")
    assert (pages.out / "sql.txt").read_text().count("\n") > 8
    schedules = ask(f"{prefect}/api/deployments/{deployment}")["schedules"]
    assert {each["active"] for each in schedules} == {False}
    shutil.rmtree(folder)  # in `runs` of this clone, where the service puts what has no place

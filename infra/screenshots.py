"""Uses the service in a browser and takes the pictures of docs/service.

    make up
    python -m infra.screenshots --preset quick
    make down

On Prefect's pages it creates a schedule for a search with DSA-ME, waits until the scheduled run has
ended, and opens its page, its metrics in MLflow and, with SQL, its decks. Then it switches the
schedule off. It needs Chromium with its driver, in Debian's packages `chromium` and
`chromium-driver`, and the extra `browser`:

    pip install -c infra/constraints.txt -e ".[browser]"
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from infra.flow_runs import deployment_id, wait_for, wait_until_completed
from infra.service import ROOT
from tasks.orchestration.processes import ServerError, ask
from tasks.storage.shared_home import service_addresses

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1300,900",
)
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

    def __init__(self, browser: webdriver.Chrome, out: Path) -> None:
        self.browser = browser
        self.out = out

    def open(self, url: str, sign: str) -> None:
        """Opens a page and waits for a text on it."""
        self.browser.get("about:blank")  # else an address with another # loads nothing
        self.browser.get(url)
        self.find(f"//*[text()[contains(., {sign!r})]]")

    def find(self, path: str, timeout_s: float = PAGE_S) -> WebElement:
        """Waits for the first visible element at an XPath."""
        return wait_for(lambda: self.shown(path), path, timeout_s)

    def click(self, path: str) -> None:
        """Clicks the first visible element at an XPath."""
        self.find(path).click()

    def picture(self, name: str, height: int = 900, settle_s: float = 3.0) -> None:
        """Takes a picture of the page when its animations have ended."""
        self.browser.set_window_size(1300, height)
        time.sleep(settle_s)
        self.browser.save_screenshot(str(self.out / f"{name}.png"))
        self.browser.set_window_size(1300, 900)

    def shown(self, path: str) -> WebElement | None:
        """The first element at an XPath that is visible now."""
        try:
            found = self.browser.find_elements(By.XPATH, path)
            return next((element for element in found if element.is_displayed()), None)
        except WebDriverException:  # the page was redrawn in between
            return None


@contextmanager
def chromium() -> Iterator[webdriver.Chrome]:
    """A browser with a new profile, which is deleted at the end.

    Raises:
        ServerError: Chromium or its driver is not installed.
    """
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    if None in programs:
        raise ServerError("no Chromium here; on Debian: apt-get install chromium chromium-driver")
    with tempfile.TemporaryDirectory() as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = programs[0]
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        browser = webdriver.Chrome(options, webdriver.ChromeService(programs[1]))
        try:
            yield browser
        finally:
            browser.quit()


def schedule(pages: Pages, prefect: str, deployment: str, preset: str) -> datetime:
    """Creates a daily schedule that is soon due; returns its time."""
    pages.open(f"{prefect}/deployments/deployment/{deployment}/run", "Where the settings start")
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
    Select(chosen).select_by_value(preset)
    pages.picture("schedule", height=1050)
    pages.click("//button[normalize-space()='Save']")
    return due


def scheduled_run(prefect: str, deployment: str, due: datetime) -> dict[str, Any]:
    """Waits for the flow run of the schedule."""
    wanted = {
        "flow_runs": {
            "deployment_id": {"any_": [deployment]},
            "expected_start_time": {"after_": due.isoformat(), "before_": due.isoformat()},
        }
    }

    def begun() -> dict[str, Any] | None:
        found = ask(f"{prefect}/api/flow_runs/filter", wanted)
        return next((each for each in found if each["state_type"] == "RUNNING"), None)

    return wait_for(begun, f"a run that is due at {due:%H:%M} UTC", START_S)


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
    pages.open(mlflow, "Description")
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


def main() -> int:
    """Takes all pictures; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m infra.screenshots")
    parser.add_argument("--preset", default="quick", help="of the search (default: quick)")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "service")
    options = parser.parse_args()
    try:
        take(options.preset, options.out)
    except ServerError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def take(preset: str, out: Path) -> None:
    """Goes through the pages.

    Raises:
        ServerError: The service or Chromium is missing, or a page lacks an expected element.
    """
    if not (urls := service_addresses()):
        raise ServerError("the service does not run; start it with `make up`")
    prefect, mlflow = urls["prefect"].removesuffix("/api"), urls["mlflow"]
    deployment = deployment_id(prefect, "search/dsa-me")
    out.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        pages = Pages(browser, out)
        due = schedule(pages, prefect, deployment, preset)
        flow_run = scheduled_run(prefect, deployment, due)["id"]
        pages.open(f"{prefect}/runs/flow-run/{flow_run}", "Artifacts")
        pages.picture("running", settle_s=20)
        wait_until_completed(prefect, flow_run, RUN_S)
        folder = look_at_prefect(pages, prefect, flow_run)
        look_at_mlflow(pages, mlflow, folder)
        switch_off(pages, prefect, deployment)
    (out / "sql.txt").write_text(sql_session(folder), encoding="utf-8")
    print(f"{out}: pictures of {folder.name}")


if __name__ == "__main__":
    sys.exit(main())

"""The deployments of the service: which there are, and the file that Prefect reads."""

import subprocess
import sys

import yaml

from flows import commands
from flows.faces.forms import FORMS
from flows.studies.league.settings import League
from infra import deployments
from infra.deployments import project


def test_every_study_has_one_deployment_of_its_form():
    names = [each["name"] for each in project()["deployments"]]
    assert len(names) == len(set(names))
    assert {study.command() for study in commands.STUDIES} <= set(names)
    for each in project()["deployments"]:
        assert each["entrypoint"].removeprefix("flows.faces.forms.").replace("_", "-") in FORMS


def test_a_study_that_joins_the_list_has_a_deployment(monkeypatch):
    class NewStudy(League):
        """Play something new."""

    monkeypatch.setattr(deployments, "STUDIES", [*commands.STUDIES, NewStudy])
    *_, found = project()["deployments"]
    assert found == {
        "work_pool": {"name": "hearthlight"}, "name": "new-study", "tags": ["study"],
        "concurrency_limit": {"limit": 1, "collision_strategy": "ENQUEUE"}, "schedules": [],
        "entrypoint": "flows.faces.forms.new_study", "description": "Play something new.",
        "parameters": {"preset": "quick"},
    }  # fmt: skip


def test_the_file_for_prefect_has_them_all(tmp_path):
    path = tmp_path / "prefect.yaml"
    subprocess.run([sys.executable, "-m", "infra.deployments", str(path)], check=True)
    assert yaml.safe_load(path.read_text(encoding="utf-8")) == project()

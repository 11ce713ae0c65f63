"""Jobs in the background: they end with a result or a reason, and only so many wait."""

import threading

import pytest

from engine.decks import DeckError
from flows.faces.app.background import MAX_WAITING, N_KEPT, Background, Job
from models.settings.config import ConfigError
from tasks.storage.files import StoreError
from tests.waiting import until


class Waiting(Job):
    """A job that waits until the test lets it end."""

    def __init__(self, error=None):
        self.told, self.error, self.times = threading.Event(), error, 0

    def play(self):
        self.told.wait(10)
        self.times += 1
        if self.error:
            raise self.error


def ended(job):
    job.told.set()
    until(lambda: job.is_over)
    return job


def test_a_job_ends_and_can_go_on_under_its_id():
    jobs, job = Background("test"), Waiting()
    name = jobs.start(job)
    assert not jobs.job(name).state()["over"]
    assert ended(job).problem == ""
    assert jobs.start(job) == name
    ended(job)
    assert job.times == 2


def test_errors_of_decks_are_told_and_others_name_their_kind(capsys):
    jobs = Background("test")
    bad, broken = Waiting(DeckError("no such card")), Waiting(ZeroDivisionError("secret"))
    for job in (bad, broken):
        jobs.start(job)
        ended(job)
    assert bad.problem == "no such card"
    assert broken.problem.startswith("ZeroDivisionError: ")
    assert "secret" not in broken.problem
    assert "ZeroDivisionError: secret" in capsys.readouterr().err


def test_a_name_starts_once_while_its_job_goes_on_and_all_can_be_stopped():
    jobs, job, other = Background("test"), Waiting(), Waiting()
    job.stop = job.told.set
    assert jobs.start(job, "mine") == jobs.start(other, "mine") == "mine"
    assert jobs.find("mine") is job
    assert jobs.find("theirs") is None
    jobs.close()
    assert ended(job).times == 1
    jobs.start(other, "mine")
    assert ended(other).times == 1


def test_no_more_wait_than_allowed():
    jobs, waiting = Background("test"), [Waiting() for _ in range(MAX_WAITING)]
    for job in waiting:
        jobs.start(job)
    with pytest.raises(ConfigError, match="try again when one has ended"):
        jobs.start(Waiting())
    for job in waiting:
        ended(job)


def test_old_results_go_and_unknown_ids_are_named():
    jobs, names = Background("test"), []
    for _ in range(N_KEPT + 1):
        names.append(jobs.start(job := Waiting()))
        ended(job)
    assert jobs.job(names[-1]).is_over
    with pytest.raises(StoreError, match="start it again"):
        jobs.job(names[0])
    oldest = jobs.job(names[1])
    assert jobs.start(oldest) == names[1]
    ended(oldest)
    for _ in range(N_KEPT - 1):
        ended_soon = Waiting()
        jobs.start(ended_soon)
        ended(ended_soon)
    assert jobs.find(names[1]) is oldest  # it went on, so others are older

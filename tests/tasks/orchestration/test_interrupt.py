import os
import signal
import threading
from contextlib import suppress
from types import SimpleNamespace

import pytest

from tasks.orchestration.interrupt import ctrl_c_heard, stop_if_interrupted
from tasks.orchestration.steps import step


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_is_raised_at_once():
    went_on = []

    def work() -> None:
        press_ctrl_c()
        went_on.append(True)

    with pytest.raises(KeyboardInterrupt), ctrl_c_heard():
        work()
    assert went_on == []


def test_an_error_that_comes_in_its_place_is_ctrl_c():
    def turned() -> None:
        try:
            press_ctrl_c()
        finally:
            raise ValueError("Task run is not set")

    with pytest.raises(KeyboardInterrupt) as found, ctrl_c_heard():
        turned()
    assert isinstance(found.value.__cause__, ValueError)


def test_ctrl_c_that_got_lost_is_raised_at_the_next_step():
    worked = []

    @step("work")
    def work(state):
        worked.append(1)

    def lost() -> None:
        with suppress(KeyboardInterrupt):
            press_ctrl_c()
        work(SimpleNamespace())

    with pytest.raises(KeyboardInterrupt), ctrl_c_heard():
        lost()
    assert worked == []


def test_errors_of_ones_own_stay_what_they_are():
    with pytest.raises(ValueError, match="mine"), ctrl_c_heard():
        raise ValueError("mine")


def test_what_was_heard_ends_with_the_flows():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), ctrl_c_heard():
        press_ctrl_c()
    stop_if_interrupted()
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_hears_nothing():
    heard = []

    def listen():
        with ctrl_c_heard():
            heard.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    assert heard == [signal.getsignal(signal.SIGINT)]

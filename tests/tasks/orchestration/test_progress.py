import io

from tasks.orchestration.progress import Progress, duration, plural


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_rate_and_time_left_follow_the_clock():
    clock = Clock()
    progress = Progress(io.StringIO(), clock)
    progress.expect(1000, "iteration 1")
    for _ in range(5):
        clock.now += 1
        progress.add(50)
    assert progress.line() == "iteration 1: 250 of 1,000 games, 50 games/s, 0:15 left"


def test_the_rate_forgets_a_slow_start():
    clock = Clock()
    progress = Progress(io.StringIO(), clock)
    clock.now = 100
    progress.add(10)
    for _ in range(30):
        clock.now += 1
        progress.add(70)
    assert round(progress.rate()) == 70


def test_a_log_gets_few_lines_and_a_terminal_one_live_line():
    for stream, n_newlines in ((io.StringIO(), 2), (Terminal(), 1)):
        clock = Clock()
        progress = Progress(stream, clock)
        progress.expect(100, "decks")
        for _ in range(20):
            clock.now += 1
            progress.add(1)
        progress.say("done")
        assert stream.getvalue().count("\n") == n_newlines
        assert stream.getvalue().rstrip().endswith("done")


def test_duration():
    assert [duration(s) for s in (0, 61.4, 3725)] == ["0:00", "1:01", "1:02:05"]


def test_one_thing_is_not_plural():
    assert [plural(n, "run") for n in (0, 1, 1000)] == ["0 runs", "1 run", "1,000 runs"]

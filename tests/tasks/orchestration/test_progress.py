import io
import re
import sys
from uuid import uuid4

import pytest

from tasks.orchestration.progress import Progress, clear, duration, plural


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def count(self, progress, seconds: int, n: int) -> None:
        """Adds n games in each of some seconds."""
        for _ in range(seconds):
            self.now += 1
            progress.add(n)


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def shown(self) -> list[str]:
        """The lines that are there in the end, after all that is written over and erased."""
        lines, row = [""], 0
        text = re.sub(r"\x1b\[\??\d*(?:;\d+)*[mhl]", "", self.getvalue())
        for part in re.findall(r"\x1b\[1A|\x1b\[2K|[\r\n]|[^\x1b\r\n]+", text):
            match part:
                case "\x1b[1A":
                    row -= 1
                case "\n":
                    row += 1
                    lines += [""] * (row + 1 - len(lines))
                case "\x1b[2K":
                    lines[row] = ""
                case "\r":
                    continue
                case _:
                    lines[row] = part
        return [line for line in map(str.rstrip, lines) if line]


@pytest.fixture
def terminal(monkeypatch):
    """A terminal of 100 columns."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    yield Terminal()
    clear()


def test_rate_and_time_left_follow_the_clock():
    clock = Clock()
    progress = Progress(io.StringIO(), clock).expect(1000, "iteration 1")
    clock.count(progress, 5, 50)
    assert progress.line() == "iteration 1: 250 of 1,000 games, 50 games/s, 0:15 left"


def test_a_piece_of_work_counts_from_where_it_begins():
    progress = Progress(io.StringIO())
    progress.add(10)
    count = progress.counter()
    for n_played in (0, 3, 3, 7):
        count(n_played)
    assert progress.games == 17
    progress.counter(100)(105)
    assert progress.games == 22


def test_the_rate_forgets_a_slow_start():
    clock = Clock()
    progress = Progress(io.StringIO(), clock)
    clock.now = 100
    progress.add(10)
    clock.count(progress, 30, 70)
    assert round(progress.rate()) == 70


def test_a_log_gets_a_line_now_and_then():
    stream, clock = io.StringIO(), Clock()
    progress = Progress(stream, clock).expect(100, "decks")
    clock.count(progress, 20, 1)
    progress.say("done [bold]")
    lines = ["decks: 15 of 100 games, 1 games/s, 1:25 left", "done [bold]"]
    assert stream.getvalue().splitlines() == lines


def test_nothing_is_said_of_the_time_left_before_the_first_game_has_ended():
    stream, clock = io.StringIO(), Clock()
    progress = Progress(stream, clock).expect(60, "games")
    clock.now += 20
    progress.add(0)
    assert stream.getvalue() == "games: 0 of 60 games\n"


def test_a_terminal_has_a_bar_below_the_lines_that_stay(terminal):
    clock = Clock()
    progress = Progress(terminal, clock).expect(100, "decks")
    clock.count(progress, 20, 1)
    progress.say("iteration 1 [bold]: QD score 12.5")
    said, bar = terminal.shown()
    assert said == "iteration 1 [bold]: QD score 12.5"
    assert re.fullmatch(r"decks [━╸╺]+ 20 of 100 games, 1 games/s, 1:20 left", bar)
    clock.now += 1
    progress.add(80)
    progress.say("done")
    assert terminal.shown() == [said, "done"]
    assert terminal.getvalue().rfind("\x1b[?25h") > terminal.getvalue().rfind("\x1b[?25l")


def test_the_runs_of_a_study_have_their_bars_below_its_own(terminal):
    clock = Clock()
    study = Progress(terminal, clock).expect(300, "3 runs")
    Progress(terminal).expect(100, "first run")
    assert [line.partition(" ━")[0].strip() for line in terminal.shown()] == ["3 runs", "first run"]
    clock.now += 60
    study.add(100)  # the first run failed in the middle of its games
    assert len(terminal.shown()) == 1
    second = Progress(terminal).expect(100, "second run")
    second.add(100)
    study.say("second run has ended")
    assert terminal.shown()[0] == "second run has ended"
    assert "100 of 300 games" in terminal.shown()[1]
    clear()
    assert terminal.shown() == ["second run has ended"]


def test_results_that_are_printed_while_there_is_a_bar_are_left_alone(terminal, capsys):
    Progress(terminal).expect(100, "decks")
    print("result")
    assert capsys.readouterr().out == "result\n"
    assert Progress()._stream is getattr(sys.stderr, "rich_proxied_file", sys.stderr)


def test_what_is_said_stands_in_the_log_of_the_flow_run(api_log):
    from prefect.client.schemas.objects import FlowRun
    from prefect.context import FlowRunContext

    flow_run = FlowRun(id=uuid4(), flow_id=uuid4())
    Progress(io.StringIO()).say("outside of flows")
    with FlowRunContext.model_construct(flow_run=flow_run):
        Progress(io.StringIO()).say("iteration 1: QD score 12.5, 650 games/s")
    logged = [(log["message"], log["level"], log["flow_run_id"]) for log in api_log]
    assert logged == [("iteration 1: QD score 12.5, 650 games/s", 20, str(flow_run.id))]


def test_duration():
    assert [duration(s) for s in (0, 61.4, 3725)] == ["0:00", "1:01", "1:02:05"]


def test_one_thing_is_not_plural():
    assert [plural(n, "run") for n in (0, 1, 1000)] == ["0 runs", "1 run", "1,000 runs"]

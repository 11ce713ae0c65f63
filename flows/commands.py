"""All commands: the one list that a new command or study joins.

`flows.faces` makes the command line, forms on Prefect's pages and docs/settings.md of it.
"""

from pathlib import Path

from flows.questions.app import App
from flows.questions.data import Benchmark, Export
from flows.questions.doctor import DeckDoctor
from flows.questions.games import Calibrate, ComparePlayers, Evaluate, Replay, Review
from flows.questions.listings import Patches, Presets
from flows.questions.question import Question
from flows.questions.reports import Efficiency, Explain, Report
from flows.questions.reproduce import Reproduce
from flows.questions.searches import Search, SurrogateQuality, TrainPlayer
from flows.questions.sql import Sql
from flows.studies.backtest.settings import Backtest
from flows.studies.balance.settings import Balance
from flows.studies.design.settings import Design
from flows.studies.dsame.settings import Study
from flows.studies.hearthsim.settings import Hearthsim
from flows.studies.league.settings import League
from flows.studies.mesb.settings import Mesb
from flows.studies.meta.settings import Meta
from flows.studies.pilots.settings import Pilots
from flows.studies.self_play.settings import SelfPlay
from flows.studies.study import StudySettings
from flows.studies.tradingstone.settings import Tradingstone
from flows.studies.value.settings import TrainValue

_SEARCHED = (
    Search,
    TrainPlayer,
    ComparePlayers,
    Study,
    Mesb,
    Balance,
    Meta,
    Backtest,
    Design,
    Pilots,
)
_SHOWN = (SurrogateQuality, Calibrate, Sql, Report, Efficiency, Explain, Export, Benchmark)
_PLAYED = (
    Reproduce,
    Evaluate,
    DeckDoctor,
    Replay,
    Review,
    League,
    Hearthsim,
    Tradingstone,
    SelfPlay,
    TrainValue,
)
#: By command, in the order of `python -m flows --help`.
QUESTIONS: dict[str, type[Question]] = {
    each.command(): each for each in (*_SEARCHED, *_SHOWN, *_PLAYED, App, Patches, Presets)
}
#: The commands that are studies.
STUDIES = [each for each in QUESTIONS.values() if issubclass(each, StudySettings)]
#: These, and trainings: their folders have reports.
REPORTED: list[type[StudySettings] | type[TrainPlayer]] = [*STUDIES, TrainPlayer]


def study_in(folder: Path) -> type[StudySettings] | type[TrainPlayer] | None:
    """The study, or the trainings, in a folder or an extract; None if it has neither."""
    return next((each for each in REPORTED if each.holds(folder)), None)

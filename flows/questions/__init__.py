"""Questions: every command as one typed class, with its settings, checks and answer.

`flows.faces` makes the command line, forms on Prefect's pages and docs/settings.md of them.
A setting is one field; a question is one class, listed in `QUESTIONS`.

Modules:
    question: `Question` and `RunQuestion`, the base classes; `setting`, which defines a field.
    preset_run: `PresetRun`, of which searches and studies are; the settings of patch and format.
    searches: `dsa-me`, `map-elites`, `search`, `train-player`, `surrogate-quality`.
    study, mesb, balance: `study`, `mesb`, `balance`.
    hearthsim, tradingstone, league: `hearthsim`, `tradingstone`, `league`.
    self_play: `self-play`.
    games: `evaluate`, `compare-players`, `replay`, `calibrate`.
    sql, sql_prompt: `sql` and its prompt.
    reproduce: `reproduce`.
    data: `export`, `benchmark`.
    reports: `report`, and the reports of studies, such as `mesb-report`.
    app: `app`.
    listings: `patches`, `presets`.
    presets: searches and trainings by name.
    settings: `--set`.
    values: the rules for values of all settings.
    decks: decks from the command line.
"""

from flows.questions.app import App
from flows.questions.balance import Balance
from flows.questions.data import Benchmark, Export
from flows.questions.games import Calibrate, ComparePlayers, Evaluate, Replay
from flows.questions.hearthsim import Hearthsim
from flows.questions.league import League
from flows.questions.listings import Patches, Presets
from flows.questions.mesb import Mesb
from flows.questions.question import Question
from flows.questions.reports import (
    Efficiency,
    Explain,
    HearthsimReport,
    LeagueReport,
    MesbReport,
    Report,
    SelfPlayReport,
    StudyReport,
    TradingstoneReport,
)
from flows.questions.reproduce import Reproduce
from flows.questions.searches import DsaMe, MapElites, Search, SurrogateQuality, TrainPlayer
from flows.questions.self_play import SelfPlay
from flows.questions.sql import Sql
from flows.questions.study import Study
from flows.questions.tradingstone import Tradingstone

_PLAYED = (DsaMe, MapElites, Search, TrainPlayer, ComparePlayers, Study, StudyReport, Mesb)
_STUDIED = (
    MesbReport,
    Balance,
    SurrogateQuality,
    Calibrate,
    Sql,
    Report,
    Efficiency,
    Explain,
    Export,
    Benchmark,
    Reproduce,
)
_WHO_PLAYS = (
    *(Evaluate, Replay),
    *(League, LeagueReport, Hearthsim, HearthsimReport),
    *(Tradingstone, TradingstoneReport),
    *(SelfPlay, SelfPlayReport),
)
#: By command, in the order of `python -m flows --help`.
QUESTIONS: dict[str, type[Question]] = {
    each.command(): each for each in (*_PLAYED, *_STUDIED, *_WHO_PLAYS, App, Patches, Presets)
}

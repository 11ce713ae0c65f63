"""The addresses of runs, archives, decks and replays, and the limits of what any address may say.

FastAPI refuses other values before any work. Curves are drawn by templates, from coordinates.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from matplotlib.ticker import MaxNLocator
from pydantic import BaseModel, ConfigDict, Field

from flows.faces.app.cards import cards_of, format_names, printed
from flows.faces.app.folder import Listed, RunFolder
from flows.faces.app.levels import FIRST_LEVEL, LEVELS
from flows.questions.question import MAX_GAMES
from flows.replay import counted_game
from models.players.replay import replay_json
from tasks.reports import deck_facts
from tasks.reports import pages as reports
from tasks.reports.cells import as_columns, cells, difference, facts_of
from tasks.reports.formats import form
from tasks.storage.files import StoreError

_MAX_NUMBER = 10**9
#: Letters of the text of a deck.
MAX_TEXT = 4_000
RunName = Annotated[str, Query(min_length=1, max_length=300, description="A run's name.")]
AnyRun = Annotated[str, Query(max_length=300, description="A run's name; empty for none.")]
RunNames = Annotated[list[str], Query(max_length=20, description="Names of runs.")]
Number = Annotated[int, Query(ge=0, le=_MAX_NUMBER, description="An evaluation's number.")]
GameNumber = Annotated[int, Query(ge=0, le=MAX_GAMES, description="A game's number.")]
Evaluations = Annotated[int | None, Query(ge=1, le=_MAX_NUMBER, description="Evaluations.")]
Measure = Annotated[str, Query(max_length=60, pattern="^[a-z_]*$", description="A measure.")]
DeckText = Annotated[str, Query(max_length=MAX_TEXT, description="A deck as text or code.")]
FormatName = Annotated[str, Query(max_length=60, description="A format; empty for the run's.")]
Place = Annotated[str, Query(max_length=20, description="A place on the board.")]
Id = Annotated[str, Query(max_length=60, description="The id of a game, a measurement or a lab.")]


class Body(BaseModel):
    """The body of a request, which refuses unknown values."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Named(Body):
    """A body that names a game or a job by its id."""

    id: str = Field(max_length=40)


#: The size of the picture, and of the area of the curves within it, in its own units.
WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 12, 40
N_COLOURS = 8


def plot(
    title: str, x_label: str, curves: Mapping[str, tuple[Sequence[float], Sequence[float]]]
) -> dict[str, Any] | None:
    """A picture of curves, by name, of x and y values, from 0; None if no curve has a point.

    The macro `curves` of `parts.html` draws it.
    """
    known = {name: (xs, ys) for name, (xs, ys) in curves.items() if len(xs)}
    if not known:
        return None
    x_marks = _marks([x for xs, _ in known.values() for x in xs])
    y_marks = _marks([y for _, ys in known.values() for y in ys])
    x_of = _scale(x_marks, LEFT, WIDTH - RIGHT)
    y_of = _scale(y_marks, HEIGHT - BOTTOM, TOP)
    drawn = [
        {
            "name": name,
            "colour": number % N_COLOURS,
            "points": " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in zip(xs, ys, strict=True)),
            "last": f"{ys[-1]:,.4g}",
        }
        for number, (name, (xs, ys)) in enumerate(known.items())
    ]
    return {
        "title": title,
        "x_label": x_label,
        "curves": drawn,
        "x_ticks": [{"at": x_of(x), "text": f"{x:,.5g}"} for x in x_marks],
        "y_ticks": [{"at": y_of(y), "text": f"{y:,.5g}"} for y in y_marks],
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
    }


def _marks(values: Sequence[float]) -> list[float]:
    """Round numbers that span the values and 0."""
    low, high = min(0.0, *values), max(0.0, *values)
    found = MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(low, high or 1.0)
    return [float(mark) for mark in found]


def _scale(marks: Sequence[float], start: float, stop: float):
    low, high = marks[0], marks[-1]
    return lambda value: float(np.interp(value, (low, high), (start, stop)))


HERE = Path(__file__).parent
_STYLE = Path(reports.__file__).parent / "templates" / "style.css"
_CURVES = {
    "qd_score": "QD score",
    "coverage": "coverage",
    "max_objective": "best health difference",
}
_templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=select_autoescape(["html"], default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.filters |= {"form": form}
_templates.globals.update(format_names=format_names, levels=LEVELS, first_level=FIRST_LEVEL)


def page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page from a template, which escapes all values."""
    text = _templates.get_template(template).render(values)
    return HTMLResponse(text, status)


def pages(folder: RunFolder) -> APIRouter:
    """The addresses of the application over a folder of runs."""
    router = APIRouter()
    for add in (_add_runs, _add_reports, _add_archive, _add_difference, _add_decks, _add_replays):
        add(router, folder)

    @router.get("/cards")
    def cards(format: FormatName = "", run: AnyRun = "") -> Response:
        rules = folder.cards_of(run) if run else cards_of(format)
        return Response(printed(*rules), media_type="application/json")

    @router.get("/style.css")
    def style() -> FileResponse:
        return FileResponse(_STYLE)

    return router


def _add_runs(router: APIRouter, folder: RunFolder) -> None:
    """The first page with the list of runs, its table that is renewed, and their comparison."""

    @router.get("/")
    def home() -> HTMLResponse:
        runs = folder.runs()
        searches = [each for each in runs if each.what == "decks"]
        return page("home.html", runs=runs, folder=folder.path, newest=searches[:3])

    @router.get("/runs")
    def table() -> HTMLResponse:
        return page("run_table.html", runs=folder.runs(), folder=folder.path)

    @router.get("/compare")
    def compare(run: RunNames) -> HTMLResponse:
        found = [folder.listed(name) for name in dict.fromkeys(run)]
        plots = [plot(title, "evaluations", _curves(found, key)) for key, title in _CURVES.items()]
        drawn = [each for each in plots if each is not None]
        names = [each.name for each in found if each.what == "decks"]
        pair = names if len(names) == len(found) == 2 else None
        return page("compare.html", runs=found, plots=drawn, pair=pair)


def _add_reports(router: APIRouter, folder: RunFolder) -> None:
    """The reports that commands have written; they bring their style with them."""

    @router.get("/report/{name:path}/{file}")
    def report(name: str, file: str = "") -> FileResponse:
        policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"
        style = {"Content-Security-Policy": policy}
        return FileResponse(folder.report_file(name, file), headers=style)

    router.add_api_route("/report/{name:path}/", report)


def _growth(run: Listed) -> dict[str, Any] | None:
    return plot("QD score", "evaluations", _curves([run], "qd_score"))


def _curves(runs: list[Listed], column: str) -> dict[str, tuple[list[float], list[float]]]:
    return {
        run.name: (run.curve["evaluations"].to_list(), run.curve[column].to_list())
        for run in runs
        if column in run.curve.columns
    }


def _add_archive(router: APIRouter, folder: RunFolder) -> None:
    """The archive of a run, and its cells as JSON."""

    @router.get("/archive")
    def archive(run: RunName) -> HTMLResponse:
        listed = folder.listed(run)
        shown: dict[str, Any] = {"run": listed, "growth": _growth(listed)}
        try:
            results = folder.decks(run)
        except StoreError as error:  # the page still shows how the run goes on
            return page("archive.html", **shown, problem=f"{error}", facts=None)
        return page("archive.html", **shown, problem="", facts=facts_of(results))

    @router.get("/archive/growth")
    def growth(run: RunName) -> HTMLResponse:
        listed = folder.listed(run)
        return page("growth.html", run=listed, growth=_growth(listed))

    @router.get("/archive/cells")
    def columns(run: RunName, x: Measure = "", y: Measure = "", n: Evaluations = None) -> Response:
        results = folder.decks(run)
        measures = (x, y) if x and y else ()
        return JSONResponse(as_columns(results, cells(results, measures, n), n))

    @router.get("/archive/facts")
    def facts(run: RunName) -> Response:
        return JSONResponse(facts_of(folder.decks(run)))


def _add_difference(router: APIRouter, folder: RunFolder) -> None:
    """The archives of two runs as a difference, and its cells as JSON."""

    @router.get("/difference")
    def show(run: RunName, other: RunName) -> HTMLResponse:
        names = [folder.listed(name).name for name in (run, other)]
        return page("difference.html", run=names[0], other=names[1])

    @router.get("/difference/cells")
    def columns(run: RunName, other: RunName, x: Measure = "", y: Measure = "") -> Response:
        measures = (x, y) if x and y else ()
        return JSONResponse(difference(folder.decks(run), folder.decks(other), measures))


def _add_decks(router: APIRouter, folder: RunFolder) -> None:
    """One deck of a run."""

    @router.get("/deck")
    def deck(run: RunName, evaluation: Number) -> HTMLResponse:
        results = folder.decks(run)
        row = deck_facts.row_of(results, evaluation)
        fresh = deck_facts.fresh_of(results, evaluation)
        cards = results.cards(row["solution"])
        return page(
            "deck.html",
            run=run,
            evaluation=evaluation,
            row=row,
            belief=deck_facts.belief_of(results, evaluation),
            cards=cards,
            curve=deck_facts.mana_curve(cards),
            code=deck_facts.code_of(results, row["solution"]),
            found=[deck_facts.total(row), *deck_facts.duels(results, row)],
            again=fresh and [deck_facts.total(fresh), *deck_facts.duels(results, fresh)],
            numbers=deck_facts.numbers(results, row, fresh),
            neighbours=deck_facts.neighbours(results, evaluation),
            earlier=deck_facts.closest_earlier(results, evaluation),
            n_games=results.experiment.spending.of_deck(evaluation),
        )


def _add_replays(router: APIRouter, folder: RunFolder) -> None:
    """A game of a deck: the page, and the lines that it shows."""

    @router.get("/replay")
    def replay(run: RunName, evaluation: Number, game: GameNumber = 0) -> HTMLResponse:
        results = folder.decks(run)
        deck_facts.row_of(results, evaluation)
        n_games = results.experiment.spending.of_deck(evaluation)
        shown: dict[str, Any] = {"run": run, "evaluation": evaluation, "game": game}
        return page("replay.html", **shown, n_games=n_games)

    @router.get("/replay/lines")
    def lines(
        run: RunName, evaluation: Number, game: GameNumber = 0, plans: bool = True
    ) -> Response:
        text = replay_json(counted_game(folder.decks(run), evaluation, game), plans)
        return Response(text, media_type="application/x-ndjson")

"""The patch editor and its balance labs: pages, checks, and the elites that have changed cards."""

import shlex
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from engine.history import PERIODS
from engine.patches import FIELDS, RANGES, PatchError
from flows.faces.app.cards import card_list, format_names
from flows.faces.app.folder import N_KEPT, RunFolder
from flows.faces.app.labs import LABS, SIZES, AskedLab, AskedPatch, Labs
from flows.faces.app.pages import AnyRun, FormatName, Id, page
from flows.faces.app.studies import text_of
from flows.questions.question import choices
from flows.studies.balance.settings import AnyArchetype
from models.settings.config import ConfigError
from models.settings.patches import as_yaml
from tasks.reports.deck_facts import card_use
from tasks.storage.files import StoreError

#: Labs that the page lists.
N_LABS = 10
CardIds = Annotated[list[str], Query(max_length=200, description="Ids of cards.")]
_DAYS = {day: name for name, day in PERIODS.items()}


def patch_pages(folder: RunFolder, labs: Labs) -> APIRouter:
    """The addresses of the editor and of its labs."""
    router = APIRouter(prefix="/patch")
    _add_editor(router, folder, labs)
    _add_labs(router, labs)
    return router


def _add_editor(router: APIRouter, folder: RunFolder, labs: Labs) -> None:
    """The page, the check of a patch, and the elites that have its cards."""

    @router.get("")
    def show(request: Request, format: FormatName = "", run: AnyRun = "") -> HTMLResponse:
        chosen = format or (_format_of(folder, run) if run else format_names()[0])
        shown: dict[str, Any] = card_list(chosen) | {
            "run": run,
            "fields": {kind.lower(): names for kind, names in FIELDS.items()},
            "ranges": RANGES,
            "archetypes": choices(AnyArchetype),
            "sizes": SIZES,
            "labs": labs.newest(N_LABS),
        }
        return page(request, "patch.html", **shown)

    @router.post("/check")
    def check(asked: AskedPatch) -> dict[str, str]:
        try:
            patch = asked.patch()
        except (ConfigError, PatchError) as error:
            return {"text": "", "changes": "", "problem": f"{error}"}
        return {"text": as_yaml(patch), "changes": patch.describe(), "problem": ""}

    @router.get("/use")
    def use(card: CardIds, run: AnyRun = "") -> list[dict[str, Any]]:
        newest = [name for name in folder.searches() if not name.startswith(f"{LABS}/")]
        names = filter(None, [run, *newest])
        return [
            row for name in list(dict.fromkeys(names))[:N_KEPT] for row in _use(folder, name, card)
        ]


def _use(folder: RunFolder, run: str, cards: list[str]) -> list[dict[str, Any]]:
    """How the elites of a run use cards; nothing if it has evaluated nothing yet."""
    try:
        return [{"run": run, **each} for each in card_use(folder.decks(run), cards)]
    except StoreError:
        return []


def _format_of(folder: RunFolder, run: str) -> str:
    """The format of a run's cards, or their day if it has a name."""
    player = folder.decks(run).experiment.player
    return _DAYS.get(player.patch.base, player.format)


def _add_labs(router: APIRouter, labs: Labs) -> None:
    """The page of a lab, and what starts and stops it."""

    @router.post("/play")
    def play(asked: AskedLab) -> dict[str, str]:
        return {"id": labs.start(asked)}

    @router.post("/again")
    def again(id: Id) -> dict[str, str]:
        return {"id": labs.start(labs.asked(id))}

    @router.post("/stop")
    def stop(id: Id) -> dict[str, str]:
        labs.stop(id)
        return {"id": id}

    @router.get("/state")
    def state(request: Request, id: Id) -> HTMLResponse:
        return page(request, "lab_state.html", id=id, state=labs.state(id))

    @router.get("/lab")
    def lab(request: Request, id: Id) -> HTMLResponse:
        asked, path = labs.asked(id), labs.path(id)
        changes = ",".join(f"{c}.{f}.{n}" for c, of in asked.cards.items() for f, n in of.items())
        state = labs.state(id)
        _, text = text_of(path / "report", f"{LABS}/{id}") if state["finished"] else ("", "")
        shown: dict[str, Any] = {
            "id": id,
            "asked": asked,
            "patch": asked.patch(),
            "size": SIZES[asked.size].title,
            "state": state,
            "command": shlex.join(["python", "-m", "flows", *asked.words(path)]),
            "runs": [f"{LABS}/{id}/{side}-{asked.archetype}-1" for side in ("before", "after")],
            "edit": {"format": asked.format, "name": asked.name, "changes": changes},
            "report": Markup(text),
        }
        return page(request, "lab.html", **shown)

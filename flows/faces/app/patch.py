"""The patch editor and its balance labs: pages, checks, and the elites that have changed cards.

On the bench these elites play with the old and with the new numbers. Only games can show the
effect, because nothing that a search learns predicts new numbers.
"""

import shlex
from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from pydantic import Field

from engine.card_data import card_data
from engine.history import PERIODS
from engine.patches import FIELDS, RANGES, Change, NewLine, Patch, PatchError, new_patch
from flows.faces.app.background import Background
from flows.faces.app.bench import BenchSide, Measurement
from flows.faces.app.cards import card_list, format_names
from flows.faces.app.folder import LABS, RunFolder
from flows.faces.app.labs import SIZES, AskedLab, AskedPatch, Labs
from flows.faces.app.pages import AnyRun, FormatName, Id, page
from flows.faces.app.studies import text_of
from flows.questions.question import choices
from flows.studies.balance.settings import AnyArchetype
from models.players.decks import opponents_of
from models.settings.config import ConfigError
from models.settings.patches import as_yaml
from tasks.reports.deck_facts import best_with, card_use, row_of

#: Labs that the page lists.
N_LABS = 10
#: Elites of each search that play with new numbers, and their games on each side at least.
N_REPLAYED, REPLAYED_GAMES = 3, 384
CardIds = Annotated[list[str], Query(max_length=200, description="Ids of cards.")]
_DAYS = {day: name for name, day in PERIODS.items()}


class AskedReplay(AskedPatch):
    """The body of a request to play elites with a patch; a run's come before those of others."""

    run: str = Field("", max_length=300)


def patch_pages(folder: RunFolder, labs: Labs, bench: Background[Measurement]) -> APIRouter:
    """The addresses of the editor and of its labs; its elites play on the bench."""
    router = APIRouter(prefix="/patch")
    _add_editor(router, folder, labs)
    _add_replays(router, folder, bench)
    _add_labs(router, labs)
    return router


def _add_editor(router: APIRouter, folder: RunFolder, labs: Labs) -> None:
    """The page, the check of a patch, and the elites that have its cards."""

    @router.get("")
    def show(format: FormatName = "", run: AnyRun = "") -> HTMLResponse:
        chosen = format or (_format_of(folder, run) if run else format_names()[0])
        return page(
            "patch.html",
            **card_list(chosen),
            run=run,
            fields={kind.lower(): names for kind, names in FIELDS.items()},
            ranges=RANGES,
            archetypes=choices(AnyArchetype),
            sizes=SIZES,
            labs=labs.newest(N_LABS),
        )

    @router.post("/check")
    def check(asked: AskedPatch) -> dict[str, str]:
        try:
            patch = asked.patch()
        except (ConfigError, PatchError) as error:
            return {"text": "", "changes": "", "problem": f"{error}"}
        return {"text": as_yaml(patch), "changes": patch.describe(), "problem": ""}

    @router.get("/use")
    def use(card: CardIds, run: AnyRun = "") -> list[dict[str, Any]]:
        for each in card:
            card_data(each)  # refuses an unknown one
        return [
            {"run": name, **row}
            for name, results in folder.newest(run)
            for row in card_use(results, card)
        ]


def _add_replays(router: APIRouter, folder: RunFolder, bench: Background[Measurement]) -> None:
    """Games of the best elites with changed cards, with the old numbers and with the new ones."""

    @router.post("/replay")
    def replay(asked: AskedReplay) -> dict[str, Any]:
        patch, sides, decks = asked.patch(), [], []
        for run, results in folder.newest(asked.run):
            old = results.experiment.player
            new = old.but(patch=upon(old.patch, patch))
            changed = {card for card in results.pool.ids if _differ(card, old.patch, new.patch)}
            opponents = opponents_of(results.experiment.opponents)
            for evaluation in best_with(results, changed, N_REPLAYED):
                deck = results.pool.deck(np.array(row_of(results, evaluation)["solution"]))
                sides += [BenchSide(deck, opponents, old), BenchSide(deck, opponents, new)]
                names = [card_data(card).name for card in changed & set(deck.cards)]
                decks.append({"run": run, "evaluation": evaluation, "cards": sorted(names)})
        if not decks:
            raise ConfigError(
                "no elite of the newest searches has a card that this patch changes there; "
                "play the lab, which searches decks of its own"
            )
        return {"id": bench.start(Measurement(sides, REPLAYED_GAMES)), "decks": decks}


def upon(base: Patch, patch: Patch) -> Patch:
    """A search's cards with the new numbers of a patch, without those of cards that it lacks."""
    changes = [
        Change(card, field, value, f"patch {patch.name}")
        for card, field, value in patch.changes
        if card not in base.missing
    ]
    new = [NewLine(line, f"patch {patch.name}") for line in patch.new if line not in base.new]
    return new_patch(patch.name, changes, base, new=new)


def _differ(card: str, old: Patch, new: Patch) -> bool:
    return old.card_data(card) != new.card_data(card)


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
    def state(id: Id) -> HTMLResponse:
        return page("lab_state.html", id=id, state=labs.state(id))

    @router.get("/lab")
    def lab(id: Id) -> HTMLResponse:
        asked, path = labs.asked(id), labs.path(id)
        changes = ",".join(f"{c}.{f}.{n}" for c, of in asked.cards.items() for f, n in of.items())
        state = labs.state(id)
        _, text = text_of(path / "report", f"{LABS}/{id}") if state["finished"] else ("", "")
        edit = [("format", asked.format), ("name", asked.name), ("changes", changes)]
        return page(
            "lab.html",
            id=id,
            asked=asked,
            patch=asked.patch(),
            size=SIZES[asked.size].title,
            state=state,
            command=shlex.join(["python", "-m", "flows", *asked.words(path)]),
            runs=[f"{LABS}/{id}/{side}-{asked.archetype}-1" for side in ("before", "after")],
            edit=[*edit, *(("new", line) for line in asked.new)],
            report=Markup(text),
        )

"""Forms on Prefect's pages, from the fields of `flows.questions`: `forms.self_play` of `self-play`.

`FORMS` lists them; `infra.deployments` has the entries of Prefect's pages.

Prefect derives a form from a flow's signature and from the "Args" of its docstring. We set both on
a function that takes any keywords: `inspect.signature` and Prefect 3.8 read `__signature__`. The
question has better messages than Prefect's own validation, which is off. Prefect's schema of the
form already refuses values outside bounds and choices, and unknown keys of settings, at submission.

A run without a seed picks one, so that each run of a schedule plays new games. A retry keeps the
seed and so continues the run directory.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, Signature
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, get_args
from uuid import UUID

from prefect import Flow, flow, get_client, runtime
from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.task_runners import ThreadPoolTaskRunner
from pydantic import Field

from flows import commands
from flows.questions.question import Question, RunQuestion
from flows.questions.settings import keys, keys_of_other_kinds
from models.settings.config import FORMER_KEYS, ConfigError
from tasks.orchestration.flow_page import show_picture
from tasks.storage.files import StoreError
from tasks.storage.mirror import mirrored

SEEDS = 2**31  # of runs without one; at most ten digits
_CLUSTER = "^$|^local:[0-9]+$|^(tcp|tls)://.+:[0-9]+$"
_MANY = 4  # parts of a text that are shown as a list
_EMPTY = (None, "", [])  # the values of empty fields


def form(question: type[Question], show: Callable[[Any, Any], None] | None = None) -> Flow:
    """The flow with the form of a question; `show` shows more of it and its result on its page."""
    fields = {
        name: field
        for name, field in question.fields().items()
        if field.json_schema_extra.get("form", True)
    }

    def start(**given: Any) -> Any:
        asked = ask(question, given)
        if isinstance(asked, RunQuestion):
            found: Any = str(_make(asked, has_seed=given.get("seed") is not None))
        else:
            with asked.workers():
                text, found, _ = asked.answer()
            create_markdown_artifact(f"```\n{text}\n```", key=question.command())
        if show is not None:
            show(asked, found)
        return found

    start.__name__ = question.command().replace("-", "_")
    start.__signature__ = Signature([_parameter(question, *each) for each in fields.items()])
    texts = "\n".join(f"    {name}: {_explained(name, field)}" for name, field in fields.items())
    start.__doc__ = f"{question.help()}\n\nArgs:\n{texts}\n"
    return flow(
        name=question.command(),
        description=question.help(),
        flow_run_name=lambda: _run_name(question),
        task_runner=ThreadPoolTaskRunner(max_workers=1),
        validate_parameters=False,
    )(start)


def ask(question: type[Question], given: Mapping[str, Any]) -> Question:
    """The question of a filled form; empty fields have their defaults.

    A form also submits defaults. They are left out, as on the command line.
    """
    defaults = {name: field.default for name, field in question.model_fields.items()}
    defaults.pop("seed", None)  # without one, the run picks a seed
    filled = {
        name: value
        for name, value in given.items()
        if value not in _EMPTY and (name not in defaults or value != defaults[name])
    }
    if "seed" in question.model_fields and "seed" not in filled:
        filled["seed"] = UUID(runtime.flow_run.id).int % SEEDS
    return question.ask(filled)


class _Omittable(Parameter):
    """A parameter that may be left empty; its default, None, is not in Prefect's schema.

    Prefect omits the default that a parameter calls `empty`. With null as a type or a default, the
    form would show 'Property is type "None"' instead of a field. Prefect's server accepts null
    for a field without a default that is not required.
    """

    empty = None  # type: ignore[assignment]


def _parameter(question: type[Question], name: str, field: Any) -> Parameter:
    kind, default = Annotated[_without_none(field.annotation), *field.metadata, Field()], None
    if name == "settings":
        kind = list[Annotated[str, Field(pattern=_setting_pattern(question))]]
    elif name == "cluster":
        kind = Annotated[str, Field(pattern=_CLUSTER)]
    if field.is_required():
        return Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind)
    if name != "seed":
        default = field.get_default(call_default_factory=True)
    if default is not None:
        return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
    kind = Annotated[kind, Field(default_factory=lambda: None)]
    return _Omittable(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind)


def _without_none(kind: Any) -> Any:
    """The type of a given value: `int` for `int | None`."""
    types = [each for each in get_args(kind) if each is not NoneType]
    return types[0] if NoneType in get_args(kind) else kind


def _setting_pattern(question: type[Question]) -> str:
    """The form of a setting's change: a known key, and a value."""
    config = question.defaults()
    known = [key for key, *_ in keys(config)]
    known += [key for _, own in keys_of_other_kinds(config) for key, *_ in own]
    known += ["player"] if hasattr(config, "player") else []
    names = "|".join(map(re.escape, dict.fromkeys((*known, *FORMER_KEYS))))
    return f"^({names})=.*$"


def _explained(name: str, field: Any) -> str:
    if name == "seed":
        return f"{field.description} If empty, the run picks one."
    default = field.json_schema_extra["default_text"]
    text = f"{field.description} Default: {default}." if default else field.description
    return _as_list(text)


def _as_list(text: str) -> str:
    """A text, in Markdown with a line per part if it lists many parts, such as algorithms."""
    head, _, rest = text.partition(": ")
    parts = re.split(r"; (?!see )", rest.removesuffix("."))
    if len(parts) < _MANY:
        return text
    return "\n".join([f"{head}:", *(f"        - {part}" for part in parts)])


def _run_name(question: type[Question]) -> str:
    """The name of a flow run; only the command's if a setting is wrong."""
    try:
        asked = ask(question, runtime.flow_run.parameters)
        return f"{asked.title}-seed{asked.seed}" if "seed" in question.model_fields else asked.title
    except ValueError:
        return question.command()


def _make(asked: RunQuestion, has_seed: bool) -> Path:
    """Runs a question's flow; returns the report.

    Raises:
        ConfigError: `mirror` is given, and neither seed nor directory.
        StoreError: Some runs failed.
    """
    if asked.mirror is not None and asked.out is None and not has_seed:
        raise ConfigError(
            f"mirror {asked.mirror}: a run without a seed picks its own and names its directory "
            "after it; give a seed, so that other machines can continue from the copy"
        )
    with mirrored(asked.folder, asked.mirror, asked.settings_file):
        asked.check()
        if algorithm := getattr(asked, "algorithm", None):
            _tag(algorithm)
        with asked.workers():
            work, arguments = asked.work()
            page, failed = asked.finish(work.fn(*arguments))
    if failed:
        errors = "; ".join(f"{name}: {error}" for name, error in failed.items())
        raise StoreError(f"{asked.folder}: runs failed; retry to continue them: {errors}")
    return page


def _tag(name: str) -> None:
    """Adds a tag to the flow run's tags, which are the same for all algorithms."""
    tags = {*runtime.flow_run.tags, name}
    with get_client(sync_client=True) as client:
        client.update_flow_run(UUID(runtime.flow_run.id), tags=sorted(tags))


def _show_opponents(_: commands.Evaluate, found: Mapping[str, Any]) -> None:
    create_table_artifact(found["opponents"], key="opponents", description="By opponent")


def _show_scatter(asked: commands.Calibrate, _: Any) -> None:
    if asked.out is not None:
        title = "Health differences, ours and theirs"
        show_picture("calibration-plot", asked.out / "calibration.png", title)


def _show_quality(asked: commands.SurrogateQuality, page: str) -> None:
    create_markdown_artifact(Path(page).read_text(encoding="utf-8"), key="quality")
    picture = asked.folder / "before-after.png"
    show_picture("before-after", picture, "Its archive, predicted and played")


_QUESTIONS = (
    *(commands.Search, commands.TrainPlayer, *commands.STUDIES, commands.Reproduce),
    *(commands.Evaluate, commands.DeckDoctor, commands.ComparePlayers, commands.Calibrate),
    commands.SurrogateQuality,
)
#: The commands with forms: all studies, and others that take more than moments.
FORMS = {each.command(): each for each in _QUESTIONS}
#: What some flow runs' pages show besides the answer.
_SHOWN = {
    commands.Evaluate: _show_opponents,
    commands.Calibrate: _show_scatter,
    commands.SurrogateQuality: _show_quality,
}


@cache
def __getattr__(name: str) -> Flow:
    """The form of a command, by its name as an attribute of this module."""
    question = FORMS.get(name.replace("_", "-"))
    if question is None:
        raise AttributeError(f"module {__name__!r} has no attribute and no form {name!r}")
    return form(question, _SHOWN.get(question))

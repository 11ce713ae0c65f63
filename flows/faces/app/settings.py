"""Limits of what an address may say; FastAPI refuses the rest before any work."""

from typing import Annotated

from fastapi import Query

from flows.questions.question import MAX_GAMES

_MAX_NUMBER = 10**9

RunName = Annotated[str, Query(min_length=1, max_length=300, description="A run's name.")]
RunNames = Annotated[list[str], Query(max_length=20, description="Names of runs.")]
Number = Annotated[int, Query(ge=0, le=_MAX_NUMBER, description="An evaluation's number.")]
GameNumber = Annotated[int, Query(ge=0, le=MAX_GAMES, description="A game's number.")]
Evaluations = Annotated[int | None, Query(ge=1, le=_MAX_NUMBER, description="Evaluations.")]
Measure = Annotated[str, Query(max_length=60, pattern="^[a-z_]*$", description="A measure.")]

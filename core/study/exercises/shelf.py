"""The exercises of the listed games, found beforehand with more patience than a reader has.

``core/data/exercises.json`` has for each game the moves to the position, the kind, the answer, the plies to the end or
null, and what is proven. Made by::

    python -m tests.tools.exercises
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files

from core.game import Game
from core.study.exercises import finding
from core.study.exercises.finding import Exercise
from core.study.exercises.kind import AnswerProof


@cache
def _kept() -> dict[str, list[list[str | int | None]]]:
    text = files("core.data").joinpath("exercises.json").read_text("utf-8")
    kept: dict[str, list[list[str | int | None]]] = json.loads(text)
    return kept


@lru_cache(maxsize=64)
def exercises(game: Game) -> tuple[Exercise, ...]:
    """The exercises of a game, the easy ones first: those of the file, else found now."""
    if game.id not in _kept():
        return finding.course(game)
    return tuple(
        Exercise(
            game.id, str(moves), str(kind), str(answer), plies if isinstance(plies, int) else None, AnswerProof(ground)
        )
        for moves, kind, answer, plies, ground in _kept()[game.id]
    )


def may_have(game: Game) -> bool:
    """Whether a game may have exercises, without searching for them."""
    return bool(_kept().get(game.id, True))

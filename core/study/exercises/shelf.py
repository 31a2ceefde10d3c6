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
from core.study.exercises.finding import Effort, Exercise
from core.study.exercises.kind import AnswerProof

PATIENT = Effort(500, 3.0, 120)
"""The limits with which the file was made."""
RARE = {"ultimate": Effort(5_000, 12.0, 1_000)}
"""The limits for games with rare kinds of exercises."""


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


def text_of(shelf: dict[str, tuple[Exercise, ...]]) -> str:
    """The text of the file, a line for each exercise."""
    games = []
    for id, found in shelf.items():
        rows = (
            json.dumps([each.moves, each.kind, each.answer, each.plies, each.ground.value], ensure_ascii=False)
            for each in found
        )
        games.append(f"{json.dumps(id)}: [" + ",".join(f"\n  {row}" for row in rows) + "]")
    return "{\n" + ",\n".join(games) + "\n}\n"

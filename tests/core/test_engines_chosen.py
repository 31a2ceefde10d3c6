"""Who answers: an engine made for some games is asked about those alone, and no game passes for what it is not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from core import engines
from core.analysis import Limit, Solver, Watch
from core.games import get, presets
from core.games.mnk import Mnk
from core.kinds.lines import EitherGame, LineGame
from core.position import Position

CORE = Path(__file__).parent.parent.parent / "core"
MADE_FOR_SOME = [name for name in engines.NAMES if isinstance(engines.get(name), Solver)]
ELSEWHERE = {"retrograde": "morris", **dict.fromkeys(("m-minimax", "m-poda"), "mnk:4,4,3"), "menace": "gomoku"}
"""A game that is not the engine's own, or not with a limit of depth; for all others wild tic-tac-toe."""


def asked(name: str) -> Watch:
    """A question that an engine is not made for."""
    return Watch(Position.start(get(ELSEWHERE.get(name, "tictactoe/wild"))), Limit(depth=1), lambda: 0.0)


@pytest.mark.parametrize("name", MADE_FOR_SOME)
def test_an_engine_is_never_asked_what_it_is_not_made_for_and_alphabeta_answers_under_its_own_name(name: str) -> None:
    with pytest.raises(AssertionError):
        engines.get(name).analyse(asked(name))
    assert engines.analyse(engines.get(name), asked(name)).engine == "alphabeta"


def stand_ins(source: str) -> int:
    """How often an engine is made that answers in place of another."""
    calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return sum(isinstance(called, ast.Name) and called.id == "AlphaBeta" for called in calls)


def test_one_place_alone_has_alphabeta_answer_for_another_engine() -> None:
    found = {path.relative_to(CORE).as_posix(): stand_ins(path.read_text("utf-8")) for path in CORE.rglob("*.py")}
    assert [path for path, count in found.items() if count] == ["study/graphs/judge.py"], "which asks no other engine"
    assert stand_ins("def f(watch):\n    return AlphaBeta().analyse(watch)") == 1


def taken_back(source: str) -> Iterator[str]:
    """The conditions that ask for a class but not for one that claims to be one; that a bool is an int is no claim of ours."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BoolOp):
            asked = {True: set[str](), False: set[str]()}
            for part in node.values:
                negated = isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)
                call = part.operand if isinstance(part, ast.UnaryOp) else part
                if (
                    isinstance(call, ast.Call)
                    and ast.unparse(call.func) == "isinstance"
                    and ast.unparse(call.args[1]) != "bool"
                ):
                    asked[negated].add(ast.unparse(call.args[0]))
            if asked[True] & asked[False]:
                yield ast.unparse(node)


def test_nowhere_is_a_class_asked_for_but_for_one_that_descends_from_it() -> None:
    assert [each for path in CORE.rglob("*.py") for each in taken_back(path.read_text("utf-8"))] == []
    for planted in (
        "isinstance(game, Mnk) and not isinstance(game, EitherGame)",
        "not isinstance(a, B) or isinstance(a, C)",
    ):
        assert len(list(taken_back(planted))) == 1
    assert list(taken_back("isinstance(a, B) and not isinstance(b, B)")) == []


@pytest.mark.parametrize("game", [game for game in presets() if game.id.endswith("/wild")], ids=lambda game: game.id)
def test_wild_play_where_marks_are_nobodys_is_no_game_of_own_marks(game: object) -> None:
    assert isinstance(game, EitherGame)
    assert not isinstance(game, Mnk | LineGame)

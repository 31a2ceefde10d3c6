"""Judges the functions of the course's exercise, each on every board: the six helpers, and ``minimax`` by its form.

The exercise is the one of CS50's Introduction to Artificial Intelligence; its text says what each function returns. It leaves
open what ``player`` and ``actions`` return on a finished board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.engines.foreign.python import Reply, board_of, shown
from core.game import Move
from core.games import get
from core.judge.asking import Candidate, GaveUp
from core.phrase import Phrase, phrase
from core.position import Position

GAME = "tictactoe"
_BOARDS_AT_ONCE = 20


@dataclass(frozen=True)
class Reached:
    """A position with the moves that lead to it."""

    position: Position
    line: tuple[Move, ...]


@dataclass(frozen=True)
class FunctionFault:
    """A wrong reply of a function."""

    position: Position
    """The position whose board it got."""
    line: tuple[Move, ...]
    """The moves that lead there from the start."""
    argument: str
    """Its further argument as Python writes it, empty without one."""
    expected: Phrase
    """The expected answer."""
    answered: Phrase
    """The reply, as the end of a sentence about the function."""
    unwritten: bool = False
    """Whether the function raises NotImplementedError, as the exercise hands it out."""


@dataclass(frozen=True)
class FunctionResult:
    """How a function did."""

    name: str
    """The function."""
    boards: int
    """The number of boards on which it was called."""
    wrong: int = 0
    """The number of boards on which it was wrong."""
    first: FunctionFault | None = None
    """The first wrong reply."""
    missing: bool = False
    """Whether the file does not have it."""

    @property
    def unwritten(self) -> bool:
        """Whether it is still to be written."""
        return self.first is not None and self.first.unwritten


def positions() -> list[Reached]:
    """All 5,478 positions of tic-tac-toe, few plies first."""
    start = Position.start(get(GAME))
    found = {start: Reached(start, ())}
    order = [start]
    for position in order:
        for move in position.moves:
            after = position.play(move)
            if after not in found:
                found[after] = Reached(after, (*found[position].line, move))
                order.append(after)
    return list(found.values())


def judged(candidate: Candidate, name: str, boards: Sequence[Reached]) -> Iterator[FunctionResult]:
    """The result of a function after each board. Raises GaveUp."""
    if name not in candidate.source.functions:
        yield FunctionResult(name, 0, missing=True)
        return
    wanted = [each for each in boards if _asked(name, each.position)]
    wrong = done = 0
    first: FunctionFault | None = None
    for begin in range(0, len(wanted), _BOARDS_AT_ONCE):
        batch = [(each, list(_questions(name, each.position))) for each in wanted[begin : begin + _BOARDS_AT_ONCE]]
        replies = candidate.calls(
            [["board", name, board_of(each.position), *given] for each, questions in batch for given, _ in questions]
        )
        for each, questions in batch:
            fault, gave_up = None, None
            for given, expected in questions:
                try:
                    reply, _ = next(replies)
                except GaveUp as reason:
                    gave_up = reason
                    break
                if fault is None and not _right(name, reply, expected):
                    argument = ", ".join(str(tuple(action)) for action in given)
                    fault = FunctionFault(
                        each.position,
                        each.line,
                        argument,
                        _said(expected),
                        _came(name, reply),
                        reply.raised == _UNWRITTEN and reply.function == name,
                    )
            if fault or not gave_up:
                done += 1
                wrong += fault is not None
                first = first or fault
                yield FunctionResult(name, done, wrong, first)
            if gave_up:
                raise gave_up


_UNWRITTEN = "NotImplementedError"
REFUSED = object()
"""Expected of ``result`` for a taken square: an exception."""


def _asked(name: str, position: Position) -> bool:
    """Whether a function has an answer in a position."""
    if name in ("winner", "terminal"):
        return True
    return (position.outcome is not None) == (name in ("utility", "minimax"))


def _questions(name: str, position: Position) -> Iterator[tuple[list[list[int]], object]]:
    """Further arguments of a function in a position, with the expected value."""
    winner = position.outcome.winner if position.outcome else None
    match name:
        case "player":
            yield [], "XO"[position.turn]
        case "actions":
            yield [], {(move // 3, move % 3) for move in position.moves}
        case "winner":
            yield [], None if winner is None else "XO"[winner]
        case "terminal":
            yield [], position.outcome is not None
        case "utility":
            yield [], 0 if winner is None else (1, -1)[winner]
        case "minimax":
            yield [], None
        case "result":
            for move in range(9):
                after: object = board_of(position.play(move)) if move in position.moves else REFUSED
                yield [[move // 3, move % 3]], after


def _right(name: str, reply: Reply, expected: object) -> bool:
    if reply.changed:
        return False
    if expected is REFUSED:
        return bool(reply.raised) and reply.raised != _UNWRITTEN
    if reply.failure:
        return False
    if name == "actions":
        pairs = _plain(reply.value)
        return isinstance(pairs, list) and _set(pairs) == expected and len(pairs) == len(_set(pairs))
    if name == "result":
        return bool(_plain(reply.value) == expected)
    if expected is None:
        return reply.value is None
    return bool(reply.value == expected)


def _plain(value: Any) -> Any:
    """A value of a reply with its collections as lists."""
    if isinstance(value, dict) and "items" in value:
        return [_plain(item) for item in value["items"]]
    return value


def _set(pairs: list[Any]) -> set[tuple[int, ...]]:
    """The pairs of whole numbers among some values."""
    return {tuple(pair) for pair in pairs if isinstance(pair, list) and all(type(item) is int for item in pair)}


def _said(expected: object) -> Phrase:
    if expected is REFUSED:
        return phrase("an exception, since the square is taken")
    if isinstance(expected, set):
        return phrase("{value}", value=f"{{{', '.join(map(str, sorted(expected)))}}}")
    return phrase("{value}", value=repr(expected))


def _came(name: str, reply: Reply) -> Phrase:
    if reply.raised == _UNWRITTEN and reply.function != name:
        return phrase("calls {function}, which is not written yet", function=reply.function)
    if reply.failure:
        return reply.failure
    if reply.changed:
        return phrase("changes the board that it is given")
    return phrase("answers {value}", value=_written(name, reply.value))


def _written(name: str, value: Any) -> str:
    """A value as the course writes it: an action as a tuple, actions as a set."""
    plain = _plain(value)
    if name == "minimax" and isinstance(plain, list):
        return f"({', '.join(map(shown, value['items']))})"
    if name == "actions" and isinstance(plain, list):
        return f"{{{', '.join(_written('minimax', item) for item in value['items'])}}}" if plain else "set()"
    return shown(value)

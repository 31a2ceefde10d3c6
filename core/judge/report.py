"""The result of judging a player, as plain values for commands and screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from core.engines.foreign.python import board_of
from core.engines.foreign.shapes import COURSE_FUNCTIONS
from core.game import Move
from core.games import get
from core.judge.course import FunctionFault, FunctionResult
from core.phrase import Phrase, phrase
from core.position import Position


class Fault(Enum):
    """What is wrong with a move."""

    WIN_LOST = "win lost"
    DRAW_LOST = "draw lost"
    FAILED = "failed"
    GOES_ROUND = "goes round"
    SLOW = "slow"


WRONG = (Fault.WIN_LOST, Fault.DRAW_LOST, Fault.FAILED, Fault.GOES_ROUND)
"""The faults that make a player wrong. A player ``failed`` where it makes no legal move in a position that is lost anyway."""


@dataclass(frozen=True)
class Finding:
    """A position in which the player went wrong."""

    fault: Fault
    """What is wrong."""
    position: Position
    """The position in which it is to move."""
    line: tuple[Move, ...]
    """The moves that lead there from the start."""
    move: Move | None
    """Its move, None if it made no legal one."""
    failure: Phrase | None
    """Why it made no legal move, as the end of a sentence about it."""
    holding: tuple[Move, ...]
    """The moves that keep the result; for a slow move the fastest ones."""
    reached: bool = False
    """Whether the position comes about when the player plays."""

    @property
    def answered(self) -> str:
        """The move in notation, else what went wrong."""
        return str(self.failure or "") if self.move is None else self.position.name(self.move)

    def to_json(self) -> dict[str, Any]:
        """The finding as plain JSON values, with moves in notation."""
        return {
            "fault": self.fault.value,
            "moves": _names(self.position, self.line),
            "position": self.position.text,
            "played": None if self.move is None else self.position.name(self.move),
            "failure": None if self.failure is None else str(self.failure),
            "holding": [self.position.name(move) for move in self.holding],
            "reached": self.reached,
        }


@dataclass(frozen=True)
class SideResult:
    """All games of a player on one side: the moves of the shortest that it ``loses``, None if it never loses; the failure at
    its end, if the player made no legal move there; whether the side is ``lost`` from the start, whatever it plays."""

    loses: tuple[Move, ...] | None
    failure: Phrase | None = None
    lost: bool = False


@dataclass(frozen=True)
class Report:
    """The result of judging a player, so far if it is not ``final``."""

    file: str
    """The file's name without its folder."""
    shape: str
    """The name of the shape that was asked."""
    game: str
    """The id of the game."""
    total: int
    """Number of positions to judge, before a sample is drawn its wanted size."""
    sampled: bool = False
    """Whether the positions are a sample of a large game."""
    seed: int = 0
    """The seed of the sample."""
    judged: int = 0
    """Number of positions judged."""
    findings: Sequence[Finding] = ()
    """All faults, few plies first."""
    unproven: int = 0
    """Number of sampled positions left out since the value of some move is not proven."""
    not_asked: int = 0
    """Number of positions not asked, since the player did not answer in time or ended too often."""
    gave_up: Phrase | None = None
    """Why no more was asked."""
    functions: Sequence[FunctionResult] = ()
    """The functions of a course file that were judged, in the order of the exercise."""
    because: str | None = None
    """The function that makes ``minimax`` wrong: with a right one in its place it is right."""
    sides: Sequence[SideResult] | None = None
    """The games as first and as second player; None where they are too many, or not yet played."""
    reached: int = 0
    """Number of positions in which it is to move in its own games, as either side."""
    slowest: tuple[float, Position] | None = None
    """The longest time for a move, in seconds, and its position."""
    strict: bool = False
    """Whether slow moves count as wrong."""
    printed: str = field(default="", repr=False)
    """The end of what the file printed, as it is."""
    helper: str | None = None
    """The last function of a contest file, if the contest would call it in place of the agent."""
    limited: bool = True
    """Whether the player's memory was limited."""
    stage: Phrase = field(default=phrase("loading"))
    """What is judged at the moment."""
    final: bool = False
    """Whether judging has ended."""

    @property
    def faults(self) -> Sequence[Finding]:
        """The findings that count as wrong."""
        return [each for each in self.findings if self.strict or each.fault in WRONG]

    @property
    def first(self) -> Finding | None:
        """The smallest counterexample."""
        return next(iter(self.faults), None)

    @property
    def first_function(self) -> FunctionResult | None:
        """The first wrong function of a course file, in the order of the exercise."""
        return next((each for each in self.functions if each.wrong), None)

    @property
    def missing(self) -> Sequence[str]:
        """The functions of the exercise that a course file does not have: it asks for all of them."""
        return [each.name for each in self.functions if each.missing]

    @property
    def right_functions(self) -> Sequence[str]:
        """The functions of a course file that are right on every board; ``minimax`` if all its moves are right, too."""
        moves = bool(self.judged) and not self.faults and not self.gave_up
        right = [each.name for each in self.functions if not each.wrong and not each.missing]
        return [name for name in right if moves or name in COURSE_FUNCTIONS]

    @property
    def right(self) -> bool:
        """Whether nothing is wrong, as far as it is judged."""
        return not (self.faults or self.first_function or self.missing) and self.gave_up is None

    def count(self, fault: Fault) -> int:
        """Number of positions with a fault."""
        return sum(each.fault is fault for each in self.findings)

    def to_json(self, everything: bool = False) -> dict[str, Any]:
        """The report as plain JSON values; with ``everything`` all findings are listed."""
        first, function = self.first, self.first_function
        document: dict[str, Any] = {
            "file": self.file,
            "shape": self.shape,
            "game": self.game,
            "right": self.right if self.final or not self.right else None,
            "final": self.final,
            "positions": self.judged,
            "sampled": self.sampled,
            "seed": self.seed if self.sampled else None,
            "wrong": len(self.faults),
            "wrong_reached": sum(each.reached for each in self.faults) if self.sides else None,
            "reached": self.reached if self.sides else None,
            "win_lost": self.count(Fault.WIN_LOST),
            "draw_lost": self.count(Fault.DRAW_LOST),
            "failed": self.count(Fault.FAILED),
            "goes_round": self.count(Fault.GOES_ROUND),
            "slow": self.count(Fault.SLOW),
            "loses_as": None if self.sides is None else self._loses_as(),
            "first": first.to_json() if first else None,
            "functions": [_function_json(each) for each in self.functions],
            "because": self.because,
            "unproven": self.unproven,
            "not_asked": self.not_asked,
            "gave_up": None if self.gave_up is None else str(self.gave_up),
            "slowest": None
            if self.slowest is None
            else {"seconds": round(self.slowest[0], 3), "position": self.slowest[1].text},
            "memory_limited": self.limited,
        }
        if function and function.first:
            document["first"] = {"function": function.name, **_fault_json(function.first)}
        if everything:
            document["findings"] = [each.to_json() for each in self.findings]
        return document

    def _loses_as(self) -> dict[str, list[str]]:
        """The shortest lost game of each side that loses, by the side's name."""
        game = get(self.game)
        start = Position.start(game)
        return {
            game.players[side]: start.names(each.loses)
            for side, each in enumerate(self.sides or ())
            if each.loses is not None
        }


def _names(position: Position, line: Sequence[Move]) -> list[str]:
    return Position.start(position.game).names(line)


def _function_json(result: FunctionResult) -> dict[str, Any]:
    return {
        "function": result.name,
        "boards": result.boards,
        "wrong": result.wrong,
        "missing": result.missing,
        "first": _fault_json(result.first) if result.first else None,
    }


def _fault_json(fault: FunctionFault) -> dict[str, Any]:
    return {
        "board": board_of(fault.position),
        "moves": _names(fault.position, fault.line),
        "argument": fault.argument or None,
        "expected": str(fault.expected),
        "answered": str(fault.answered),
    }

"""Games that are not k in a row: a walk that can go round for ever, and one in which turns do not alternate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from core.errors import BadNotation
from core.game import Ending, Game, Move, Player, Reason, State
from core.phrase import phrase


class _Toy(Game):
    rules = phrase("a toy")

    def ending(self, s: State) -> Ending:
        return Ending(Reason.FULL)

    def format_move(self, s: State, m: Move) -> str:
        return str(m)

    def parse_move(self, s: State, text: str) -> Move:
        if text not in {str(move) for move in range(self.move_count)}:
            raise BadNotation("{text} is not a move.", text=text)
        return int(text)

    def format_state(self, s: State) -> str:
        return ",".join(map(str, s))

    def parse_state(self, text: str) -> State:
        return tuple(map(int, text.split(",")))

    def refusal(self, s: State, m: Move) -> str:
        return "{move} leads nowhere."


class Roundabout(_Toy):
    """Who steps onto a goal wins, onto a pit loses, onto a bench draws; the paths have circles. State (place, turn)."""

    id = "roundabout"
    name = phrase("roundabout")
    move_count = 9
    paths: ClassVar[dict[int, tuple[int, ...]]] = {
        0: (1, 2),
        1: (0, 3),
        2: (3, 4),
        3: (2, 5),
        4: (0, 1, 6),
        5: (3, 7),
    }
    worth: ClassVar[dict[int, int]] = {6: -1, 7: 0, 8: 1}
    """Of the end places, for the player to move there."""

    def start(self) -> State:
        return (0, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[1] else 0

    def moves(self, s: State) -> Sequence[Move]:
        return self.paths[s[0]]

    def play(self, s: State, m: Move) -> State:
        return (m, 1 - s[1])

    def value(self, s: State) -> int | None:
        return self.worth.get(s[0])


class Ring(Roundabout):
    """Nothing but a circle: it never ends."""

    id = "ring"
    name = phrase("ring")
    paths: ClassVar[dict[int, tuple[int, ...]]] = {0: (1, 2), 1: (2, 0), 2: (0, 1)}
    worth: ClassVar[dict[int, int]] = {}


class Stones(_Toy):
    """Take one stone or two; who takes one goes on once more before the turn passes. The last stone wins when the turn
    passes with it, else the game is drawn. State (stones, turn, going on)."""

    name = phrase("stones")
    finite = True
    move_count = 3

    def __init__(self, stones: int) -> None:
        self.stones = stones
        self.id = f"stones:{stones}"

    def start(self) -> State:
        return (self.stones, 0, 0)

    def turn(self, s: State) -> Player:
        return 1 if s[1] else 0

    def moves(self, s: State) -> Sequence[Move]:
        return (1, 2) if s[0] > 1 else (1,)

    def play(self, s: State, m: Move) -> State:
        stones, turn, again = s
        if m == 1 and not again:
            return (stones - m, turn, 1)
        return (stones - m, 1 - turn, 0)

    def value(self, s: State) -> int | None:
        if s[0]:
            return None
        return 0 if s[2] else -1

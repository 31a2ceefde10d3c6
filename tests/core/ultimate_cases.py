"""What the tests of ultimate have in common, those that take long and those that do not."""

from __future__ import annotations

from functools import cache
from random import Random

from core.game import Game
from core.games import get
from core.position import Position
from tests.core.brute import Worth


def rules(options: str = "") -> Game:
    return get("/".join(filter(None, ("ultimate", options))))


LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


class Brute:
    """The rules on a string of 81 cells, nine owners and the board to play in, and every position solved."""

    def __init__(self, options: str) -> None:
        self.open, self.count, self.ku = (name in options for name in ("open", "count", "tic-tac-ku"))
        self.worth = cache(self._worth)

    def playable(self, text: str) -> list[int]:
        boards = text.split("/")
        return [b for b in range(9) if "." in boards[b] and (self.open or boards[9][b] == ".")]

    def winner(self, owners: str, mark: str) -> bool:
        if self.ku:
            return owners.count(mark) >= 5
        return any(all(owners[int(b)] == mark for b in line) for line in LINES)

    def after(self, text: str) -> dict[int, str]:
        """The text after each legal move."""
        *boards, owners, where = text.split("/")
        marks = "".join(boards)
        turn = "XO"[marks.count("X") - marks.count("O")]
        found = {}
        for b in self.playable(text) if where == "-" else [int(where) - 1]:
            for c in range(9):
                if boards[b][c] == ".":
                    new = boards[b][:c] + turn + boards[b][c + 1 :]
                    won = owners[b] == "." and any(all(new[int(i)] == turn for i in line) for line in LINES)
                    owned = owners[:b] + turn + owners[b + 1 :] if won else owners
                    later = "/".join([*boards[:b], new, *boards[b + 1 :], owned, "-"])
                    found[9 * b + c] = later[:-1] + str(c + 1) if c in self.playable(later) else later
        return found

    def _worth(self, text: str) -> Worth:
        owners = text.split("/")[9]
        marks = "".join(text.split("/")[:9])
        mover, other = "XO" if marks.count("X") == marks.count("O") else "OX"
        if self.winner(owners, other):
            return Worth(-1, 0)
        if not self.playable(text):
            lead = owners.count(mover) - owners.count(other) if self.count else 0
            return Worth((lead > 0) - (lead < 0), 0)
        after = [self.worth(later) for later in self.after(text).values()]
        value = max(-each.value for each in after)
        distances = [each.plies for each in after if -each.value == value]
        return Worth(value, 1 + (max(distances) if value < 0 else min(distances)))


def left(position: Position) -> int:
    """How many cells can still be played in."""
    boards = position.text.split("/")
    closed = "" if "open" in position.game.id else boards[9]
    return sum(boards[b].count(".") for b in range(9) if not closed or closed[b] == ".")


def late(game: Game, most: int, random: Random) -> Position:
    """An unfinished position after random play with at most so many cells to play in."""
    while True:
        position = Position.start(game)
        while not position.outcome:
            if left(position) <= most:
                return position
            position = position.play(random.choice(position.moves))

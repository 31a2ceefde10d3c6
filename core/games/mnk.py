"""K in a row on a board of M columns and N rows; tic-tac-toe is 3, 3, 3.

State ``(x, o)`` and moves as core/kinds/lines.py draws them; X begins. In wild play, where the mover chooses the mark, the
move is mark * M * N + cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, cached_property, partial
from importlib import resources

from core.errors import UnknownGame
from core.game import Family
from core.kinds.lines import EitherGame, LineGame, MarkBoard, MarkGame, rectangle
from core.known import ALLIS, CHARATSIDIS, FERNANDEZ, HERIK, HSU, UITERWIJK, ZETTERS, Known
from core.phrase import Phrase, phrase

MAX_SIDE = 20
"""Maximum number of columns and rows: the board of Gomocup, and still one letter a column."""

_VARIANTS = {
    "misere": Known("tie", how=phrase("only the centre holds the draw")),
    "wild": Known("win", 7, how=phrase("by the centre")),
    "misere/wild": Known("tie", how=phrase("only from the centre")),
    "toroidal": Known("win", 7),
}
"""Those of 3x3 with three in a row; by brute force."""


@cache
def _lines() -> Mapping[str, str]:
    """The lines of the file of proofs by their boards."""
    text = resources.files("core.data").joinpath("mnk.txt").read_text("utf-8")
    return {line.partition(" ")[0]: line for line in text.splitlines() if line and not line.startswith("#")}


def proven() -> Mapping[str, Known]:
    """The plain boards whose proof comes with the hall, as ``5,4,4``, the longer side first."""
    return dict(map(read, _lines().values()))


def read(line: str) -> tuple[str, Known]:
    """A board and its proof, as ``6,5,4 win||11|search|c3``: the verdict, plies, a bound on them, the method, and where only a
    bound is known a first move that keeps it."""
    board, proof = line.split(" ", 1)
    verdict, plies, within, method, *first = proof.split("|")
    assert verdict in ("win", "tie"), "the second player never wins"
    exact, most = (int(number) if number else None for number in (plies, within))
    return board, Known("win" if verdict == "win" else "tie", exact, most, proof=method, first="".join(first))


def reported(m: int, n: int, k: int) -> Known | None:
    """What the literature says of a plain board with its longer side first; None where nobody has said anything."""
    drawn, won = partial(Known, "tie", proof=""), partial(Known, "win", proof="")
    if k >= 8:
        return drawn(paper=ZETTERS)
    if k == 2:
        return won(paper=UITERWIJK) if m * n > 2 else drawn(paper=UITERWIJK)
    if k == 3 and n >= 3:
        return won(paper=UITERWIJK) if m >= 4 else drawn(paper=UITERWIJK)
    if k == 4 and n == 4 and m <= 10:
        return drawn(paper=HERIK) if m <= 8 else won(paper=CHARATSIDIS)
    if k == 4 and n >= 5 and m <= 9:
        return drawn(paper=UITERWIJK) if m == 5 else won(paper=FERNANDEZ)
    if k == 5 and n >= 5 and m <= 8:
        return drawn(paper=HSU if (m, n) in ((7, 7), (8, 8)) else FERNANDEZ)
    return won(paper=ALLIS) if (m, n, k) == (15, 15, 5) else None


class Mnk(LineGame):
    """The plain game and, by ``misere``, the one in which a line loses. ``options`` are those of the id."""

    finite = True

    def __init__(self, columns: int, rows: int, k: int, options: frozenset[str], id: str) -> None:
        board, misere = rectangle(columns, rows, k, toroidal="toroidal" in options), "misere" in options
        super().__init__(id, board, _name(board, options), _rules(k, options), options=options, misere=misere)

    @cached_property
    def known(self) -> Known | None:  # type: ignore[override]
        """What is proven here, else what the literature says."""
        if self.options:
            return _variant(self.board, self.options)
        line = _lines().get("{},{},{}".format(*self.turned))
        known = read(line)[1] if line else reported(*self.turned)
        if known and known.first and self.columns < self.rows:
            column, row = known.first[0], known.first[1:]
            return replace(known, first=f"{chr(ord('a') + int(row) - 1)}{ord(column) - ord('a') + 1}")
        return known

    @property
    def turned(self) -> tuple[int, int, int]:
        """M, N and K, the longer side first: a board and the same board turned are one."""
        return max(self.columns, self.rows), min(self.columns, self.rows), self.k


def _variant(board: MarkBoard, options: frozenset[str]) -> Known | None:
    """What is known of 3x3 with some options."""
    return _VARIANTS.get("/".join(sorted(options))) if (board.columns, board.rows, board.k) == (3, 3, 3) else None


def _name(board: MarkBoard, options: frozenset[str]) -> Phrase:
    size = f"{board.columns}x{board.rows}"
    three = (board.columns, board.rows, board.k) == (3, 3, 3)
    name = phrase("tic-tac-toe {size}", size=size) if three else phrase("{k} in a row {size}", k=board.k, size=size)
    if "toroidal" in options:
        name = phrase("toroidal {game}", game=name)
    if "wild" in options:
        name = phrase("wild {game}", game=name)
    if "misere" in options:
        name = phrase("misere {game}", game=name)
    return name


def _rules(k: int, options: frozenset[str]) -> Phrase:
    rules = phrase("Place X or O as you like.") if "wild" in options else phrase("Place your marks in turn.")
    if "toroidal" in options:
        rules = phrase("{rules} The edges of the board are joined.", rules=rules)
    if "misere" in options:
        return phrase("{rules} Making {k} in a row loses.", rules=rules, k=k)
    return phrase("{rules} Making {k} in a row wins.", rules=rules, k=k)


OPTIONS = ("misere", "toroidal", "wild")


def _build(root: str, columns: int, rows: int, k: int, options: frozenset[str]) -> MarkGame:
    id = "/".join([root, *sorted(options)])
    if "wild" not in options:
        return Mnk(columns, rows, k, options, id)
    board, misere = rectangle(columns, rows, k, toroidal="toroidal" in options), "misere" in options
    name, rules, known = _name(board, options), _rules(k, options), _variant(board, options)
    return EitherGame(id, board, name, rules, options=options, misere=misere, known=known)


def _mnk(numbers: str | None, options: frozenset[str]) -> MarkGame:
    found = re.fullmatch(r"([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3})", numbers or "")
    if found:
        columns, rows, k = map(int, found.groups())
        if 1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE and k >= 1:
            return _build(f"mnk:{columns},{rows},{k}", columns, rows, k, options)
    raise UnknownGame(
        "mnk is written mnk:M,N,K with M columns and N rows from 1 to {largest} and K in a row from 1 to 999, "
        "as in mnk:5,5,4.",
        largest=MAX_SIDE,
    )


def _tictactoe(numbers: str | None, options: frozenset[str]) -> MarkGame:
    if numbers is not None:
        raise UnknownGame("tictactoe takes no numbers; for other boards write mnk:M,N,K, as in mnk:4,4,4.")
    return _build("tictactoe", 3, 3, 3, options)


TICTACTOE = Family(
    "tictactoe",
    "tictactoe",
    OPTIONS,
    _tictactoe,
)
MNK = Family("mnk", "mnk:M,N,K", OPTIONS, _mnk)

"""The book of k in a row: what takes long to prove, so that every move of a small board is known at once.

A line of ``core/data/lines.txt`` is a game, the verdict for the player to move, a colon and positions with blanks between: the
cells of X's marks, then of O's, each one letter by its number, marks ascending. Of all images of a position the book has
the least. Made by ``tests.tools.make_lines_book``.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import ascii_letters

from core.game import State
from core.kinds.lines import LineGame
from core.score import Verdict


def verdict(game: LineGame, state: State) -> Verdict | None:
    """What best play brings to the player to move, None where the book does not tell."""
    book = _book().get(game.id)
    return book.get(written(game, state)) if book else None


def written(game: LineGame, state: State) -> str:
    """The marks of the least image of a state."""
    least = min(symmetry.image(state) for symmetry in game.symmetries)
    return "".join(ascii_letters[cell] for marks in least[:2] for cell in range(game.cell_count) if marks >> cell & 1)


@cache
def _book() -> dict[str, dict[str, Verdict]]:
    found: dict[str, dict[str, Verdict]] = {}
    for line in (files("core.data") / "lines.txt").read_text("ascii").splitlines():
        head, _, positions = line.partition(": ")
        game, name = head.split()
        found.setdefault(game, {}).update(dict.fromkeys(positions.split(), Verdict(name)))
    return found

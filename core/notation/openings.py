"""Openings of Gomocup: one in each line, as columns and rows counted from the centre, to the right and down::

    -2,3, 1,-4, 0,5

On boards with an even side the centre is the lower right of the four middle points: on 20x20 points ``0,0`` is our k11.
Sources: ``initOpeningTab`` and ``playOpening`` in ``source/game.cpp`` of https://github.com/plastovicka/Piskvork (the
column is ``width / 2`` from 0 and the number), and ``opening2pos`` in ``client/utility.py`` of
https://github.com/Gomocup/GomocupJudge. Where no game is named the board has 20x20 points, as the contest's freestyle
league.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from core.errors import quoted
from core.games import get
from core.games.gomoku import GOMOKU
from core.kinds.lines import LineGame
from core.notation.boards import Stone, is_plain, replayed
from core.notation.common import (
    MAX_GAME,
    NAMELESS,
    Asked,
    GameOrFault,
    ReadGame,
    attempt,
    filled,
    foreign,
    too_long,
    wrong,
)

USUAL = f"{GOMOKU.id}/20"
"""The board where no game is named."""
_NUMBERS = re.compile(r"\s*+[+-]?[0-9]{1,3}(?:\s*+,\s*+[+-]?[0-9]{1,3})*+\s*+,?\s*+")


def claims(lines: Sequence[str]) -> bool:
    """Whether a file that begins with these lines is of this format: pairs of numbers, some of them below zero."""
    found = [line for line in lines if "," in line and _NUMBERS.fullmatch(line)]
    return found[:1] == list(lines[:1]) != [] and any("-" in line for line in found)


def read(lines: Iterable[str], asked: Asked) -> Iterator[GameOrFault]:
    """The openings of a file, each as a game that goes on."""
    for number, line in filled(lines):
        yield attempt(partial(_read, number, line, asked))


def _read(number: int, line: str, asked: Asked) -> ReadGame:
    if len(line) > MAX_GAME:
        raise too_long(number)
    numbers = re.findall(r"[+-]?[0-9]+", line) if _NUMBERS.fullmatch(line) else []
    if not numbers or len(numbers) % 2:
        raise wrong(
            number,
            "{text} is not an opening; write each stone's column and row from the centre, as in 0,0, 1,-1.",
            text=quoted(line.strip()),
        )
    game = asked.game or get(USUAL)
    if not isinstance(game, LineGame) or not is_plain(game):
        raise wrong(number, "Openings in this form are for gomoku, not for {game}.", game=game.id)
    pairs = zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True)
    stones = [Stone(number, game.columns // 2 + x, game.rows // 2 + y) for x, y in pairs]
    return ReadGame(foreign(replayed([game], (NAMELESS, NAMELESS), None, stones), asked), number)

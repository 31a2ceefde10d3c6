"""Games as text, checked by the rules when read::

    [Game "tictactoe"]
    [First "human"]
    [Second "best:2"]
    [Result "1-0"]
    [Reason "line"]
    [Started "2026-03-01T18:30:00.250000Z"]
    [Updated "2026-03-01T18:31:12Z"]
    [Id "5f0c"]
    [Reviewed "1-3 5"]

    1. b2 a2?? 2. a1 c3 3. c1 1-0


A line in brackets is a name and a JSON value; only Game is required. Marks follow their moves. ``Reviewed`` lists the
judged moves, to tell "no mark" from "not judged".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from textwrap import wrap

from core.errors import quoted
from core.notation.common import MAX_LETTERS, Asked, GameLines, GameOrFault, ReadGame, attempt, pieces, too_long, wrong
from core.notation.record import GameRecord, checked, travelling, values_of
from core.play.match import UNFINISHED, WINNERS, result_text
from core.store.rows import Stored, is_mark

_WIDTH = 78
_HEAD = re.compile(r"\s*\[(\w+)\s+(.*)\]\s*")
_BEGIN = re.compile(r"\s*\[game\s.*\]\s*", re.IGNORECASE)


def to_text(games: Iterable[Stored]) -> str:
    """The games as text, one after the other."""
    return "".join(text_parts(games))


def text_parts(games: Iterable[Stored]) -> Iterator[str]:
    """The pieces of :func:`to_text`, one game at a time."""
    for number, stored in enumerate(games):
        yield ("\n" if number else "") + _written(travelling(stored))


def movetext(stored: Stored) -> str:
    """The moves with numbers and marks, on one line."""
    words = []
    for ply, move in enumerate(stored.document["moves"]):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        words.append(number + move + ((stored.marks[ply] or "") if stored.marks else ""))
    return " ".join([*words, result_text(stored.outcome)])


def _written(stored: Stored) -> str:
    values = values_of(stored)
    if stored.marks:
        values["reviewed"] = _ranges([ply for ply, mark in enumerate(stored.marks, 1) if mark is not None])
    heads = [f"[{name.capitalize()} {json.dumps(value)}]" for name, value in values.items()]
    moves = wrap(movetext(stored), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*heads, "", *moves, ""])


def _ranges(plies: list[int]) -> str:
    """Ascending numbers in short form, such as ``1-3 5``."""
    runs: list[list[int]] = []
    for ply in plies:
        if runs and ply == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], ply]
        else:
            runs.append([ply])
    return " ".join("-".join(map(str, run)) for run in runs)


def read(lines: Iterable[str], asked: Asked) -> Iterator[GameOrFault]:
    """The games of a text."""
    for piece in pieces(lines, _BEGIN.fullmatch):
        yield attempt(partial(_read_piece, piece, asked))


def _read_piece(piece: GameLines, asked: Asked) -> ReadGame:
    game = _record(piece)
    return ReadGame(checked(game, asked.now), game.line("game"))


def _record(piece: GameLines) -> GameRecord:
    """The game of some lines, not yet checked. Raises BadGames."""
    if not piece.lines:
        raise too_long(piece.too_long or 1)
    number, line = piece.lines[0]
    if not _BEGIN.fullmatch(line):
        raise wrong(
            number, 'A game begins with a line such as [Game "tictactoe"], but this is {text}.', text=quoted(line)
        )
    game = GameRecord({"moves": []}, [], {})
    ended = False
    for number, line in piece.lines:
        if line.lstrip().startswith("["):
            _read_head(game, number, line)
            continue
        for word in line.split():
            if ended:
                raise wrong(
                    number,
                    'There are moves after the result; begin the next game with a line such as [Game "tictactoe"].',
                )
            if word in (*WINNERS, UNFINISHED):
                ended = True
                if game.document.setdefault("result", word) != word:
                    raise wrong(
                        number,
                        "The result is {one} here but {other} above; remove one of them.",
                        one=word,
                        other=quoted(str(game.document["result"])),
                    )
            elif not re.fullmatch(r"[0-9]+\.+", word):
                _read_move(game, number, word)
    if piece.too_long:
        raise too_long(piece.too_long)
    return _with_marks(game)


def _read_head(plain: GameRecord, number: int, line: str) -> None:
    """Read a line in brackets into the game."""
    found = _HEAD.fullmatch(line)
    if found is None:
        raise wrong(
            number,
            '{text} is not a name with a value; write a line such as [First "human"].',
            text=quoted(line.strip()),
        )
    name = found[1].lower()
    if plain.moves:
        raise wrong(number, "{name} comes after the moves; put it before them.", name=found[1][:MAX_LETTERS])
    if name in plain.document:
        raise wrong(number, "{name} appears twice; remove one of them.", name=found[1][:MAX_LETTERS])
    try:
        plain.document[name] = json.loads(found[2])
    except (ValueError, RecursionError) as error:
        raise wrong(
            number,
            '{text} is not a value; write text in quotes, such as "human", or a number.',
            text=quoted(found[2]),
        ) from error
    plain.lines[name] = number


def _read_move(plain: GameRecord, number: int, word: str) -> None:
    bare = word.rstrip("!?")
    mark = word[len(bare) :]
    if not is_mark(mark):
        raise wrong(number, "{mark} is not a mark; use !, ?!, ? or ??.", mark=quoted(mark))
    plain.moves.append(bare)
    plain.marks.append(mark or None)
    plain.lines[len(plain.moves)] = number


def _with_marks(plain: GameRecord) -> GameRecord:
    """The game with its reviewed moves. Marks are allowed only on these moves."""
    text = plain.document.pop("reviewed", "")
    line = plain.line("reviewed")
    count = len(plain.moves)
    judged: set[int] = set()
    for part in text.split() if isinstance(text, str) else ["?"]:
        found = re.fullmatch(r"([0-9]{1,7})(?:-([0-9]{1,7}))?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last <= count or last - first >= count - len(judged):
            raise wrong(
                line,
                "{text} does not list moves of this game; write numbers from 1 to {count}, such as 1-3 5.",
                text=quoted(str(text)),
                count=count,
            )
        judged.update(range(first, last + 1))
    marks = []
    for ply, mark in enumerate(plain.marks, 1):
        if mark and ply not in judged:
            raise wrong(
                plain.lines[ply],
                "Move {ply} has a mark but is not listed under Reviewed; add it there, or remove the mark.",
                ply=ply,
            )
        marks.append((mark or "") if ply in judged else None)
    return plain._replace(marks=marks if judged else [])

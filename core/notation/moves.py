"""Moves alone, in whatever way people write them, for a game that is named::

    h8h9i9      a1 b2 c3      1. a1 b2 2. c3      5,1,9      h8-h9-i9

Words are split by the notation of the game: the longest beginning that is a legal move is one. Numbers of moves, marks
such as ``!?``, and the results ``1-0``, ``0-1``, ``1/2-1/2`` and ``*`` are understood. A line that is blank, or that begins
with ``1.``, begins another game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from core.errors import BadNotation, CoreError
from core.game import Game, Reason
from core.notation.common import (
    MAX_GAME,
    NAMELESS,
    Asked,
    GameOrFault,
    NumberedLine,
    ReadGame,
    at,
    attempt,
    ended,
    foreign,
    too_long,
    wrong,
)
from core.play.match import UNFINISHED, WINNERS, Match, result_text
from core.position import Outcome, Position
from core.store.rows import Stored

MAX_NAME = 24
"""Maximum length of the name of a move that is written without a blank behind it, in characters."""
_FIRST = re.compile(r"\s*1\.(?![0-9])")
_NUMBER = re.compile(r"[0-9]{1,6}\.+")
_BETWEEN = re.compile(r"[-–—:|>./]+")


def read(lines: Iterable[str], asked: Asked) -> Iterator[GameOrFault]:
    """The games of a text. They are refused unless a game is named."""
    piece, size = list[NumberedLine](), 0
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if piece and (not line or _FIRST.match(line)):
            yield attempt(partial(_read, piece, asked))
            piece, size = [], 0
        if line:
            size += len(line) + 1
            piece.append((number, line if size <= MAX_GAME else ""))
    if piece:
        yield attempt(partial(_read, piece, asked))


def _read(piece: Sequence[NumberedLine], asked: Asked) -> ReadGame:
    begin = piece[0][0]
    if asked.game is None:
        raise wrong(begin, "Moves alone do not say which game they belong to; name the game.")
    match = Match(asked.game, (NAMELESS, NAMELESS))
    result: str | None = None
    for number, line in piece:
        if not line:
            raise too_long(number)
        for word in words(line):
            if result is not None:
                raise wrong(number, "There are moves after the result; leave an empty line before the next game.")
            if word in (*WINNERS, UNFINISHED):
                result = word
            else:
                match = played(match, number, word)
    outcome = None
    if result in WINNERS:
        winner = WINNERS[result]
        outcome = Outcome(winner, Reason.AGREED if winner is None else Reason.RESIGNED)
    return ReadGame(foreign(ended(match, outcome), asked), begin)


def words(line: str) -> Iterator[str]:
    """The moves of a line, of which several may still be in one word, and its results."""
    for word in re.split(r"[\s,;]+", line):
        bare = word.rstrip("!?")
        if bare:
            yield bare


def played(match: Match, number: int, word: str) -> Match:
    """The match after the moves of a word in line ``number``. Raises BadGames."""
    try:
        return _after(match, word)
    except CoreError as error:
        raise at(number, error) from error


def _after(match: Match, word: str) -> Match:
    """The match after the moves of a word. Raises CoreError, which names the move."""
    numbered = _NUMBER.match(word)
    rest = word[numbered.end() :] if numbered and not _names(match.position, word, numbered.end()) else word
    while rest:
        try:
            size = _first(match.position, rest)
            match = match.play(match.position.parse(rest[:size]))
        except CoreError as error:
            raise CoreError("Move {ply}: {reason}", ply=len(match.moves) + 1, reason=error.phrase) from error
        rest = rest[size:]
        between = _BETWEEN.match(rest)
        rest = rest[between.end() :] if between else rest
    return match


def _names(position: Position, word: str, number: int) -> bool:
    """Whether a move begins with what looks like the number of a move, of length ``number``, as 5.8 does in ultimate."""
    try:
        return _first(position, word) > number
    except CoreError:
        return False


def _first(position: Position, text: str) -> int:
    """The length of the longest beginning of a text that is a legal move. Raises CoreError, where there is none, for the
    longest that is a move at all, else for the whole text."""
    failed: CoreError | None = None
    for size in range(min(len(text), MAX_NAME), 0, -1):
        try:
            move = position.game.parse_move(position.state, text[:size])
        except BadNotation as error:
            failed = failed or error
            continue
        try:
            position.play(move)
            return size
        except CoreError as error:
            failed = error if isinstance(failed, BadNotation) or failed is None else failed
    assert failed, "a text that is not empty has a beginning"
    raise failed


def splits(game: Game, line: str, start: str | None = None) -> str:
    """The moves of a line of text, in notation with blanks between them, from the usual start or from a position in text.

    Raises CoreError, which names the move.
    """
    match = Match(game, (NAMELESS, NAMELESS), start)
    for word in words(line):
        match = _after(match, word)
    return " ".join(match.names)


def write(stored: Stored) -> str:
    """The moves of a game in notation, in a line, with the result if the players ended it. Raises CoreError for a game
    that begins with a position."""
    if stored.start is not None:
        raise CoreError("This game begins with a position, which moves alone cannot show; export text or JSON.")
    match = stored.match
    result = [] if match.outcome == match.position.outcome else [result_text(match.outcome)]
    return " ".join([*match.names, *result]) + "\n"

"""Games and positions as text: one file for each format, one table of formats, and one way in.

Every reader is a plain function from lines to games, each given as soon as it is read; none of them opens a file. Formats
are recognised by what a text begins with. Adding one is a file with ``read``, and ``write`` if games can be written so, and
a row in :data:`FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from core.errors import CoreError, quoted
from core.game import Game
from core.notation import digits, documents, moves, openings, psq, sgf, text
from core.notation.common import Asked, BadGames, GameOrFault, GameReader, ReadGame, wrong
from core.store.rows import Stored

HEAD_LINES = 50
"""Number of lines by which a format is recognised."""
MAX_LINE_MEGABYTES = 32
"""Maximum size of a line of a file."""


class Head(NamedTuple):
    """The first lines of a text that are not blank, the number of the first of them, and the game that was named, if any."""

    lines: Sequence[str]
    number: int
    game: Game | None

    @property
    def first(self) -> str:
        """The first line, empty if there is none."""
        return self.lines[0] if self.lines else ""


class Format(NamedTuple):
    """A format of games: ``claims`` recognises it, ``read`` reads it. ``write`` gives a game in it, None if it is only
    read; what it raises says why a game has no place in it."""

    claims: Callable[[Head], object]
    read: GameReader
    write: Callable[[Stored], str] | None = None


FORMATS: Mapping[str, Format] = {
    "json": Format(
        lambda head: re.match(r"\{|\[\s*[{\]]", "\n".join(head.lines[:2])),
        documents.read,
        lambda stored: documents.to_json([stored]),
    ),
    "text": Format(lambda head: head.first.startswith("["), text.read, lambda stored: text.to_text([stored])),
    "psq": Format(lambda head: psq.claims(head.first), psq.read, psq.write),
    "sgf": Format(lambda head: sgf.claims("\n".join(head.lines[:2])), sgf.read, sgf.write),
    "digits": Format(lambda head: digits.claims(head.first, head.game), digits.read, digits.write),
    "openings": Format(lambda head: openings.claims(head.lines), openings.read),
    "moves": Format(lambda head: head.game is not None, moves.read, moves.write),
}
"""Every format by name, in the order in which they are tried."""


def read(
    source: str | Iterable[str], now: float, game: Game | None = None, form: str | None = None
) -> Iterator[ReadGame]:
    """The games of a text or of its lines, in any format. Games without a time get ``now``, in seconds since 1970.

    ``game`` is a game that was named: moves are read for it, and where a file says only in part which game it has, it
    decides. ``form`` is the name of a format, if it is not to be recognised.

    Raises BadGames, with the line and a remedy, at the first game that is none.
    """
    for each in every(source, now, game, form):
        if isinstance(each, BadGames):
            raise each
        yield each


def every(
    source: str | Iterable[str], now: float, game: Game | None = None, form: str | None = None
) -> Iterator[GameOrFault]:
    """The games of a text as :func:`read` gives them, and a BadGames in the place of each that is none."""
    found = False
    try:
        head, lines = _head(source, game)
        reader = format_named(form).read if form else _recognised(head).read
        for each in reader(lines, Asked(now, game)):
            found = True
            yield each
    except BadGames as error:
        yield error
        return
    if not found:
        yield _none()


def decoded(raw: bytes) -> str:
    """The text of a file, without a byte order mark. Raises BadGames where it has no text."""
    return "".join(lines_in([raw])).removeprefix("\ufeff")


def lines_in(pieces: Iterable[bytes]) -> Iterator[str]:
    """The lines of a file with their ends, as :func:`lines_of` gives those of a text. ``pieces`` are its bytes in order; the
    first one shows the character set. Raises BadGames at the first line that is no text or is too long."""
    charsets: Sequence[str] | None = None
    parts, size, number = list[bytes](), 0, 1
    for piece in _unsplit(pieces):
        charsets = _charsets(piece) if charsets is None else charsets
        for part in piece.splitlines(keepends=True):
            parts.append(part)
            size += len(part)
            if size > MAX_LINE_MEGABYTES << 20:
                raise BadGames(
                    "Line {line} has more than {most} MB; write each game on its own line.",
                    line=number,
                    most=MAX_LINE_MEGABYTES,
                )
            if part.endswith((b"\n", b"\r")):
                yield _text(b"".join(parts), number, charsets)
                parts, size, number = [], 0, number + 1
    if parts and charsets:
        yield _text(b"".join(parts), number, charsets)


def _unsplit(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a file, none of which ends within the end of a line."""
    before = b""
    for piece in pieces:
        whole = before + piece
        before = b"\r" if whole.endswith(b"\r") else b""
        yield whole.removesuffix(b"\r")
    yield before


def _charsets(first: bytes) -> Sequence[str]:
    """The character sets in which a file that begins with these bytes may be written, the most probable one first."""
    begin = first[:100].decode("latin-1").removeprefix("ï»¿").strip()
    if sgf.claims(begin):
        return sgf.charsets(first)
    return ("utf-8", "latin-1") if psq.claims(begin) else ("utf-8",)


def _text(line: bytes, number: int, charsets: Sequence[str]) -> str:
    """The text of a line. Raises BadGames."""
    for charset in charsets:
        with suppress(UnicodeDecodeError):
            return line.decode(charset)
    raise BadGames("Line {line} is not UTF-8 text; save the file as UTF-8.", line=number)


def recognised(source: str | Iterable[str], game: Game | None = None) -> str | None:
    """The name of the format of a text or of its lines; None if nothing claims it."""
    head, _lines = _head(source, game)
    return next((name for name, form in FORMATS.items() if head.lines and form.claims(head)), None)


def format_named(name: str) -> Format:
    """The format of a name. Raises BadGames."""
    if name not in FORMATS:
        raise BadGames(
            "There is no format {name}; the formats are {names}.", name=quoted(name), names=", ".join(FORMATS)
        )
    return FORMATS[name]


def written(stored: Stored, form: str) -> str:
    """A game in a format. Raises CoreError where the format cannot hold it."""
    write = format_named(form).write
    if write is None:
        raise CoreError(
            "Games cannot be written as {name}; the formats are {names}.", name=form, names=", ".join(writable())
        )
    return write(stored)


def writable() -> list[str]:
    """The names of the formats in which games can be written."""
    return [name for name, form in FORMATS.items() if form.write]


def lines_of(source: str) -> Iterator[str]:
    """The lines of a text with their ends, which may be those of any system."""
    return (line[0] for line in re.finditer(r"[^\n\r]*(?:\r\n?|\n)|[^\n\r]+", source))


def _head(source: str | Iterable[str], game: Game | None) -> tuple[Head, Iterator[str]]:
    """The first lines that are not blank, and all lines, the first without a byte order mark."""
    lines = lines_of(source) if isinstance(source, str) else iter(source)
    taken, head, begin = list[str](), list[str](), 1
    for raw in lines:
        line = raw if taken else raw.removeprefix("\ufeff")
        taken.append(line)
        if line.strip():
            begin = begin if head else len(taken)
            head.append(line.strip())
        if len(head) == HEAD_LINES or len(taken) == 10 * HEAD_LINES:
            break
    return Head(head, begin, game), chain(taken, lines)


def _recognised(head: Head) -> Format:
    """The format that claims a text. Raises BadGames."""
    if not head.lines:
        raise _none()
    for form in FORMATS.values():
        if form.claims(head):
            return form
    raise wrong(
        head.number,
        "{text} does not begin a game in a known format ({names}). To read moves alone, name their game.",
        text=quoted(head.first),
        names=", ".join(FORMATS),
    )


def _none() -> BadGames:
    return BadGames('There is no game in it; a game begins with a line such as [Game "tictactoe"].')

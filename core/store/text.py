"""Games as text and as JSON, checked by the rules when read::

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
judged moves, to tell "no mark" from "not judged". In JSON a game is an object with the same names in lower case.
``moves`` is a list, and ``marks`` is a list with null for moves that were not judged. Several games are a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from json import JSONDecodeError
from textwrap import wrap
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, uuid5

from core.engines import python_file
from core.errors import CoreError, quoted
from core.play.match import NAMES, UNFINISHED, WINNERS, BadMatch, Match, result_text
from core.players.opponents import HUMAN, from_afar, parse, without_folder
from core.store.rows import Stored, is_mark

MAX_HINTS = 1_000_000
MAX_INTEGER = 2**53
"""Maximum integer that every JSON program reads exactly."""
MAX_LETTERS = 40
"""Maximum length of a remote player's name, in characters."""
MAX_GAMES, MAX_LINES, MAX_GAME = 50_000, 2_000_000, 1 << 19
"""Maximum games and lines per file, and characters per game. They keep memory close to the size of the text."""
_WIDTH = 78
_LATEST = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


# Writing.


def to_text(games: Iterable[Stored]) -> str:
    """The games as text, one after the other."""
    return "".join(text_parts(games))


def text_parts(games: Iterable[Stored]) -> Iterator[str]:
    """The pieces of :func:`to_text`, one game at a time."""
    for number, stored in enumerate(games):
        yield ("\n" if number else "") + _written(_travelling(stored))


def to_json(games: Iterable[Stored]) -> str:
    """The games as one JSON document, one game per line."""
    return "".join(json_parts(games))


def json_parts(games: Iterable[Stored]) -> Iterator[str]:
    """The pieces of :func:`to_json`, one game at a time."""
    yield "["
    for number, stored in enumerate(games):
        yield ("," if number else "") + f"\n{json.dumps(document(_travelling(stored)))}"
    yield "\n]\n"


def _travelling(stored: Stored) -> Stored:
    """The game for readers elsewhere: Python players without the folders of their files."""
    series = stored.document.get("series")
    if not any(map(python_file, (*stored.players, *(series["players"] if series else ())))):
        return stored
    first, second = map(without_folder, stored.players)
    there = {**stored.document, "first": first, "second": second}
    if series:
        there["series"] = {**series, "players": [*map(without_folder, series["players"])]}
    return replace(stored, document=there)


def document(stored: Stored) -> dict[str, Any]:
    """A game as an object of a JSON document."""
    marks = {"marks": list(stored.marks)} if stored.marks else {}
    return {**_values(stored), "moves": stored.document["moves"], **marks}


def movetext(stored: Stored) -> str:
    """The moves with numbers and marks, on one line."""
    words = []
    for ply, move in enumerate(stored.document["moves"]):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        words.append(number + move + ((stored.marks[ply] or "") if stored.marks else ""))
    return " ".join([*words, result_text(stored.outcome)])


def _values(stored: Stored) -> dict[str, Any]:
    """The values except moves and marks, in the order of NAMES."""
    values = {
        **stored.document,
        "result": result_text(stored.outcome),
        "started": _time_text(stored.started),
        "updated": _time_text(stored.updated),
        "extra": _opened(stored.extra),
    }
    return {name: values[name] for name in NAMES if values.get(name, "") != "" and name != "moves"}


def _opened(text: str) -> Any:
    """The JSON list or object in a text, else the text itself."""
    if text[:1] in ("[", "{"):
        try:
            inner = json.loads(text)
        except (ValueError, RecursionError):
            return text
        if json.dumps(inner) == text:
            return inner
    return text


def _written(stored: Stored) -> str:
    values = _values(stored)
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


def _time_text(seconds: float) -> str:
    """Seconds since 1970 as a UTC time, to the microsecond."""
    moment = datetime.fromtimestamp(max(0.0, min(seconds, _LATEST)), UTC)
    return moment.isoformat().replace("+00:00", "Z")


# Reading.


class BadGames(CoreError):
    """A text or JSON document that does not hold valid games."""


class _Game(NamedTuple):
    """A game as read from a text, before its check. ``document`` has its values and ``marks`` the marks of its moves.
    ``lines`` has the line number of each value, by name, and of each move, by ply from 1."""

    document: dict[str, Any]
    marks: list[str | None]
    lines: dict[str | int, int]

    @property
    def moves(self) -> list[str]:
        """The moves in notation."""
        moves: list[str] = self.document["moves"]
        return moves

    def line(self, where: str | int) -> int:
        """The line of a value or a move. If unknown, the line where the game begins."""
        return self.lines.get(where, self.lines.get("game", 1))


def at(line: int, error: CoreError) -> BadGames:
    """An error with the line where it was found."""
    return BadGames("Line {line}: {reason}", line=line, reason=error.phrase)


def _wrong(line: int, template: str, **values: object) -> BadGames:
    """An error of a line: the fault and its remedy."""
    return at(line, CoreError(template, **values))


def read(text: str, now: float) -> list[Stored]:
    """The games of a text or a JSON document. Games without a time get ``now``, in seconds since 1970.

    Raises BadGames with the line and a remedy if any part is not a valid game.
    """
    text = text.removeprefix("\ufeff")
    if text.count("\n") + text.count("\r") > MAX_LINES:
        raise BadGames("It has more than {most} lines; split it into several files.", most=f"{MAX_LINES:,}")
    games: list[Stored] = []
    for plain in _from_json(text) if re.match(r"\s*(\{|\[\s*[{\]])", text) else _from_text(text):
        if len(games) == MAX_GAMES:
            raise BadGames("It has more than {most} games; split it into several files.", most=f"{MAX_GAMES:,}")
        games.append(_checked(plain, now))
    if not games:
        raise BadGames('It has no game; a game begins with a line such as [Game "tictactoe"].')
    return games


def from_document(document: Any, line: int, now: float) -> Stored:
    """The inverse of :func:`document`, for an object on a given line. Raises BadGames."""
    return _checked(_from_object(document, line), now)


def _checked(game: _Game, now: float) -> Stored:
    """The game, after all its values and moves were checked."""
    document = game.document
    if isinstance(document.get("extra"), list | dict):
        document["extra"] = json.dumps(document["extra"])
    for name, value in document.items():
        if isinstance(value, int) and abs(value) > MAX_INTEGER and name in NAMES:
            raise _wrong(game.line(name), "{name} is too large; write a smaller number.", name=NAMES[name])
    hints = document.get("hints", 0)
    if type(hints) is not int or not 0 <= hints <= MAX_HINTS:
        raise _wrong(
            game.line("hints"),
            "Hints must be a whole number from 0 to {most}; write how many hints were used.",
            most=f"{MAX_HINTS:,}",
        )
    try:
        match = Match.from_json(document)
    except BadMatch as error:
        raise at(game.line(error.where), error) from error
    first, second = (_player(game, name, text) for name, text in zip(("first", "second"), match.players, strict=True))
    for text in match.series.players if match.series else ():
        _player(game, "series", text)
    match = replace(match, players=(first, second))
    started, updated = (_time(document.get(name), now, game.line(name)) for name in ("started", "updated"))
    if "id" not in document:  # importing a file twice must give the same ids
        match = replace(match, id=_id_of(match, game, started, updated))
    return Stored.of(match, started, updated, marks=tuple(game.marks))


def _id_of(match: Match, game: _Game, started: float, updated: float) -> str:
    """An id made from the contents of a game."""
    outcome = match.outcome
    # For a user-defined game, the id as written, which may be shortened.
    named = match.game.id if match.game.content is None else game.document["game"]
    known: list[Any] = [named, match.start, " ".join(match.names), *map(without_folder, match.players)]
    known += [outcome.reason.value, outcome.winner] if outcome else [None, None]
    known += [" ".join(map(str, outcome.cells)) if outcome else "", match.hints]
    known += [time for name, time in (("started", started), ("updated", updated)) if name in game.document]
    return uuid5(NAMESPACE_OID, json.dumps(known)).hex


def _player(game: _Game, name: str, text: str) -> str:
    """The player of a seat as stored. An external program keeps its name, and is neither searched for nor started. A
    remote player keeps the name too."""
    afar = from_afar(text)
    if afar is not None:
        if not 0 < len(afar) <= MAX_LETTERS or not afar.isprintable():
            raise _wrong(
                game.line(name),
                "{text} is not a person's name; write human:NAME, with at most {most} letters.",
                text=quoted(text),
                most=MAX_LETTERS,
            )
        return text
    try:
        player = parse(text)
    except CoreError as error:
        raise at(game.line(name), error) from error
    return player.text if player else HUMAN


def _time(text: Any, now: float, line: int) -> float:
    if text is None:
        return now
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, OverflowError) as error:
        raise _wrong(
            line, "{text} is not a time; write it like 2026-03-01T18:30:00Z.", text=quoted(str(text))
        ) from error


def _from_json(text: str) -> Iterator[_Game]:
    """The objects of a document, each with its line."""

    def skip(at: int) -> int:
        found = re.compile(r"\s*").match(text, at)
        assert found, "this pattern always matches"
        return found.end()

    counted, number = 0, 1

    def line(at: int) -> int:
        """The line number of an offset. Offsets must not decrease from call to call."""
        nonlocal counted, number
        number += text.count("\n", counted, at)
        counted = at
        return number

    at = skip(0)
    several = text[at] == "["
    at = skip(at + 1) if several else at
    while text[at : at + 1] != "]":
        if text[at : at + 1] != "{":
            raise _wrong(line(at), 'This is not a game; write an object with the name of a game under "game".')
        end = _end(text, at)
        try:
            game = json.loads(text[at:end])
        except JSONDecodeError as error:
            if end - at == MAX_GAME and error.pos > MAX_GAME // 2:
                raise _wrong(
                    line(at), "This game has more than {most} characters; remove it.", most=f"{MAX_GAME:,}"
                ) from error
            raise _wrong(
                line(at) + error.lineno - 1,
                "This is not valid JSON ({reason}); correct it, or export it again.",
                reason=error.msg,
            ) from error
        except (ValueError, RecursionError) as error:
            raise _wrong(
                line(at), 'This is not a game; write an object with the name of a game under "game".'
            ) from error
        yield _from_object(game, line(at))
        at = skip(end)
        if not several:
            break
        if text[at : at + 1] == ",":
            at = skip(at + 1)
        elif text[at : at + 1] != "]":
            raise _wrong(line(at), "A comma or ] is missing after a game; correct it, or export it again.")
    if several:
        at = skip(at + 1)
    if at < len(text):
        raise _wrong(line(at), "There is more text after the last game; put several games in one list.")


_PART = re.compile(r'[^"\[\]{}]*+(?:"(?:[^"\\]++|\\.)*+"|[\[\]{}])', re.DOTALL)
"""The text up to a bracket or a string's closing quote."""


def _end(text: str, at: int) -> int:
    """The end offset of a JSON object. It is at most MAX_GAME characters after the start."""
    depth, begin = 0, at
    while part := _PART.match(text, at, begin + MAX_GAME):
        at = part.end()
        depth += (text[at - 1] in "[{") - (text[at - 1] in "]}")
        if depth <= 0:
            return at
    return min(len(text), begin + MAX_GAME)


def _from_object(game: Any, line: int) -> _Game:
    if not isinstance(game, dict):
        raise _wrong(line, 'This is not a game; write an object with the name of a game under "game".')
    document = {"moves": [], **game}
    moves, marks = document["moves"], document.pop("marks", [])
    if (
        not isinstance(marks, list)
        or (marks and isinstance(moves, list) and len(marks) != len(moves))
        or not all(map(is_mark, marks))
    ):
        raise _wrong(line, '"marks" must be a list with one mark per move; a mark is "", "!", "?!", "?", "??" or null.')
    return _Game(document, marks, {"game": line})


def _from_text(text: str) -> Iterator[_Game]:
    """The games of a text, with line numbers."""
    plain: _Game | None = None
    ended = False
    begin = 0
    for number, at, line in _lines(text):
        found = re.fullmatch(r"\s*\[(\w+)\s+(.*)\]\s*", line)
        if found and found[1].lower() == "game" and (plain is None or plain.moves or ended or "game" in plain.document):
            if plain:
                yield _with_marks(plain)
            plain, ended, begin = _Game({"moves": []}, [], {}), False, at
        if plain is None:
            raise _wrong(
                number, 'A game begins with a line such as [Game "tictactoe"], but this is {text}.', text=quoted(line)
            )
        if at + len(line) - begin > MAX_GAME:
            raise _wrong(number, "This game has more than {most} characters; remove it.", most=f"{MAX_GAME:,}")
        if line.lstrip().startswith("["):
            _read_head(plain, number, line, found)
            continue
        for word in line.split():
            if ended:
                raise _wrong(
                    number,
                    'There are moves after the result; begin the next game with a line such as [Game "tictactoe"].',
                )
            if word in (*WINNERS, UNFINISHED):
                ended = True
                if plain.document.setdefault("result", word) != word:
                    raise _wrong(
                        number,
                        "The result is {one} here but {other} above; remove one of them.",
                        one=word,
                        other=quoted(str(plain.document["result"])),
                    )
            elif not re.fullmatch(r"[0-9]+\.+", word):
                _read_move(plain, number, word)
    if plain:
        yield _with_marks(plain)


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """The lines that are not blank, as line number, offset and text."""
    for number, found in enumerate(re.finditer(r"([^\n\r]*)(?:\r\n?|\n|$)", text), 1):
        if found[1].strip():
            yield number, found.start(), found[1]


def _read_head(plain: _Game, number: int, line: str, found: re.Match[str] | None) -> None:
    """Read a line in brackets into the game."""
    if found is None:
        raise _wrong(
            number,
            '{text} is not a name with a value; write a line such as [First "human"].',
            text=quoted(line.strip()),
        )
    name = found[1].lower()
    if plain.moves:
        raise _wrong(number, "{name} comes after the moves; put it before them.", name=found[1])
    if name in plain.document:
        raise _wrong(number, "{name} appears twice; remove one of them.", name=found[1])
    try:
        plain.document[name] = json.loads(found[2])
    except (ValueError, RecursionError) as error:
        raise _wrong(
            number,
            '{text} is not a value; write a text in quotes, such as "human", or a number.',
            text=quoted(found[2]),
        ) from error
    plain.lines[name] = number


def _read_move(plain: _Game, number: int, word: str) -> None:
    bare = word.rstrip("!?")
    mark = word[len(bare) :]
    if not is_mark(mark):
        raise _wrong(number, "{mark} is not a mark; use !, ?!, ? or ??.", mark=quoted(mark))
    plain.moves.append(bare)
    plain.marks.append(mark or None)
    plain.lines[len(plain.moves)] = number


def _with_marks(plain: _Game) -> _Game:
    """The game with its reviewed moves. Marks are allowed only on these moves."""
    text = plain.document.pop("reviewed", "")
    line = plain.line("reviewed")
    count = len(plain.moves)
    judged: set[int] = set()
    for part in text.split() if isinstance(text, str) else ["?"]:
        found = re.fullmatch(r"([0-9]{1,7})(?:-([0-9]{1,7}))?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last <= count or last - first >= count - len(judged):
            raise _wrong(
                line,
                "{text} does not list moves of this game; write numbers from 1 to {count}, such as 1-3 5.",
                text=quoted(str(text)),
                count=count,
            )
        judged.update(range(first, last + 1))
    marks = []
    for ply, mark in enumerate(plain.marks, 1):
        if mark and ply not in judged:
            raise _wrong(
                plain.lines[ply],
                "Move {ply} has a mark but is not listed under Reviewed; add it there, or remove the mark.",
                ply=ply,
            )
        marks.append((mark or "") if ply in judged else None)
    return plain._replace(marks=marks if judged else [])

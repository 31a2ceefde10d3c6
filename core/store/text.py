"""Games as text and as JSON, for people and for other programs; whatever comes in is checked by the rules::

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

A line in brackets is a name and a value in JSON; only the game has to be there. Marks stand behind moves, and ``Reviewed`` says
which moves were judged, so that no mark is not the same as nobody has looked. In JSON a game is an object with the same names
in small letters, ``moves`` a list, ``marks`` another with null for what was not judged; several games are a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from json import JSONDecodeError, JSONDecoder
from textwrap import wrap
from typing import Any

from core.errors import quoted
from core.play.match import Record
from core.store.rows import Kept, Marks, is_mark, to_plain
from core.store.transcript import NAMES, UNFINISHED, WINNERS, BadGames, Transcript, checked, result_text, wrong

_WIDTH = 78
_NOTHING = ("", None, 0)
"""Values that need not be written."""
_LATEST = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


# Writing.


def to_text(games: Iterable[Kept]) -> str:
    """The games as text, one after the other."""
    return "\n".join(map(_written, games))


def to_json(games: Iterable[Kept]) -> str:
    """The games as one JSON document, a game a line."""
    return "[" + ",".join(f"\n{json.dumps(document(kept))}" for kept in games) + "\n]\n"


def document(kept: Kept) -> dict[str, Any]:
    """A game as an object of such a document."""
    marks = {"marks": list(kept.marks)} if kept.marks else {}
    return {**_values(kept), "moves": kept.record.moves.split(), **marks}


def movetext(record: Record, marks: Marks) -> str:
    """The moves with their numbers and marks, in one line."""
    words = []
    for ply, move in enumerate(record.moves.split()):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else ""
        words.append(number + move + ((marks[ply] or "") if marks else ""))
    return " ".join([*words, result_text(record.outcome)])


def _values(kept: Kept) -> dict[str, Any]:
    """What is written of a game beside its moves and marks."""
    plain = to_plain(kept)
    plain["result"] = result_text(kept.record.outcome)
    plain["started"], plain["updated"] = _time_text(kept.started), _time_text(kept.updated)
    values = {}
    for name in NAMES:
        if plain[name] not in _NOTHING:
            values[name] = _opened(plain[name])
    return values


def _opened(value: Any) -> Any:
    """A text that is a list or an object in JSON as such."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            return value
        if json.dumps(inner) == value:
            return inner
    return value


def _written(kept: Kept) -> str:
    values = _values(kept)
    if kept.marks:
        values["reviewed"] = _ranges([ply for ply, mark in enumerate(kept.marks, 1) if mark is not None])
    heads = [f"[{name.capitalize()} {json.dumps(value)}]" for name, value in values.items()]
    moves = wrap(movetext(kept.record, kept.marks), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*heads, "", *moves, ""])


def _ranges(plies: list[int]) -> str:
    """Ascending numbers in short: ``1-3 5``."""
    runs: list[list[int]] = []
    for ply in plies:
        if runs and ply == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], ply]
        else:
            runs.append([ply])
    return " ".join("-".join(map(str, run)) for run in runs)


def _time_text(seconds: float) -> str:
    """Seconds since 1970 as a time of day in UTC, to the microsecond."""
    moment = datetime.fromtimestamp(max(0.0, min(seconds, _LATEST)), UTC)
    return moment.isoformat().replace("+00:00", "Z")


# Reading.


def read(text: str, now: float) -> list[Kept]:
    """The games that a text or a JSON document has; ``now``, in seconds since 1970, is the time of those that have none.

    Raises BadGames, naming the line and what to do, where anything in it is no game.
    """
    text = text.removeprefix("\ufeff")
    plains = list(_from_json(text) if re.match(r"\s*(\{|\[\s*[{\]])", text) else _from_text(text))
    if not plains:
        raise BadGames('There is no game in it; a game begins with a line as [Game "tictactoe"].')
    return [checked(plain, now) for plain in plains]


def from_document(document: Any, line: int, now: float) -> Kept:
    """The inverse of :func:`document`, for an object that stands in a line. Raises BadGames."""
    return checked(_from_object(document, line), now)


def _from_json(text: str) -> Iterator[Transcript]:
    """The objects of a document, each with its line."""
    decoder = JSONDecoder()

    def skip(at: int) -> int:
        found = re.compile(r"\s*").match(text, at)
        assert found, "no space is space too"
        return found.end()

    def line(at: int) -> int:
        return text.count("\n", 0, at) + 1

    at = skip(0)
    several = text[at] == "["
    at = skip(at + 1) if several else at
    while text[at : at + 1] != "]":
        try:
            game, end = decoder.raw_decode(text, at)
        except JSONDecodeError as error:
            raise wrong(
                error.lineno, "This is no JSON ({reason}); mend it, or export it again.", reason=error.msg
            ) from error
        except (ValueError, RecursionError) as error:
            raise wrong(line(at), "This is no game; a game is an object with a name of a game under game.") from error
        yield _from_object(game, line(at))
        at = skip(end)
        if not several:
            break
        if text[at : at + 1] == ",":
            at = skip(at + 1)
        elif text[at : at + 1] != "]":
            raise wrong(line(at), "A comma or ] is missing behind a game; mend it, or export it again.")
    if several:
        at = skip(at + 1)
    if at < len(text):
        raise wrong(line(at), "There is more behind the end of the games; several games stand in one list.")


def _from_object(game: Any, line: int) -> Transcript:
    if not isinstance(game, dict):
        raise wrong(line, "This is no game; a game is an object with a name of a game under game.")
    values = dict(game)
    moves, marks = values.pop("moves", []), values.pop("marks", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise wrong(line, 'moves is no list of moves; write them in quotes, as ["b2", "a1"].')
    if not isinstance(marks, list) or (marks and len(marks) != len(moves)) or not all(map(is_mark, marks)):
        raise wrong(
            line, 'marks is no list of a mark for each move; a mark is one of "", "!", "?!", "?", "??" and null.'
        )
    return Transcript(values, moves, marks, dict.fromkeys(values, line) | {"game": line}, [line] * len(moves))


def _from_text(text: str) -> Iterator[Transcript]:
    """The games of a text, with the lines in which everything stands."""
    plain: Transcript | None = None
    ended = False
    for number, line in enumerate(text.splitlines(), 1):
        found = re.fullmatch(r"\s*\[(\w+)\s+(.*)\]\s*", line)
        if found and found[1].lower() == "game" and (plain is None or plain.moves or ended or "game" in plain.values):
            if plain:
                yield _with_marks(plain)
            plain, ended = Transcript({}, [], [], {}, []), False
        if not line.strip():
            continue
        if plain is None:
            raise wrong(
                number, 'A game begins with a line as [Game "tictactoe"], and this is {text}.', text=quoted(line)
            )
        if line.lstrip().startswith("["):
            _read_head(plain, number, line, found)
            continue
        for word in line.split():
            if ended:
                raise wrong(number, 'Moves follow the result; begin the next game with a line as [Game "tictactoe"].')
            if word in (*WINNERS, UNFINISHED):
                ended = True
                if plain.values.setdefault("result", word) != word:
                    raise wrong(
                        number,
                        "The result is {one} here and {other} above; write one of them.",
                        one=word,
                        other=quoted(str(plain.values["result"])),
                    )
            elif not re.fullmatch(r"[0-9]+\.+", word):
                _read_move(plain, number, word)
    if plain:
        yield _with_marks(plain)


def _read_head(plain: Transcript, number: int, line: str, found: re.Match[str] | None) -> None:
    """Take in a line in brackets."""
    if found is None:
        raise wrong(
            number, '{text} is no name with a value; write a line as [First "human"].', text=quoted(line.strip())
        )
    name = found[1].lower()
    if plain.moves:
        raise wrong(number, "{name} stands behind the moves; write it above them.", name=found[1])
    if name in plain.values:
        raise wrong(number, "{name} is there twice; leave one of them out.", name=found[1])
    try:
        plain.values[name] = json.loads(found[2])
    except (ValueError, RecursionError) as error:
        raise wrong(
            number, '{text} is no value; write a text in quotes, as "human", or a number.', text=quoted(found[2])
        ) from error
    plain.lines[name] = number


def _read_move(plain: Transcript, number: int, word: str) -> None:
    bare = word.rstrip("!?")
    mark = word[len(bare) :]
    if not is_mark(mark):
        raise wrong(number, "{mark} is no mark; the marks of moves are ! ?! ? and ??.", mark=quoted(mark))
    plain.moves.append(bare)
    plain.marks.append(mark or None)
    plain.move_lines.append(number)


def _with_marks(plain: Transcript) -> Transcript:
    """The same, with the marks of what was reviewed; a mark stands nowhere else."""
    text = plain.values.pop("reviewed", "")
    line = plain.lines.get("reviewed", plain.lines.get("game", 1))
    count = len(plain.moves)
    judged: set[int] = set()
    for part in text.split() if isinstance(text, str) else ["?"]:
        found = re.fullmatch(r"([0-9]{1,7})(?:-([0-9]{1,7}))?", part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last <= count:
            raise wrong(
                line,
                "{text} are no moves of this game; write their numbers, as 1-3 5, from 1 to {count}.",
                text=quoted(str(text)),
                count=count,
            )
        judged.update(range(first, last + 1))
    marks = []
    for ply, mark in enumerate(plain.marks, 1):
        if mark and ply not in judged:
            raise wrong(
                plain.move_lines[ply - 1],
                "Move {ply} has a mark and is not among those under Reviewed; add it there, or leave out the mark.",
                ply=ply,
            )
        marks.append((mark or "") if ply in judged else None)
    return plain._replace(marks=marks if judged else [])

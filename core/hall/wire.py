"""The wire: messages between a client and the hall, one JSON object a line, with its kind in ``op``.

The client sends requests. Each has a whole number ``n`` of its choice and gets one ``ok`` or ``no`` with that number.
The requests are the rows of OPS; anything else is refused with a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from core.errors import CoreError, quoted
from core.phrase import phrase
from core.play.clock import Clock, TimeControl

MAX_LINE_BYTES = 4096
"""Maximum bytes of a request."""
MAX_INTEGER = 2**53
"""The largest integer that every program reads exactly."""
PHRASES = (
    phrase("Hello!"),
    phrase("Good luck!"),
    phrase("Well played!"),
    phrase("Thank you!"),
    phrase("Nice move!"),
    phrase("Oops!"),
    phrase("Another game?"),
    phrase("I have to go. Goodbye!"),
)
"""The phrases that people can say to each other."""

Message: TypeAlias = Mapping[str, Any]
"""A message: plain JSON values by name."""
Check: TypeAlias = Callable[[Any], bool]


class BadRequest(CoreError):
    """A line that is not a valid request."""


@dataclass(frozen=True)
class WireRequest:
    """A request: its ``op``, the number by which it is answered, and the values of that op."""

    op: str
    n: int
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


def _number(value: Any) -> bool:
    return type(value) is int and 0 <= value < MAX_INTEGER


def _one_of(*values: Any) -> Check:
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def _text(longest: int) -> Check:
    return lambda value: isinstance(value, str) and len(value) <= longest and value.isprintable()


def _list_of(check: Check, longest: int) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= longest and all(map(check, value))


def _time_control(value: Any) -> bool:
    try:
        return value is None or TimeControl(**value) is not None
    except (TypeError, ValueError):
        return False


_GAME = _text(128)
"""Maximum length of a game id. The ids of own games are the longest, since they have the whole hash of the rules."""
_SEEK = {"game": _GAME, "clock": _time_control, "seat": _one_of(None, 0, 1), "post": _one_of(False, True)}
_ID = _text(64)
_AT_TABLE = {"table": _ID, "seq": _number}
OPS: Mapping[str, Mapping[str, Check]] = {
    "name": {"text": _text(64)},
    "lobby": {},
    "unlobby": {},
    "seek": _SEEK,
    "challenge": {**_SEEK, "who": _ID},
    "withdraw": {"id": _ID},
    "accept": {"id": _ID},
    "decline": {"id": _ID},
    "watch": {"table": _ID},
    "unwatch": {"table": _ID},
    "move": {**_AT_TABLE, "move": _text(64)},
    **dict.fromkeys(("resign", "draw", "draw_no", "takeback", "takeback_no", "abort", "rematch"), _AT_TABLE),
    "claim": {**_AT_TABLE, "what": _one_of("win", "draw")},
    "look": {**_AT_TABLE, "ply": _number},
    "phrase": {"table": _ID, "id": _one_of(*range(len(PHRASES)))},
    "block": {"who": _ID},
    "unblock": {"who": _ID},
    "ping": {},
    "ask": {
        "kind": _one_of("move", "panel", "review"),
        "question": lambda value: isinstance(value, dict),
        "channel": lambda value: value is None or _number(value),
    },
    "stop": {"of": _number},
    "drop": {"of": _number},
    "study": {"games": _list_of(_GAME, 8)},
    "studied": {"of": _number},
}
"""The requests by ``op``, with the check of each value. A value that may be None may be left out."""


def parse(line: bytes) -> WireRequest:
    """Read a request. Raises BadRequest; :func:`number_of` still finds the number of such a line if it has one."""
    if len(line) > MAX_LINE_BYTES:
        raise BadRequest("The request is too long.")
    document = _document(line)
    if document is None:
        raise BadRequest("A request is a JSON object in one line.")
    op, n = document.get("op"), document.get("n")
    if type(n) is not int or not _number(n):
        raise BadRequest("A request has a whole number n, which the answer repeats.")
    if not isinstance(op, str) or op not in OPS:
        raise BadRequest("There is no request {op}.", op=quoted(str(op)))
    values = {name: document.get(name) for name in OPS[op]}
    for name, check in OPS[op].items():
        if not check(values[name]):
            raise BadRequest("{name} is missing or wrong in {op}.", name=name, op=op)
    return WireRequest(op, n, values)


def number_of(line: bytes) -> int | None:
    """The number of a request that may be invalid otherwise."""
    document = _document(line) if len(line) <= MAX_LINE_BYTES else None
    n = document.get("n") if document else None
    return n if type(n) is int and _number(n) else None


def _document(line: bytes) -> dict[str, Any] | None:
    try:
        document = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _no_constant(name: str) -> float:
    raise ValueError(name)


def control_of(value: Mapping[str, Any] | None) -> TimeControl | None:
    """The time control of a checked request."""
    return TimeControl(**value) if value else None


def control_out(control: TimeControl | None) -> Message | None:
    """A time control as JSON values."""
    return asdict(control) if control else None


def clock_out(clock: Clock | None) -> Message | None:
    """A clock as JSON values: the control, and the seconds left to each side."""
    if clock is None:
        return None
    return {"control": control_out(clock.control), "left": [round(left, 3) for left in clock.left]}


def line_of(message: Message) -> bytes:
    """A message as bytes, with its newline."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"

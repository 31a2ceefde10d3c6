"""Numbers that a person writes: read, or refused in a sentence that says what is expected."""

from __future__ import annotations

import math
from collections.abc import Callable

from core.errors import CoreError
from core.phrase import Phrase, phrase


class BadNumber(CoreError):
    """A number that is none, or out of range."""


def number(
    name: str | Phrase, convert: type[int] | type[float], kind: Phrase, least: int, most: int
) -> Callable[[str], int | float]:
    """A reader of a number that says what it expected."""

    def parse(text: str) -> int | float:
        try:
            number = convert(text)
        except ValueError:
            number = math.nan
        if least <= number <= most:
            return number
        raise BadNumber(
            "{name} is {kind} from {least} to {most}, not {text}.",
            name=Phrase(name) if isinstance(name, str) else name,
            kind=kind,
            least=least,
            most=most,
            text=repr(text[:40]),
        )

    return parse


def whole(name: str | Phrase, least: int, most: int) -> Callable[[str], int | float]:
    """A reader of a whole number."""
    return number(name, int, phrase("a whole number"), least, most)

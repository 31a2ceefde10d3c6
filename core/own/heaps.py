"""Games of the kind ``heaps``: what may be taken from a heap is said by a code or by a list."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.errors import quoted
from core.kinds import octal
from core.own.text import OwnText

KEYS = ("heaps", "octal", "take", "misere")
MAX_HEAPS, MAX_STICKS, MAX_TAKES = 26, 10_000, 40
_CODE = re.compile(r"([0-9]*)\.([0-9]+)")
MAX_DIGITS = 12
"""Maximum number of digits behind the point."""


def check(written: OwnText) -> dict[str, Any]:
    """What a file says of such a game, as it is kept. Raises BadOwnFile."""
    sizes = written.numbers("heaps", 1, MAX_STICKS, MAX_HEAPS)
    if sizes is None:
        raise written.wrong_at(
            written.line("heaps"), "The heights of the heaps are missing; write them as in heaps = [7, 5]."
        )
    values: dict[str, Any] = {"heaps": sizes}
    written.alone(("octal", "take"))
    if "octal" in written.values:
        values["octal"] = _octal(written)
    elif "take" in written.values:
        values["take"] = sorted(set(written.numbers("take", 1, MAX_STICKS, MAX_TAKES) or ()))
    else:
        raise written.wrong_at(
            written.line("heaps"),
            (
                'The file does not say what may be taken; give a code under octal, as in "0.77", or a list under take, as '
                "in [1, 3, 4]."
            ),
        )
    if written.flag("misere"):
        values["misere"] = True
    code = digits(values)
    if all(next(octal.left(code, size), None) is None for size in sizes):
        raise written.wrong("heaps", "Nothing can be taken from these heaps; make one higher.")
    return values


def _octal(written: OwnText) -> str:
    code = (written.text_of("octal") or "").strip()
    found = _CODE.fullmatch(code)
    if not found:
        raise written.wrong(
            "octal", '{text} is not an octal code; write its digits after a point, as in "0.77".', text=quoted(code)
        )
    if found[1] not in ("0", "", "4"):
        raise written.wrong("octal", "Before the point comes 0, or 4 if a heap may be split without taking anything.")
    if set(found[2]) & set("89"):
        raise written.wrong("octal", "Octal digits go from 0 to 7; {text} has another digit.", text=quoted(code))
    if len(found[2]) > MAX_DIGITS:
        raise written.wrong("octal", "The code has more than {most} digits after the point.", most=MAX_DIGITS)
    kept = f"{found[1] or '0'}.{found[2].rstrip('0') or '0'}"
    if kept == "0.0":
        raise written.wrong("octal", "With this code nothing can ever be taken; make a digit larger than 0.")
    return kept


def digits(values: Mapping[str, Any]) -> octal.Digits:
    """The octal code that a file gives, or that its list of numbers stands for."""
    if "take" in values:
        return octal.digits(values["take"])
    before, _, behind = values["octal"].partition(".")
    return {taken: int(digit) for taken, digit in enumerate(before + behind) if digit != "0"}

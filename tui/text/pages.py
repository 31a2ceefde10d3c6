"""A page of the manual as lines for a terminal, or as a part of a man page. For its Markdown see :mod:`tui.manual`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tui.text.wrap import wrapped

_ROW = re.compile(r"`([^`]+)`: (.*)", re.DOTALL)
_MARKUP = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*")
MIN_WIDTH, MAX_WIDTH = 40, 100
"""Columns of a page: wider lines are hard to read."""
TERM = 16
"""The most columns that the first column of a table takes beside the second."""


def blocks(page: str) -> Iterator[tuple[str, str]]:
    """The parts of a page: ``title``, ``heading``, ``row``, ``bullet``, ``code`` or ``text``, with what stands in each."""
    for i, part in enumerate(re.split(r"^```\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)):
        if i % 2:
            yield "code", part.rstrip()
            continue
        for block in re.split(r"\n\s*\n|\n(?=- )", part.strip()):
            kind, text = "text", " ".join(block.split())
            if text.startswith("## "):
                kind, text = "heading", text[3:]
            elif text.startswith("# "):
                kind, text = "title", text[2:]
            elif text.startswith("- "):
                kind, text = "row" if _ROW.fullmatch(text[2:]) else "bullet", text[2:]
            if text:
                yield kind, text


def plain(page: str, width: int) -> str:
    """A page for a terminal of so many columns."""
    width = max(MIN_WIDTH, min(width, MAX_WIDTH))
    lines: list[str] = []
    before = ""
    for kind, text in blocks(page):
        if lines and not (kind == before and kind in ("row", "bullet")):
            lines.append("")
        before = kind
        match kind:
            case "title":
                lines.append(text.upper())
            case "heading":
                lines.append(text)
            case "code":
                lines += [f"    {line}" for line in text.splitlines()]
            case "row":
                term, said = _parts(text)
                lines += _row(term, _MARKUP.sub(_bare, said), width)
            case _:
                first = "  - " if kind == "bullet" else ""
                lines += _hanging(first, _MARKUP.sub(_bare, text), width)
    return "\n".join(lines) + "\n"


def _parts(row: str) -> tuple[str, str]:
    """The term of a row and what is said of it."""
    found = _ROW.fullmatch(row)
    assert found, f"{row!r} is no row"
    return found[1], found[2]


def _row(term: str, said: str, width: int) -> list[str]:
    if len(term) < TERM:
        return _hanging(f"  {term:<{TERM}}", said, width)
    return [f"  {term}", *_hanging(" " * (TERM + 2), said, width)]


def _hanging(first: str, text: str, width: int) -> list[str]:
    """A text in lines as long as ``width``, the first of which begins with ``first``, and the others with as much room."""
    lines = wrapped(text, width - len(first))
    return [first + lines[0], *(" " * len(first) + line for line in lines[1:])]


def _bare(found: re.Match[str]) -> str:
    return str(next(filter(None, found.groups())))


def roff(page: str) -> str:
    """A page as sections of a man page."""
    lines: list[str] = []
    for kind, text in blocks(page):
        match kind:
            case "title":
                lines.append(f'.SH "{_escaped(text.upper())}"')
            case "heading":
                lines.append(f'.SS "{_escaped(text)}"')
            case "code":
                lines += [".PP", ".nf", *(_line(line) for line in text.splitlines()), ".fi"]
            case "row":
                term, said = _parts(text)
                lines += [".TP", rf"\fB{_escaped(term)}\fR", _styled(said)]
            case "bullet":
                lines += [r".IP \(bu 2", _styled(text)]
            case _:
                lines += [".PP", _styled(text)]
    return "\n".join(lines) + "\n"


def _styled(text: str) -> str:
    """A text whose codes and strong words are bold."""
    pieces = _MARKUP.split(text)
    shown = [_escaped(plain) for plain in pieces[::4]]
    strong = [next(filter(None, pieces[i : i + 3])) for i in range(1, len(pieces), 4)]
    styled = "".join(f"{plain}\\fB{_escaped(bold)}\\fR" for plain, bold in zip(shown, strong, strict=False)) + shown[-1]
    return _guarded(styled)


def _line(text: str) -> str:
    return _guarded(_escaped(text))


def _escaped(text: str) -> str:
    """Without what roff would take for its own, and with signs that are copied as they stand."""
    signs = {"\\": r"\e", "-": r"\-", '"': r"\(dq", "~": r"\(ti", "^": r"\(ha", "'": r"\(aq", "`": r"\(ga"}
    return "".join(signs.get(sign, sign) for sign in text)


def _guarded(line: str) -> str:
    r"""A line that begins with a stop is a command of roff unless ``\&`` stands before it."""
    return rf"\&{line}" if line.startswith(".") else line

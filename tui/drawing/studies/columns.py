"""The xor of heaps in columns of bits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor

from core.kinds.heaps import letter
from core.phrase import fact
from core.study.heaps.sums import Heaps
from core.study.study import short
from tui.drawing.studies.picture import Drawn

_HEADED = 10
"""Bits up to which each column is headed by its power of two."""
_BLOCK = 40
"""Bits in a line; numbers with more stand in several blocks, the highest first."""
_GROUP = 4


def draw(found: Heaps) -> Drawn:
    """The heaps and their xor, and below them those after the move that makes it 0."""
    rows = [(letter(heap), value) for heap, value in enumerate(found.values)]
    total, after = found.total, found.zeroed
    blocks = list(_blocks(max(found.values).bit_length() or 1))
    width = max(3, *(len(short(value)) for _name, value in [*rows, ("", total)]))
    lines: list[str] = []
    for first, bits in blocks:
        lines.append(" " * (width + 8) + _heads(first, bits))
        lines += [_line(name, value, width, first, bits) for name, value in rows]
        lines.append(" " * (width + 8) + "-" * len(_heads(first, bits)))
        lines.append(_line("xor", total, width, first, bits))
        if after:
            heap, _left, value = after
            lines += ["", _line(f"{letter(heap)} >", value, width, first, bits)]
            lines.append(_line("xor", reduce(xor, found.values) ^ found.values[heap] ^ value, width, first, bits))
        lines.append("")
    legend = [fact("xor.columns.note")]
    if max(found.values).bit_length() > _HEADED:
        legend.append(fact("xor.columns.powers"))
    return Drawn.plain(lines[:-1], tuple(legend))


def _blocks(bits: int) -> Iterator[tuple[int, int]]:
    """The exponent of the first bit of each block and how many bits it has, the highest block first."""
    top = bits if bits <= _HEADED else -(-bits // _GROUP) * _GROUP
    while top > 0:
        length = top % _BLOCK or _BLOCK
        yield top - 1, length
        top -= length


def _heads(first: int, bits: int) -> str:
    exponents = range(first, first - bits, -1)
    if first < _HEADED:
        width = len(str(1 << first)) + 1
        return "".join(f"{1 << exponent:>{width}}" for exponent in exponents)
    return "".join(f"{exponent:>{_GROUP + 1}}" for exponent in exponents if exponent % _GROUP == 0)


def _line(name: str, value: int, width: int, first: int, bits: int) -> str:
    figures = [str(value >> exponent & 1) for exponent in range(first, first - bits, -1)]
    if first < _HEADED:
        column = len(str(1 << first)) + 1
        shown = "".join(f"{each:>{column}}" for each in figures)
    else:
        shown = "".join(" " + "".join(figures[at : at + _GROUP]) for at in range(0, bits, _GROUP))
    return f"{name:<5}{short(value):>{width}}   {shown}".rstrip()

"""Bouton's xor of heaps: its columns of bits, the move that makes it 0, and why that wins, told with the heaps themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from core.games.nim import Nim
from core.kinds.heaps import letter
from core.phrase import Phrase, phrase
from core.position import Position
from core.study.sources import BOUTON, CONTESTS, GRUNDY, OURS
from core.study.study import (
    LONG,
    Cell,
    Marked,
    PagePart,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    TableColumn,
    Text,
    Topic,
    short,
)
from core.study.sums import Heaps, heaps, told_of
from core.study.xor_checks import misere, program, single
from core.study.xor_proof import proof

USUAL = "nim:3,4,5"
_HEADED = 10
"""Bits up to which each column is headed by its power of two."""
_BLOCK = 40
"""Bits in a line; numbers with more stand in several blocks, the highest first."""
_GROUP = 4


def study(question: StudyQuestion) -> Iterator[Study]:
    """The xor of the heaps, its move and its proof, misere's exception and the one heap that they are worth."""
    found = heaps(question, USUAL)
    parts: list[PagePart] = [_columns(found), _moves(found), *_in_full(found), proof(found), *single(found)]
    if isinstance(found.game, Nim):
        parts += [misere(found), program(found)]
    yield Study(
        question,
        phrase("The xor of {heaps}", heaps="-".join(map(short, found.sizes[:8])) + "-…" * (len(found.sizes) > 8)),
        tuple(parts),
        (CONTESTS, BOUTON, OURS) if isinstance(found.game, Nim) else (CONTESTS, GRUNDY, OURS),
    )


# The columns.


def _columns(found: Heaps) -> StudyPicture:
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
            heap, left, value = after
            lines += ["", _line(f"{letter(heap)} >", value, width, first, bits)]
            lines.append(_line("xor", reduce(xor, found.values) ^ found.values[heap] ^ value, width, first, bits))
        lines.append("")
    notes = [phrase("A column has a 1 in the xor where an odd number of heaps have one.")]
    if max(found.values).bit_length() > _HEADED:
        notes.append(phrase("Above the bits stands for the last of each four which power of two it is."))
    if not isinstance(found.game, Nim):
        notes.append(
            phrase(
                "In place of its sticks each heap counts with its Grundy value: {values}.",
                values=", ".join(f"{size} = {value}" for size, value in zip(found.sizes, found.values, strict=True)),
            )
        )
    if after:
        heap, left, value = after
        notes.append(
            phrase(
                "Below the first xor: heap {heap} after the move that makes the xor 0, which leaves {left} in it.",
                heap=letter(heap),
                left=short(left),
            )
        )
    else:
        notes.append(phrase("The xor is 0 already, and every move changes it."))
    return StudyPicture("columns", phrase("Columns"), tuple(lines[:-1]), tuple(notes))


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


# The moves.


def _moves(found: Heaps) -> StudyTable:
    counted = not isinstance(found.game, Nim)
    winning: dict[int, list[int]] = {}
    for move in found.winning:
        winning.setdefault(move // found.game.span, []).append(move)
    rows: list[tuple[Cell, ...]] = []
    for heap, (size, value) in enumerate(zip(found.sizes, found.values, strict=True)):
        wins = winning.get(heap, [])
        wanted = value ^ found.total
        row: list[Cell] = [Marked(letter(heap), "", found.play()), size]
        row += [value] if counted else []
        row += [
            wanted,
            _zeroing(found, heap),
            Marked(_takes(found, wins), "win", found.play(wins[0])) if wins else None,
        ]
        rows.append(tuple(row))
    return StudyTable(
        "moves",
        phrase("Moves"),
        (
            TableColumn("heap", phrase("heap")),
            TableColumn("sticks", phrase("sticks"), True),
            *([TableColumn("value", phrase("Grundy"), True)] if counted else []),
            TableColumn("wanted", phrase("xor {total}", total=short(found.total)), True),
            TableColumn("zero", phrase("xor 0 by taking")),
            TableColumn("wins", phrase("wins by taking")),
        ),
        tuple(rows),
        (
            phrase(
                "A heap has a move to an xor of 0 where its value xor {total} is something that can be left of it. A winning "
                "move opens a game from after it, a heap one from here.",
                total=short(found.total),
            )
            if found.playable
            else phrase(
                "A heap has a move to an xor of 0 where its value xor {total} is something that can be left of it. The hall "
                "plays with smaller heaps; the rule knows no limit.",
                total=short(found.total),
            ),
        ),
    )


def _in_full(found: Heaps) -> Iterator[Text]:
    """The move with all its figures, where what stands beside the columns is too short for them."""
    move = found.zeroed
    if move is None or max(found.sizes) < 10**LONG:
        return
    heap, left, _value = move
    yield Text(
        "full",
        phrase("In full"),
        (
            phrase("From heap {heap} take {number}.", heap=letter(heap), number=str(found.sizes[heap] - left)),
            phrase("That leaves {left}, and the xor is 0.", left=str(left)),
            phrase("The xor before it: {total}.", total=str(found.total)),
        ),
    )


def _zeroing(found: Heaps, heap: int) -> Phrase | str:
    """What to take of a heap so that the xor is 0."""
    if not found.total:
        return phrase("no move")
    size, left = found.sizes[heap], found.zeroing(heap)
    if left:
        return ", ".join(short(size - each) for each in reversed(left))
    return phrase("none: it is more") if isinstance(found.game, Nim) else phrase("none leaves it")


def _takes(found: Heaps, moves: Sequence[int]) -> str:
    return ", ".join(short(move % found.game.span + 1) for move in sorted(moves))


def about(position: Position) -> StudyQuestion | None:
    """The xor of the heaps of a position, where they have one."""
    if not told_of(position):
        return None
    return StudyQuestion("xor", (position.game.id,), position=position.text)


TOPIC = Topic(
    "xor",
    phrase("The xor of heaps"),
    phrase("Bouton's rule for heaps of any size: the bits, the move, the proof."),
    "[GAME]",
    study,
    about,
    usual=USUAL,
)

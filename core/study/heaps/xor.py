"""Bouton's xor of heaps: its columns of bits, the move that makes it 0, and the proof that this wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from core.errors import CoreError
from core.games import get
from core.games.nim import Nim
from core.kinds.heaps import letter
from core.phrase import Sentence, fact
from core.position import Position
from core.study.heaps.sums import Heaps, heaps, told_of
from core.study.heaps.xor_checks import misere, single
from core.study.heaps.xor_proof import proof
from core.study.sources import BOUTON, CONTESTS, GRUNDY, OURS
from core.study.study import (
    LONG,
    PagePart,
    PlayLink,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    short,
)

USUAL = "nim:3,4,5"


def study(question: StudyQuestion) -> Iterator[Study]:
    """The xor of the heaps, its move and its proof, misere play, and the single heap of the same value."""
    found = heaps(question, USUAL)
    parts: list[PagePart] = [_columns(found), truth(), _moves(found), *_in_full(found), proof(found), *single(found)]
    if isinstance(found.game, Nim):
        parts += [misere(found), Text("xor.program")]
    yield Study(
        question,
        fact("xor.study", heaps="-".join(map(short, found.sizes[:8])) + "-…" * (len(found.sizes) > 8)),
        tuple(parts),
        (CONTESTS, BOUTON, OURS) if isinstance(found.game, Nim) else (CONTESTS, GRUNDY, OURS),
    )


def _columns(found: Heaps) -> StudyPicture:
    notes: list[Sentence] = []
    if not isinstance(found.game, Nim):
        values = ", ".join(f"{size} = {value}" for size, value in zip(found.sizes, found.values, strict=True))
        notes.append(fact("xor.columns.grundy", values=values))
    if after := found.zeroed:
        heap, left, _value = after
        notes.append(fact("xor.columns.below", heap=letter(heap), left=short(left)))
    else:
        notes.append(fact("xor.columns.zero"))
    return StudyPicture("xor.columns", found, tuple(notes))


def _tells(question: StudyQuestion, study: Study | None) -> Iterator[str]:
    """The named game, and nim, to which its heaps are compared."""
    named = question.arguments[0] if question.arguments else USUAL
    with suppress(CoreError):
        yield get(named).id
    yield USUAL


class _Truth(NamedTuple):
    """A row of the truth table."""

    p: Sentence
    q: Sentence
    xor: Sentence
    bits: str


def truth() -> StudyTable:
    """The exclusive or of two statements, and of two bits."""
    rows = tuple(
        _Truth(_said(p), _said(q), _said(p != q), f"{p:d} xor {q:d} = {p ^ q:d}")
        for p in (True, False)
        for q in (True, False)
    )
    return StudyTable("xor.truth", rows, (fact("xor.truth.note"),))


def _said(true: bool) -> Sentence:
    return fact("xor.truth.true") if true else fact("xor.truth.false")


# The moves.


class _HeapMove(NamedTuple):
    """A heap: its sticks, its Grundy value unless that is the same, the value that makes the xor 0, and the moves."""

    heap: str
    sticks: int
    value: int | None
    wanted: int
    zero: Sentence | str
    wins: str | None
    here: PlayLink | None
    won: PlayLink | None


def _moves(found: Heaps) -> StudyTable:
    counted = not isinstance(found.game, Nim)
    winning: dict[int, list[int]] = {}
    for move in found.winning:
        winning.setdefault(move // found.game.span, []).append(move)
    rows: list[_HeapMove] = []
    for heap, (size, value) in enumerate(zip(found.sizes, found.values, strict=True)):
        wins = winning.get(heap, [])
        won, play = (_takes(found, wins), found.play(wins[0])) if wins else (None, None)
        numbers = size, value if counted else None, value ^ found.total
        rows.append(_HeapMove(letter(heap), *numbers, _zeroing(found, heap), won, found.play(), play))
    total = short(found.total)
    note = fact("xor.moves.plays", total=total) if found.playable else fact("xor.moves.larger", total=total)
    return StudyTable("xor.moves", tuple(rows), (note,), values={"total": total}, without=() if counted else ("value",))


def _in_full(found: Heaps) -> Iterator[Text]:
    """The move with all its digits, if the columns shorten them."""
    move = found.zeroed
    if move is None or max(found.sizes) < 10**LONG:
        return
    heap, left, _value = move
    yield Text(
        "xor.full",
        (
            fact("xor.full.take", heap=letter(heap), number=str(found.sizes[heap] - left)),
            fact("xor.full.leaves", left=str(left)),
            fact("xor.full.before", total=str(found.total)),
        ),
    )


def _zeroing(found: Heaps, heap: int) -> Sentence | str:
    """The numbers to take from a heap to make the xor 0."""
    if not found.total:
        return fact("xor.moves.none")
    size, left = found.sizes[heap], found.zeroing(heap)
    if left:
        return ", ".join(short(size - each) for each in reversed(left))
    return fact("xor.moves.more") if isinstance(found.game, Nim) else fact("xor.moves.no_left")


def _takes(found: Heaps, moves: Sequence[int]) -> str:
    return ", ".join(short(move % found.game.span + 1) for move in sorted(moves))


def about(position: Position) -> StudyQuestion | None:
    """The xor of the heaps of a position, None if they have none."""
    if not told_of(position):
        return None
    return StudyQuestion("xor", (position.game.id,), position=position.text)


TOPIC = Topic(
    "xor",
    "[GAME]",
    study,
    about,
    usual=USUAL,
    tells=_tells,
)

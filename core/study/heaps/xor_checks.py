"""What a search of all positions below some heaps says: the one heap they are worth, misere play, Valido's program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

from core.games.nim import Nim
from core.phrase import Sentence, fact, figure
from core.study.heaps.sums import Allowed, Heaps, dashed, searched, small
from core.study.study import Cell, Marked, PagePart, PlayLink, StudyTable, TableColumn, Text, short, won_cell

_OTHERS = 8
_MAX_OTHERS = 128
"""Other heaps that are put beside those looked at, from 0 sticks on: as many as reach the xor, where a search goes so far."""


def single(found: Heaps) -> tuple[PagePart, ...]:
    """The heaps are worth one heap of their xor: beside any other heap both are won, or both lost."""
    total = found.total
    allowed: list[Allowed] = [found.numbers] * len(found.sizes)
    wanted = max(_OTHERS, min(total + 1, _MAX_OTHERS)) - 1
    most = next((other for other in range(wanted, 0, -1) if small((*found.sizes, other))), 0)
    said = fact("xor.single.note", heaps=dashed(found.sizes), total=short(total))
    if not most or not small((total, most)):
        unsearched = fact("xor.single.unsearched")
        return (Text("xor.single", (said, unsearched)),)
    together = searched((*found.sizes, most), [*allowed, None])
    alone = searched((total, most), [None, None])
    rows = [_row(found, other, together[(*found.sizes, other)], alone[total, other]) for other in range(most + 1)]
    wrong = sum(wins != (reduce(xor, map(found.worth, each[:-1])) != each[-1]) for each, wins in together.items())
    checked = (
        fact("xor.single.searched", count=figure(len(together)))
        if not wrong
        else fact("xor.single.contradicted", count=figure(wrong))
    )
    return (
        StudyTable(
            "xor.single",
            tuple(rows),
            (said, checked),
            columns=(
                TableColumn("other", right=True),
                TableColumn("heaps", fact("xor.single.heads.heaps", heaps=dashed(found.sizes))),
                TableColumn("alone", fact("xor.single.heads.alone", total=total)),
                TableColumn("same"),
            ),
        ),
    )


def _row(found: Heaps, other: int, together: bool, alone: bool) -> tuple[Cell, ...]:
    sizes = [size for size in (*found.sizes, other) if size]
    playable = found.playable and other and isinstance(found.game, Nim) and len(sizes) <= 26
    play = PlayLink(f"nim:{','.join(map(str, sizes))}") if playable else None
    return (
        Marked(other, "", play),
        won_cell(together),
        won_cell(alone),
        Marked(fact("xor.single.yes"), "minor") if together == alone else Marked(fact("xor.single.no"), "lose"),
    )


def misere(found: Heaps) -> Text:
    """Where the last stick loses, and what this changes for these heaps."""
    sizes = found.sizes
    high = sum(size > 1 for size in sizes)
    rules = {
        loses: Nim(sizes, loses, found.game.id) if loses != found.game.misere else found.game for loses in (False, True)
    }
    state = found.position.state
    moves: dict[bool, list[str]] = {}
    for loses, game in rules.items():
        assert isinstance(game, Nim)
        winning = sorted(game.winning_moves(state)) if game.wins(state) else []
        moves[loses] = [f"{game.letters(move // game.span)}{short(move % game.span + 1)}" for move in winning]
    said = [
        fact("xor.misere.rule"),
        fact("xor.misere.high", high=high, count=sum(size > 0 for size in sizes)),
        _compared(moves),
        fact("xor.misere.valido", xor=1 ^ 1 ^ 1),
    ]
    if small(sizes):
        said.append(_searched_misere(found, sizes))
    return Text("xor.misere", tuple(said))


def _compared(moves: dict[bool, list[str]]) -> Sentence:
    normal, last = (", ".join(moves[loses]) for loses in (False, True))
    if normal == last:
        return fact("xor.misere.both", moves=normal) if normal else fact("xor.misere.neither")
    if not normal:
        return fact("xor.misere.in_misere", moves=last)
    if not last:
        return fact("xor.misere.in_normal", moves=normal)
    return fact("xor.misere.each", normal=normal, misere=last)


def _searched_misere(found: Heaps, sizes: Sequence[int]) -> Sentence:
    wins = searched(sizes, [None] * len(sizes), True)
    game = Nim(tuple(sizes), True, found.game.id)
    agree = all(game.wins((*each, 0)) == won for each, won in wins.items() if any(each))
    differing = [each for each, won in wins.items() if (reduce(xor, each) != 0) != won]
    if not agree or any(max(each) > 1 for each in differing):
        return fact("xor.misere.contradicted")
    return fact("xor.misere.searched", count=figure(len(wins)), differs=figure(len(differing)))


def program(found: Heaps) -> Text:
    """What Valido's program for the xor answers as it is printed."""
    sizes = found.sizes
    first = sizes[0]
    printed = _as_printed(sizes)
    wrong = (printed != 0) != (found.total != 0)
    said = [
        fact("xor.program.print"),
        fact(
            "xor.program.here",
            printed=short(printed),
            total=short(found.total),
            said="true" if printed else "false",
            verdict=fact("xor.program.wrong") if wrong else fact("xor.program.right"),
        )
        if printed != found.total
        else fact("xor.program.first", first=first),
    ]
    if small(sizes):
        below = list(searched(sizes, [None] * len(sizes)).items())
        removed = sum((_as_printed([heap for heap in each if heap]) != 0) != wins for each, wins in below)
        kept = sum((_as_printed(each) != 0) != wins for each, wins in below)
        said.append(fact("xor.program.below", all=figure(len(below)), removed=figure(removed), kept=figure(kept)))
    said.append(fact("xor.program.empty"))
    return Text("xor.program", tuple(said))


def _as_printed(sizes: Sequence[int]) -> int:
    """The xor as the C++ has it; without a heap 0."""
    return sizes[0] if len(sizes) % 2 else 0

"""Checks of the xor by a search of all positions below some heaps: the equal single heap, and misere play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import NamedTuple

from core.games.nim import Nim
from core.phrase import Sentence, fact, figure
from core.study.heaps.sums import Allowed, Heaps, dashed, searched, small
from core.study.study import PagePart, PlayLink, StudyTable, Text, short, won_letter

_OTHERS = 8
_MAX_OTHERS = 128
"""Minimum and maximum number of other heaps beside the heaps: enough to reach the xor, if the search allows it."""


def single(found: Heaps) -> tuple[PagePart, ...]:
    """The heaps equal one heap of their xor: beside any other heap both win, or both lose."""
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
    values = {"heaps": dashed(found.sizes), "total": total}
    return (StudyTable("xor.single", tuple(rows), (said, checked), values=values),)


class _OtherHeap(NamedTuple):
    """Whether another heap wins beside the heaps, and beside the one heap that they are worth."""

    other: int
    heaps: Sentence
    alone: Sentence
    same: Sentence
    play: PlayLink | None


def _row(found: Heaps, other: int, together: bool, alone: bool) -> _OtherHeap:
    sizes = [size for size in (*found.sizes, other) if size]
    playable = found.playable and other and isinstance(found.game, Nim) and len(sizes) <= 26
    play = PlayLink(f"nim:{','.join(map(str, sizes))}") if playable else None
    same = fact("xor.single.yes") if together == alone else fact("xor.single.no")
    return _OtherHeap(other, won_letter(together), won_letter(alone), same, play)


def misere(found: Heaps) -> Text:
    """Play in which the last stick loses, and its effect on these heaps."""
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
        fact("xor.misere.valido"),
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

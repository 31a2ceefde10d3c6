"""What a search of all positions below some heaps says: the one heap they are worth, misere play, Valido's program."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor

from core.games.nim import Nim
from core.phrase import Phrase, phrase
from core.study.study import Cell, Marked, PagePart, PlayLink, StudyTable, TableColumn, Text, figure, short, won_cell
from core.study.sums import Allowed, Heaps, dashed, searched, small

_OTHERS = 8
_MOST_OTHERS = 128
"""Other heaps that are put beside those looked at, from 0 sticks on: as many as reach the xor, where a search goes so far."""


def single(found: Heaps) -> tuple[PagePart, ...]:
    """The heaps are worth one heap of their xor: beside any other heap both are won, or both lost."""
    total = found.total
    allowed: list[Allowed] = [found.numbers] * len(found.sizes)
    wanted = max(_OTHERS, min(total + 1, _MOST_OTHERS)) - 1
    most = next((other for other in range(wanted, 0, -1) if small((*found.sizes, other))), 0)
    said = phrase(
        "Corollary: {heaps} can be replaced by one heap of {total}, since beside any other heap x both are lost exactly where "
        "x is {total}, the xor of all being 0 there and nowhere else. That holds where the last stick wins.",
        heaps=dashed(found.sizes),
        total=short(total),
    )
    if not most or not small((total, most)):
        unsearched = phrase(
            "There are too many positions below these heaps to search them all, so this rests on the proof."
        )
        return (Text("single", phrase("One heap"), (said, unsearched)),)
    together = searched((*found.sizes, most), [*allowed, None])
    alone = searched((total, most), [None, None])
    rows = [_row(found, other, together[(*found.sizes, other)], alone[total, other]) for other in range(most + 1)]
    wrong = sum(wins != (reduce(xor, map(found.worth, each[:-1])) != each[-1]) for each, wins in together.items())
    checked = (
        phrase(
            "Searched by the rules alone, without the theorem: in all positions of these heaps and another one ({count}) "
            "who is to move loses exactly where the xor is 0.",
            count=figure(len(together)),
        )
        if not wrong
        else phrase("Positions in which the search contradicts the theorem: {count}.", count=figure(wrong))
    )
    return (
        StudyTable(
            "single",
            phrase("One heap"),
            (
                TableColumn("other", phrase("other heap"), True),
                TableColumn("heaps", phrase("{heaps} and it", heaps=dashed(found.sizes))),
                TableColumn("alone", phrase("{total} and it", total=total)),
                TableColumn("same", phrase("the same")),
            ),
            tuple(rows),
            (said, checked),
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
        Marked(phrase("yes"), "dim") if together == alone else Marked(phrase("no"), "lose"),
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
        phrase(
            "Where the last stick loses, the rule is the same as long as a heap of more than 1 is left after the move; from "
            "then on the xor is wrong and what counts is to leave an odd number of heaps of 1."
        ),
        phrase("Heaps higher than 1: {high} of {count}.", high=high, count=sum(size > 0 for size in sizes)),
        _compared(moves),
        phrase(
            "Valido says that misere play only changes the worth of the last position. That is right for his table of one "
            "heap, which is computed anew, and wrong for the xor: three heaps of 1 have an xor of {xor} and are lost all the "
            "same.",
            xor=1 ^ 1 ^ 1,
        ),
    ]
    if small(sizes):
        said.append(_searched_misere(found, sizes))
    return Text("misere", phrase("Misere"), tuple(said))


def _compared(moves: dict[bool, list[str]]) -> Phrase:
    normal, last = (", ".join(moves[loses]) for loses in (False, True))
    if normal == last:
        return (
            phrase("Winning here by both rules: {moves}.", moves=normal)
            if normal
            else phrase("Here no move wins, by either rule.")
        )
    if not normal:
        return phrase("Winning here: in normal play no move, in misere play {moves}.", moves=last)
    if not last:
        return phrase("Winning here: in normal play {moves}, in misere play no move.", moves=normal)
    return phrase("Winning here: in normal play {normal}, in misere play {misere}.", normal=normal, misere=last)


def _searched_misere(found: Heaps, sizes: Sequence[int]) -> Phrase:
    wins = searched(sizes, [None] * len(sizes), True)
    game = Nim(tuple(sizes), True, found.game.id)
    agree = all(game.wins((*each, 0)) == won for each, won in wins.items() if any(each))
    differing = [each for each, won in wins.items() if (reduce(xor, each) != 0) != won]
    if not agree or any(max(each) > 1 for each in differing):
        return phrase("The search of these positions contradicts the rule.")
    return phrase(
        "Searched by the rules alone, all positions below these heaps ({count}) agree with that; the xor itself is wrong in "
        "{differs} of them, those without a heap higher than 1.",
        count=figure(len(wins)),
        differs=figure(len(differing)),
    )


def program(found: Heaps) -> Text:
    """What Valido's program for the xor answers as it is printed."""
    sizes = found.sizes
    first = sizes[0]
    printed = _as_printed(sizes)
    wrong = (printed != 0) != (found.total != 0)
    said = [
        phrase(
            "Error in print: the loop of Valido's C++ takes the xor with stacks[0] each time instead of stacks[i], so what "
            "comes out is the first heap where there is an odd number of them, and 0 where it is even. His Java is right."
        ),
        phrase(
            "Here it reckons {printed} instead of {total} and answers {said}, which is {verdict}.",
            printed=short(printed),
            total=short(found.total),
            said="true" if printed else "false",
            verdict=phrase("wrong") if wrong else phrase("right"),
        )
        if printed != found.total
        else phrase("Here it comes to {first}, the right number by chance.", first=first),
    ]
    if small(sizes):
        below = list(searched(sizes, [None] * len(sizes)).items())
        removed = sum((_as_printed([heap for heap in each if heap]) != 0) != wins for each, wins in below)
        kept = sum((_as_printed(each) != 0) != wins for each, wins in below)
        said.append(
            phrase(
                "Positions below these heaps ({all}) that it has wrong: {removed} by the source's own rule, in which an "
                "emptied heap leaves the list, and {kept} where it stays there as 0.",
                all=figure(len(below)),
                removed=figure(removed),
                kept=figure(kept),
            )
        )
    said.append(
        phrase(
            "Without a heap it answers false, which is right in normal play only: in misere play who meets no heap has won."
        )
    )
    return Text("program", phrase("Program"), tuple(said))


def _as_printed(sizes: Sequence[int]) -> int:
    """The xor as the C++ has it; without a heap 0."""
    return sizes[0] if len(sizes) % 2 else 0

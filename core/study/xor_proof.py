"""Why the xor decides: Bouton's proof in five sentences, with the numbers of the heaps that are looked at."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.nim import Nim
from core.kinds.heaps import letter
from core.phrase import Phrase, phrase
from core.position import Position
from core.study.study import Text, short
from core.study.sums import Heaps, dashed


def proof(found: Heaps) -> Text:
    """Five sentences: the end, away from 0, the highest column, back to 0, and so on to the end."""
    total, sizes = found.total, found.sizes
    zeroed = found.zeroed
    if zeroed:
        heap, left, _value = zeroed
        values = [each ^ total if at == heap else each for at, each in enumerate(found.values)]
        lying = [left if at == heap else each for at, each in enumerate(sizes)]
    else:
        values, lying = list(found.values), list(sizes)
    said = [
        phrase("When nothing can be taken any more, every heap is worth 0, the xor is 0, and who is to move has lost.")
    ]
    said.append(_away(found, lying, values))
    said += _back(found, lying, values)
    if total:
        said.append(
            phrase(
                "So the player to move can leave 0 every time, meets something else every time, and as the sticks grow fewer "
                "it is the other who has nothing left to take: {heaps}, with an xor of {total}, is won in normal play.",
                heaps=dashed(sizes),
                total=short(total),
            )
        )
    else:
        said.append(
            phrase(
                "So it is the opponent who can leave 0 every time, and as the sticks grow fewer the player to move has "
                "nothing left to take at last: {heaps}, with an xor of 0, is lost in normal play.",
                heaps=dashed(sizes),
            )
        )
    return Text("proof", phrase("Proof"), tuple(said))


def _away(found: Heaps, lying: Sequence[int], values: Sequence[int]) -> Phrase:
    """Every move from an xor of 0 leads to another one: told of a move from the position that has it."""
    step = _example(found, lying)
    if step is None:
        return phrase(
            "From an xor of 0 every move leads to another xor, since it changes the value of one heap and of no other; from "
            "{heaps} there is no move at all.",
            heaps=dashed(lying),
        )
    heap, left = step
    value = found.worth(left)
    return phrase(
        "From an xor of 0, as in {heaps}, every move leads to another xor, since it changes the value of one heap and of no "
        "other: to leave {left} of {size} in heap {heap} makes it {value} xor {after} = {xor}.",
        heaps=dashed(lying),
        left=short(left),
        size=short(lying[heap]),
        heap=letter(heap),
        value=short(values[heap]),
        after=short(value),
        xor=short(values[heap] ^ value),
    )


def _back(found: Heaps, lying: Sequence[int], values: Sequence[int]) -> tuple[Phrase, Phrase]:
    """From another xor there is a move to 0: told of the position, or of the one after the move above."""
    now = found
    if not found.total:
        step = _example(found, lying)
        assert step is not None, "a position that is not over has a move"
        state = [step[1] if at == step[0] else each for at, each in enumerate(lying)]
        now = Heaps(Position(found.game, (*state, 1 - found.position.state[-1])), found.playable)
    total, move = now.total, now.zeroed
    assert move is not None, "an xor that is not 0 has a move to 0"
    heap, left, value = move
    top = 1 << (total.bit_length() - 1)
    column = phrase(
        "From an xor that is not 0, as {total} in {heaps}, take the highest column that has a 1 in it, that of {top}: some "
        "heap has a 1 there too, as heap {heap}, which is worth {value}.",
        total=short(total),
        heaps=dashed(now.sizes),
        top=short(top),
        heap=letter(heap),
        value=short(now.values[heap]),
    )
    back = phrase(
        "{value} xor {total} = {after} is less than {value}, since that 1 goes and only lower columns change, so a move can "
        "leave it, here to {left} in heap {heap}; then the xor is {total} xor {value} xor {after} = {zero}.",
        value=short(now.values[heap]),
        total=short(total),
        after=short(value),
        left=short(left),
        heap=letter(heap),
        zero=total ^ now.values[heap] ^ value,
    )
    return column, back


def _example(found: Heaps, lying: Sequence[int]) -> tuple[int, int] | None:
    """A move from some heaps: the highest heap, and what the least number leaves of it."""
    heap = max(range(len(lying)), key=lying.__getitem__)
    least = 1 if isinstance(found.game, Nim) else found.game.numbers[0]
    return (heap, lying[heap] - least) if lying[heap] >= least else None

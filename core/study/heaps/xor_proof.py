"""Bouton's proof that the xor decides, in five sentences with the numbers of the heaps."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.nim import Nim
from core.kinds.heaps import letter
from core.phrase import Fact, fact
from core.position import Position
from core.study.heaps.sums import Heaps, dashed
from core.study.study import Text, short


def proof(found: Heaps) -> Text:
    """Five sentences: the end, away from 0, the highest column, back to 0, and on to the end."""
    total, sizes = found.total, found.sizes
    zeroed = found.zeroed
    if zeroed:
        heap, left, _value = zeroed
        values = [each ^ total if at == heap else each for at, each in enumerate(found.values)]
        lying = [left if at == heap else each for at, each in enumerate(sizes)]
    else:
        values, lying = list(found.values), list(sizes)
    said = [fact("xor.proof.end")]
    said.append(_away(found, lying, values))
    said += _back(found, lying)
    if total:
        said.append(fact("xor.proof.won", heaps=dashed(sizes), total=short(total)))
    else:
        said.append(fact("xor.proof.lost", heaps=dashed(sizes)))
    return Text("xor.proof", tuple(said))


def _away(found: Heaps, lying: Sequence[int], values: Sequence[int]) -> Fact:
    """Every move from an xor of 0 leads to another xor, with an example."""
    step = _example(found, lying)
    if step is None:
        return fact("xor.proof.away_bare", heaps=dashed(lying))
    heap, left = step
    value = found.worth(left)
    return fact(
        "xor.proof.away",
        heaps=dashed(lying),
        left=short(left),
        size=short(lying[heap]),
        heap=letter(heap),
        value=short(values[heap]),
        after=short(value),
        xor=short(values[heap] ^ value),
    )


def _back(found: Heaps, lying: Sequence[int]) -> tuple[Fact, Fact]:
    """From another xor a move leads to 0, shown in the position, or in the one after the example of :func:`_away`."""
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
    column = fact(
        "xor.proof.back",
        total=short(total),
        heaps=dashed(now.sizes),
        top=short(top),
        heap=letter(heap),
        value=short(now.values[heap]),
    )
    back = fact(
        "xor.proof.less",
        value=short(now.values[heap]),
        total=short(total),
        after=short(value),
        left=short(left),
        heap=letter(heap),
        zero=total ^ now.values[heap] ^ value,
    )
    return column, back


def _example(found: Heaps, lying: Sequence[int]) -> tuple[int, int] | None:
    """An example of a move: the highest heap, and the size that the least number leaves."""
    heap = max(range(len(lying)), key=lying.__getitem__)
    least = 1 if isinstance(found.game, Nim) else found.game.numbers[0]
    return (heap, lying[heap] - least) if lying[heap] >= least else None

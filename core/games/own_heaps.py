"""Games of one's own of taking from heaps: see :mod:`core.own.heaps` for what a file says.

State: the heaps, then the player to move. A split leaves its smaller part where the heap was, and the other behind the last
heap, so that heaps keep their names. With H the highest heap, T numbers that may be taken and t the place of one among these::

    move = heap * span + (t * (H + 1) + a) * (H + 1) + b       span = T * (H + 1)^2

where a and b, a not above b, are what a split leaves, and both 0 where nothing is split. Written ``A3``, ``A3:2+4``; heaps from
the 27th on have numbers: ``27:3``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import compress

from core.errors import BadNotation, quoted
from core.game import Family, Game, Move, State
from core.kinds.drafts import Draft, DraftPart, Numbers, last_word
from core.kinds.goals import last_move
from core.kinds.heaps import PLAYERS, GrundyGame, Take, joined, letter, read_numbers, unsigned
from core.kinds.octal import TWO, split_values, unsplit
from core.kinds.solved import winner
from core.own import find
from core.own.definition import Definition
from core.own.game import OwnGame
from core.own.heaps import digits
from core.phrase import Phrase, phrase

_LETTERS = 26


class OwnHeaps(OwnGame, GrundyGame):
    """Who cannot move loses, or wins in misere play."""

    finite = True

    def __init__(self, definition: Definition) -> None:
        values = definition.values
        self.sizes = tuple(values["heaps"])
        self.misere = bool(values.get("misere"))
        self.goal = last_move(self.misere)
        self.digits = digits(values)
        self._takes = sorted(self.digits)
        self._base = max(self.sizes) + 1
        self.span = len(self._takes) * self._base**2
        self._codes = [(t * self._base**2, taken, self.digits[taken]) for t, taken in enumerate(self._takes)]
        """Of each number that may be taken the move that takes it from heap 0 and splits nothing, the number and its digit."""
        # Every split takes some, and needs two to leave.
        splitting = [taken for taken, digit in self.digits.items() if digit & TWO]
        splits = sum((size - 1) // (min(splitting) + 1) for size in self.sizes) if splitting else 0
        self.groups = tuple((heap,) for heap in range(len(self.sizes) + splits))
        self.move_count = len(self.groups) * self.span
        self.define(definition, phrase("heaps: {heaps}", heaps=", ".join(map(str, self.sizes))))
        self.known = winner(self)

    def said(self) -> Phrase:
        """The rules in short."""
        values = self.definition.values
        if "take" in values:
            said = phrase("Take {numbers} from a heap.", numbers=", ".join(map(str, values["take"])))
        else:
            said = phrase("Take from a heap as the octal code {code} allows.", code=values["octal"])
        if self.misere:
            return phrase("{rules} A player who cannot move wins.", rules=said)
        return phrase("{rules} A player who cannot move loses.", rules=said)

    def counts(self) -> Mapping[str, int]:
        return {"heaps": len(self.sizes)}

    # The theory.

    def winning_moves(self, s: State) -> Sequence[Move]:
        total, values, found = self.grundy(s), self._values, list[Move]()
        assert total is not None
        for heap, size in enumerate(s[:-1]):
            wanted = total ^ values[size]
            for offset, taken, digit in self._codes:
                first, left = heap * self.span + offset, size - taken
                if unsplit(digit, taken, left) and values[left] == wanted:
                    found.append(first)
                if digit & TWO and left > 1:
                    # There may be a million splits, so that no line of Python runs for each.
                    sums = map(wanted.__eq__, split_values(values, left))
                    found.extend(compress(_split_moves(self._base, first, left), sums))
        return found

    @cached_property
    def _values(self) -> Sequence[int]:
        """The Grundy values of all heaps, 0 where they are not known."""
        return [self.nim_values.of(size) or 0 for size in range(self._base)]

    # The rules.

    def start(self) -> State:
        return (*self.sizes, 0)

    def heaps(self, s: State) -> Sequence[int]:
        return s[:-1]

    def places(self, s: State) -> Sequence[int]:
        return [max(size, first) for size, first in zip(s[:-1], self.sizes, strict=False)] + list(
            s[len(self.sizes) : -1]
        )

    def label(self, heap: int) -> str:
        return letter(heap) if heap < _LETTERS else str(heap + 1)

    def letters(self, group: int) -> str:
        return letter(group) if group < _LETTERS else f"{group + 1}:"

    def choices(self, s: State, group: int) -> Sequence[Move]:
        if group >= len(s) - 1:
            return ()
        parts: list[Sequence[Move]] = []
        for offset, taken, digit in self._codes:
            first, left = group * self.span + offset, s[group] - taken
            if left < 0:
                break
            if unsplit(digit, taken, left):
                parts.append((first,))
            if digit & TWO and left > 1:
                parts.append(_split_moves(self._base, first, left))
        return joined(parts)

    def moves(self, s: State) -> Sequence[Move]:
        stuck = self._stuck
        return joined([self.choices(s, heap) for heap, size in enumerate(s[:-1]) if size not in stuck])

    def _parts(self, m: Move) -> tuple[int, int, int, int]:
        """Heap, how many are taken, and what a split leaves."""
        heap, choice = divmod(m, self.span)
        t, parts = divmod(choice, self._base**2)
        return (heap, self._takes[t], *divmod(parts, self._base))

    def play(self, s: State, m: Move) -> State:
        heap, taken, a, b = self._parts(m)
        left = list(s[:-1])
        left[heap] = a or left[heap] - taken
        if a:
            left.append(b)
        return (*left, 1 - s[-1])

    def value(self, s: State) -> int | None:
        if not self._stuck.issuperset(s[:-1]):
            return None
        return 1 if self.misere else -1

    @cached_property
    def _stuck(self) -> frozenset[int]:
        """The sizes of heaps from which nothing can be taken."""
        return frozenset(
            size
            for size in range(self._base)
            if not any(
                unsplit(digit, taken, size - taken) or (digit & TWO and size - taken > 1)
                for _offset, taken, digit in self._codes
            )
        )

    def taken(self, s: State, m: Move) -> Sequence[Take]:
        heap, taken, a, _b = self._parts(m)
        return (Take(heap, a or s[heap] - taken, taken),)

    # Notation.

    def format_move(self, s: State, m: Move) -> str:
        heap, taken, a, b = self._parts(m)
        return f"{self.letters(heap)}{taken}" + (f":{a}+{b}" if a else "")

    def parse_move(self, s: State, text: str) -> Move:
        found = re.fullmatch(
            r"(?:([a-z])|([0-9]{1,6}):)?([0-9]{1,5})(?::([0-9]{1,5})\+([0-9]{1,5}))?", text.strip().lower()
        )
        if found and (found[1] or found[2] or len(s) == 2):
            heap = ord(found[1]) - ord("a") if found[1] else int(found[2] or 1) - 1
            taken, a, b = int(found[3]), *sorted((int(found[4] or 0), int(found[5] or 0)))
            if 0 <= heap < len(self.groups) and taken in self.digits and b < self._base and (a > 0) == bool(found[4]):
                return heap * self.span + (self._takes.index(taken) * self._base + a) * self._base + b
        raise BadNotation(
            "{text} is not a move; type a heap and how many to take from it, {numbers}, and if that splits the heap, "
            "what it leaves, as in {moves}.",
            text=quoted(text),
            numbers=", ".join(map(str, self._takes[:12])),
            moves=self.examples(s),
        )

    def refusal(self, s: State, m: Move) -> str:
        heap, taken, a, b = self._parts(m)
        if heap >= len(s) - 1:
            return "{move} takes from a heap that does not exist; choose another."
        if a and a + b + taken != s[heap]:
            return "{move} does not add up: what is taken and what is left must make the whole heap."
        if taken > s[heap]:
            return "{move} takes more than there is; take fewer, or from another heap."
        return (
            "{move} leaves what the rules of this game do not allow; take another number, or split the heap "
            "differently."
        )

    def draft(self, text: str) -> Draft:
        body, _, _ = text.rpartition(" ")
        most = max(self.sizes)
        heaps = [
            DraftPart(number, Numbers(most), heap, 0, "-" if heap else "")
            for heap, number in enumerate(body.split("-"))
        ]
        return (*heaps, *last_word(text[len(body) :], PLAYERS))

    def parse_state(self, text: str) -> State:
        body, turn = unsigned(text)
        heaps = read_numbers(body, "-")
        few = len(self.sizes) <= len(heaps) <= len(self.groups)
        if not few or max(heaps) >= self._base or sum(heaps) > sum(self.sizes):
            raise self.no_position(text)
        return (*heaps, turn)


def _split_moves(base: int, first: Move, left: int) -> range:
    """The moves that take as ``first`` does and split what is left: first + a * base + (left - a), a from 1 to left // 2."""
    step = base - 1
    return range(first + left + step, first + left + step + left // 2 * step, step)


def _make(numbers: str | None, options: frozenset[str]) -> Game:
    return OwnHeaps(find(f"own-heaps:{numbers or ''}"))


OWN_HEAPS = Family("own-heaps", "own-heaps:NAME", (), _make)

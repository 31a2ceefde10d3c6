"""What games of taking from heaps have in common.

The sticks of a heap stand in a row, place 0 first. A state holds what the heaps hold and at its end the player to move::

       A  | | |              text: 3-4-5 1st
       B  | | | |
       C  | | | | |

Moves come in groups, one for each set of heaps that a single move may take from: move = group * span + choice, so the legal
moves of a group are a range and need never be listed, however high the heap.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, reduce
from itertools import accumulate, chain, permutations
from operator import xor
from typing import NamedTuple, overload

from core.errors import BadNotation, quoted
from core.game import Ending, Move, Player, Reason, State, Symmetry
from core.kinds.drafts import Draft, DraftPart, DrawnGame, Numbers, last_word
from core.kinds.octal import Digits, NimValues
from core.kinds.solved import SolvedGame

MAX_STICKS = 1_000_000
"""Maximum number of sticks in a heap."""
MAX_HEAPS = 26
"""One letter a heap."""
FEW_MOVES = 1000
"""Up to this many moves are listed one by one."""
_FEW_HEAPS = 4
"""Up to this many heaps their orders count as symmetries."""

PLAYERS = ("1st", "2nd")


class Concatenation(Sequence[int]):
    """Ascending sequences one after the other, not copied."""

    def __init__(self, parts: Sequence[Sequence[int]]) -> None:
        self._parts = parts
        self._ends = list(accumulate(map(len, parts)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __contains__(self, item: object) -> bool:
        return any(item in part for part in self._parts)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = range(len(self))[index]
        part = bisect_right(self._ends, i)
        return self._parts[part][i - (self._ends[part - 1] if part else 0)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Concatenation) and self._parts == other._parts

    def __hash__(self) -> int:
        return hash(tuple(self._ends))


class Take(NamedTuple):
    """Sticks that a move takes: so many of one heap, from place ``first`` on."""

    heap: int
    first: int
    number: int


class HeapGame(DrawnGame):
    """Who takes the last wins, or loses in misere play: precisely, who cannot move has lost, or won.

    ``sizes`` are the heaps at the start, ``groups`` the sets of heaps that one move takes from, ``span`` the most choices in a
    group. ``numbered``: a stick is called by its place, and what is taken leaves a gap. ``digits`` are the octal code of the
    game up to its highest heap; None where a move depends on more than one heap.
    """

    players = PLAYERS
    sizes: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    span: int
    misere: bool = False
    numbered: bool = False
    digits: Digits | None = None

    @abstractmethod
    def choices(self, s: State, group: int) -> Sequence[Move]:
        """The legal moves of a group, ascending."""

    @abstractmethod
    def taken(self, s: State, m: Move) -> Sequence[Take]:
        """What move m takes, heap by heap."""

    def heaps(self, s: State) -> Sequence[int]:
        """How many sticks every heap holds."""
        return s[: len(self.sizes)]

    def standing(self, s: State, heap: int) -> Sequence[int]:
        """The places of a heap at which sticks stand."""
        return range(s[heap])

    def places(self, s: State) -> Sequence[int]:
        """How many places every heap has on a board: as many as at the start, so that nothing moves while heaps shrink."""
        return self.sizes

    def label(self, heap: int) -> str:
        """The name of a heap where it stands alone."""
        return letter(heap)

    def letters(self, group: int) -> str:
        """The letters of a group's heaps."""
        return "".join(letter(heap) for heap in self.groups[group])

    def examples(self, s: State) -> str:
        """The first and the last legal move, or those of the start if s is over, with a comma between."""
        moves = self.moves(s) or self.moves(self.start())
        return ", ".join(dict.fromkeys(self.format_move(s, move) for move in (moves[0], moves[-1])))

    def turn(self, s: State) -> Player:
        return 1 if s[-1] else 0

    def moves(self, s: State) -> Sequence[Move]:
        return joined([self.choices(s, group) for group in range(len(self.groups))])

    def value(self, s: State) -> int | None:
        if any(self.choices(s, group) for group in range(len(self.groups))):
            return None
        return 1 if self.misere else -1

    def ending(self, s: State) -> Ending:
        return Ending(Reason.LAST)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity; a game may know more."""
        every = range(self.move_count)
        return (Symmetry(tuple(every) if len(every) <= FEW_MOVES else every, lambda s: s),)

    def format_move(self, s: State, m: Move) -> str:
        group, choice = divmod(m, self.span)
        return f"{self.letters(group)}{choice + 1}"

    def parse_move(self, s: State, text: str) -> Move:
        found = re.fullmatch(r"([a-z]*)([0-9]{1,7})", text.strip().lower())
        if found:
            names = [self.letters(group).lower() for group in range(len(self.groups))]
            name = found[1] or (names[0] if len(names) == 1 else "")
            if name in names and 1 <= int(found[2]) <= self.span:
                return names.index(name) * self.span + int(found[2]) - 1
        raise BadNotation(
            "{text} is not a move; type a heap and how many to take from it, as in {moves}.",
            text=quoted(text),
            moves=self.examples(s),
        )

    def refusal(self, s: State, m: Move) -> str:
        return "{move} takes more than there is; take fewer, or from another heap."

    def draft(self, text: str) -> Draft:
        body, _, _ = text.rpartition(" ")
        heaps = [
            DraftPart(number, Numbers(size), heap, 0, "-" if heap else "")
            for heap, (number, size) in enumerate(zip(body.split("-"), self.sizes, strict=True))
        ]
        return (*heaps, *last_word(text[len(body) :], PLAYERS))

    def format_state(self, s: State) -> str:
        return signed("-".join(map(str, self.heaps(s))), self.turn(s))

    def no_position(self, text: str) -> BadNotation:
        """The error for a text that names no heaps of this game."""
        return BadNotation(
            "{text} is not a position of this game; write the heaps, none higher than at the start, and the player to "
            "move, as in {start}.",
            text=quoted(text),
            start=self.format_state(self.start()),
        )

    def parse_state(self, text: str) -> State:
        body, turn = unsigned(text)
        heaps = read_numbers(body, "-")
        if len(heaps) != len(self.sizes) or any(heap > size for heap, size in zip(heaps, self.sizes, strict=True)):
            raise self.no_position(text)
        return (*heaps, turn)


class GrundyGame(HeapGame, SolvedGame):
    """A game by an octal code, whose heaps are worth a Grundy value each (Sprague 1935, Grundy 1939)."""

    method = "Grundy"
    digits: Digits

    @cached_property
    def nim_values(self) -> NimValues:
        """The Grundy values of single heaps."""
        return NimValues(self.digits)

    def runs(self, s: State) -> Sequence[int]:
        """The heaps that are independent of each other."""
        return s[:-1]

    def grundy(self, s: State) -> int | None:
        """The xor of the Grundy values; None in misere play, where they do not add up, or where one is not known."""
        values = [] if self.misere else [self.nim_values.of(size) for size in self.runs(s)]
        known = [value for value in values if value is not None]
        return None if self.misere or len(known) < len(values) else reduce(xor, known, 0)

    def wins(self, s: State) -> bool | None:
        value = self.grundy(s)
        return None if value is None else value != 0

    def kind(self, s: State) -> State:
        return tuple(sorted([size for size in self.runs(s) if size]))


class HeapwiseGame(HeapGame):
    """Every move takes from one heap, and heaps may stand in any order. State: the heaps, then the player to move."""

    def __init__(self, sizes: tuple[int, ...], span: int) -> None:
        self.sizes = sizes
        self.groups = tuple((heap,) for heap in range(len(sizes)))
        self.span = span
        self.move_count = len(sizes) * span
        self._sortable = len(sizes) <= _FEW_HEAPS and self.move_count <= FEW_MOVES

    def start(self) -> State:
        return (*self.sizes, 0)

    def play(self, s: State, m: Move) -> State:
        heap, choice = divmod(m, self.span)
        left = list(s)
        left[heap] -= choice + 1
        left[-1] ^= 1
        return tuple(left)

    def taken(self, s: State, m: Move) -> Sequence[Take]:
        heap, choice = divmod(m, self.span)
        return (Take(heap, s[heap] - choice - 1, choice + 1),)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All orders of the heaps, where they are few and low."""
        if not self._sortable:
            return super().symmetries
        return tuple(map(self._symmetry, permutations(range(len(self.sizes)))))

    def _symmetry(self, order: tuple[int, ...]) -> Symmetry:
        moves = [0] * self.move_count
        for heap, source in enumerate(order):
            for choice in range(self.span):
                moves[source * self.span + choice] = heap * self.span + choice
        return Symmetry(tuple(moves), lambda s: (*[s[source] for source in order], s[-1]))

    def canonical(self, s: State) -> State:
        return (*sorted(s[:-1]), s[-1]) if self._sortable else s

    def kind(self, s: State) -> State:
        return tuple(sorted([heap for heap in s[:-1] if heap]))


def joined(parts: Sequence[Sequence[Move]]) -> Sequence[Move]:
    """The moves of all parts; a list only of few, since there may be millions."""
    return Concatenation(parts) if sum(map(len, parts)) > FEW_MOVES else list(chain.from_iterable(parts))


def letter(heap: int) -> str:
    """The name of a heap."""
    return chr(ord("A") + heap)


def signed(body: str, turn: Player) -> str:
    """A position's text with the player to move at its end."""
    return f"{body} {PLAYERS[turn]}"


def unsigned(text: str) -> tuple[str, Player]:
    """The inverse of :func:`signed`, also where the player is named by the number alone or as another language has it, as 2.º;
    nobody named: the first player."""
    body, _, name = text.strip().lower().rpartition(" ")
    if body and re.fullmatch("[12][^0-9]*", name):
        return body.strip(), 1 if name[0] == "2" else 0
    return text.strip().lower(), 0


def read_numbers(text: str, separator: str, most: int = MAX_STICKS) -> tuple[int, ...]:
    """Numbers of 0 to ``most`` with a separator between; none when the text is anything else."""
    words = text.split(separator)
    if any(not re.fullmatch("[0-9]{1,7}", word) or int(word) > most for word in words):
        return ()
    return tuple(map(int, words))


def read_sizes(text: str | None, most: int = MAX_STICKS) -> tuple[int, ...]:
    """The heaps that an id gives, each of 1 to ``most``; none when they are too many or anything else."""
    sizes = read_numbers(text or "", ",", most)
    return sizes if min(sizes, default=0) > 0 and len(sizes) <= MAX_HEAPS else ()

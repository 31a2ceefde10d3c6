"""The rules of a game: integers inside, nothing checked, values for the player to move.

A game is stateless: one instance serves every match, every search and every process. The checked side, for everyone
outside a search, is :mod:`core.position`.

====================================================  ====================================================================
every game gives
``id``, ``name``, ``rules``, ``goal``                 what it is called, and its rules in short
``start``, ``turn``, ``moves``, ``play``              the positions that come up
``value``, ``ending``                                 when it is over, who wins and why
``move_count``, ``refusal``                           how many numbers its moves need, and why one is not legal
``format_move``, ``parse_move``                       the notation of moves
``format_state``, ``parse_state``                     the text of positions
----------------------------------------------------  --------------------------------------------------------------------
it may give                                           without it
``known``                                             nobody knows what best play leads to
``players``                                           X and O
``finite``                                            it may go on for ever
``vast``                                              its positions can be listed
``symmetries``, ``canonical``                         every position is its own class
``kind``                                              positions are alike if a symmetry makes them so
``passed``                                            nobody asks what the other side threatens
``lacking``                                           a win is not a set of moves to be made
``known_as``                                          positions have no names
``digit_moves``                                       no digit plays at once
``content``                                           every hall knows its rules
``face``                                              it is drawn by the board of its family
----------------------------------------------------  --------------------------------------------------------------------
it may be                                             and then gives
:class:`core.kinds.drafts.DrawnGame`                  positions that are set up place by place
a class of :mod:`core.kinds.faces`, or a heap game    all that a board draws; every game of the hall is one
:class:`core.kinds.lasting.LastingGame`               what a symmetry of cells keeps, where marks stay
:class:`core.kinds.solved.SolvedGame`                 the value of a position by a theory
:class:`core.own.game.OwnGame`                        a definition from a file
----------------------------------------------------  --------------------------------------------------------------------
its row in :mod:`core.kits` names                     guesses, words, engines, levels, strategies, proofs and exercises
====================================================  ====================================================================
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from core.known import Known
from core.phrase import Phrase

Move: TypeAlias = int
"""0 <= move < game.move_count."""
State: TypeAlias = tuple[int, ...]
"""A whole position: hashable, immutable, its own table key."""
Player: TypeAlias = Literal[0, 1]
"""0 moves first."""


class Reason(Enum):
    """Why a game is over."""

    LINE = "line"
    FULL = "full"
    COUNT = "count"
    STUCK = "stuck"
    LAST = "last"
    REPETITION = "repetition"
    RESIGNED = "resigned"
    AGREED = "agreed"
    TIME = "time"
    ABANDONED = "abandoned"


class Remark(Enum):
    """What is kept of a move beside the move: ``CUT``, that the time for a move ended the search, so that another machine may
    have found another; ``FORCED``, that it was drawn for a player whose time had run out."""

    CUT = "cut"
    FORCED = "forced"


class Ending(NamedTuple):
    """How the rules ended a game: the reason, and the cells that show it (a winning line), ascending."""

    reason: Reason
    cells: tuple[int, ...] = ()


class Symmetry(NamedTuple):
    """A one-to-one map of a game onto itself: ``moves[m]`` is the image of move m, ``image(s)`` that of state s."""

    moves: Sequence[Move]
    image: Callable[[State], State]


class Game(ABC):
    """The rules of one game.

    ``id`` is the text that :func:`core.games.get` takes; ``name`` without a capital; ``rules`` in short;
    ``goal`` what decides it, in at most five words, as ``three in a row wins``; ``known`` what best
    play leads to, None where nobody knows; ``finite`` whether it ends however it is played: the class that says so has a rank
    that every move lowers, and what descends from it says so for itself. ``vast``: whether it has too many positions for them
    to be listed. ``content`` is the text from which a game of one's own is made, and which travels with it (:mod:`core.own`),
    None for the games that every hall knows; ``face`` the board that draws it, empty where that is the one of its family.
    """

    id: str
    name: Phrase
    rules: Phrase
    goal: Phrase
    known: Known | None = None
    players: tuple[str, str] = ("X", "O")
    move_count: int
    finite: bool = False
    vast: bool = False
    content: str | None = None
    face: str = ""

    def __init_subclass__(cls) -> None:
        """Take back what another class has said of itself: a rule more, and marks go away again."""
        super().__init_subclass__()
        cls.finite = vars(cls).get("finite", False)

    def __eq__(self, other: object) -> bool:
        """Games are equal when their ids are: the id says all there is to know."""
        return isinstance(other, Game) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All maps known to keep the rules, the identity first. Fewer than there are is sound."""
        return (Symmetry(tuple(range(self.move_count)), lambda s: s),)

    @abstractmethod
    def start(self) -> State:
        """The position before the first move."""

    @abstractmethod
    def turn(self, s: State) -> Player:
        """Who moves; for a finished position, who would."""

    @abstractmethod
    def moves(self, s: State) -> Sequence[Move]:
        """The legal moves, ascending; s is not over."""

    @abstractmethod
    def play(self, s: State, m: Move) -> State:
        """The position after the legal move m."""

    @abstractmethod
    def value(self, s: State) -> int | None:
        """-1, 0 or +1 for the player to move when the game is over, else None."""

    @abstractmethod
    def ending(self, s: State) -> Ending:
        """Why the finished position s is over."""

    def canonical(self, s: State) -> State:
        """The least of all images of s: the same for every position of a class."""
        return min([symmetry.image(s) for symmetry in self.symmetries])

    def kind(self, s: State) -> State:
        """The same for positions after which as much can happen: best play gives the player to move as much, as soon."""
        return self.canonical(s)

    def passed(self, s: State) -> State | None:
        """The unfinished position s with the other player to move, as it would be if one could pass: what that player
        threatens is best play from there. It counts no further move, so each player stands in it for the other, and passing
        again gives s. None where no such position is one of the game."""
        return None

    def lacking(self, s: State, player: Player) -> Sequence[int] | None:
        """What the player lacks to win, as sets of moves, a bit each: who makes all moves of one of them has won, and until
        then the other does not lose. Either can make any of them at their turn; a move made stays made, and neither can make
        it again. None where the game is won or lost in other ways too."""
        return None

    def known_as(self, s: State) -> Phrase | None:
        """What the board of a position is called in a document about the game, such as its number there; None: nothing."""
        return None

    @abstractmethod
    def format_move(self, s: State, m: Move) -> str:
        """The notation of move m in position s."""

    @abstractmethod
    def parse_move(self, s: State, text: str) -> Move:
        """The move that the text names, legal or not.

        Raises BadNotation, naming what was expected.
        """

    @property
    def digit_moves(self) -> Mapping[str, Move]:
        """The moves that one digit names, where every move is a place and there are nine at most: from the left, row by row
        from the top. Empty where a digit begins a longer name, or none."""
        return {}

    @abstractmethod
    def format_state(self, s: State) -> str:
        """The position as one line of text."""

    @abstractmethod
    def parse_state(self, text: str) -> State:
        """The inverse of :meth:`format_state`.

        Raises BadNotation, naming what was expected; also for positions that no game can reach by their counts.
        """

    @abstractmethod
    def refusal(self, s: State, m: Move) -> str:
        """Why move m is not legal in s: one English template with the field {move}."""


class Family(NamedTuple):
    """How ids of a family of games are read, and under which heading (``kind``) the hall lists them.

    ``make(numbers, options)`` builds a game; ``numbers`` is the text after the colon or None. It raises UnknownGame.
    """

    id: str
    kind: str
    form: str
    options: tuple[str, ...]
    make: Callable[[str | None, frozenset[str]], Game]

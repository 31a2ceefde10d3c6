"""The rules of a game: unchecked integers, with values for the player to move.

A game is stateless: one instance serves every match and every search. Code outside a search uses the checked values of
:mod:`core.position`.

====================================================  ====================================================================
every game gives
``id``, ``name``, ``rules``, ``goal``                 its id, name, rules in short, and goal
``start``, ``turn``, ``moves``, ``play``              its positions and moves
``value``, ``ending``                                 its end, the winner and the reason
``move_count``, ``refusal``                           the number of moves, and why a move is illegal
``format_move``, ``parse_move``                       the notation of moves
``format_state``, ``parse_state``                     the text of positions
----------------------------------------------------  --------------------------------------------------------------------
it may give                                           without it
``known``                                             the result of best play is unknown
``players``                                           X and O
``finite``                                            it may never end
``vast``                                              its positions can be listed
``symmetries``, ``canonical``                         every position is its own class
``kind``                                              positions are equal only by symmetry
``passed``                                            threats of the other side are not shown
``lacking``                                           a win is not a set of moves
``known_as``                                          positions have no names
``digit_moves``                                       no single digit plays a move
``content``                                           it is a built-in game
``face``                                              it is drawn by the board of its family
----------------------------------------------------  --------------------------------------------------------------------
it may be                                             and then gives
:class:`core.kinds.drafts.DrawnGame`                  positions that can be edited place by place
a class of :mod:`core.kinds.faces`, or a heap game    what its board draws; every listed game is one
:class:`core.kinds.lasting.LastingGame`               the structure that symmetries of cells preserve, if marks stay
:class:`core.kinds.solved.SolvedGame`                 exact values of positions by theory
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
"""A move: 0 <= move < game.move_count."""
State: TypeAlias = tuple[int, ...]
"""A whole position: hashable, immutable, its own table key."""
Player: TypeAlias = Literal[0, 1]
"""A player: 0 moves first, 1 second."""
PLAYERS: tuple[Player, Player] = (0, 1)


class Reason(Enum):
    """The reason why a game is over."""

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
    """A remark stored with a move. ``CUT``: the time limit ended the search, so another machine may find another move.
    ``FORCED``: the move was drawn at random for a player whose time had run out."""

    CUT = "cut"
    FORCED = "forced"


class Ending(NamedTuple):
    """The end of a game by its rules. ``cells`` show the reason, such as a winning line, and are ascending."""

    reason: Reason
    cells: tuple[int, ...] = ()


class Symmetry(NamedTuple):
    """A bijection that preserves the rules. ``moves[m]`` is the image of move m, ``image(s)`` that of state s."""

    moves: Sequence[Move]
    image: Callable[[State], State]


class Game(ABC):
    """The rules of one game."""

    id: str
    """The text that :func:`core.games.get` takes."""
    name: Phrase
    """The name, without a capital."""
    rules: Phrase
    """The rules in a short text."""
    goal: Phrase
    """The winning condition in at most five words, such as ``three in a row wins``."""
    known: Known | None = None
    """The result of best play. None if unknown."""
    players: tuple[str, str] = ("X", "O")
    """The marks or names of the first and the second player."""
    move_count: int
    """Number of moves; every move is below it."""
    finite: bool = False
    """Whether every game ends. A class that sets it has a rank that every move lowers, and its subclasses must set it
    for themselves."""
    vast: bool = False
    """Whether there are too many positions to list."""
    content: str | None = None
    """The text of a user-defined game, which travels with it (:mod:`core.own`). None for the built-in games."""
    face: str = ""
    """The board that draws the game, empty for the board of its family."""

    def __init_subclass__(cls) -> None:
        """Reset ``finite``: a subclass may add moves that undo others."""
        super().__init_subclass__()
        cls.finite = vars(cls).get("finite", False)

    def __eq__(self, other: object) -> bool:
        """Games are equal if their ids are. The id determines the rules."""
        return isinstance(other, Game) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The known symmetries, the identity first. A subset of all symmetries is sound."""
        return (Symmetry(tuple(range(self.move_count)), lambda s: s),)

    @abstractmethod
    def start(self) -> State:
        """The position before the first move."""

    @abstractmethod
    def turn(self, s: State) -> Player:
        """The side to move. For a finished position, the side that would move next."""

    @abstractmethod
    def moves(self, s: State) -> Sequence[Move]:
        """The legal moves, ascending. s is not over."""

    @abstractmethod
    def play(self, s: State, m: Move) -> State:
        """The position after the legal move m."""

    @abstractmethod
    def value(self, s: State) -> int | None:
        """-1, 0 or +1 for the player to move. None if the game is not over."""

    @abstractmethod
    def ending(self, s: State) -> Ending:
        """The reason why the finished position s is over."""

    def canonical(self, s: State) -> State:
        """The least image of s by symmetry, which represents its class."""
        return min([symmetry.image(s) for symmetry in self.symmetries])

    def kind(self, s: State) -> State:
        """The representative of positions with equal value and distance. By default these are the symmetric ones."""
        return self.canonical(s)

    def passed(self, s: State) -> State | None:
        """The unfinished position s after a pass. Best play from it shows the opponent's threats. It counts no further
        move, so it exchanges the players, and passing again gives s. None if the game has no such position."""
        return None

    def lacking(self, s: State, player: Player) -> Sequence[int] | None:
        """The sets of moves that complete a win, as bit sets. The player wins by making all moves of one set. Either
        player can make any of these moves on their turn; a move is never undone and never made twice. None if the game
        can be won or lost in other ways too."""
        return None

    def known_as(self, s: State) -> Phrase | None:
        """The position's name in documents about the game, such as its number. None if it has no name."""
        return None

    @abstractmethod
    def format_move(self, s: State, m: Move) -> str:
        """The notation of move m in position s."""

    @abstractmethod
    def parse_move(self, s: State, text: str) -> Move:
        """The move of a text, legal or not.

        Raises BadNotation, naming what was expected.
        """

    @property
    def digit_moves(self) -> Mapping[str, Move]:
        """The moves by digit, if all moves are at most nine places. They are numbered from left to right and top to
        bottom. Empty if a digit begins a longer name, or names nothing."""
        return {}

    @abstractmethod
    def format_state(self, s: State) -> str:
        """The position as one line of text."""

    @abstractmethod
    def parse_state(self, text: str) -> State:
        """The inverse of :meth:`format_state`.

        Raises BadNotation, naming what was expected; also for positions whose piece counts no game can reach.
        """

    @abstractmethod
    def refusal(self, s: State, m: Move) -> str:
        """The reason why move m is illegal in s: an English template with the field {move}."""


class Family(NamedTuple):
    """A family of games, and the form of its ids.

    ``make(numbers, options)`` builds a game; ``numbers`` is the text after the colon or None. It raises UnknownGame.
    """

    id: str
    form: str
    options: tuple[str, ...]
    make: Callable[[str | None, frozenset[str]], Game]

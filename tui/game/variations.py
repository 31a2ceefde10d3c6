"""What a player looks at on the board while the game stays as it is: earlier plies, variations of their own, the line that
the panel expects, and what the other side threatens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from core.analysis import Analysis
from core.game import Move
from core.growing import Growing
from core.play.source import Snapshot, Source
from core.players.opponents import HUMAN
from core.position import Position
from tui.text.catalogue import _


class AsideKind(Enum):
    """Whose moves they are: the player's own, those that the panel expects, or those that the other side threatens."""

    VARIATION = "variation"
    LINE = "line"
    THREAT = "threat"


@dataclass(frozen=True)
class Aside:
    """A line that leaves the game after ``root`` moves. ``state`` is the game as it would be then, with people on both seats;
    ``planned`` are further moves, which a step forward makes."""

    kind: AsideKind
    root: int
    state: Snapshot
    planned: tuple[Move, ...] = ()

    def studied(self, at: int) -> Position:
        """The position that the panel looks at while the one after ``at`` moves is on the board: a threat is all one."""
        return self.state.match.positions[self.root if self.kind is AsideKind.THREAT else at]

    def played(self, move: Move) -> Aside:
        """The line with one move more."""
        position = self.state.match.position.play(move)
        state = _beside(self.state, self.state.match.moves.add(move), self.state.match.positions.add(position))
        return replace(self, state=state, planned=self.planned[1:])

    @property
    def shortened(self) -> Aside:
        """The line without its last move."""
        return replace(self, state=_beside(self.state, self.state.match.moves[:-1], self.state.match.positions[:-1]))


class Ply:
    """Which ply a screen shows, of the game or of a line beside it: the last one of the game, or one that somebody looks at."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._at: int | None = None
        self._before: tuple[Aside | None, int | None] = (None, None)
        self.aside: Aside | None = None
        """The line beside the game that is looked at."""

    @property
    def state(self) -> Snapshot:
        """The game, or what it would be along the line that is looked at."""
        return self.aside.state if self.aside else self._source.state

    @property
    def at(self) -> int:
        """How many moves led to the position shown."""
        return len(self.state.match.moves) if self._at is None else self._at

    @property
    def back(self) -> bool:
        """Whether somebody looks at something else than the game as it stands."""
        return self.aside is not None or self._at is not None

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.state.match.positions[self.at]

    @property
    def studied(self) -> Position:
        """The position that the panel looks at."""
        return self.aside.studied(self.at) if self.aside else self.position

    @property
    def last(self) -> Move | None:
        """The move that led there, None at the start."""
        return self.state.match.moves[self.at - 1] if self.at else None

    def look(self, ply: int) -> None:
        """Look at a ply, or at the nearest there is; what lies before a threat is the game's."""
        if self.aside and self.aside.kind is AsideKind.THREAT and ply < self.aside.root:
            self.leave()
        count = len(self.state.match.moves)
        self._at = max(0, ply) if ply < count else None

    def enter(self, aside: Aside) -> None:
        """Look at the end of a line beside the game."""
        if self.aside is None or self.aside.kind is not aside.kind:
            self._before = (self.aside, self._at)
        self.aside, self._at = aside, None

    def leave(self) -> None:
        """Look again at what was looked at before the line."""
        (self.aside, self._at), self._before = self._before, (None, None)

    def follow(self) -> None:
        """Show the last ply of the game, and each that comes."""
        self.aside = self._at = None


class Variations(Ply):
    """The lines beside a game that a player walks along. Those of their own are kept until they are dropped, or another game
    begins. What a method returns is to be said to the player, empty where the board says it."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.kept: list[Aside] = []
        """The variations, in the order in which they were begun."""

    @property
    def _end(self) -> bool:
        """Whether the last move of what is shown is on the board."""
        return self.at == len(self.state.match.moves)

    def explore(self, move: Move) -> None:
        """Make a move on the board alone: along what is looked at where it is the next move there, else in a variation."""
        old, shown = self.aside, self.state
        if shown.match.moves[self.at : self.at + 1] == (move,):
            self.look(self.at + 1)
        elif old in self.kept and self._end:
            self._replace(old, old.played(move))
        else:
            new = variation(shown, self.at, min(self.at, old.root) if old else self.at, move)
            self.kept.append(new)
            self.enter(new)

    def _replace(self, old: Aside, new: Aside) -> None:
        self.kept[self.kept.index(old)] = new
        self.enter(new)

    def next(self) -> str:
        """Look at the next variation, after the last one at the game again."""
        if not self.kept:
            return _there_is_none()
        following = self.kept.index(self.aside) + 1 if self.aside in self.kept else 0
        if following < len(self.kept):
            self.enter(self.kept[following])
        else:
            self.follow()
        return ""

    def drop(self) -> str:
        """Drop the variation that is looked at."""
        if not self.kept:
            return _there_is_none()
        if self.aside not in self.kept:
            return _("No variation is on the board; {key:variation} shows one.")
        self.kept.remove(self.aside)
        self.follow()
        return _("The variation has been deleted.")

    def shorten(self) -> str:
        """Take back the last move of the variation that is looked at."""
        shown = self.aside
        if shown not in self.kept:
            return _("{key:go_last} goes back to the game, where you can take moves back.")
        if len(shown.state.match.moves) == shown.root + 1:
            return self.drop()
        self._replace(shown, shown.shortened)
        return ""

    def expect(self, known: Analysis | None, move: Move | None) -> str:
        """Play on the board what an engine expects after a move, the best one if need be, or take it off the board."""
        if self.aside and self.aside.kind is AsideKind.LINE:
            self.leave()
            return ""
        if self.position.outcome:
            return _("The game is over here; there is no line to follow.")
        found = known and ((known.line(move) if move is not None else None) or known.best)
        if not found:
            return _("The engine has not answered yet; ask again in a moment.")
        self.enter(line(self.state, self.at, found.pv or (found.move,)))
        return ""

    def threaten(self) -> str:
        """Look at what the other side would do if it were to move, or no longer."""
        if self.threatened:
            self.leave()
            return ""
        found = threat(self.state, self.at)
        if found:
            self.enter(found)
            return ""
        if self.position.outcome:
            return _("The game is over here; there are no threats.")
        return _("Threats cannot be shown here: no position of this game has the other side to move.")

    @property
    def threatened(self) -> bool:
        """Whether a threat is looked at."""
        return self.aside is not None and self.aside.kind is AsideKind.THREAT

    @property
    def goes_on(self) -> bool:
        """Whether a step forward makes a move that an engine expects."""
        return self.aside is not None and self.aside.kind is not AsideKind.VARIATION and self._end

    def go_on(self, known: Analysis | None) -> str:
        """Make the next move of the line that is looked at; ``known`` says what a threat begins with."""
        shown = self.aside
        assert shown, "a line is looked at"
        planned = shown.planned
        if self.threatened and len(shown.state.match.moves) == shown.root:
            if known is None or known.best is None:
                return _("The engine has not answered yet; ask again in a moment.")
            planned = known.best.pv or (known.best.move,)
        if not planned:
            return _("The line ends here.")
        self.enter(going_on(shown, planned))
        return ""


def _there_is_none() -> str:
    return _("There is no variation yet: go back with {key:back} and make a move there.")


def variation(shown: Snapshot, at: int, root: int, move: Move) -> Aside:
    """The variation that a move begins after ``at`` moves of what is shown."""
    state = _beside(shown, shown.match.moves[:at], shown.match.positions[: at + 1])
    return Aside(AsideKind.VARIATION, root, state).played(move)


def line(shown: Snapshot, at: int, moves: tuple[Move, ...]) -> Aside:
    """The moves that an engine expects after ``at`` moves; the first is made."""
    state = _beside(shown, shown.match.moves[:at], shown.match.positions[: at + 1])
    return Aside(AsideKind.LINE, at, state, moves).played(moves[0])


def threat(shown: Snapshot, at: int) -> Aside | None:
    """The position after ``at`` moves with the other side to move, None where there is no such position."""
    passed = shown.match.positions[at].passed()
    if passed is None:
        return None
    return Aside(AsideKind.THREAT, at, _beside(shown, shown.match.moves[:at], shown.match.positions[:at].add(passed)))


def going_on(aside: Aside, planned: tuple[Move, ...]) -> Aside:
    """The line with the first of the planned moves made."""
    return replace(aside, planned=planned).played(planned[0])


def _beside(state: Snapshot, moves: Growing[Move], positions: Growing[Position]) -> Snapshot:
    match = replace(state.match.beside(moves, positions), players=(HUMAN, HUMAN))
    return replace(
        state,
        course=replace(state.course, match=match),
        next=None,
        thinking=None,
        saving=False,
        failed=False,
    )

"""What a session goes on from: a match within its series, and what of it is on its way to the disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from core.errors import CoreError
from core.game import Game, Move
from core.play.clock import Clock
from core.play.events import Event
from core.play.match import Match, Record
from core.play.seats import Setup, engine_to_move, person
from core.play.series import Series
from core.play.source import Snapshot, Ticket


@dataclass(frozen=True)
class Course:
    """A match within its series: ``before`` is the standing when it began, ``setup`` what holds for the next game; ``clock`` is
    the time left, None in a game without one; ``extra`` what else is kept of it and means nothing here; ``forfeit`` how a
    program has lost it by failing."""

    match: Match
    before: Series
    setup: Setup
    clock: Clock | None = None
    extra: str = ""
    forfeit: CoreError | None = None

    @classmethod
    def of_record(cls, record: Record, setup: Setup, random: Random) -> Course:
        """A game that was kept. Raises CoreError where its texts make none."""
        series = record.series or setup.series(random)
        return cls(Match.from_record(record), series, setup, record.clock, record.extra)

    @classmethod
    def new(cls, match: Match, before: Series, setup: Setup) -> Course:
        """A game that begins as it is set up."""
        match.allowed = setup.hints
        return cls(match, before, setup, Clock.full(setup.control) if setup.control else None)

    @property
    def series(self) -> Series:
        """The standing, with this game once it is over."""
        outcome = self.match.outcome
        return self.before.after(outcome) if outcome else self.before

    @property
    def record(self) -> Record:
        """What is kept."""
        clock = self.clock and replace(self.clock, running=None, since=0.0)
        return replace(self.match.record, series=self.before, extra=self.extra, clock=clock)

    @property
    def snapshot(self) -> Snapshot:
        """What is shown."""
        shown = Snapshot.of(self.match, self.setup, self.series, self.before.played + 1)
        return replace(shown, clock=self.clock)

    @property
    def planned(self) -> bool:
        """Whether the game belongs to a match of several."""
        return self.before.length > 1

    def swapped(self) -> tuple[Series, Setup]:
        """The standing and the set-up with the seats of this game exchanged; a planned match ends."""
        seats = (self.match.players[1], self.match.players[0])
        there = self.series if self.before.first == 1 else self.series.swapped()
        over = there.firsts[: len(there.results)]
        kept = Series(there.players) if there.length else replace(there, begins=None, firsts=over)
        return kept, replace(self.setup, seats=seats, length=0, begins=None)

    def following(self, random: Random) -> Series:
        """The standing before the next game: that of the match that goes on, else as it is set up; what was won and lost
        without a match in view stays."""
        series, fresh = self.series, self.setup.series(random)
        if series.length and series.results and not series.over:
            return series.drawing(random)
        if series.length or fresh.length or set(series.players) != set(fresh.players):
            return fresh
        same = series if series.players == fresh.players else series.swapped()
        over = same.firsts[: len(same.results)]
        return replace(fresh, results=same.results, firsts=over, earlier=same.earlier).drawing(random)

    def taken_back(self, waiting: bool) -> Match | None:
        """The match back to where the person is to move; while one is ``waiting`` for the engine, by the person's own move
        only. An end that the players made is taken back alone. None where nothing is there to take back."""
        match, count = self.match.copy(), len(self.match.moves)
        if not match.undo():
            return None
        if not waiting and len(match.moves) < count and person(match.players) is not None:
            while match.moves and engine_to_move(match):
                match.undo()
        return match

    def made_again(self) -> Match | None:
        """The match with what was undone made again, up to where the person is to move; None where nothing was."""
        match = self.match.copy()
        if not match.redo():
            return None
        if person(match.players) is not None:
            while match.undone and engine_to_move(match):
                match.redo()
        return match


def begun(game: Game, setup: Setup, moves: Iterable[Move], start: str | None, random: Random) -> Record:
    """A game that begins as it is set up, with some moves made already. Raises CoreError for moves that cannot be played."""
    series = setup.series(random)
    match = Match(game, series.seats, start)
    for move in moves:
        match.play(move)
    return Course.new(match, series, setup).record


@dataclass
class Pending:
    """A course on its way to the disk, what is told once it is there, and since when it is on its way."""

    course: Course
    told: tuple[Event, ...]
    since: float
    ticket: Ticket | None = None

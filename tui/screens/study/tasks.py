"""What a screen of exercises is fed with: tasks in their order, from a game that was played, from a shelf, or from a day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.analysis import Analysis
from core.game import Game, Move
from core.growing import Growing
from core.play.course import Course
from core.play.match import Match
from core.play.seats import Setup
from core.play.source import Snapshot
from core.players.opponents import HUMAN
from core.position import Position, play_all
from core.review.account import Answer
from core.store.rows import Tried
from core.study.study import StudyQuestion
from tui.drawing.canvas import Row, Span
from tui.screens.study.absent import Absence
from tui.text.catalogue import _, say
from tui.text.tried import FOUND, LATER, became

if TYPE_CHECKING:
    from tui.screens.base.port import HallPort

PEOPLE = (HUMAN, HUMAN)


def state_of(game: Game, moves: str = "") -> Snapshot:
    """A game after some moves in notation, as if people had made them."""
    made, positions = play_all(game, moves)[0], Growing([Position.start(game)])
    for move in made:
        positions = positions.add(positions[-1].play(move))
    match = Match(game, PEOPLE).beside(Growing(made), positions)  # which no repetition ends
    return Snapshot(Course(match, Setup(PEOPLE)))


class Task(Protocol):
    """A position in which a better move is to be found than any other, or than the one that was made."""

    @property
    def state(self) -> Snapshot:
        """The game in which it stands."""
        ...

    @property
    def ply(self) -> int:
        """After how many of its moves."""
        ...

    @property
    def label(self) -> Row:
        """The row of a list that tells it from the others."""
        ...

    @property
    def told(self) -> Sequence[str]:
        """What is to be done, in a sentence, and what is known beside it."""
        ...

    @property
    def better(self) -> Sequence[Move]:
        """The right moves that are known."""
        ...

    @property
    def analysis(self) -> Analysis | None:
        """What hints are taken from: what is known of the position."""
        ...

    def answer(self, move: Move, after: Analysis | None) -> Answer:
        """What there is to say of a move, ``after`` being what is known of the position that it leads to."""
        ...


class Listed(NamedTuple):
    """A list beside the board: its title with a note, its rows, and the number of the row that is kept in view."""

    title: str
    note: str
    rows: Sequence[Row]
    at: int


class Tasks:
    """Exercises in their order. A subclass says where they come from, what is known of their positions, and what is kept."""

    question: StudyQuestion | None = None
    """What asks for the same exercises as a table; None where there is no table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        """The game whose board stands there as long as no exercise is known."""
        self.all: Sequence[Task] = ()
        """Those that are known by now."""
        self.changed: Callable[[], None] = lambda: None
        """Is called once more is known."""

    @property
    def title(self) -> str:
        """What the header calls them."""
        raise NotImplementedError

    @property
    def absence(self) -> Absence:
        """What is told as long as there is none."""
        looked_for = _("Looking for the exercises ...")
        way_on = _("This may take some seconds; {key:leave} goes back.")
        return Absence(looked_for, self.described, way_on, looking=True)

    @property
    def described(self) -> str:
        """What the help says of them."""
        return ""

    @property
    def valued(self) -> Sequence[Game]:
        """The games of which they tell what moves are worth."""
        return (self.game,)

    @property
    def first(self) -> int:
        """The number, from 0, of the one to begin with: the first that was never solved."""
        return next((number for number in range(len(self.all)) if self.tried(number).solved is None), 0)

    @property
    def rule(self) -> str:
        """What holds for all of them; empty where their tasks say all."""
        return ""

    def counted(self, number: int) -> str:
        """What stands at the right of the header while the one with this number, from 0, is on the board."""
        return _("{number} of {count}").format(number=number + 1, count=len(self.all))

    def heading(self, number: int) -> str:
        """What one is called above its board."""
        return _("Exercise {number}").format(number=number + 1)

    def begin(self, hall: HallPort) -> None:
        """Have them found."""

    def renew(self) -> None:
        """Take up those that have become known since."""

    def known(self, position: Position) -> Analysis | None:
        """What is known of a position."""
        raise NotImplementedError

    def stand(self, number: int) -> None:
        """The board stands before an exercise: nothing more need be found out."""
        self.find(None)

    def find(self, position: Position | None) -> None:
        """Have it found out what a position is worth; None: nothing more."""
        raise NotImplementedError

    def tried(self, number: int) -> Tried:
        """What came of an exercise."""
        raise NotImplementedError

    def keep(self, number: int, *, wrong: bool = False, hint: bool = False) -> None:
        """Keep that a move was tried in it, or a hint given."""
        raise NotImplementedError

    def listed(self, at: int) -> Listed:
        """The exercises with what became of each; the one ``at`` a number is on the board."""
        rows: list[Row] = []
        for number, task in enumerate(self.all):
            sign, role, word = became(self.tried(number))
            row = [
                Span(" ▸" if number == at else "  ", "cursor"),
                Span(f"{sign} ", role),
                *(span._replace(role="selected") if number == at and not span.role else span for span in task.label),
                Span(f"  {say(word)}" if word else "", "dim"),
            ]
            rows.append([span._replace(action=f"screen.go_to({number})") for span in row])
        return Listed(_("Exercises"), self.score, rows, at)

    @property
    def score(self) -> str:
        """How many are solved."""
        done = [became(self.tried(number)) for number in range(len(self.all))]
        return _("{number} of {count} found").format(number=sum(map((FOUND, LATER).count, done)), count=len(done))

    @property
    def finished(self) -> str:
        """What is said after the last."""
        done = [became(self.tried(number)) for number in range(len(self.all))]
        return _("That was the last; found at once: {found} of {count}.").format(
            found=done.count(FOUND), count=len(done)
        )

    def beyond(self, step: int) -> Tasks | str:
        """The exercises after these, or before them, or why there are none."""
        if step < 0:
            return _("This is the first exercise.")
        return f"{self.finished} {_('{key:leave} goes back.')}"

    def leads_on(self, number: int) -> bool:
        """Whether exercises follow after the one with this number, from 0."""
        return number + 1 < len(self.all) or not isinstance(self.beyond(1), str)

    def asking(self, question: StudyQuestion, number: int | None = None) -> Tasks:
        """The exercises of another question, from the one with a number."""
        raise NotImplementedError

    def play(self, task: Task) -> str:
        """Play on from an exercise, as a new game; what is said where that cannot be."""
        raise NotImplementedError

    async def close(self) -> None:
        """Nobody looks at them any more."""

"""The mistakes of a game that is reviewed, as a screen of exercises is fed with them. The game stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.analysis import Analysis
from core.game import Move
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Account, Answer, Lookup
from core.store.rows import Tried
from tui.drawing.canvas import Row, Span
from tui.screens.base.game import play_on
from tui.screens.base.port import HallPort
from tui.screens.study.tasks import Task, Tasks
from tui.text import reviewed, words
from tui.text.catalogue import _


class Mistake:
    """The position before a move that was a mistake; ``account`` gives what is known of its game by now. ``mark`` is the
    mark of the move as long as the account has none."""

    def __init__(self, state: Snapshot, ply: int, account: Callable[[], Account], mark: str = "") -> None:
        self.state = state
        self.ply = ply
        self._account = account
        self._mark = mark

    @property
    def label(self) -> Row:
        """The move, and its mark."""
        told = self._account()
        move = f"{self.ply + 1} {reviewed.move_text(told, self.ply)}"
        return [Span(f"{move:<12} "), Span(f"{reviewed.glyph(told, self.ply) or self._mark:<2}", "lose")]

    @property
    def told(self) -> Sequence[str]:
        """What was played, and what it gave away."""
        told, ply = self._account(), self.ply
        scores = told.before(ply), told.after(ply)
        played = _("The game went {move}. Find a better move.").format(move=reviewed.move_text(told, ply))
        worth = [reviewed.worth(score, told.positions[ply]) for score in scores if score]
        return (played, f"{worth[0]}  ->  {worth[1]}") if len(worth) == len(scores) else (played,)

    @property
    def better(self) -> Sequence[Move]:
        """The moves that keep what was given away."""
        return self._account().better(self.ply)

    @property
    def analysis(self) -> Analysis | None:
        """What is known of the position."""
        return self._account().analyses[self.ply]

    def answer(self, move: Move, after: Analysis | None) -> Answer:
        """What there is to say of another move."""
        return self._account().answer(self.ply, move, after)


class Mistakes(Tasks):
    """The mistakes of the people at this board, of all where engines alone have played. ``account`` gives what is known of the
    game by now, ``known`` what is of any position; ``look_first`` has some found out before all else."""

    def __init__(
        self,
        state: Snapshot,
        account: Callable[[], Account],
        known: Lookup,
        look_first: Callable[[list[Position]], None],
    ) -> None:
        super().__init__(state.match.game)
        self._state = state
        self._account = account
        self._look_first = look_first
        self._known = known
        self._mistakes: list[Mistake] = []
        self._tried: dict[int, Tried] = {}
        """What came of each, by its number."""
        self.renew()

    def begin(self, hall: HallPort) -> None:
        """They are known."""
        self._hall = hall

    @property
    def title(self) -> str:
        """Of which game they are."""
        return f"{_('RETRY')}  {words.name(self.game)}"

    def renew(self) -> None:
        """Put those that have become known behind the others."""
        there = {mistake.ply for mistake in self._mistakes}
        new = [ply for ply in reviewed.own_mistakes(self._state, self._account()) if ply not in there]
        self.all = self._mistakes = [*self._mistakes, *(Mistake(self._state, ply, self._account) for ply in new)]

    def known(self, position: Position) -> Analysis | None:
        """What the review knows."""
        return self._known(position)

    def find(self, position: Position | None) -> None:
        """Have the review look at it first."""
        self._look_first([] if position is None else [position])

    def tried(self, number: int) -> Tried:
        """As long as the screen is open."""
        return self._tried.get(number, Tried())

    def keep(self, number: int, *, wrong: bool = False, hint: bool = False) -> None:
        """Note it."""
        self._tried[number] = self.tried(number).after(lambda: 0.0, wrong=wrong, hint=hint)

    def play(self, task: Task) -> str:
        """Play on from before the mistake."""
        play_on(self._hall, task.state, task.ply)
        return ""

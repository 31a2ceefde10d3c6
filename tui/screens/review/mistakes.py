"""The player's mistakes in all games that were reviewed, as a screen of exercises is fed with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.analysis import Analysis
from core.errors import CoreError
from core.games import get
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Account
from core.review.memory import REMEMBERED
from core.review.verdicts import MISTAKES
from core.store.rows import Practice, Tried
from core.store.store import Store
from tui.game.analyst import Analyst
from tui.game.reviewer import REVIEW_LIMIT
from tui.screens.base.game import play_on
from tui.screens.base.port import HallPort
from tui.screens.review.retry import Mistake
from tui.screens.study.absent import Absence
from tui.screens.study.exercise import ExerciseScreen
from tui.screens.study.practice import KeptPractice
from tui.screens.study.tasks import Task, Tasks
from tui.text.catalogue import _
from tui.text.reviewed import own_seats

MAX_GAMES, MAX_MISTAKES = 200, 60
"""Maximum numbers of games in which mistakes are looked for, and of games that have some."""


class Faults(NamedTuple):
    """A game with the plies, from 0, of mistakes in it, each with its mark, and what is known of their positions."""

    state: Snapshot
    marks: Sequence[tuple[int, str]]
    known: Sequence[Analysis]


def read(store: Store) -> tuple[list[Faults], Practice]:
    """The mistakes of people, those of the newest game first, and what came of earlier tries at them."""
    found: list[Faults] = []
    for kept in store.finished(limit=MAX_GAMES, watched=False):
        if len(found) < MAX_MISTAKES and set(kept.marks) & set(MISTAKES):
            try:
                state = Snapshot.of(kept.match)
            except CoreError:  # a later version can play it
                continue
            positions, own = state.match.positions, own_seats(state)
            marks = [
                (ply, mark) for ply, mark in enumerate(kept.marks) if mark in MISTAKES and positions[ply].turn in own
            ]
            if marks and state.match.start is None:  # tries are kept by the moves from the usual start
                known = store.found(positions[at] for ply, _mark in marks for at in (ply, ply + 1))
                found.append(Faults(state, marks, known))
    return found, store.practice()


class OwnMistakes(Tasks):
    """Looks for them in the store. What came of the tries is kept there."""

    def __init__(self) -> None:
        super().__init__(get("tictactoe"))
        self._accounts: list[Account] = []
        self._keys: Sequence[tuple[str, str]] = ()
        """For each mistake the game and the moves before it, by which the store keeps its tries."""
        self._wanted: list[Position] = []
        self._read = False

    @property
    def title(self) -> str:
        """Whose they are."""
        return _("YOUR MISTAKES")

    @property
    def absence(self) -> Absence:
        """That none is known, and that a review comes first."""
        if not self._read:
            return super().absence
        missing = _("You have no known mistakes yet.")
        way_on = _(
            "A review finds mistakes: {key:choose} goes to the games, and {key:review} there lists the finished ones."
        )
        return Absence(missing, self.described, way_on, verb=_("games"), go_on=self._hall.go_home)

    @property
    def described(self) -> str:
        """Which mistakes they are."""
        return _("The mistakes in all your reviewed games. Find a better move for each.")

    def begin(self, hall: HallPort) -> None:
        """Ask the store."""
        self._hall = hall
        self._kept = KeptPractice(hall, lambda study: None)
        interval, room = hall.surroundings.report_interval, REMEMBERED + 4 * MAX_MISTAKES
        self._analyst = Analyst(self._hear, self._fail, interval, hall.worker, room)
        hall.keeper.look(read, self._take, self._fail)

    def _take(self, found: tuple[list[Faults], Practice]) -> None:
        games, self._kept.known = found
        self.all, self._read = [task for faults in games for task in self._tasks(faults)], True
        self._keys = [
            (state.match.game.id, " ".join(state.match.names[:ply]))
            for state, marks, _known in games
            for ply, _mark in marks
        ]
        self.changed()

    def _tasks(self, faults: Faults) -> list[Mistake]:
        """The mistakes of a game, with what is known of it now and later."""
        for analysis in faults.known:
            self._analyst.learn(analysis)
        match = faults.state.match
        account = Account(match.positions, match.moves, match.outcome, self._analyst.known)
        self._accounts.append(account)
        return [Mistake(faults.state, ply, lambda: account, mark) for ply, mark in faults.marks]

    def _fail(self, error: CoreError) -> None:
        self._hall.warn(error)

    def _hear(self, analysis: Analysis) -> None:
        for account in self._accounts:
            account.hear(analysis.position)
            account.renew()
        if analysis.final:
            self._look()
        self.changed()

    def known(self, position: Position) -> Analysis | None:
        """What the store or the engine has found out."""
        return self._analyst.known(position)

    def stand(self, number: int) -> None:
        """Have the position before the mistake judged, unless the review has done that."""
        task = self.all[number]
        self._wanted = [task.state.match.positions[task.ply]]
        self._look()

    def find(self, position: Position | None) -> None:
        """Ask the engine, after what it is asked by now."""
        self._wanted = [] if position is None else [*self._wanted[:1], position]
        self._look()

    def _look(self) -> None:
        for position in self._wanted:
            known = self.known(position)
            if not (known and known.final):
                self._analyst.ask(position, REVIEW_LIMIT)
                return
        self._analyst.rest()

    def tried(self, number: int) -> Tried:
        """As the store has it."""
        return self._kept.known.get(self._keys[number], Tried())

    def keep(self, number: int, *, wrong: bool = False, hint: bool = False) -> None:
        """Write it to the store."""
        self._kept.keep(*self._keys[number], wrong=wrong, hint=hint)

    def play(self, task: Task) -> str:
        """Play on from before the mistake."""
        play_on(self._hall, task.state, task.ply)
        return ""

    async def close(self) -> None:
        """End the engine's process."""
        await self._analyst.close()


def mistakes_screen() -> ExerciseScreen:
    """The screen that is fed with them."""
    return ExerciseScreen(OwnMistakes())

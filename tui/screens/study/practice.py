"""What came of the exercises so far, as the store has it, beside the studies that tell of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from core.store.rows import Practice, Tried
from core.study import topic
from core.study.exercises.finding import Exercise
from core.study.study import Study

if TYPE_CHECKING:
    from core.store.store import Store
    from tui.screens.base.port import HallPort


class KeptPractice:
    """Knows it for what shows studies. ``hear`` takes a study again once more is known of what it tells."""

    def __init__(self, hall: HallPort, hear: Callable[[Study], None]) -> None:
        self._hall = hall
        self._hear = hear
        self._heard: Study | None = None
        self.known: Practice = {}
        """What came of the exercises, as far as the store has said."""
        self.read = False
        """Whether the store has said it."""

    def ask(self) -> None:
        """Ask the store."""
        self._hall.keeper.look(lambda store: store.practice(), self._know, self._hall.warn)

    def forget_study(self) -> None:
        """Another study has been asked for: what is kept comes beside that, and no more beside the one before."""
        self._heard = None

    def beside(self, study: Study) -> Study:
        """A study with what is known; it comes again when more is."""
        practised = topic(study.question.topic).practised
        self._heard = study
        return practised(study, self.known) if practised else study

    def tried(self, exercise: Exercise) -> Tried:
        """What came of one."""
        return self.known.get((exercise.game, exercise.moves), Tried())

    def keep(self, game: str, moves: str, *, wrong: bool = False, hint: bool = False) -> None:
        """Keep that a move was tried in an exercise, by its game and the moves to it, or a hint given."""
        self._change(game, moves, lambda store: store.practise(game, moves, wrong=wrong, hint=hint))

    def note(self, game: str, moves: str, tried: Tried) -> None:
        """Keep what came of an exercise as it is given."""
        self._change(game, moves, lambda store: store.note_practice(game, moves, tried))

    def _change(self, game: str, moves: str, change: Callable[[Store], Tried]) -> None:
        self._hall.keeper.read(change, lambda tried: self._know({**self.known, (game, moves): tried}), self._hall.warn)

    def _know(self, practice: Practice) -> None:
        self.known, self.read = practice, True
        if self._heard:
            self._hear(self._heard)

"""What came of the exercises so far, as the store has it, beside the studies that tell of it."""

from __future__ import annotations

from collections.abc import Callable

from core.store.rows import Practice, Tried
from core.study import topic
from core.study.exercises.finding import Exercise
from core.study.study import Study
from tui.screens.base.screen import HallScreen


class KeptPractice:
    """Knows it for a study screen. ``hear`` takes a study again once more is known of what it tells."""

    def __init__(self, screen: HallScreen, hear: Callable[[Study], None]) -> None:
        self._screen = screen
        self._hear = hear
        self._heard: Study | None = None
        self.known: Practice = {}
        """What came of the exercises, as far as the store has said."""
        self.read = False
        """Whether the store has said it."""

    def ask(self) -> None:
        """Ask the store."""
        self._screen.hall.keeper.look(lambda store: store.practice(), self._know, self._screen.hall.warn)

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

    def keep(self, exercise: Exercise, *, wrong: bool = False, hint: bool = False) -> None:
        """Keep that a move was tried in it, or a hint given."""
        game, moves = exercise.game, exercise.moves
        self._screen.hall.keeper.read(
            lambda store: store.practise(game, moves, wrong=wrong, hint=hint),
            lambda tried: self._know({**self.known, (game, moves): tried}),
            self._screen.hall.warn,
        )

    def _know(self, practice: Practice) -> None:
        self.known, self.read = practice, True
        if self._heard:
            self._hear(self._heard)

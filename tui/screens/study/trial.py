"""A move that is tried in an exercise, and what is to be said of it by now."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Move
from core.review.account import Answer, Lookup
from tui.screens.study.tasks import Task
from tui.text.catalogue import _
from tui.text.tried import answer_words, reason_words


class Trial:
    """A ``move`` in a task; ``known`` tells what is known of a position by now. ``shown``: it is an answer, as was asked."""

    def __init__(self, task: Task, move: Move, known: Lookup, *, shown: bool) -> None:
        self.move = move
        self.shown = shown
        self.counted = shown
        """Whether it is kept what came of it."""
        self.before = task.state.match.positions[task.ply]
        self.after = self.before.play(move)
        self._task = task
        self._known = known

    @property
    def answer(self) -> Answer:
        """What is known of the move."""
        return self._task.answer(self.move, self._known(self.after))

    @property
    def looked_for(self) -> bool:
        """Whether an engine still looks for what the move leads to."""
        return not self.after.outcome and self.answer.may_change(self._known(self.after))

    @property
    def line(self) -> tuple[Move, ...]:
        """The move, and what is expected after it."""
        known, reply = self._known(self.after), self.answer.reply
        best = known.best if known and not self.after.outcome else None
        return (self.move, *((best.pv or (best.move,)) if best else () if reply is None else (reply,)))

    @property
    def wants_more(self) -> bool:
        """Whether an engine is to find out how the game goes on after the move."""
        return self.looked_for or (not self.after.outcome and len(self.line) == 1)

    @property
    def said(self) -> Sequence[tuple[str, str]]:
        """What came of it and why, in paragraphs with their roles."""
        answer = self.answer
        if self.looked_for:
            name = self.before.name(self.move)
            return [(_("The engine is looking for the answer to {move} ...").format(move=name), "")]
        role = {True: "win", False: "lose", None: ""}[answer.right]
        told = answer_words(self.before, self.move, answer, self.shown)
        reason = reason_words(self.before, self.move, answer)
        return [(told, role), *([(reason, "")] if reason else [])]

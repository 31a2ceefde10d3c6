"""Valido's examples as exercises for the board, and the four exercises that he names by title."""

from __future__ import annotations

from typing import NamedTuple

from core.phrase import Sentence, fact
from core.study.study import PlayLink, StudyQuestion, StudyTable


class _ContestTask(NamedTuple):
    """An exercise, its board, and the topic that answers it."""

    task: Sentence
    board: str
    answer: str

    @property
    def play(self) -> PlayLink:
        """The board."""
        return PlayLink(self.board)

    @property
    def study(self) -> StudyQuestion:
        """The answer."""
        return StudyQuestion(self.answer, (self.board,))


TABLE = StudyTable(
    "contests.exercises",
    (
        _ContestTask(fact("contests.exercises.coins"), "subtraction:11:1,3,4", "table"),
        _ContestTask(fact("contests.exercises.seven"), "subtraction:7:1,3,4", "table"),
        _ContestTask(fact("contests.exercises.eight"), "subtraction:8:1,3,4/misere", "table"),
        _ContestTask(fact("contests.exercises.four"), "subtraction:4:1,2", "table"),
        _ContestTask(fact("contests.exercises.hundred"), "subtraction:100:1,2", "table"),
        _ContestTask(fact("contests.exercises.one_heap"), "nim:10", "xor"),
        _ContestTask(fact("contests.exercises.three_heaps"), "nim:3,4,5", "xor"),
        _ContestTask(fact("contests.exercises.zero"), "nim:1,2,3", "xor"),
        _ContestTask(fact("contests.exercises.ones"), "nim:1,1,2/misere", "xor"),
    ),
    (fact("contests.exercises.note"),),
)
"""His examples of sections 3.1 and 3.2, to be played."""

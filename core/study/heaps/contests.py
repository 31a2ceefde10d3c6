"""Valido's examples as exercises for the board, and what his four titles of exercises stand for."""

from __future__ import annotations

from core.phrase import Sentence, fact, figure
from core.study.study import Marked, PlayLink, StudyQuestion, StudyTable, TableColumn, Text

_EXERCISES: tuple[tuple[Sentence, str, str], ...] = (
    (fact("contests.exercises.coins"), "subtraction:11:1,3,4", "table"),
    (fact("contests.exercises.seven"), "subtraction:7:1,3,4", "table"),
    (fact("contests.exercises.eight"), "subtraction:8:1,3,4/misere", "table"),
    (fact("contests.exercises.four"), "subtraction:4:1,2", "table"),
    (fact("contests.exercises.hundred"), "subtraction:100:1,2", "table"),
    (fact("contests.exercises.one_heap"), "nim:10", "xor"),
    (fact("contests.exercises.three_heaps"), "nim:3,4,5", "xor"),
    (fact("contests.exercises.zero"), "nim:1,2,3", "xor"),
    (fact("contests.exercises.ones"), "nim:1,1,2/misere", "xor"),
)

TABLE = StudyTable(
    "contests.exercises",
    tuple(
        (task, Marked(id, "", PlayLink(id)), Marked(topic, "", StudyQuestion(topic, (id,))))
        for task, id, topic in _EXERCISES
    ),
    (fact("contests.exercises.note"),),
    columns=(
        TableColumn("task"),
        TableColumn("board"),
        TableColumn("answer"),
    ),
)
"""His examples of sections 3.1 and 3.2, to be played."""


def cow_losses(most: int) -> list[int]:
    """The numbers up to ``most`` that lose for who begins, where the largest or the smallest digit that is not 0 is taken from
    the number and who reaches 0 wins."""
    won = [False]
    for number in range(1, most + 1):
        digits = [int(digit) for digit in str(number) if digit != "0"]
        won.append(not all(won[number - digit] for digit in (max(digits), min(digits))))
    return [number for number in range(1, most + 1) if not won[number]]


def titles() -> Text:
    """The exercises that he names by title alone."""
    most = 1000
    lost = cow_losses(most)
    return Text(
        "contests.titles",
        (
            fact("contests.titles.names"),
            fact("contests.titles.cows", most=figure(most), count=len(lost), first=", ".join(map(str, lost[:12]))),
        ),
    )

"""Valido's examples as exercises for the board, and what his four titles of exercises stand for."""

from __future__ import annotations

from core.phrase import Phrase, phrase
from core.study.study import Marked, PlayLink, StudyQuestion, StudyTable, TableColumn, Text, figure

_EXERCISES: tuple[tuple[Phrase, str, str], ...] = (
    (phrase("11 coins, take 1, 3 or 4: win"), "subtraction:11:1,3,4", "table"),
    (phrase("7 of them: why do you lose?"), "subtraction:7:1,3,4", "table"),
    (phrase("8, the last loses: why do you lose?"), "subtraction:8:1,3,4/misere", "table"),
    (phrase("4 stones, take 1 or 2: win"), "subtraction:4:1,2", "table"),
    (phrase("100 stones, take 1 or 2: win"), "subtraction:100:1,2", "table"),
    (phrase("One heap, any number: win at once"), "nim:10", "xor"),
    (phrase("Three heaps: make the xor 0"), "nim:3,4,5", "xor"),
    (phrase("An xor of 0: wait for a mistake"), "nim:1,2,3", "xor"),
    (phrase("Misere: leave an odd number of ones"), "nim:1,1,2/misere", "xor"),
)

TABLE = StudyTable(
    "exercises",
    phrase("Exercises"),
    (
        TableColumn("task", phrase("task")),
        TableColumn("board", phrase("board")),
        TableColumn("answer", phrase("answer")),
    ),
    tuple(
        (task, Marked(id, "", PlayLink(id)), Marked(topic, "", StudyQuestion(topic, (id,))))
        for task, id, topic in _EXERCISES
    ),
    (
        phrase(
            "Enter on a board plays it; on the last column it opens the answer, which is computed and not told here."
        ),
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
        "titles",
        phrase("His titles"),
        (
            phrase(
                "Valido names four exercises of the judge DMOJ by their titles, without their rules: Juego AB, Un juego "
                "interesante, Juego de Dígitos Vacuno, Piedras. What the page before has are his own examples, on boards of "
                "the hall."
            ),
            phrase(
                "Juego de Dígitos Vacuno is the Cow Digit Game: from a number its largest digit or its smallest digit other "
                "than 0 is taken, and who reaches 0 wins. It is no board of the hall, but his loop answers it: of the numbers "
                "up to {most} there are {count} lost for who begins, the first of them {first}.",
                most=figure(most),
                count=len(lost),
                first=", ".join(map(str, lost[:12])),
            ),
        ),
    )

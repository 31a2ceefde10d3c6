"""Kinds of games that can be solved: in turn or at once, with perfect or hidden information, and matching pennies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.errors import quoted
from core.phrase import Figures, Sentence, fact
from core.study.sources import CONTESTS, OURS, TRIQUI
from core.study.study import Study, StudyQuestion, StudyTable, Text, Topic, Unstudied


def study(question: StudyQuestion) -> Iterator[Study]:
    """The page."""
    question.bare()
    if question.arguments:
        raise Unstudied("There is one page for all games; leave out {word}.", word=quoted(question.arguments[0]))
    yield Study(
        question,
        fact("kinds.study"),
        (Text("kinds.turns"), _PENNIES, Text("kinds.information"), Text("kinds.solved"), Text("kinds.errors")),
        (TRIQUI, CONTESTS, fact("kinds.sources.zermelo"), OURS),
    )


class _Choice(NamedTuple):
    """What a choice of the first player wins against each choice of the second, and at worst."""

    choice: Sentence
    heads_up: Figures
    tails_up: Figures
    worst: Figures


_PENNIES = StudyTable(
    "kinds.pennies",
    (
        _Choice(fact("kinds.pennies.heads_up"), Figures("+1"), Figures("-1"), Figures("-1")),
        _Choice(fact("kinds.pennies.tails_up"), Figures("-1"), Figures("+1"), Figures("-1")),
        _Choice(fact("kinds.pennies.lot"), Figures("0"), Figures("0"), Figures("0")),
    ),
    (fact("kinds.pennies.seen"), fact("kinds.pennies.mixed")),
)


TOPIC = Topic("kinds", "", study, tells=lambda question, study: ())

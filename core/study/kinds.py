"""Kinds of games that can be solved: in turn or at once, with perfect or hidden information, and matching pennies solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from core.errors import quoted
from core.phrase import Figures, Sentence, fact
from core.study.sources import CONTESTS, OURS, TRIQUI
from core.study.study import Study, StudyQuestion, StudyTable, Text, Topic, Unstudied

PENNIES = ((1, -1), (-1, 1))
"""The first player's gain by heads and by tails, each against heads and tails: a coin if both are equal."""

_CHOICES = (fact("kinds.pennies.heads_up"), fact("kinds.pennies.tails_up"), fact("kinds.pennies.lot"))


def study(question: StudyQuestion) -> Iterator[Study]:
    """The page."""
    question.bare()
    if question.arguments:
        raise Unstudied("This is one page for all games; leave out {word}.", word=quoted(question.arguments[0]))
    yield Study(
        question,
        fact("kinds.study"),
        (Text("kinds.turns"), _pennies(), Text("kinds.information"), Text("kinds.solved"), Text("kinds.errors")),
        (TRIQUI, CONTESTS, fact("kinds.sources.zermelo"), OURS),
    )


def by_lot(payoffs: Sequence[Sequence[int]]) -> tuple[Fraction, Fraction]:
    """The first player's optimal probability of the first of two rows, and its value against any reply; for games in which
    no row dominates the other."""
    (a, b), (c, d) = payoffs
    share = Fraction(d - c, a - b - c + d)
    return share, a * share + c * (1 - share)


class _Choice(NamedTuple):
    """What a choice of the first player wins against each choice of the second, and at worst."""

    choice: Sentence
    heads_up: Figures
    tails_up: Figures
    worst: Figures


def _pennies() -> StudyTable:
    share, value = by_lot(PENNIES)
    mixed = [int(share * heads + (1 - share) * tails) for heads, tails in zip(*PENNIES, strict=True)]
    rows = [
        _Choice(name, *map(_signed, (*payoffs, min(payoffs))))
        for name, payoffs in zip(_CHOICES, (*PENNIES, mixed), strict=True)
    ]
    seen = max(min(row) for row in PENNIES), min(max(column) for column in zip(*PENNIES, strict=True))
    return StudyTable(
        "kinds.pennies",
        tuple(rows),
        (
            fact("kinds.pennies.seen", first=_signed(seen[0]), second=_signed(seen[1])),
            fact("kinds.pennies.mixed", share=f"{share.numerator}/{share.denominator}", value=str(value)),
        ),
    )


def _signed(value: int) -> Figures:
    return Figures(f"{value:+}" if value else "0")


TOPIC = Topic("kinds", "", study, tells=lambda question, study: ())

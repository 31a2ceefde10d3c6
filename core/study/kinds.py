"""Which games can be solved: in turn or at once, with everything seen or something hidden; with the smallest game of the other
kind worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.errors import quoted
from core.phrase import Figures, Sentence, fact
from core.study.sources import CONTESTS, OURS, TRIQUI
from core.study.study import Cell, Marked, Study, StudyQuestion, StudyTable, TableColumn, Text, Topic, Unstudied

PENNIES = ((1, -1), (-1, 1))
"""What the first player wins by showing heads or tails against heads or tails of the second: a coin where both are alike."""

_SHOWN = (fact("kinds.pennies.heads_up"), fact("kinds.pennies.tails_up"))


def study(question: StudyQuestion) -> Iterator[Study]:
    """The one page."""
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
    """How often the first of two players has to choose the first row of two, and what that is worth whatever the other does;
    for games in which neither row is always the better one."""
    (a, b), (c, d) = payoffs
    share = Fraction(d - c, a - b - c + d)
    return share, a * share + c * (1 - share)


def _pennies() -> StudyTable:
    share, value = by_lot(PENNIES)
    rows = [_row(name, payoffs) for name, payoffs in zip(_SHOWN, PENNIES, strict=True)]
    mixed = [int(sum(part * row[at] for part, row in zip((share, 1 - share), PENNIES, strict=True))) for at in (0, 1)]
    seen = max(min(row) for row in PENNIES), min(max(column) for column in zip(*PENNIES, strict=True))
    return StudyTable(
        "kinds.pennies",
        (*rows, _row(fact("kinds.pennies.lot"), mixed)),
        (
            fact("kinds.pennies.seen", first=_signed(seen[0]), second=_signed(seen[1])),
            fact("kinds.pennies.mixed", share=f"{share.numerator}/{share.denominator}", value=str(value)),
        ),
        columns=(
            TableColumn("choice"),
            TableColumn("heads_up", right=True),
            TableColumn("tails_up", right=True),
            TableColumn("worst", right=True),
        ),
    )


def _row(name: Sentence, payoffs: Sequence[int]) -> tuple[Cell, ...]:
    return (name, *(Marked(Figures(_signed(each)), _role(each)) for each in (*payoffs, min(payoffs))))


def _role(value: int) -> str:
    return "win" if value > 0 else "lose" if value < 0 else "tie"


def _signed(value: int) -> str:
    return f"{value:+}" if value else "0"


TOPIC = Topic("kinds", "", study, tells=lambda question, study: ())

"""What a topic says, as texts: the cells of its tables, and what a link of one leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.phrase import Fact, Figures, Phrase, Sentence
from core.score import Score
from core.study import topic
from core.study.study import Cell, Marked, PlayLink, Share, StudyLink, StudyQuestion, short
from tui.text import words
from tui.text.catalogue import _, figures, say
from tui.text.kept import name_of

_SHORT = 1000
"""Shares of fewer are shown with their numbers, others as a percentage alone."""

_LOOKS = {"notable": "strong", "minor": "dim"}
"""The roles of what is notable and what is not; other marks are roles by themselves."""

_FEW = 40
"""Moves that are as long as this as a text, or shorter, are named; more of them are seen on the board."""


def cell_text(cell: Cell) -> str:
    """A cell as it is shown."""
    match cell:
        case None:
            return ""
        case Marked(inner, _role, _link):
            return cell_text(inner)
        case Share(part, whole, brief):
            percent = figures(f"{100 * part / whole:.2f} %") if whole else "-"
            return f"{part}/{whole}  {percent}" if 0 < whole < _SHORT and not brief else percent
        case Score():
            return f"{words.value_word(cell)} {words.distance(cell)}".rstrip()
        case Fact() | Phrase():
            return say(cell)
        case int():
            return figures(short(cell))
        case Figures():
            return figures(cell)
        case _:
            return cell


def cell_role(cell: Cell) -> str:
    """The role that colours a cell."""
    if isinstance(cell, Marked):
        return _LOOKS.get(cell.role, cell.role) or cell_role(cell.cell)
    return words.role(cell) if isinstance(cell, Score) else ""


def cell_link(cell: Cell) -> StudyLink | None:
    """What a cell opens."""
    return cell.link if isinstance(cell, Marked) else None


def link_words(link: StudyLink) -> str:
    """What a link leads to, in a few words."""
    match link:
        case PlayLink(game, moves, _position) if moves and len(moves) <= _FEW:
            return _("play {game} after {moves}").format(game=name_of(game), moves=moves)
        case PlayLink(game, _moves, _position):
            return _("play {game}").format(game=name_of(game))
        case StudyQuestion():
            return ", ".join((say(topic(link.topic).title), *map(name_of, link.arguments)))


def head_text(head: Sentence | str) -> str:
    """What stands above a column: a name stays as it is in every language."""
    return head if isinstance(head, str) else say(head)


def paragraphs_of(facts: Iterable[Sentence], say: Callable[[Sentence], str] = say) -> list[str]:
    """What is told of some facts, each of which may take several paragraphs."""
    return [paragraph for each in facts for paragraph in say(each).split("\n\n")]

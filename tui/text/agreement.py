"""Where two engines agree and where not, in a sentence and in marks."""

from __future__ import annotations

from core.analysis import Analysis, Line
from core.kits import guesses
from core.review.agreement import Accord, accord, accords, shared_best
from tui.text import words
from tui.text.catalogue import _

MARKS = {Accord.SAME: "≡", Accord.NEAR: "≈", Accord.APART: "≠", Accord.FAULT: "!"}


def fault(one: Analysis, other: Analysis, names: tuple[str, str]) -> str:
    """What two engines claim to have proven and cannot be true together; empty where there is nothing of the kind."""
    wrong = next((move for move, found in accords(one, other).items() if found is Accord.FAULT), None)
    text = _("FAULT: {first} proves {one} and {second} {other}. One of them is wrong; please report it.")
    if wrong is not None:
        mine, theirs = one.line(wrong), other.line(wrong)
        assert mine
        assert theirs, "only moves with two lines are compared"
        claims = _worth(one, mine), _worth(other, theirs)
    elif one.score and other.score and accord(one.score, other.score) is Accord.FAULT:
        claims = words.sentence(one.position, one.score)[0], words.sentence(other.position, other.score)[0]
    else:
        return ""
    return text.format(first=names[0], one=claims[0], second=names[1], other=claims[1])


def sentence(one: Analysis, other: Analysis, names: tuple[str, str]) -> str:
    """Whether two engines agree on a position, or how they differ; empty where one has nothing to say."""
    wrong = fault(one, other, names)
    mine, theirs = one.best, other.best
    if wrong or mine is None or theirs is None:
        return wrong
    for name, best in zip(names, (mine, theirs), strict=True):
        if best.score.verdict is None and not best.score.value and not guesses(one.position.game.id):
            return _("{engine} knows nothing of it yet.").format(engine=name)
    move, proven = shared_best(one, other), (mine.score.proven, theirs.score.proven)
    if move is not None and all(proven):
        return _("They agree, both proven: {move}.").format(move=one.position.name(move))
    if move is not None and not any(proven) and accords(one, other)[move] is Accord.NEAR:
        return _("They agree, both guess: {move}.").format(move=one.position.name(move))
    text = _("They differ: {first} {one}, {second} {other}.")
    return text.format(first=names[0], one=_says(one, mine), second=names[1], other=_says(other, theirs))


def brief(one: Analysis, other: Analysis) -> str:
    """The moves that they would play, in a few words; A and B are their letters on the board."""
    mine, theirs = one.best, other.best
    if fault(one, other, ("", "")):
        return _("One of them is wrong")
    if mine is None or theirs is None:
        return ""
    name = one.position.name
    shared = shared_best(one, other)
    if shared is not None:
        return _("Both would play {move}").format(move=name(shared))
    return _("A would play {one}, B {other}").format(one=name(mine.move), other=name(theirs.move))


def _says(analysis: Analysis, line: Line) -> str:
    text = _("proves {worth}") if line.score.proven else _("guesses {worth}")
    return text.format(worth=_worth(analysis, line))


def _worth(analysis: Analysis, line: Line) -> str:
    """``b1 draw 6``."""
    said = (analysis.position.name(line.move), words.value_word(line.score), words.distance(line.score))
    return " ".join(filter(None, said))

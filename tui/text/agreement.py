"""Where two engines agree and where not, in a sentence and in marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from core.analysis import Analysis, Line, unknown
from core.game import Move
from core.review.agreement import Accord, accord, accords, shared
from core.score import Score
from tui.text import words
from tui.text.catalogue import _

Wishes: TypeAlias = tuple[Sequence[Move], Sequence[Move]]
"""The moves of which each of two players would play one; none where that is not known."""
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


def sentence(
    one: Analysis,
    other: Analysis,
    names: tuple[str, str],
    wishes: Wishes | None = None,
    wholes: tuple[Score | None, Score | None] = (None, None),
) -> str:
    """Whether two engines agree on a position, or how they differ; empty where one has nothing to say. Each wishes its best
    moves where nothing else is said; ``wholes`` are the scores of the position where more is known than the analyses say."""
    wrong = fault(one, other, names)
    first, second = wishes or (one.best_moves, other.best_moves)
    mine, theirs = one.line(first[0]) if first else None, other.line(second[0]) if second else None
    if wrong or mine is None or theirs is None:
        return wrong
    for name, analysis, best, whole in zip(names, (one, other), (mine, theirs), wholes, strict=True):
        if unknown(best.score, one.position.game.id):
            worth = whole or analysis.whole
            text = _("{engine} knows nothing about it yet.")
            if worth and worth.proven:
                text = _("{engine} does not know yet which move is best.")
            return text.format(engine=name)
    move = shared(first, second)
    if move is not None:
        return _agreed(one, other, names, move)
    text = _("They differ: {first} {one}, {second} {other}.")
    says = _plays(one, mine, other), _plays(other, theirs, one)
    return text.format(first=names[0], one=says[0], second=names[1], other=says[1])


def _agreed(one: Analysis, other: Analysis, names: tuple[str, str], move: Move) -> str:
    """That both would play a move, and what each says of it where they do not say the same."""
    name, mine, theirs = one.position.name(move), one.line(move), other.line(move)
    assert mine
    assert theirs, "a move that a player wishes has a line"
    if mine.score.proven and theirs.score.proven:
        return _("They agree, both proven: {move}.").format(move=name)
    if not (mine.score.proven or theirs.score.proven) and accord(mine.score, theirs.score) is Accord.NEAR:
        return _("They agree, both guess: {move}.").format(move=name)
    if mine.score.proven or theirs.score.proven:
        proof, name_of = (mine, names[0]) if mine.score.proven else (theirs, names[1])
        text = _("Both would play {move}: {value}, proven by {engine}.")
        return text.format(move=name, value=_value(proof), engine=name_of)
    text = _("Both would play {move}: {first} {one}, {second} {other}.")
    says = _says(mine.score, _value(mine)), _says(theirs.score, _value(theirs))
    return text.format(move=name, first=names[0], one=says[0], second=names[1], other=says[1])


def brief(one: Analysis, other: Analysis, wishes: Wishes) -> str:
    """The moves that they would play, in a few words; A and B are their letters on the board."""
    if fault(one, other, ("", "")):
        return _("One of them is wrong")
    if not all(wishes):
        return ""
    name, (first, second) = one.position.name, wishes
    both = shared(first, second)
    if both is not None:
        return _("Both would play {move}").format(move=name(both))
    return _("A would play {one}, B {other}").format(one=name(first[0]), other=name(second[0]))


def _says(score: Score, worth: str) -> str:
    text = _("proves {worth}") if score.proven else _("guesses {worth}")
    return text.format(worth=worth)


def _plays(analysis: Analysis, line: Line, beside: Analysis) -> str:
    """``proves b1 draw 6``: the move that an engine would play, with what is proven of it, by whichever of the two."""
    known = beside.line(line.move)
    if not line.score.proven and known and known.score.proven:
        text = _("would play {move}, proven {value}")
        return text.format(move=analysis.position.name(line.move), value=_value(known))
    return _says(line.score, _worth(analysis, line))


def _worth(analysis: Analysis, line: Line) -> str:
    """``b1 draw 6``."""
    return f"{analysis.position.name(line.move)} {_value(line)}"


def _value(line: Line) -> str:
    """``draw 6``."""
    return " ".join(filter(None, (words.value_word(line.score), words.distance(line.score))))

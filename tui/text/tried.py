"""What is said of a move that is tried: whether it is right, and what refutes it; and what came of an exercise."""

from __future__ import annotations

from typing import NamedTuple

from core.game import Move
from core.phrase import Phrase, phrase
from core.position import Position
from core.review.account import Answer
from core.store.rows import Tried
from tui.text import reviewed, words
from tui.text.catalogue import _, say


class Became(NamedTuple):
    """What came of an exercise: a sign with its role, and a word."""

    sign: str
    role: str
    word: Phrase | None


FOUND, LATER = Became("+", "win", phrase("found")), Became("~", "tie", phrase("found later"))
MISSED, HELPED = Became("x", "lose", phrase("missed")), Became("·", "dim", phrase("helped"))
OPEN = Became("·", "dim", None)


def became(tried: Tried) -> Became:
    """What came of an exercise."""
    if tried.solved is not None:
        return FOUND if tried.at_first else LATER
    return MISSED if tried.wrong else HELPED if tried.hints else OPEN


def answer_words(position: Position, move: Move, answer: Answer, shown: bool = False) -> str:
    """Whether a move was right, what it is worth, and what refutes it, in a sentence. ``shown`` is whether nobody tried it."""
    unscored = {True: _("the only one that holds"), False: _("not as fast"), None: _("unknown")}
    worth = reviewed.worth(answer.score, position) if answer.score else unscored[answer.right]
    fields = {"move": position.name(move), "worth": worth}
    if shown:
        return _("The answer: {move}, {worth}.").format(**fields)
    if answer.right:
        text = _("Right: {move}, {worth}.") if answer.proven else _("Right (a guess): {move}, {worth}.")
        return text.format(**fields)
    if answer.right is None:
        return _("Not known: {move}, {worth}; try another.").format(**fields)
    if answer.reply is None:
        text = _("Wrong: {move}, {worth}.") if answer.proven else _("Wrong (a guess): {move}, {worth}.")
        return text.format(**fields)
    after = position.play(move)
    fields |= {"player": words.players(position.game)[after.turn], "reply": after.name(answer.reply)}
    if answer.proven:
        return _("Wrong: {move}, {worth}; {player} answers {reply}.").format(**fields)
    return _("Wrong (a guess): {move}, {worth}; {player} answers {reply}.").format(**fields)


def reason_words(position: Position, move: Move, answer: Answer) -> str:
    """Why a move that is right is good, or what the reply to a wrong one does; empty where that is not known."""
    if answer.reason is None or answer.right is None:
        return ""
    named = position.name(move) if answer.right or answer.reply is None else position.play(move).name(answer.reply)
    return f"{named}: {say(answer.reason)}"

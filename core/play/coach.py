"""The teacher: stops a losing move of a person with its reason, and asks once."""

from __future__ import annotations

from core.analysis import Analysis, Line
from core.explain import own_words
from core.game import Move
from core.phrase import Phrase, phrase
from core.position import Position
from core.review.verdicts import weighed
from core.score import Verdict

DROP = 0.3
"""Loss of estimated value, on a scale from -1 to +1, beyond which a move that looks bad is stopped where nothing is
proven."""


def objection(known: Analysis, move: Move) -> Phrase | None:
    """What speaks against a move, in a sentence that names no other move of the player; None where nothing does, where
    nothing is known of it, or where all moves lose.

    A move that is proven to lose is said to lose. A guess is told as a guess, and only beside other guesses.
    """
    line, best = known.line(move), known.best
    if line is None or best is None:
        return None
    score, name = line.score, known.position.name(move)
    if score.proven and score.verdict is Verdict.LOSE:
        lost = best.score.proven and best.score.verdict is Verdict.LOSE
        return None if lost else phrase("{move} {loses}", move=name, loses=_loses(line))
    guessed = all(each.score.verdict is None and weighed(known, each) for each in (line, best))
    if not guessed or score.value >= 0 or best.score.value - score.value <= DROP:
        return None
    return phrase("{move} looks bad by estimate, {value:+.2f}, which is a guess", move=name, value=score.value)


def _loses(line: Line) -> Phrase:
    score = line.score
    if score.plies is not None:
        return phrase("loses in {plies}", plies=score.plies)
    return phrase("loses") if score.within is None else phrase("loses in at most {plies}", plies=score.within)


def _answer(position: Position, line: Line) -> Phrase | None:
    """How the opponent is expected to meet a move, and what the game says of that; None where nobody knows."""
    after = position.play(line.move)
    if after.outcome:
        return phrase("It ends the game.")
    if len(line.pv) < 2 or after.turn == position.turn:
        return None
    player, reply = Phrase(position.game.players[after.turn]), after.name(line.pv[1])
    said = own_words(after, line.pv[1])
    if said is None:
        return phrase("{player} answers {reply}.", player=player, reply=reply)
    return phrase("{player} answers {reply}: {reason}", player=player, reply=reply, reason=said)


class Teacher:
    """Remembers what it has asked, for it asks once about a move: who makes the same again plays it."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._asked: set[Move] = set()

    def stop(self, known: Analysis | None, move: Move) -> Phrase | None:
        """Why to think again about a move in a position of which so much is ``known``; None for a move to be played."""
        if known is None:
            return None
        if known.position != self._position:
            self._position, self._asked = known.position, set()
        against = None if move in self._asked else objection(known, move)
        line = known.line(move)
        if against is None or line is None:
            return None
        self._asked.add(move)
        reason = _answer(known.position, line)
        if reason is None:
            return phrase("{against}.", against=against)
        return phrase("{against}. {reason}", against=against, reason=reason)

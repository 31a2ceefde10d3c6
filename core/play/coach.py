"""The coach of a person: gives hints that say more each time, and stops a losing move, with the reason, once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.analysis import Analysis, Line
from core.explain import Rung, hint, own_words
from core.game import Move
from core.phrase import Phrase, phrase
from core.position import Position
from core.review.verdicts import weighed
from core.score import Verdict

DROP = 0.3
"""An unproven move is stopped if it loses more estimated value than this, on a scale from -1 to +1, and looks bad."""


def objection(known: Analysis, move: Move) -> Phrase | None:
    """What speaks against a move, in a sentence that names no other move of the player. None if nothing does, if the move is
    not analysed, or if all moves lose.

    Only a move that is proven to lose is said to lose. A guess is called a guess, and is compared with guesses alone.
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
    return phrase("{move} looks bad ({value:+.2f}, only a guess)", move=name, value=score.value)


def _loses(line: Line) -> Phrase:
    score = line.score
    if score.plies is not None:
        return phrase("loses in {plies}", plies=score.plies)
    return phrase("loses") if score.within is None else phrase("loses in at most {plies}", plies=score.within)


def _answer(position: Position, line: Line) -> Phrase | None:
    """The expected reply to a move and what the game says of it; None if no reply is known."""
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


class HintLadder:
    """The hints about one position, from least to most telling."""

    def __init__(self, rungs: Sequence[Rung] = tuple(Rung)) -> None:
        self.rungs = rungs
        """What the hints say, one after the other."""
        self.hints: list[Phrase] = []
        """The hints given so far, the last one last."""
        self.move: Move | None = None
        """The move that a hint has named, None before that."""

    @property
    def at_top(self) -> bool:
        """Whether all hints are given; to climb is then to hear the last one again."""
        return len(self.hints) == len(self.rungs)

    def climb(self, known: Analysis, before: Iterable[Analysis | None] | None = None) -> Phrase:
        """Give the next hint from what is ``known`` of the position, and say its number; at the top give the last hint again,
        from what is known by now. ``before`` as for :func:`core.explain.why`."""
        if self.at_top:
            self.hints.pop()
        rung = self.rungs[len(self.hints)]
        self.hints.append(hint(known, rung, before))
        if rung in (Rung.MOVE, Rung.WHY):
            self.move = known.lines[0].move
        return phrase(
            "Hint {rung} of {rungs}: {text}", rung=len(self.hints), rungs=len(self.rungs), text=self.hints[-1]
        )


class Teacher:
    """Asks once about a losing move; made again, the move is played."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._asked: set[Move] = set()

    def stop(self, known: Analysis | None, move: Move) -> Phrase | None:
        """Why to think again about a move, by what is ``known`` of the position; None for a move to be played."""
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

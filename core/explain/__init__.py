"""Why a move is good or bad, and hints about the best one. A game may bring words of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache
from typing import cast

from core.analysis import Analysis, Line
from core.explain.forced import forced, part
from core.explain.words import Notes, ProofPicture, Words, first_two, sentences
from core.game import Game, Move
from core.kits import guesses, kit_of
from core.phrase import Figures, Phrase, phrase
from core.position import Position
from core.registry import load
from core.score import Proof, Verdict

_UNKNOWN = "nothing is known about it yet"
_AT_MOST = "at most an estimated {value}"
_ESTIMATE = "an estimated {value}"
_GUESSES = (_UNKNOWN, _AT_MOST, _ESTIMATE)
"""The templates of unproven results."""


class Rung(Enum):
    """What a hint says of a position, from least to most."""

    STAKES = "how many moves win, draw and lose"
    WHERE = "where the best move is"
    MOVE = "the best move and its result"
    WHY = "the best move and why it is good"


@lru_cache(maxsize=64)
def _words(game: Game) -> Words[Game]:
    place = kit_of(game.id).words
    return cast(Words[Game], load("core.explain", place)(game)) if place else Words(game)


def why(position: Position, line: Line, before: Iterable[Analysis | None] | None = None) -> Phrase:
    """The explanation of a move: the game's words, or the expected line; and which part of a forced win it is, if ``before``
    has the earlier analyses of the game's positions, the latest first."""
    words = _words(position.game)
    decided = line.score.proven and line.score.verdict in (Verdict.WIN, Verdict.LOSE)
    said = (forced(words, position, line) if decided else None) or words.why(position, line.move)
    said = said or _expectation(position, line)
    place = None if before is None else part(position, line, before)
    return sentences(first_two(said) if place else said, place) or said


def is_guess(reason: Phrase) -> bool:
    """Whether a reason given by :func:`why` gives an estimate, also in one of its parts."""
    return reason.template in _GUESSES or any(
        is_guess(part) for part in reason.values.values() if isinstance(part, Phrase)
    )


def own_words(position: Position, move: Move) -> Phrase | None:
    """What the game itself says of a move, whatever an engine thinks of it; None where it has nothing to say."""
    return _words(position.game).why(position, move)


def notes(position: Position) -> Notes | None:
    """What the theory of the game sees in a position, such as a nim-sum; None where there is no such theory."""
    return _words(position.game).notes(position)


def column(position: Position) -> tuple[Phrase, Callable[[Move], str]] | None:
    """A column for the list of moves: its heading, and what it says of a move; None where nothing is counted."""
    return _words(position.game).column(position)


def effect(position: Position, move: Move, theory: bool) -> Phrase | None:
    """What a move takes and leaves, and with ``theory`` what that is worth by it; None where nothing is counted."""
    return _words(position.game).effect(position, move, theory)


def proof(position: Position, move: Move | None) -> ProofPicture | None:
    """A proof that can be seen on the board, of the worth of a position or else of what a move keeps; None where none is."""
    return _words(position.game).proof(position, move)


def hint(analysis: Analysis, rung: Rung, before: Iterable[Analysis | None] | None = None) -> Phrase:
    """A hint about an unfinished position. The analysis has at least one line; ``before`` as for :func:`why`."""
    best = analysis.lines[0]
    position = analysis.position
    name = position.name(best.move)
    match rung:
        case Rung.STAKES:
            return _stakes(analysis)
        case Rung.WHERE:
            return _words(position.game).where(position, best.move) or phrase(
                "The move begins with the letter {letter}.", letter=name[0]
            )
        case Rung.MOVE:
            return phrase("{move}: {result}.", move=name, result=_best(analysis))
        case Rung.WHY:
            return phrase("{move}: {reason}", move=name, reason=why(position, best, before))


def _stakes(analysis: Analysis) -> Phrase:
    verdicts = Counter(line.score.verdict for line in analysis.lines if line.score.proven)
    if analysis.omitted_verdict:
        verdicts[analysis.omitted_verdict] += analysis.omitted
    proven, total = verdicts.total(), len(analysis.position.moves)
    if proven < total:
        return phrase("Proven moves here: {count} of {total}.", count=proven, total=total)
    if len(verdicts) == 1:
        return phrase(
            "All moves have the same result: {result}.", result=_result(analysis.position.game, analysis.lines[0])
        )
    wins, losses = verdicts[Verdict.WIN], verdicts[Verdict.LOSE]
    level = total - wins - losses
    if verdicts[Verdict.ENDLESS] == level > 0:
        return phrase(
            "Winning moves: {wins}, endless: {level}, losing: {losses}.",
            wins=wins,
            level=level,
            losses=losses,
        )
    return phrase("Winning moves: {wins}, drawing: {draws}, losing: {losses}.", wins=wins, draws=level, losses=losses)


def _best(analysis: Analysis) -> Phrase:
    """What the first line leads to, and what sets it apart."""
    best = analysis.lines[0]
    if not best.score.proven and (best.score.value or guesses(analysis.position.game.id)):
        return phrase("it looks best, an estimated {value}", value=Figures(f"{best.score.value:+.2f}"))
    if best.score.verdict is Verdict.LOSE and analysis.settled:
        return phrase("it loses, but holds out longest")
    return _result(analysis.position.game, best)


def _result(game: Game, line: Line) -> Phrase:
    score = line.score
    if not score.proven:
        if score.value == 0 and not guesses(game.id):
            return phrase(_UNKNOWN)
        value = Figures(f"{score.value:+.2f}")
        if score.verdict is None and score.proof is Proof.AT_MOST:
            return phrase(_AT_MOST, value=value)
        return phrase(_ESTIMATE, value=value)
    return {
        Verdict.WIN: phrase("it wins"),
        Verdict.TIE: phrase("it draws"),
        Verdict.ENDLESS: phrase("neither side can force an end"),
        Verdict.LOSE: phrase("it loses"),
    }[score.verdict or Verdict.TIE]


def _expectation(position: Position, line: Line) -> Phrase:
    result = _result(position.game, line)
    if len(line.pv) < 2:
        return phrase("{result}.", result=result)
    return phrase("{result}; expected: {moves}.", result=result, moves=" ".join(position.names(line.pv[:6])))

"""Why a move is good or bad, and hints that say a little more each time. A game may bring words of its own."""

from __future__ import annotations

from collections.abc import Callable

from core.analysis import Analysis, Line, Verdict
from core.explain.words import Notes, Picture, Words
from core.game import Game, Move
from core.phrase import Phrase, phrase
from core.position import Position
from core.registry import Registry

RUNGS = 4
"""Rungs of the ladder of hints: what is at stake, where, which move, why."""

_WORDS: Registry[type[Words]] = Registry(
    "core.explain",
    {
        "Ultimate": "ultimate:UltimateWords",
        "ConnectFour": "connect_four:ConnectFourWords",
        "LineGame": "mnk:LineWords",
        "Swap2Gomoku": "gomoku:SwapWords",
        "Notakto": "notakto:NotaktoWords",
        "Numerical": "numerical:NumericalWords",
        "Vanishing": "vanishing:VanishingWords",
        "PongHauKi": "pong_hau_ki:PongHauKiWords",
        "Morris": "morris:MorrisWords",
        "HeapGame": "heaps:HeapWords",
        "Chomp": "chomp:ChompWords",
    },
)
"""By the class of the game or of a parent of it."""


def _words(game: Game) -> Words:
    return (_WORDS.of(game) or Words)()


def why(position: Position, line: Line) -> Phrase:
    """What is to be said of a move: the game's words, or what the analysis expects."""
    return _words(position.game).why(position, line.move) or _expectation(position, line)


def notes(position: Position) -> Notes | None:
    """What the theory of the game sees in a position, such as a nim-sum; None where there is no such theory."""
    return _words(position.game).notes(position)


def column(position: Position) -> tuple[Phrase, Callable[[Move], str]] | None:
    """A column for the list of moves: its heading, and what it says of a move; None where nothing is counted."""
    return _words(position.game).column(position)


def effect(position: Position, move: Move, theory: bool) -> Phrase | None:
    """What a move takes and leaves, and with ``theory`` what that is worth by it; None where nothing is counted."""
    return _words(position.game).effect(position, move, theory)


def proof(position: Position, move: Move | None) -> Picture | None:
    """A proof that can be seen on the board, of the worth of a position or else of what a move keeps; None where none is."""
    return _words(position.game).proof(position, move)


def hint(analysis: Analysis, rung: int) -> Phrase:
    """The hint on a rung from 1 to RUNGS, for a position that is not over."""
    best = analysis.lines[0]
    position = analysis.position
    name = position.name(best.move)
    if rung <= 1:
        return _stakes(analysis)
    if rung == 2:
        return _words(position.game).where(position, best.move) or phrase(
            "The move begins with {letter}.", letter=name[0]
        )
    if rung == 3:
        return phrase("{move}: {result}.", move=name, result=_result(best))
    return phrase("{move}: {reason}", move=name, reason=why(position, best))


def _stakes(analysis: Analysis) -> Phrase:
    verdicts = [line.score.verdict for line in analysis.lines if line.score.proven]
    if len(verdicts) < len(analysis.lines):
        return phrase(
            "Not all is proven here: {count} of {total} moves are.", count=len(verdicts), total=len(analysis.lines)
        )
    wins, losses = verdicts.count(Verdict.WIN), verdicts.count(Verdict.LOSE)
    if len(set(verdicts)) == 1:
        return phrase("All moves lead to the same: {result}.", result=_result(analysis.lines[0]))
    level = len(verdicts) - wins - losses
    if Verdict.ENDLESS in verdicts:
        return phrase(
            "Winning moves: {wins}, going on for ever: {level}, losing: {losses}.",
            wins=wins,
            level=level,
            losses=losses,
        )
    return phrase("Winning moves: {wins}, drawing: {draws}, losing: {losses}.", wins=wins, draws=level, losses=losses)


def _result(line: Line) -> Phrase:
    score = line.score
    if not score.proven:
        return phrase("it looks best, {value:+.2f} by estimate", value=score.value)
    return {
        Verdict.WIN: phrase("it wins"),
        Verdict.TIE: phrase("it draws"),
        Verdict.ENDLESS: phrase("nobody can force an end"),
        Verdict.LOSE: phrase("it loses, and holds out longest"),
    }[score.verdict or Verdict.TIE]


def _expectation(position: Position, line: Line) -> Phrase:
    moves = []
    for move in line.pv[:6]:
        moves.append(position.name(move))
        position = position.play(move)
    return phrase("{result}; expected is {moves}.", result=_result(line), moves=" ".join(moves))

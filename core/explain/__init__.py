"""Why a move is good or bad, and hints that say a little more each time. A game may bring words of its own."""

from __future__ import annotations

from typing import Protocol

from core.analysis import Analysis, Line, Verdict
from core.explain import chomp as chomp_words
from core.explain import connect_four as connect_four_words
from core.explain import gomoku as gomoku_words
from core.explain import heaps as heap_words
from core.explain import mnk as mnk_words
from core.explain import morris as morris_words
from core.explain import notakto as notakto_words
from core.explain import numerical as numerical_words
from core.explain import pong_hau_ki as pong_hau_ki_words
from core.explain import ultimate as ultimate_words
from core.explain import vanishing as vanishing_words
from core.explain.heaps import column, effect
from core.explain.notes import Notes
from core.game import Game, Move
from core.games.chomp import Chomp
from core.games.connect_four import ConnectFour
from core.games.gomoku import Swap2Gomoku
from core.games.morris import Morris
from core.games.notakto import Notakto
from core.games.numerical import Numerical
from core.games.pong_hau_ki import PongHauKi
from core.games.ultimate import Ultimate
from core.games.vanishing import Vanishing
from core.heaps import HeapGame
from core.line_game import LineGame
from core.phrase import Phrase, phrase
from core.position import Position

__all__ = ["RUNGS", "Words", "column", "effect", "hint", "notes", "why"]

RUNGS = 4
"""Rungs of the ladder of hints: what is at stake, where, which move, why."""


class Words(Protocol):
    """What a game's own file offers. None: nothing to say."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move does, in the words of the game."""
        ...

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The region of the board in which the move lies."""
        ...

    def notes(self, position: Position) -> Notes | None:
        """What the theory of the game sees in a position."""
        ...


_WORDS: tuple[tuple[type[Game], Words], ...] = (
    (Ultimate, ultimate_words.UltimateWords()),
    (ConnectFour, connect_four_words.ConnectFourWords()),
    (Swap2Gomoku, gomoku_words.SwapWords()),
    (LineGame, mnk_words.LineWords()),
    (Notakto, notakto_words.NotaktoWords()),
    (PongHauKi, pong_hau_ki_words.PongHauKiWords()),
    (Morris, morris_words.MorrisWords()),
    (Numerical, numerical_words.NumericalWords()),
    (Vanishing, vanishing_words.VanishingWords()),
    (HeapGame, heap_words.HeapWords()),
    (Chomp, chomp_words.ChompWords()),
)


def _words(game: Game) -> Words | None:
    return next((words for kind, words in _WORDS if isinstance(game, kind)), None)


def why(position: Position, line: Line) -> Phrase:
    """What is to be said of a move: the game's words, or what the analysis expects."""
    words = _words(position.game)
    said = words.why(position, line.move) if words else None
    return said or _expectation(position, line)


def notes(position: Position) -> Notes | None:
    """What the theory of the game sees in a position, such as a nim-sum; None where there is no such theory."""
    words = _words(position.game)
    return words.notes(position) if words else None


def hint(analysis: Analysis, rung: int) -> Phrase:
    """The hint on a rung from 1 to RUNGS, for a position that is not over."""
    best = analysis.lines[0]
    position = analysis.position
    name = position.name(best.move)
    if rung <= 1:
        return _stakes(analysis)
    if rung == 2:
        words = _words(position.game)
        said = words.where(position, best.move) if words else None
        return said or phrase("The move begins with {letter}.", letter=name[0])
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

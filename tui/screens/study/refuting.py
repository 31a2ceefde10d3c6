"""A move that is tried in an exercise: whether it is right, what the engine answers, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.analysis import Analysis
from core.game import Move
from core.position import Position
from core.score import Verdict
from core.study.exercises.finding import Exercise
from core.study.exercises.kind import AnswerProof
from tui.text import words
from tui.text.catalogue import _


@dataclass(frozen=True)
class Attempt:
    """A ``move`` tried in an exercise, what is known of the position ``after`` it, None until the engine has answered, and how
    many moves of the line that begins with it are on the board."""

    exercise: Exercise
    before: Position
    move: Move
    analysis: Analysis | None = None
    at: int = 1

    @property
    def right(self) -> bool:
        """Whether it is the one right move."""
        return self.before.name(self.move) == self.exercise.answer

    @property
    def after(self) -> Position:
        """The position after the move."""
        return self.before.play(self.move)

    @property
    def line(self) -> tuple[Move, ...]:
        """The move, and what the engine expects after it."""
        best = self.analysis.best if self.analysis else None
        return (self.move, *(best.pv or (best.move,))) if best else (self.move,)

    @property
    def position(self) -> Position:
        """The position on the board."""
        position = self.before
        for move in self.line[: self.at]:
            position = position.play(move)
        return position

    @property
    def last(self) -> Move:
        """The move that led there."""
        return self.line[self.at - 1]

    @property
    def more(self) -> bool:
        """Whether the line goes on."""
        return self.at < len(self.line)

    @property
    def name(self) -> str:
        """The move in notation."""
        return self.before.name(self.move)

    def answered(self, analysis: Analysis) -> Attempt:
        """The same with the engine's answer, which is made on the board where the move was wrong."""
        known = replace(self, analysis=analysis)
        return known if self.right or not known.more else replace(known, at=2)

    def stepped(self, step: int) -> Attempt:
        """The line some moves further on, or back."""
        return replace(self, at=max(1, min(self.at + step, len(self.line))))


def verdict_words(attempt: Attempt) -> str:
    """What comes of a wrong move."""
    after, players = attempt.after, words.players(attempt.before.game)
    player, opponent = players[attempt.before.turn], players[1 - attempt.before.turn]
    if after.outcome:
        if after.outcome.winner is None:
            return _("The game ends in a draw.")
        return _("The game is over, and {player} has won.").format(player=players[after.outcome.winner])
    analysis = attempt.analysis
    if analysis is None or analysis.best is None or analysis.score is None:
        return _("The engine looks for the answer ...")
    score = analysis.score.before(after.turn != attempt.before.turn)
    reply = after.name(analysis.best.move)
    ground = attempt.exercise.ground
    if score.proven:
        match score.verdict:
            case Verdict.LOSE if score.plies and score.plies > 2:
                said = _("{opponent} answers {reply} and wins in {plies}.")
                return said.format(opponent=opponent, reply=reply, plies=score.plies - 1)
            case Verdict.LOSE:
                return _("{opponent} answers {reply} and wins.").format(opponent=opponent, reply=reply)
            case Verdict.TIE:
                return _("{opponent} answers {reply} and has a draw.").format(opponent=opponent, reply=reply)
            case Verdict.ENDLESS:
                said = _("{opponent} answers {reply}, and nobody can force an end.")
                return said.format(opponent=opponent, reply=reply)
            case _:
                return _("{player} wins in that way too, but later.").format(player=player)
    if ground is AnswerProof.HOLDS:
        said = _("That loses, as is proven; {opponent} may answer {reply}.")
    elif ground is AnswerProof.WINS:
        said = _("That does not win, as is proven; {opponent} may answer {reply}.")
    else:
        said = _("That does not win as fast, as is proven; {opponent} may answer {reply}.")
    return said.format(opponent=opponent, reply=reply)

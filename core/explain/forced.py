"""Where a move stands in a win that can be forced, and when no answer to it is free."""

from __future__ import annotations

from collections.abc import Iterable

from core.analysis import Analysis, Line
from core.explain.words import Words
from core.game import Game, Player
from core.phrase import Phrase, phrase
from core.position import Position, other
from core.score import FAR, Score, Verdict

_MIN_PLIES, _MAX_PLIES = 5, 9
"""Plies of a line without a free answer that is shown whole; of a shorter one the game's words say as much."""


def part(position: Position, line: Line, before: Iterable[Analysis | None]) -> Phrase | None:
    """Which move of a forced win a move is; None where none is proven with its length. The win begins as far back as each
    position was a ply further from its end: ``before`` says what is known of those, the latest first."""
    winner, whole = _winner(position, line.score), line.score.most
    if winner is None or not 2 <= whole < FAR:
        return None
    number, exact = 1, line.score.plies is not None
    for known in before:
        score = known.score if known else None
        if known is None or score is None or _winner(known.position, score) != winner or score.most != whole + 1:
            break
        if number == 1 and winner != position.turn and _score_to(known, position) != score:
            break  # the win was let go before this mistake gave it back
        number, whole, exact = number + 1, whole + 1, exact and score.plies is not None
    if winner != position.turn and number == 1:
        return None  # a mistake, after which the win begins
    if winner != position.turn:
        player = position.game.players[winner]
        if exact:
            return phrase(
                "Move {number} of {player}'s forced win of {whole}.", number=number, player=player, whole=whole
            )
        return phrase(
            "Move {number} of {player}'s forced win of at most {whole}.", number=number, player=player, whole=whole
        )
    if exact:
        return phrase("Move {number} of a forced win of {whole}.", number=number, whole=whole)
    return phrase("Move {number} of a forced win of at most {whole}.", number=number, whole=whole)


def forced(words: Words[Game], position: Position, line: Line) -> Phrase | None:
    """The line to the end of a win in which the opponent never has a choice; None where it is no such line."""
    if not _MIN_PLIES <= len(line.pv) <= _MAX_PLIES:
        return None
    winner, names = position.turn, []
    for move in line.pv:
        if position.turn != winner:
            answers = words.answers(position)
            if move not in answers:
                return None
        names.append(position.name(move))
        position = position.play(move)
    if position.outcome is None or position.outcome.winner != winner:
        return None
    return phrase("Every answer is forced: {moves}.", moves=" ".join(names))


def _score_to(known: Analysis, position: Position) -> Score | None:
    """What the move is worth that has led from the position that is known to the next one."""
    return next(
        (line.score for line in known.lines if known.position.play(line.move).state == position.state),
        None,
    )


def _winner(position: Position, score: Score) -> Player | None:
    """Who is proven to win."""
    if not score.proven:
        return None
    return {Verdict.WIN: position.turn, Verdict.LOSE: other(position.turn)}.get(score.verdict or Verdict.TIE)

"""What is said of a move that is tried: whether it is right, and what refutes it."""

from __future__ import annotations

from core.game import Move
from core.position import Position
from core.review.account import Answer
from core.score import Verdict
from core.study.exercises.attempt import Attempt
from core.study.exercises.kind import AnswerProof
from tui.text import reviewed, words
from tui.text.catalogue import _, say


def answer_words(position: Position, move: Move, answer: Answer, shown: bool = False) -> str:
    """Whether a move in the place of a mistake was right, what it is worth, and what refutes it, in a sentence. ``shown`` is
    whether nobody tried it."""
    worth = reviewed.worth(answer.score, position) if answer.score else _("unknown")
    fields = {"move": position.name(move), "worth": worth}
    if shown:
        return _("The answer: {move}, {worth}.").format(**fields)
    if answer.right:
        text = _("Right: {move}, {worth}.") if answer.proven else _("Right by estimate: {move}, {worth}.")
        return text.format(**fields)
    if answer.right is None:
        return _("Nobody knows: {move}, {worth}; try another.").format(**fields)
    if answer.reply is None:
        text = _("Wrong: {move}, {worth}.") if answer.proven else _("Wrong by estimate: {move}, {worth}.")
        return text.format(**fields)
    after = position.play(move)
    fields |= {"player": words.players(position.game)[after.turn], "reply": after.name(answer.reply)}
    if answer.proven:
        return _("Wrong: {move}, {worth}; {player} answers {reply}.").format(**fields)
    return _("Wrong by estimate: {move}, {worth}; {player} answers {reply}.").format(**fields)


def reason_words(position: Position, move: Move, answer: Answer) -> str:
    """Why a move that is right is good, or what the reply to a wrong one does; empty where that is not known."""
    if answer.reason is None or answer.right is None:
        return ""
    named = position.name(move) if answer.right or answer.reply is None else position.play(move).name(answer.reply)
    return f"{named}: {say(answer.reason)}"


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

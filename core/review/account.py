"""Account: a game with all that is known of its positions put together: what each move was worth and what was better, where the
game turned, and who messed up when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from core.analysis import Analysis, Line, start_score
from core.explain import own_words, why
from core.game import Move, Player, Reason
from core.phrase import Figures, Phrase, phrase
from core.position import Outcome, Position, other
from core.review.verdicts import (
    DROPS,
    FAULTS,
    MISTAKES,
    Accuracy,
    Judgement,
    accuracy,
    dropped,
    given_up,
    judge,
    weighed,
)
from core.score import Proof, Score, Verdict

Lookup: TypeAlias = Callable[[Position], Analysis | None]
"""What is known of a position."""
Proven: TypeAlias = Callable[[Position], Score | None]
"""What else has been proven of a position, for the player to move."""

_LOST = Score.exact(Verdict.LOSE)
_EARLIER = 3
"""So many mistakes before the last are named."""
_WORTH = {
    Verdict.WIN: phrase("the win"),
    Verdict.TIE: phrase("the draw"),
    Verdict.ENDLESS: phrase("a game that nobody can end"),
}


class Answer(NamedTuple):
    """A move that is tried in the place of a mistake: whether it is ``right``, None where nobody knows; its score, the best
    reply to it, and why it is good or what the reply does, None where that is not known."""

    right: bool | None
    score: Score | None
    reply: Move | None
    reason: Phrase | None

    @property
    def proven(self) -> bool:
        """Whether a proof says so."""
        return self.score is not None and (self.score.proven or (not self.right and self.score.verdict is not None))


class Account:
    """What is known of a game of so many ``positions``, one more than ``moves``, that ended with an ``outcome`` or goes on.

    ``analyses`` and ``scores`` have for each position what is known of it, a score for the player to move; what is proven of
    one proves as much of those before and after it: a move is worth what it led to, and ``led`` has, for each move, what that
    proves of it. ``proven`` tells what is known of a position beside its analysis. ``judgements`` go by ply, from 0.
    """

    def __init__(
        self,
        positions: Sequence[Position],
        moves: Sequence[Move],
        outcome: Outcome | None,
        known: Lookup,
        proven: Proven = lambda position: None,
    ) -> None:
        self.positions = positions
        self.moves = moves
        self.outcome = outcome
        found = [None if position.outcome else known(position) for position in positions]
        self.unseen = sum(
            not (each and each.final) for each, position in zip(found, positions, strict=True) if not position.outcome
        )
        """How many positions have not been looked at to the end."""
        facts = [_end(position) or proven(position) for position in positions]
        self.analyses, self.led = _informed(positions, moves, found, facts)
        self.scores = _scores(positions, moves, self.analyses, facts)
        self.carried = [_carried(*each) for each in zip(self.positions, self.analyses, self.scores, strict=True)]
        """Of each position, whether it is proven by the course of the game alone: by what was proven before the moves that led
        there, or of it in another line."""
        judged = (
            (ply, analysis and judge(analysis, move, whole=self.scores[ply]))
            for ply, (move, analysis) in enumerate(zip(moves, self.analyses, strict=False))
        )
        self.judgements: dict[int, Judgement] = {ply: judgement for ply, judgement in judged if judgement}

    @property
    def count(self) -> int:
        """How many positions there are to look at."""
        return sum(not position.outcome for position in self.positions)

    # Each move.

    @cached_property
    def first_scores(self) -> list[Score | None]:
        """The worth of every position for the first player."""
        return [
            score if score is None or position.turn == 0 else -score
            for position, score in zip(self.positions, self.scores, strict=True)
        ]

    def before(self, ply: int) -> Score | None:
        """What the position was worth to the player who made a move."""
        return self.scores[ply]

    def after(self, ply: int) -> Score | None:
        """What the move was worth to that player."""
        if ply in self.judgements:
            return self.judgements[ply].score
        score = self.scores[ply + 1]
        return score and score.before(self.positions[ply].turn != self.positions[ply + 1].turn)

    def alternatives(self, ply: int) -> list[Score]:
        """What the other moves would have led to, in the order of their worth: each a score for the first player, its distance
        counted from the position after the move."""
        analysis = self.analyses[ply]
        lines = analysis.lines if analysis else ()
        changes = self.positions[ply].turn == 1
        return [_behind(line.score, changes) for line in lines if line.move != self.moves[ply]]

    def better(self, ply: int) -> tuple[Move, ...]:
        """The moves that would have kept what a move gave away, best first; none where it gave nothing away."""
        judgement, analysis = self.judgements.get(ply), self.analyses[ply]
        if judgement is None or judgement.glyph not in FAULTS or analysis is None or analysis.best is None:
            return ()
        best = analysis.best.score
        if not best.proven:
            # Beside guesses a proven move is a mistake where the position is proven to be better: by which move, nobody knows.
            return () if judgement.score.proven else (analysis.best.move,)
        slower = judgement.glyph not in MISTAKES
        return tuple(
            line.move
            for line in analysis.lines
            if line.score.proven
            and (line.score.rank == best.rank if slower else line.score.verdict is best.verdict)
            and line.move != self.moves[ply]
        )

    def why(self, ply: int, line: Line) -> Phrase:
        """What is to be said of a move in the place of one that was made, by all that is known of the game up to there."""
        return why(self.positions[ply], line, reversed(self.analyses[:ply]))

    def answer(self, ply: int, move: Move, after: Analysis | None) -> Answer:
        """What there is to say of another move in the place of one that was made, of which ``after`` is what is known of the
        position that it leads to."""
        position, analysis = self.positions[ply], self.analyses[ply]
        led = position.play(move)
        after = None if led.outcome else after
        analysis = _informed((position, led), (move,), (analysis, after), (None, _end(led)))[0][0]
        line = analysis.line(move) if analysis else None
        if analysis is None or line is None or analysis.best is None:
            return Answer(None, None, None, None)
        right = self._is_right(ply, analysis, line)
        if led.outcome:
            reply = None
        elif after and after.best:
            reply = after.best.move
        else:
            reply = line.pv[1] if len(line.pv) > 1 else None
        reason = self.why(ply, line) if right else None if reply is None else own_words(led, reply)
        return Answer(right, line.score, reply, reason)

    def _is_right(self, ply: int, analysis: Analysis, line: Line) -> bool | None:
        assert analysis.best
        judgement = judge(analysis, line.move, whole=self.scores[ply])
        best, score, whole = analysis.best.score, line.score, self.scores[ply]
        if judgement is None:
            return None
        if judgement.glyph in MISTAKES:
            return False
        if score.proven == best.proven:
            return None if judgement.glyph is None else True
        if best.proven or score.verdict is Verdict.LOSE:
            return None
        level = (whole is not None and whole.at_most_draw) or (
            weighed(analysis, analysis.best) and best.value < DROPS["?"]
        )
        return True if score.verdict is Verdict.WIN or level else None

    # The game as a whole.

    def accuracy(self, player: Player) -> Accuracy:
        """How well a player has played."""
        return accuracy(self.judgements, self.positions, player)

    @property
    def mistakes(self) -> list[int]:
        """The plies, from 0, of the moves that were mistakes."""
        return [ply for ply, judgement in self.judgements.items() if judgement.glyph in MISTAKES]

    @property
    def costs(self) -> list[int]:
        """The plies, from 0, of the moves that gave something away, those that cost most first: what changed the class of the
        value before what was only dropped by estimate."""

        def cost(ply: int) -> tuple[int, float]:
            before, after = self.before(ply), self.after(ply)
            return FAULTS.index(
                self.judgements[ply].glyph or ""
            ), after.value - before.value if before and after else 0.0

        return sorted((ply for ply, judgement in self.judgements.items() if judgement.glyph in FAULTS), key=cost)

    @property
    def loser(self) -> Player | None:
        """Who resigned, None where nobody did."""
        resigned = self.outcome is not None and self.outcome.reason is Reason.RESIGNED
        return other(self.outcome.winner) if resigned and self.outcome and self.outcome.winner is not None else None

    @property
    def given_up(self) -> Score | None:
        """What was given up by resigning, where that was more than a loss."""
        known = self.analyses[-1]
        return given_up(known, self.loser) if known and self.loser is not None else None

    @property
    def turn(self) -> int:
        """After how many moves the game turned: where it was given up for more than a loss, else with the last move that gave
        away the class of the value; 0 where it did not."""
        if self.given_up:
            return len(self.moves)
        return max((ply + 1 for ply, judgement in self.judgements.items() if judgement.glyph == "??"), default=0)

    @property
    def turned(self) -> tuple[Score, Score] | None:
        """What the game was worth before it turned and after, to the player who turned it; None where it did not."""
        if self.given_up:
            return self.given_up, _LOST
        if not self.turn:
            return None
        before = self.before(self.turn - 1)
        assert before, "a move is judged by the position before it"
        return before, self.judgements[self.turn - 1].score

    @property
    def blame(self) -> Phrase | None:
        """Who messed up when, in a sentence; None as long as not every position has been looked at."""
        if self.unseen:
            return None
        plies, given, loser = self.mistakes, self.given_up, self.loser
        if given and loser is not None:
            player = self._player(loser)
            what = _worth(given)
            if not plies:
                return phrase("{player} messed up by resigning, which threw away {what}.", player=player, what=what)
            return phrase(
                "{player} messed up last, by resigning, which threw away {what}; before that {earlier}.",
                player=player,
                what=what,
                earlier=self._earlier(plies),
            )
        if not plies:
            return self._innocent()
        *before, last = plies
        values = {
            "player": self._player(self.positions[last].turn),
            "number": last + 1,
            "move": self.positions[last].name(self.moves[last]),
            "what": self._thrown_away(last),
        }
        if not before:
            return phrase("{player} messed up at move {number}: {move} threw away {what}.", **values)
        return phrase(
            "{player} messed up last, at move {number}: {move} threw away {what}; before that {earlier}.",
            earlier=self._earlier(before),
            **values,
        )

    def _innocent(self) -> Phrase:
        guessed = sum(
            ply not in self.judgements or not self.judgements[ply].score.proven for ply in range(len(self.moves))
        )
        if not guessed:
            return phrase("Nobody messed up: no move changed who wins.")
        return phrase("No mistake was found, but not all is proven.")

    def _player(self, player: Player) -> Phrase:
        return Phrase(self.positions[0].game.players[player])

    def _thrown_away(self, ply: int) -> Phrase:
        before, after = self.before(ply), self.after(ply)
        assert before, "a move is judged by the position before it"
        assert after
        if self.judgements[ply].glyph == "??":
            return _worth(before)
        analysis = self.analyses[ply]
        assert analysis
        assert analysis.best
        drop = dropped(analysis.best.score, after, before)
        return phrase("{value} by estimate", value=Figures(f"{drop:.2f}"))

    def _earlier(self, plies: Sequence[int]) -> Phrase:
        """The mistakes before the last one, as many as are named, from the first on."""
        first, *rest = (
            phrase("{player} at move {number}", player=self._player(self.positions[ply].turn), number=ply + 1)
            for ply in plies
        )
        said = first
        for each in rest[: _EARLIER - 1]:
            said = phrase("{one}, {more}", one=said, more=each)
        left = len(plies) - _EARLIER
        return phrase("{mistakes} and {number} more", mistakes=said, number=left) if left > 0 else said

    # For other programs.

    def to_json(self) -> dict[str, Any]:
        """The account as plain JSON values, moves in notation; the scores of a move are for the player who made it."""
        turned = self.turned
        return {
            "looked_at": self.count - self.unseen,
            "positions": self.count,
            "moves": [self._move_json(ply) for ply in range(len(self.moves))],
            "sides": [self._side_json(player) for player in (0, 1)],
            "turning_point": turned
            and {
                "ply": self.turn,
                "player": self.positions[0].game.players[self._turner],
                "move": None if self.given_up else self.positions[self.turn - 1].name(self.moves[self.turn - 1]),
                "before": _score_json(turned[0]),
                "after": _score_json(turned[1]),
            },
            "summary": str(self.blame) if self.blame else None,
        }

    @property
    def _turner(self) -> Player:
        """Who turned the game."""
        return self.positions[self.turn - 1].turn if self.loser is None or not self.given_up else self.loser

    def _move_json(self, ply: int) -> dict[str, Any]:
        position, judgement = self.positions[ply], self.judgements.get(ply)
        analysis, better = self.analyses[ply], self.better(ply)
        line = analysis.line(better[0]) if analysis and better else None
        return {
            "ply": ply + 1,
            "player": position.game.players[position.turn],
            "move": position.name(self.moves[ply]),
            "mark": judgement.glyph if judgement else None,
            "note": str(judgement.note) if judgement else None,
            "before": _score_json(self.before(ply)),
            "after": _score_json(self.after(ply)),
            "better": [position.name(move) for move in better],
            "line": line_names(position, line.pv) if line else [],
            "why": str(self.why(ply, line)) if line else None,
            "engine": analysis.engine if analysis else None,
        }

    def _side_json(self, player: Player) -> dict[str, Any]:
        tally = self.accuracy(player)
        return {
            "player": self.positions[0].game.players[player],
            "judged": tally.judged,
            "kept": tally.kept,
            **dict(zip(("blunders", "mistakes", "slips"), tally.faults, strict=True)),
            "accuracy": None if self.unseen else tally.percent,
        }


def line_names(position: Position, line: Sequence[Move]) -> list[str]:
    """The moves of a line in notation."""
    names = []
    for move in line:
        names.append(position.name(move))
        position = position.play(move)
    return names


def _informed(
    positions: Sequence[Position],
    moves: Sequence[Move],
    found: Sequence[Analysis | None],
    facts: Sequence[Score | None],
) -> tuple[list[Analysis | None], list[Line | None]]:
    """What is known of each position, with what the one after it has proven of the move that was made, and that alone."""
    analyses, led = [*found], list[Line | None]([None] * len(moves))
    for ply in reversed(range(len(moves))):
        position, after = positions[ply], positions[ply + 1]
        analysis, following = analyses[ply], analyses[ply + 1]
        score = _both(following.score if following else None, facts[ply + 1], position.game.finite)
        if score is None or not score.proven:
            continue
        best = following.best if following else None
        pv = (moves[ply], *(best.pv if best else ()))
        led[ply] = line = Line(moves[ply], score.before(position.turn != after.turn), pv)
        if analysis:
            old = analysis.line(line.move)
            if old is None or old.score.sureness < line.score.sureness:
                analyses[ply] = analysis.keeping(replace(analysis, lines=(line,)))
        elif line.score.verdict is Verdict.WIN:  # one move that wins proves the position, whatever the others do
            analyses[ply] = Analysis(position, (line,), 0, 0, 0.0, False)
    return analyses, led


def _scores(
    positions: Sequence[Position],
    moves: Sequence[Move],
    analyses: Sequence[Analysis | None],
    facts: Sequence[Score | None],
) -> list[Score | None]:
    """The worth of each position for the player to move, by what is known of itself, of the move that led there, or of all
    moves of the position before, whichever proves most."""
    scores = [
        fact
        if position.outcome
        else _both(analysis.whole if analysis else start_score(position), fact, position.game.finite)
        for position, analysis, fact in zip(positions, analyses, facts, strict=True)
    ]
    for ply, (position, after) in enumerate(pairwise(positions)):
        if after.outcome:
            break
        analysis, changes = analyses[ply], position.turn != after.turn
        line = analysis.line(moves[ply]) if analysis else None
        own, best = scores[ply + 1], scores[ply]
        proven = [_behind(line.score, changes)] if line and line.score.proven else []
        if best and best.verdict is Verdict.LOSE:  # whatever is moved, and a move that is not the best loses sooner
            proven.append(_behind(replace(best, plies=None, within=best.plies or best.within, more_than=0), changes))
        elif best and best.verdict is Verdict.TIE and best.at_most_draw:
            proven.append(_behind(Score.bound(Proof.AT_MOST, -own.value if own and changes else 0.0), changes))
        for score in proven:
            own = _both(own, score, position.game.finite)
        scores[ply + 1] = own
    return scores


def _carried(position: Position, analysis: Analysis | None, score: Score | None) -> bool:
    """Whether the score of a position is proven, and not by its analysis. What is known of the start is known in every game."""
    others = (analysis.score if analysis else None, _end(position), start_score(position))
    return score is not None and score.proven and not any(each and each.proven for each in others)


def _both(one: Score | None, other: Score | None, ends: bool) -> Score | None:
    """What two scores of one position prove together, in a game that ``ends`` or may go round."""
    return one.with_proven(other, ends) if one and other else one or other


def _end(position: Position) -> Score | None:
    """The worth of a finished position for who would be to move; None while the game goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    if outcome.winner is None:
        return Score.exact(Verdict.TIE, 0)
    return Score.exact(Verdict.WIN if outcome.winner == position.turn else Verdict.LOSE, 0)


def _behind(score: Score, turn_changes: bool) -> Score:
    """The worth of a move as that of the position that it leads to, which is not over: the inverse of Score.before."""
    score = -score if turn_changes else score
    if score.plies is not None:
        return replace(score, plies=score.plies - 1)
    within = None if score.within is None else score.within - 1
    return replace(score, within=within, more_than=max(0, score.more_than - 1))


def _worth(score: Score) -> Phrase:
    """What was thrown away."""
    if score.proven and score.verdict in _WORTH:
        return _WORTH[score.verdict]
    if score.at_least_draw:
        return phrase("at least a draw")
    return phrase("{value} by estimate", value=Figures(f"{score.value - _LOST.value:.2f}"))


def _score_json(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    return {
        "outcome": score.verdict.value if score.verdict else None,
        "plies": score.plies,
        "within": score.within,
        "beyond": score.more_than,
        "value": score.value,
        "proof": score.proof.value,
        "method": score.method,
    }

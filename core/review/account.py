"""Account: a game with all that is known of its positions put together: what each move was worth and what was better, where the
game turned, and who messed up when."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple, TypeAlias

from core.analysis import Analysis, Line, proven_here
from core.explain import own_words, why
from core.game import Move, Player, Reason
from core.growing import Growing
from core.phrase import Figures, Phrase, phrase
from core.position import Outcome, Position, other
from core.review.tally import Cost, MarkTally, has, keep
from core.review.verdicts import (
    DROPS,
    FAULTS,
    MISTAKES,
    Accuracy,
    Judgement,
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
_DRAWN = Score.exact(Verdict.TIE)
_LOSING = (Verdict.LOSE, Verdict.WIN)
"""What the start is worth for the first player where each player has lost it from there."""
EVEN = 0.05
"""Estimates nearer to a draw than this are about even."""
_EARLIER = 3
"""So many mistakes before the last are named."""
_WORTH = {
    Verdict.WIN: phrase("the win"),
    Verdict.TIE: phrase("the draw"),
    Verdict.ENDLESS: phrase("an endless game"),
}


class Answer(NamedTuple):
    """A move that is tried in the place of a mistake, or in an exercise: whether it is ``right``, None where nobody knows; its
    score, the best reply to it, and why it is good or what the reply does, None where that is not known."""

    right: bool | None
    score: Score | None
    reply: Move | None
    reason: Phrase | None

    @property
    def proven(self) -> bool:
        """Whether a proof says so, as it does where it is known that a move is right or wrong and no score is."""
        if self.score is None:
            return self.right is not None
        return self.score.proven or (not self.right and self.score.verdict is not None)

    def may_change(self, after: Analysis | None) -> bool:
        """Whether a search may still find the refutation, ``after`` being what is known of the position after the move."""
        refuted = self.right is False and self.reply is not None
        return not (self.right or refuted or (after and after.final))


class Account:
    """What is known of a game of so many ``positions``, one more than ``moves``, that ended with an ``outcome`` or goes on.
    ``analyses`` and ``scores`` have for each position what is known of it, a score for the player to move; what is proven of
    one proves as much of those before and after it: a move is worth what it led to, and ``led`` has, for each move, what that
    proves of it. ``proven`` tells what is known of a position beside its analysis. ``judgements`` go by ply, from 0.

    An account keeps step with its game: :meth:`follow` takes up moves, and :meth:`renew` what has become known of those
    positions that :meth:`hear` was given. Both work out as many plies as they change, however long the game is.
    """

    def __init__(
        self,
        positions: Sequence[Position],
        moves: Sequence[Move],
        outcome: Outcome | None,
        known: Lookup,
        proven: Proven = lambda position: None,
    ) -> None:
        self._known = known
        self._proven = proven
        self.positions: Growing[Position] = Growing()
        self.moves: Growing[Move] = Growing()
        self.outcome: Outcome | None = None
        self._plies: dict[Position, list[int]] = {}
        self._found: list[Analysis | None] = []
        """What is known of each position by itself."""
        self._facts: list[Score | None] = []
        """What else is proven of each position."""
        self.analyses: list[Analysis | None] = []
        self.led: list[Line | None] = []
        self.scores: list[Score | None] = []
        self.first_scores: list[Score | None] = []
        """The worth of every position for the first player."""
        self.carried: list[bool] = []
        """Of each position, whether it is proven by the course of the game alone: by what was proven before the moves that led
        there, or of it in another line."""
        self.judgements: dict[int, Judgement] = {}
        self.waiting: list[int] = []
        """The plies of positions that have not been looked at to the end, ascending."""
        self.unknown: list[int] = []
        """Those of them of which nothing is known."""
        self.proven = 0
        """How many positions are proven."""
        self._tally = MarkTally()
        self._urgent: list[Cost] = []
        """The costs of moves before or after which a position has not been looked at to the end."""
        self._stale: set[int] = set()
        """The plies of positions of which something else is known than the account says."""
        self._changed: set[int] = set()
        self.follow(positions, moves, outcome)

    # How it keeps step.

    def follow(self, positions: Sequence[Position], moves: Sequence[Move], outcome: Outcome | None) -> None:
        """Take up the game as it is now, or another course of it. What both begin with is not worked out again."""
        same = self.shared(positions, moves)
        if not same == len(self.positions) == len(positions):
            self._forget_from(same)
            self.positions = positions if isinstance(positions, Growing) else Growing(positions)
            self.moves = moves if isinstance(moves, Growing) else Growing(moves)
            for ply in range(same, len(positions)):
                self._plies.setdefault(positions[ply], []).append(ply)
                for values in (self._found, self._facts, self.analyses, self.scores, self.first_scores):
                    values.append(None)
                self.carried.append(False)
            self.led += [None] * (len(moves) - len(self.led))
            self._stale.update(range(max(0, same - 1), len(positions)))
        self.outcome = outcome
        self.renew()

    def hear(self, position: Position) -> None:
        """Something else is known of a position, which may be none of this game."""
        self._stale.update(self.plies(position))

    def renew(self) -> None:
        """Take up all that was heard of."""
        stale, self._stale = self._stale, set()
        self._work_out(stale)

    def shared(self, positions: Sequence[Position], moves: Sequence[Move]) -> int:
        """With how many of its positions a game begins."""
        return min(self.positions.common(positions), self.moves.common(moves) + 1)

    def plies(self, position: Position) -> Sequence[int]:
        """After how many moves a position has come up, ascending."""
        return self._plies.get(position, ())

    def news(self) -> set[int]:
        """The plies of which something has changed since this was last asked."""
        news, self._changed = self._changed, set()
        return news

    def _forget_from(self, same: int) -> None:
        """Forget all positions but so many, and what was said of the last move that led away from these."""
        for ply in range(max(0, same - 1), len(self.positions)):
            self._set_waiting(ply, False, False)
            self._judge(ply, None)
        for ply in range(same, len(self.positions)):
            plies = self._plies[self.positions[ply]]
            plies.remove(ply)
            if not plies:
                del self._plies[self.positions[ply]]
            self.proven -= _is_proven(self.scores[ply])
        for values in (self._found, self._facts, self.analyses, self.scores, self.first_scores, self.carried):
            del values[same:]
        del self.led[max(0, same - 1) :]
        self._changed = {ply for ply in self._changed if ply < same}
        self._stale = {ply for ply in self._stale if ply < same}

    def _work_out(self, plies: set[int]) -> None:
        """Ask what is known of some plies, and hand on what that proves, as far as it proves anything new: back along the moves
        that led there, then forth from there."""
        for ply in plies:
            self._ask(ply)
        informed = set[int]()
        back = [-ply for ply in plies]
        heapify(back)
        while back:
            ply = -heappop(back)
            if ply not in informed:
                informed.add(ply)
                if (self._inform(ply) or ply in plies) and ply:
                    heappush(back, 1 - ply)
        forth = sorted(informed)
        scored = set[int]()
        while forth:
            ply = heappop(forth)
            if ply not in scored:
                scored.add(ply)
                if (self._score(ply) or ply in informed) and ply < len(self.moves):
                    heappush(forth, ply + 1)
        self._changed |= scored

    def _ask(self, ply: int) -> None:
        position = self.positions[ply]
        found = self._found[ply] = None if position.outcome else self._known(position)
        self._facts[ply] = _both(proven_here(position), self._proven(position), position.game.finite)
        waiting = not (position.outcome or (found and found.final))
        self._set_waiting(ply, waiting, waiting and found is None)

    def _set_waiting(self, ply: int, waiting: bool, unknown: bool) -> None:
        keep(self.waiting, ply, waiting)
        keep(self.unknown, ply, unknown)

    def _inform(self, ply: int) -> bool:
        """Put together what is known of a position and what the one after it proves; whether that is something else now."""
        analysis = self._found[ply]
        if ply < len(self.moves):
            after, following = self.positions[ply + 1], self.analyses[ply + 1]
            score = _both(following.score if following else None, self._facts[ply + 1], after.game.finite)
            line = _led(self.positions[ply], self.moves[ply], after, following, score)
            self.led[ply] = line
            analysis = _informed(self.positions[ply], analysis, line)
        changed = analysis != self.analyses[ply]
        self.analyses[ply] = analysis
        return changed

    def _score(self, ply: int) -> bool:
        """Work out the worth of a position and judge the move made there; whether the position is worth something else now."""
        position, analysis, fact, old = self.positions[ply], self.analyses[ply], self._facts[ply], self.scores[ply]
        if position.outcome:
            score = fact
        else:
            score = _both(analysis.whole if analysis else None, fact, position.game.finite)
            if ply:
                before, move = self.positions[ply - 1], self.moves[ply - 1]
                score = _passed_on(before, position, move, self.analyses[ply - 1], self.scores[ply - 1], score)
        self.scores[ply] = score
        self.first_scores[ply] = score if score is None or position.turn == 0 else -score
        self.proven += _is_proven(score) - _is_proven(old)
        self.carried[ply] = _carried(position, analysis, score)
        if ply < len(self.moves):
            self._judge(ply, judge(analysis, self.moves[ply], whole=score) if analysis else None)
        return score != old

    def _judge(self, ply: int, judgement: Judgement | None) -> None:
        """Say something else of a move, or nothing."""
        old = self._tally.cost(ply)
        if old:
            keep(self._urgent, old, False)
        self._tally.put(ply, self.positions[ply].turn, judgement, self.scores[ply])
        if judgement is None:
            self.judgements.pop(ply, None)
        else:
            self.judgements[ply] = judgement
        cost = self._tally.cost(ply)
        if cost and (self.is_waiting(ply) or self.is_waiting(ply + 1)):
            keep(self._urgent, cost, True)

    def is_waiting(self, ply: int) -> bool:
        """Whether a position has not been looked at to the end."""
        return has(self.waiting, ply)

    @property
    def urgent(self) -> int | None:
        """The ply of a position that has not been looked at to the end, before or after the move that has cost most of all that
        have such positions; None where no move has."""
        if not self._urgent:
            return None
        ply = self._urgent[0][2]
        return ply if self.is_waiting(ply) else ply + 1

    @property
    def unseen(self) -> int:
        """How many positions have not been looked at to the end."""
        return len(self.waiting)

    @property
    def count(self) -> int:
        """How many positions there are to look at."""
        return len(self.positions) - (self.positions[-1].outcome is not None)

    # Each move.

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
        return [line.score.after(changes) for line in lines if line.move != self.moves[ply]]

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
        return why(self.positions[ply], line, (self.analyses[before] for before in reversed(range(ply))))

    def answer(self, ply: int, move: Move, after: Analysis | None) -> Answer:
        """What there is to say of another move in the place of one that was made, of which ``after`` is what is known of the
        position that it leads to."""
        position, analysis = self.positions[ply], self.analyses[ply]
        led = position.play(move)
        after = None if led.outcome else after
        score = _both(after.score if after else None, proven_here(led), led.game.finite)
        analysis = _informed(position, analysis, _led(position, move, led, after, score))
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
        """How well a player has played. Whoever lost by moves a game that was not lost from the start has made a mistake,
        also where none was found."""
        found = self._tally.accuracy(player)
        lost = self.outcome is not None and self.outcome.winner == other(player) and self.loser is None
        start = self.first_scores[0]
        doomed = start is not None and start.proven and start.verdict is _LOSING[player]
        return replace(found, missed=lost and not doomed and not any(found.faults))

    @property
    def mistakes(self) -> list[int]:
        """The plies, from 0, of the moves that were mistakes, ascending."""
        return list(self._tally.mistakes)

    @property
    def costs(self) -> list[int]:
        """The plies, from 0, of the moves that gave something away, those that cost most first: what changed the class of the
        value before what was only dropped by estimate."""
        return [ply for _class, _drop, ply in self._tally.costs]

    @property
    def loser(self) -> Player | None:
        """Who resigned, None where nobody did."""
        resigned = self.outcome is not None and self.outcome.reason is Reason.RESIGNED
        return other(self.outcome.winner) if resigned and self.outcome and self.outcome.winner is not None else None

    @property
    def given_up(self) -> Score | None:
        """What was given up at the end: by resigning, where that was more than a loss, or by agreeing to a draw, where
        a win was proven."""
        known, agreed = self.analyses[-1], self._agreed_away()
        if agreed:
            return agreed[1]
        return given_up(known, self.loser) if known and self.loser is not None else None

    @property
    def turn(self) -> int:
        """After how many moves the game turned: where it was given up for more than a loss, else with the last move that gave
        away the class of the value; 0 where it did not."""
        if self.given_up:
            return len(self.moves)
        return self._tally.blunders[-1] + 1 if self._tally.blunders else self._swing

    @property
    def _swing(self) -> int:
        """After how many moves the graph of values has gone to the winner's side for good; 0 where it always was there, where
        nobody has won by moves, or where some position has not been looked at."""
        winner = self.outcome.winner if self.outcome and self.loser is None else None
        if winner is None or self.unknown:
            return 0
        sign = 1 if winner == 0 else -1
        for ply in range(len(self.moves), -1, -1):
            score = self.first_scores[ply]
            if score is None or sign * score.value < EVEN:
                return 0 if score is None or ply == len(self.moves) else ply + 1
        return 0

    @property
    def turned(self) -> tuple[Score, Score] | None:
        """What the game was worth before it turned and after, to the player who turned it; None where it did not."""
        if self.given_up:
            return self.given_up, _DRAWN if self.loser is None else _LOST
        if not self.turn:
            return None
        before, after = self.before(self.turn - 1), self.after(self.turn - 1)
        assert before, "a move that turns a game is known by the positions before it and after it"
        assert after
        return before, after

    @property
    def blame(self) -> Phrase | None:
        """Who messed up when, in a sentence; None as long as not every position has been looked at."""
        if self.unseen:
            return None
        plies = self.mistakes
        if self.given_up:
            return self._ended_for_less(self.given_up)
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
            return phrase("{player} went wrong at move {number}: {move} threw away {what}.", **values)
        return phrase(
            "{player} made the last mistake at move {number}: {move} threw away {what}; before that {earlier}.",
            earlier=self._earlier(before),
            **values,
        )

    def _ended_for_less(self, given: Score) -> Phrase:
        """Who gave up what by ending the game, and what was given away before."""
        player, what, plies = self._player(self.turner), _worth(given), self.mistakes
        agreed = self.loser is None
        if not plies:
            if agreed:
                return phrase("{player} threw away {what} by agreeing to a draw.", player=player, what=what)
            return phrase("{player} went wrong by resigning, which threw away {what}.", player=player, what=what)
        values = {"player": player, "what": what, "earlier": self._earlier(plies)}
        if agreed:
            return phrase("{player} threw away {what} by agreeing to a draw; before that {earlier}.", **values)
        return phrase(
            "{player} made the last mistake by resigning, which threw away {what}; before that {earlier}.", **values
        )

    def _agreed_away(self) -> tuple[Player, Score] | None:
        """The player who had a proven win when both agreed to a draw, and that win."""
        known = self.analyses[-1]
        if self.outcome is None or self.outcome.reason is not Reason.AGREED or known is None or known.best is None:
            return None
        turn, score = known.position.turn, known.best.score
        return next(
            ((who, of) for who, of in ((turn, score), (other(turn), -score)) if of.verdict is Verdict.WIN), None
        )

    def _innocent(self) -> Phrase:
        if self._tally.proven == len(self.moves):
            return phrase("Nobody went wrong: no move changed who wins.")
        return phrase("No mistake was found, but not everything is proven.")

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
        return phrase("an estimated {value}", value=Figures(f"{drop:.2f}"))

    def _earlier(self, plies: Sequence[int]) -> Phrase:
        """The mistakes before the last one, as many as are named, from the first on."""
        first, *rest = (
            phrase("{player} at move {number}", player=self._player(self.positions[ply].turn), number=ply + 1)
            for ply in plies[:_EARLIER]
        )
        said = first
        for each in rest:
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
                "player": self.positions[0].game.players[self.turner],
                "move": None if self.given_up else self.positions[self.turn - 1].name(self.moves[self.turn - 1]),
                "before": turned[0] and turned[0].to_json(),
                "after": turned[1] and turned[1].to_json(),
            },
            "summary": str(self.blame) if self.blame else None,
        }

    @property
    def turner(self) -> Player:
        """Who turned the game, where it turned."""
        agreed = self._agreed_away()
        if agreed:
            return agreed[0]
        return self.positions[self.turn - 1].turn if self.loser is None or not self.given_up else self.loser

    def _move_json(self, ply: int) -> dict[str, Any]:
        position, judgement = self.positions[ply], self.judgements.get(ply)
        before, after = self.before(ply), self.after(ply)
        analysis, better = self.analyses[ply], self.better(ply)
        line = analysis.line(better[0]) if analysis and better else None
        return {
            "ply": ply + 1,
            "player": position.game.players[position.turn],
            "move": position.name(self.moves[ply]),
            "mark": judgement.glyph if judgement else None,
            "note": str(judgement.note) if judgement else None,
            "before": before and before.to_json(),
            "after": after and after.to_json(),
            "better": [position.name(move) for move in better],
            "line": position.names(line.pv) if line else [],
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


def _led(
    position: Position, move: Move, after: Position, following: Analysis | None, score: Score | None
) -> Line | None:
    """What the position after a move proves of it, by its analysis and its score, and that alone."""
    if score is None or not score.proven:
        return None
    best = following.best if following else None
    return Line(move, score.before(position.turn != after.turn), (move, *(best.pv if best else ())))


def _informed(position: Position, analysis: Analysis | None, line: Line | None) -> Analysis | None:
    """What is known of a position, with what is proven of the move that was made there."""
    if line is None:
        return analysis
    if analysis:
        old = analysis.line(line.move)
        new = old is None or old.score.sureness < line.score.sureness
        return analysis.keeping(replace(analysis, lines=(line,))) if new else analysis
    # One move that wins proves the position, whatever the others do.
    won = line.score.verdict is Verdict.WIN
    return Analysis(position, (line,), 0, 0, 0.0, False) if won else None


def _passed_on(
    position: Position,
    after: Position,
    move: Move,
    analysis: Analysis | None,
    best: Score | None,
    own: Score | None,
) -> Score | None:
    """The worth of the position ``after`` a move, which is not over, for the player to move: what is known of itself, ``own``,
    or of the move, or of all moves of the position before, worth ``best``, whichever proves most."""
    changes = position.turn != after.turn
    line = analysis.line(move) if analysis else None
    proven = [line.score.after(changes)] if line and line.score.proven else []
    if best and best.verdict is Verdict.LOSE:  # whatever is moved, and a move that is not the best loses sooner
        proven.append(replace(best, least=1).after(changes))
    elif best and best.verdict is Verdict.TIE and best.at_most_draw:
        proven.append(Score.bound(Proof.AT_MOST, -own.value if own and changes else 0.0).after(changes))
    for score in proven:
        own = _both(own, score, position.game.finite)
    return own


def _is_proven(score: Score | None) -> bool:
    return score is not None and score.proven


def _carried(position: Position, analysis: Analysis | None, score: Score | None) -> bool:
    """Whether the score of a position is proven, and not by its analysis. What is known of the start is known in every game."""
    others = (analysis.score if analysis else None, proven_here(position))
    return score is not None and score.proven and not any(each and each.proven for each in others)


def _both(one: Score | None, other: Score | None, ends: bool) -> Score | None:
    """What two scores of one position prove together, in a game that ``ends`` or may go round."""
    return one.with_proven(other, ends) if one and other else one or other


def _worth(score: Score) -> Phrase:
    """What was thrown away."""
    if score.proven and score.verdict in _WORTH:
        return _WORTH[score.verdict]
    if score.at_least_draw:
        return phrase("at least a draw")
    return phrase("an estimated {value}", value=Figures(f"{score.value - _LOST.value:.2f}"))

"""Verdicts on moves played: what each kept, gave away, or alone held."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.analysis import Analysis, Line
from core.game import Move, Player
from core.kits import guesses, provable
from core.phrase import Phrase, phrase
from core.score import Proof, Score, Verdict

_CLASS = {Verdict.WIN: 2, Verdict.TIE: 1, Verdict.ENDLESS: 1, Verdict.LOSE: 0}
_KEPT = {
    Verdict.WIN: phrase("won"),
    Verdict.TIE: phrase("held the draw"),
    Verdict.ENDLESS: phrase("kept it level"),
}
_ONLY = {
    Verdict.WIN: phrase("only move that wins"),
    Verdict.TIE: phrase("only move that draws"),
    Verdict.ENDLESS: phrase("only move that holds"),
}
_LEADS = {
    Verdict.WIN: phrase("wins"),
    Verdict.TIE: phrase("draws"),
    Verdict.ENDLESS: phrase("goes on without end"),
    Verdict.LOSE: phrase("loses"),
}
FAULTS = ("??", "?", "?!")
MISTAKES = FAULTS[:2]
DROPS = {"?": 0.2, "?!": 0.1}
"""Loss of estimated value, on a scale from -1 to +1, from which on a move bears a glyph where nothing is proven."""
GIVEN_UP = 0.3
"""How far above a loss the value of a position is that nobody need resign."""
DEPTH, GAMES = 4, 1000
"""A guess speaks against a move where a search has gone to so many plies for it, or has played so many games out."""


@dataclass(frozen=True)
class Judgement:
    """What to say of a move: a glyph (``??`` the class of the value got worse, which is proven, ``?`` it looked worse to a
    search, ``?!`` same class but two plies or more given away, or a little worse to a search, ``!`` the only move that keeps
    the class, or empty; None where nothing speaks for or against it), its score for the player who made it, and a note. Proofs
    are compared with proofs and guesses with guesses: a guess convicts no move that is proven, and no proof one that is but
    guessed."""

    glyph: str | None
    score: Score
    note: Phrase


def weighed(analysis: Analysis, line: Line) -> bool:
    """Whether what is guessed of a move may speak for it or against it: it is no bound, nor the want of a guess, and a search
    has gone far enough. Where a game can be proven, it has not until it is."""
    game = analysis.position.game
    if provable(game.id, game.move_count):
        return False
    score, games = line.score, analysis.counters.get("playouts")
    if score.verdict is None and score.proof is not Proof.ESTIMATE:
        return False
    if not score.value and not guesses(game.id):
        return False
    return line.depth >= DEPTH if games is None else games >= GAMES


def judge(analysis: Analysis, move: Move, whole: Score | None = None) -> Judgement | None:
    """The judgement of a move by an analysis of the position in which it was made, of which ``whole`` may say more than the
    analysis does; None when nothing is known of the move."""
    line, best = analysis.line(move), analysis.best
    if line is None or best is None:
        return None
    name = analysis.position.name(best.move)
    if line.score.proven and best.score.proven:
        return _judge_proven(line, best, name, analysis)
    if line.score.proven:
        return _judge_beside_guesses(line.score, whole or analysis.score)
    if best.score.proven and best.score.verdict in _KEPT:
        lost = best.score.verdict is Verdict.WIN and line.score.at_most_draw
        kept = _KEPT[best.score.verdict]
        if lost:
            return Judgement("??", line.score, phrase("{move} {kept}", move=name, kept=kept))
        return Judgement(None, line.score, phrase("not proven, {move} {kept}", move=name, kept=kept))
    if line is not best and line.score.verdict is None and line.score.proof is Proof.AT_MOST:
        # How much worse nobody has looked.
        return Judgement(None, line.score, phrase("no better than {move} (~)", move=name))
    if not (weighed(analysis, line) and weighed(analysis, best)):
        return Judgement(None, line.score, phrase("too little looked at"))
    for glyph, least in DROPS.items():
        if dropped(best.score, line.score, whole) >= least:
            return Judgement(glyph, line.score, phrase("{move} looked better (~)", move=name))
    return Judgement("", line.score, phrase("good (estimate)"))


def dropped(best: Score, score: Score, whole: Score | None) -> float:
    """How much less a move is guessed to be worth than the best one; where no move wins, none is worth more than a draw."""
    most = 0.0 if whole is not None and whole.at_most_draw else 1.0
    return min(best.value, most) - min(score.value, most)


def _judge_beside_guesses(score: Score, whole: Score | None) -> Judgement:
    """A move that is proven, where the best one is a guess: only what is proven of the position convicts it."""
    assert score.verdict is not None
    won = whole is not None and whole.proven and whole.verdict is Verdict.WIN
    drawn = whole is not None and whole.at_least_draw
    lost = (won and score.at_most_draw) or (drawn and score.verdict is Verdict.LOSE)
    return Judgement("??" if lost else "", score, _LEADS[score.verdict])


def _judge_proven(line: Line, best: Line, name: str, analysis: Analysis) -> Judgement:
    score = line.score
    assert score.verdict is not None
    assert best.score.verdict is not None
    mine, top = _CLASS[score.verdict], _CLASS[best.score.verdict]
    if mine < top:
        return Judgement("??", score, phrase("{move} {kept}", move=name, kept=_KEPT[best.score.verdict]))
    if (
        score.plies is not None
        and best.score.plies is not None
        and abs(score.plies - best.score.plies) >= 2
        and mine != 1
    ):
        return Judgement(
            "?!", score, phrase("{move} was {plies} plies better", move=name, plies=abs(score.plies - best.score.plies))
        )
    others = [other.score for other in analysis.lines if other.move != line.move]
    if analysis.omitted:
        others.append(Score.exact(analysis.omitted_verdict) if analysis.omitted_verdict else Score.estimate(0.0))
    worse = [other.proven and other.verdict is not None and _CLASS[other.verdict] < mine for other in others]
    if mine and others and all(worse):
        return Judgement("!", score, _ONLY[score.verdict])
    rivals = [other for other in others if other.verdict is score.verdict]
    known = all(other.proven for other in others)
    if known and (mine == 1 or (score.plies == best.score.plies and all(each.settled for each in (score, *rivals)))):
        return Judgement("", score, phrase("best") if mine else phrase("longest resistance"))
    return Judgement("", score, _LEADS[score.verdict])


def given_up(analysis: Analysis, loser: Player) -> Score | None:
    """What a position was worth to the player who resigned in it; None where that was about a loss, or nobody has looked far
    enough."""
    best = analysis.best
    if best is None:
        return None
    score = best.score if analysis.position.turn == loser else -best.score
    known = score.proven or score.at_least_draw or weighed(analysis, best)
    return score if known and score.value - Score.exact(Verdict.LOSE).value >= GIVEN_UP else None


@dataclass(frozen=True)
class Accuracy:
    """How well one player played: moves for or against which something speaks, and how many of them bear each of the FAULTS."""

    judged: int
    faults: tuple[int, int, int] = (0, 0, 0)
    missed: bool = False
    """Whether there was a mistake that nobody has found."""

    @classmethod
    def of(cls, marks: Iterable[str | None]) -> Accuracy:
        """That of moves with such marks, of which None says nothing."""
        known = [mark for mark in marks if mark is not None]
        blunders, mistakes, slips = map(known.count, FAULTS)
        return cls(len(known), (blunders, mistakes, slips))

    @property
    def kept(self) -> int:
        """Moves that kept the value."""
        return self.judged - self.faults[0] - self.faults[1]

    @property
    def percent(self) -> int | None:
        """Share of moves that gave nothing away, in percent, 100 only where all did; None when none was judged, or a mistake
        was made that nobody has found."""
        if not self.judged or self.missed:
            return None
        share = round(100 * (self.judged - sum(self.faults)) / self.judged)
        return min(share, 99) if any(self.faults) else share

"""Judges played moves: what a move kept, gave away, or was the only one to keep."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.analysis import Analysis, Line
from core.game import Move, Player
from core.kits import guesses, provable
from core.phrase import Phrase, phrase
from core.score import Proof, Score, Verdict

_LEVEL = 1
_CLASS = {Verdict.WIN: 2, Verdict.TIE: _LEVEL, Verdict.ENDLESS: _LEVEL, Verdict.LOSE: 0}
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
    Verdict.ENDLESS: phrase("goes on forever"),
    Verdict.LOSE: phrase("loses"),
}
FAULTS = ("??", "?", "?!")
MISTAKES = FAULTS[:2]
DROPS = {"?": 0.2, "?!": 0.1}
"""Minimum loss of estimated value for a glyph, on a scale from -1 to +1, if nothing is proven."""
GIVEN_UP = 0.3
"""A position is resigned too early if its value is at least this much above a loss."""
DEPTH, GAMES = 4, 1000
"""A guess counts against a move if the search went at least ``DEPTH`` plies deep, or played at least ``GAMES`` games out."""


@dataclass(frozen=True)
class Judgement:
    """The judgement of a move: a glyph, its score for the player who made it, and a note.

    ======  =====================================================================================
    ``??``  the class of the value (win, level, loss) got worse, which is proven
    ``?``   the move looked worse to a search
    ``?!``  the class stayed, but two plies or more were given away, or it looked a little worse
    ``!``   the only move that keeps the class
    empty   none of these
    None    nothing speaks for or against the move
    ======  =====================================================================================

    Proofs are compared with proofs and guesses with guesses: a guess convicts no proven move, and a proof convicts no guessed
    move."""

    glyph: str | None
    score: Score
    note: Phrase


def weighed(analysis: Analysis, line: Line) -> bool:
    """Whether the guess of a move counts for or against it: it is a real guess, not a bound, from a search that went far
    enough. In a game that can be proven no guess counts."""
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
    """The judgement of a move by an analysis of the position before it. ``whole`` is the score of that position, if more is
    known of it than the analysis says. None if the move is not analysed."""
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
        # Nobody has searched how much worse it is.
        return Judgement(None, line.score, phrase("no better than {move} (~)", move=name))
    if not (weighed(analysis, line) and weighed(analysis, best)):
        return Judgement(None, line.score, phrase("not analysed enough"))
    for glyph, least in DROPS.items():
        if dropped(best.score, line.score, whole) >= least:
            return Judgement(glyph, line.score, phrase("{move} looked better (~)", move=name))
    return Judgement("", line.score, phrase("good (estimate)"))


def dropped(best: Score, score: Score, whole: Score | None) -> float:
    """Loss of estimated value, compared with the best move. If no move wins, no move is worth more than a draw."""
    most = 0.0 if whole is not None and whole.at_most_draw else 1.0
    return min(best.value, most) - min(score.value, most)


def _judge_beside_guesses(score: Score, whole: Score | None) -> Judgement:
    """The judgement of a proven move where the best move is a guess. Only what is proven of the position convicts the move."""
    assert score.verdict is not None
    won = whole is not None and whole.proven and whole.verdict is Verdict.WIN
    drawn = whole is not None and whole.at_least_draw
    lost = (won and score.at_most_draw) or (drawn and score.verdict is Verdict.LOSE)
    return Judgement("??" if lost else "", score, _LEADS[score.verdict])


def _judge_proven(line: Line, best: Line, name: str, analysis: Analysis) -> Judgement:
    """The judgement of a move where its score and that of the best move, which is called ``name``, are proven.

    =========  ============  ================  ==========================
    best move  played: win   played: level     played: loss
    =========  ============  ================  ==========================
    win        see below     ``??`` it won     ``??`` it won
    level      --            see below         ``??`` it held the draw, it kept it level
    loss       --            --                see below
    =========  ============  ================  ==========================

    A move of the class of the best move gets the first row that is true:

    ======  ==========================================================  ==================================
    ``?!``  its win is 2 plies or more later, or its loss sooner        the best was so many plies better
    ``!``   no loss, and every other move is proven of a lower class    only move that wins, draws, holds
    none    no move is better, and all moves and distances are known    best; of a loss, longest resistance
    none    always                                                      wins, draws, goes on, loses
    ======  ==========================================================  ==================================
    """
    played, top = line.score, best.score
    assert played.verdict is not None
    assert top.verdict is not None
    mine = _CLASS[played.verdict]
    if mine < _CLASS[top.verdict]:
        return Judgement("??", played, phrase("{move} {kept}", move=name, kept=_KEPT[top.verdict]))
    given = abs(played.plies - top.plies) if played.plies is not None and top.plies is not None else 0
    if given >= 2 and mine != _LEVEL:
        return Judgement("?!", played, phrase("{move} was {plies} plies better", move=name, plies=given))
    others = [other.score for other in analysis.lines if other.move != line.move]
    if analysis.omitted:
        others.append(Score.exact(analysis.omitted_verdict) if analysis.omitted_verdict else Score.estimate(0.0))
    if (
        mine
        and others
        and all(each.proven and each.verdict is not None and _CLASS[each.verdict] < mine for each in others)
    ):
        return Judgement("!", played, _ONLY[played.verdict])
    rivals = [played, *(other for other in others if other.verdict is played.verdict)]
    timed = mine == _LEVEL or (played.plies == top.plies and all(each.settled for each in rivals))
    if timed and all(other.proven for other in others):
        return Judgement("", played, phrase("best") if mine else phrase("longest resistance"))
    return Judgement("", played, _LEADS[played.verdict])


def given_up(analysis: Analysis, loser: Player) -> Score | None:
    """The value of a position to the player who resigned it. None if it was about a loss, or is not searched far enough."""
    best = analysis.best
    if best is None:
        return None
    score = best.score if analysis.position.turn == loser else -best.score
    known = score.proven or score.at_least_draw or weighed(analysis, best)
    return score if known and score.value - Score.exact(Verdict.LOSE).value >= GIVEN_UP else None


@dataclass(frozen=True)
class Accuracy:
    """How well one player played: the number of judged moves, and how many of them have each glyph of ``FAULTS``."""

    judged: int
    faults: tuple[int, int, int] = (0, 0, 0)
    missed: bool = False
    """Whether the player lost, the start was not lost, and no fault is found."""

    @classmethod
    def of(cls, marks: Iterable[str | None]) -> Accuracy:
        """The accuracy of moves with these glyphs; None is a move that is not judged."""
        known = [mark for mark in marks if mark is not None]
        blunders, mistakes, slips = map(known.count, FAULTS)
        return cls(len(known), (blunders, mistakes, slips))

    @property
    def kept(self) -> int:
        """Moves that kept the value."""
        return self.judged - self.faults[0] - self.faults[1]

    @property
    def percent(self) -> int | None:
        """Share of moves that gave nothing away, in percent; 100 only if no move did. None if no move is judged, or a
        mistake was missed."""
        if not self.judged or self.missed:
            return None
        share = round(100 * (self.judged - sum(self.faults)) / self.judged)
        return min(share, 99) if any(self.faults) else share

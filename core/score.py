"""The score of a position or move: a proven verdict, a bound, or an estimate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any


class Proof(Enum):
    """How far the verdict of a score is proven."""

    EXACT = "exact"
    """The verdict is proven."""
    AT_LEAST = "at least"
    """The value is a lower bound."""
    AT_MOST = "at most"
    """The value is an upper bound."""
    ESTIMATE = "estimate"
    """Nothing is proven."""


class Verdict(Enum):
    """The result of best play. Endless play is a draw, since nobody can force an end."""

    WIN = "win"
    """The player to move wins."""
    TIE = "tie"
    """The game ends without a winner."""
    LOSE = "lose"
    """The player to move loses."""
    ENDLESS = "endless"
    """The game never ends: neither player can force an end."""


FAR = 1_000_000
"""A distance beyond any game, in plies: the value of :attr:`Score.most` without an upper bound."""
_VALUES = {Verdict.WIN: 1.0, Verdict.TIE: 0.0, Verdict.ENDLESS: 0.0, Verdict.LOSE: -1.0}
_OPPOSITE = {Verdict.WIN: Verdict.LOSE, Verdict.LOSE: Verdict.WIN}
_OPPOSITE_PROOF = {Proof.AT_LEAST: Proof.AT_MOST, Proof.AT_MOST: Proof.AT_LEAST}


@dataclass(frozen=True)
class Score:
    """The value of a position or move for the player to move. ``-score`` is the opponent's view.

    Scores are ordered. Proven wins come first, sooner before later, and proven losses last, later before sooner. All
    others are ordered by value. Proven draws have the value 0: a tie ranks above endless play, and both above an
    estimate of 0. An unknown distance counts as the worst one possible: the latest win, the soonest loss.

    >>> from core.score import Score, Verdict
    >>> win, tie, lose = Verdict.WIN, Verdict.TIE, Verdict.LOSE
    >>> Score.exact(lose) < Score.exact(lose, 2) < Score.exact(lose, 4) < Score.estimate(-1.0) < Score.estimate(0.0)
    True
    >>> Score.estimate(0.0) < Score.exact(Verdict.ENDLESS) < Score.exact(tie) < Score.estimate(0.1) < Score.estimate(1.0)
    True
    >>> Score.estimate(1.0) < Score.exact(win) < Score.exact(win, most=5) < Score.exact(win, 3) < Score.exact(win, 1)
    True
    """

    verdict: Verdict | None
    """The verdict that ``proof`` refers to. None if nothing is proven."""
    value: float
    """-1 to +1. Without a verdict an estimate; with an exact one +1, 0 or -1."""
    proof: Proof
    """How far the verdict is proven. Without a verdict: whether ``value`` is the estimate itself (ESTIMATE), or its
    upper or lower bound, as returned by a search that needed no more."""
    method: str = ""
    """The method that proved the verdict."""
    least: int = 1
    """Proven lower bound on the plies to the end by best play."""
    most: int = FAR
    """Proven upper bound on the plies to the end by best play. FAR if there is none."""

    def __post_init__(self) -> None:
        assert -1 <= self.value <= 1
        assert self.proof is not (Proof.EXACT if self.verdict is None else Proof.ESTIMATE)
        assert self.proven or (self.least, self.most) == (1, FAR), "a distance without a proof"
        assert self.least <= self.most, "more plies than there can be"

    @classmethod
    def exact(
        cls, verdict: Verdict, plies: int | None = None, method: str = "", *, least: int = 1, most: int = FAR
    ) -> Score:
        """A proven verdict. Its distance is ``plies`` if proven, else between ``least`` and ``most``."""
        if plies is not None:
            least = most = plies
        return cls(verdict, _VALUES[verdict], Proof.EXACT, method, least, most)

    @classmethod
    def bound(cls, proof: Proof, value: float, method: str = "") -> Score:
        """A proven draw bound with an estimate. AT_LEAST or AT_MOST a draw; the estimate is clipped to the bound."""
        value = max(0.0, value) if proof is Proof.AT_LEAST else min(0.0, value)
        return cls(Verdict.TIE, value, proof, method)

    @classmethod
    def estimate(cls, value: float) -> Score:
        """An estimate. Values are clipped to -1..+1."""
        return cls(None, max(-1.0, min(1.0, value)), Proof.ESTIMATE)

    @classmethod
    def guessed_at_most(cls, value: float) -> Score:
        """An estimated upper bound. Values are clipped to -1..+1."""
        return cls(None, max(-1.0, min(1.0, value)), Proof.AT_MOST)

    @property
    def plies(self) -> int | None:
        """Distance to the end of the game by best play. None if it is not proven."""
        return self.least if self.least == self.most else None

    @property
    def within(self) -> int | None:
        """The upper bound on the distance. None if there is none, or if the distance itself is proven."""
        return self.most if self.least < self.most < FAR else None

    @property
    def proven(self) -> bool:
        """Whether the verdict is exact."""
        return self.proof is Proof.EXACT

    @property
    def at_least_draw(self) -> bool:
        """Whether a loss is ruled out."""
        if self.verdict is None:
            return False
        return self.verdict is not Verdict.LOSE if self.proven else self.proof is Proof.AT_LEAST

    @property
    def at_most_draw(self) -> bool:
        """Whether a win is ruled out."""
        if self.verdict is None:
            return False
        return self.verdict is not Verdict.WIN if self.proven else self.proof is Proof.AT_MOST

    @property
    def settled(self) -> bool:
        """Whether the score is final. The verdict is exact, and so is the distance if there is one."""
        return self.proven and (self.plies is not None or self.verdict is Verdict.ENDLESS)

    @property
    def sureness(self) -> int:
        """Amount proven: 0 nothing, 1 a bound, 2 the verdict, 3 also the distance."""
        return 3 if self.settled else 2 if self.proven else 0 if self.verdict is None else 1

    @property
    def rank(self) -> tuple[float, int, int]:
        """The sort key of the order. Greater is better for the player to move."""
        if self.verdict is Verdict.WIN and self.proven:
            return (2.0, -self.most, -self.least)
        if self.verdict is Verdict.LOSE and self.proven:
            return (-2.0, self.least, self.most)
        if self.proven:
            return (0.0, 2 if self.verdict is Verdict.TIE else 1, 0)
        if self.verdict is None:
            return (self.value, _BESIDE[self.proof], 0)
        return (self.value, 3 if self.at_least_draw else 0, 0)

    def __lt__(self, other: Score) -> bool:
        return self.rank < other.rank

    def __neg__(self) -> Score:
        # replace() would take five times as long, and a line of a solved game negates thousands of scores.
        verdict = self.verdict and _OPPOSITE.get(self.verdict, self.verdict)
        proof = _OPPOSITE_PROOF.get(self.proof, self.proof)
        return Score(verdict, 0.0 - self.value, proof, self.method, self.least, self.most)

    def with_proven(self, older: Score, ends: bool = True) -> Score:
        """This score, improved by the proofs of an ``older`` one. Both are of one move. ``ends`` is whether the game
        always ends: then a draw is a tie; otherwise it may be endless."""
        if older.sureness > self.sureness:
            return older
        if self.verdict and older.verdict and {self.proof, older.proof} == {Proof.AT_LEAST, Proof.AT_MOST}:
            return Score.exact(Verdict.TIE, None, self.method) if ends else self
        if self.settled or not self.proven or older.verdict is not self.verdict:
            return self
        nearest = min(self, older, key=lambda score: score.most)
        return replace(nearest, least=max(self.least, older.least))

    def before(self, turn_changes: bool = True) -> Score:
        """The score of the move that led here. It is one ply longer, from the view of the player who made it."""
        return (-self if turn_changes else self)._farther(1)

    def after(self, turn_changes: bool = True) -> Score:
        """The score of the position after a move with this score: the inverse of :meth:`before`. The position is not
        over."""
        return (-self if turn_changes else self)._farther(-1)

    def to_json(self) -> dict[str, Any]:
        """The score as plain JSON values. ``within`` and ``beyond`` bound the distance if ``plies`` is null."""
        return {
            "outcome": self.verdict.value if self.verdict else None,
            "plies": self.plies,
            "within": self.within,
            "beyond": 0 if self.plies is not None else self.least - 1,
            "value": self.value,
            "proof": self.proof.value,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Score:
        """The inverse of :meth:`to_json`. Earlier versions wrote no bounds. Raises KeyError, TypeError, ValueError or
        AssertionError for an invalid document."""
        plies, within = document["plies"], document.get("within")
        least, most = document.get("beyond", 0) + 1, FAR if within is None else within
        return cls(
            None if document["outcome"] is None else Verdict(document["outcome"]),
            float(document["value"]),
            Proof(document["proof"]),
            document["method"],
            *((least, most) if plies is None else (plies, plies)),
        )

    def _farther(self, plies: int) -> Score:
        """The score with the end a number of plies later."""
        least = self.least + plies if self.least > 1 or self.plies is not None else 1
        most = self.most + plies if self.most < FAR else FAR
        return Score(self.verdict, self.value, self.proof, self.method, least, most)


_BESIDE = {Proof.AT_MOST: -1, Proof.ESTIMATE: 0, Proof.AT_LEAST: 1}
"""The order of estimates with one value: an upper bound ranks below, a lower bound above."""


def as_soon_as(best: Score, scores: Sequence[Score]) -> Score:
    """The score of a position whose ``best`` move has a proven score. ``scores`` has all its moves. A loss lasts as
    long as its longest defence, a win or a draw as long as its shortest line. While another move may lead to ``best``'s
    verdict sooner, the length is only a bound; nothing is sooner than a win in one."""
    if best.verdict is Verdict.LOSE:
        return replace(best, least=max(score.least for score in scores), most=max(score.most for score in scores))
    if best.most == 1:
        return best
    may_be = [score for score in scores if _rivals(score, best)]
    most = min(score.most for score in (best, *may_be) if score.proven)
    return replace(best, least=min(score.least for score in (best, *may_be)), most=most)


def _rivals(score: Score, best: Score) -> bool:
    """Whether a move may equal the best one, whose verdict is proven."""
    return score.verdict is best.verdict if score.proven else best.at_most_draw or not score.at_most_draw

"""What a position or a move is worth: a proven verdict with its distance, a bound of one, or a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any


class Proof(Enum):
    """How far the verdict of a score is proven."""

    EXACT = "exact"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    ESTIMATE = "estimate"


class Verdict(Enum):
    """What best play leads to; endless is a draw because nobody can force an end."""

    WIN = "win"
    TIE = "tie"
    LOSE = "lose"
    ENDLESS = "endless"


FAR = 1_000_000
"""A distance that no game reaches: what :attr:`Score.most` is without an upper bound, in plies."""
_VALUES = {Verdict.WIN: 1.0, Verdict.TIE: 0.0, Verdict.ENDLESS: 0.0, Verdict.LOSE: -1.0}
_OPPOSITE = {Verdict.WIN: Verdict.LOSE, Verdict.LOSE: Verdict.WIN}
_OPPOSITE_PROOF = {Proof.AT_LEAST: Proof.AT_MOST, Proof.AT_MOST: Proof.AT_LEAST}


@dataclass(frozen=True)
class Score:
    """The worth of a position or a move for the player to move; ``-score`` is the opponent's view.

    Ordered: proven wins (sooner first), then by value, where a proven tie or endless play counts as 0 (a proven one above an
    estimate of 0, a tie above endless), then proven losses (later first). An unknown distance counts as the worst one left: the
    latest win, the soonest loss.

    >>> win, tie, lose = Verdict.WIN, Verdict.TIE, Verdict.LOSE
    >>> Score.exact(lose) < Score.exact(lose, 2) < Score.exact(lose, 4) < Score.estimate(-1.0) < Score.estimate(0.0)
    True
    >>> Score.estimate(0.0) < Score.exact(Verdict.ENDLESS) < Score.exact(tie) < Score.estimate(0.1) < Score.estimate(1.0)
    True
    >>> Score.estimate(1.0) < Score.exact(win) < Score.exact(win, most=5) < Score.exact(win, 3) < Score.exact(win, 1)
    True
    """

    verdict: Verdict | None
    """What is proven of it; None where nothing is."""
    value: float
    """-1..+1: without a verdict a guess, with an exact one +1, 0 or -1."""
    proof: Proof
    """What is known of the verdict; without one whether the guess is itself meant (ESTIMATE), or the most or the least that it
    can be, as a search sees it that did not ask for more."""
    method: str = ""
    """What proved the verdict."""
    least: int = 1
    """The fewest plies to the end by best play that the proof leaves."""
    most: int = FAR
    """The most plies to the end by best play that the proof leaves; FAR where it sets no limit."""

    def __post_init__(self) -> None:
        assert -1 <= self.value <= 1
        assert self.proof is not (Proof.EXACT if self.verdict is None else Proof.ESTIMATE)
        assert self.proven or (self.least, self.most) == (1, FAR), "a distance without a proof"
        assert self.least <= self.most, "more plies than there can be"

    @classmethod
    def exact(
        cls, verdict: Verdict, plies: int | None = None, method: str = "", *, least: int = 1, most: int = FAR
    ) -> Score:
        """A proven verdict, with the distance in ``plies`` if it is proven too, or else the bounds on it."""
        if plies is not None:
            least = most = plies
        return cls(verdict, _VALUES[verdict], Proof.EXACT, method, least, most)

    @classmethod
    def bound(cls, proof: Proof, value: float, method: str = "") -> Score:
        """At least or at most a draw, with a guess, which is cut to what that leaves."""
        value = max(0.0, value) if proof is Proof.AT_LEAST else min(0.0, value)
        return cls(Verdict.TIE, value, proof, method)

    @classmethod
    def estimate(cls, value: float) -> Score:
        """A guess; values beyond -1..+1 are cut."""
        return cls(None, max(-1.0, min(1.0, value)), Proof.ESTIMATE)

    @classmethod
    def guessed_at_most(cls, value: float) -> Score:
        """A guess of the most that it may be worth; values beyond -1..+1 are cut."""
        return cls(None, max(-1.0, min(1.0, value)), Proof.AT_MOST)

    @property
    def plies(self) -> int | None:
        """Distance to the end of the game by best play; None if it is not proven."""
        return self.least if self.least == self.most else None

    @property
    def within(self) -> int | None:
        """The upper bound on the distance; None if there is none or the distance itself is proven."""
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
        """Whether nothing is left to find: the verdict is exact, and the distance too where there is one."""
        return self.proven and (self.plies is not None or self.verdict is Verdict.ENDLESS)

    @property
    def sureness(self) -> int:
        """How much is proven: 0 nothing, 1 a bound, 2 the verdict, 3 the distance too."""
        return 3 if self.settled else 2 if self.proven else 0 if self.verdict is None else 1

    @property
    def rank(self) -> tuple[float, int, int]:
        """The key of the order: greater is better for the player to move."""
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
        # Not by replace, which takes five times as long: the best play of a solved game asks for thousands.
        verdict = self.verdict and _OPPOSITE.get(self.verdict, self.verdict)
        proof = _OPPOSITE_PROOF.get(self.proof, self.proof)
        return Score(verdict, 0.0 - self.value, proof, self.method, self.least, self.most)

    def with_proven(self, older: Score, ends: bool = True) -> Score:
        """This score, and what an older one of the same move has proven beyond it. Where a game ``ends`` however it is played,
        what nobody wins is a tie; elsewhere it may be endless."""
        if older.sureness > self.sureness:
            return older
        if self.verdict and older.verdict and {self.proof, older.proof} == {Proof.AT_LEAST, Proof.AT_MOST}:
            return Score.exact(Verdict.TIE, None, self.method) if ends else self
        if self.settled or not self.proven or older.verdict is not self.verdict:
            return self
        nearest = min(self, older, key=lambda score: score.most)
        return replace(nearest, least=max(self.least, older.least))

    def before(self, turn_changes: bool = True) -> Score:
        """The score of the move that led here: one ply more, seen by the player who made it."""
        return (-self if turn_changes else self)._farther(1)

    def after(self, turn_changes: bool = True) -> Score:
        """The worth of the position that a move of this score leads to, which is not over: the inverse of :meth:`before`."""
        return (-self if turn_changes else self)._farther(-1)

    def to_json(self) -> dict[str, Any]:
        """The score as plain JSON values: ``within`` and ``beyond`` bound a distance of which ``plies`` is null."""
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
        """The inverse of :meth:`to_json`. Earlier versions wrote no bounds. Raises KeyError, TypeError, ValueError and
        AssertionError for a document that is no score."""
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
        """The same score with the end farther off by a number of plies."""
        least = self.least + plies if self.least > 1 or self.plies is not None else 1
        most = self.most + plies if self.most < FAR else FAR
        return Score(self.verdict, self.value, self.proof, self.method, least, most)


_BESIDE = {Proof.AT_MOST: -1, Proof.ESTIMATE: 0, Proof.AT_LEAST: 1}
"""How guesses of one value are ordered: what is worth no more comes after what is worth as much."""


def as_soon_as(best: Score, scores: Sequence[Score]) -> Score:
    """The score of a position whose best move has this one, which is proven. A loss lasts as long as the longest, a win or a
    draw as long as the shortest one: its length is but a bound while a move may lead to the same sooner. A win in one cannot
    be had sooner."""
    if best.verdict is Verdict.LOSE:
        return replace(best, least=max(score.least for score in scores), most=max(score.most for score in scores))
    if best.most == 1:
        return best
    may_be = [score for score in scores if _rivals(score, best)]
    most = min(score.most for score in (best, *may_be) if score.proven)
    return replace(best, least=min(score.least for score in (best, *may_be)), most=most)


def _rivals(score: Score, best: Score) -> bool:
    """Whether a move may turn out to be worth as much as the best, of which the verdict is proven."""
    return score.verdict is best.verdict if score.proven else best.at_most_draw or not score.at_most_draw

"""What a position or a move is worth: a proven verdict with its distance, a bound of one, or a guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum


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


_VALUES = {Verdict.WIN: 1.0, Verdict.TIE: 0.0, Verdict.ENDLESS: 0.0, Verdict.LOSE: -1.0}
_OPPOSITE = {Verdict.WIN: Verdict.LOSE, Verdict.LOSE: Verdict.WIN}
_OPPOSITE_PROOF = {Proof.AT_LEAST: Proof.AT_MOST, Proof.AT_MOST: Proof.AT_LEAST}


@dataclass(frozen=True)
class Score:
    """The worth of a position or a move for the player to move; ``-score`` is the opponent's view.

    Ordered: proven wins (sooner first), then by value, where a proven tie or endless play stands at 0 (a proven one above
    an estimate of 0, a tie above endless), then proven losses (later first). Of a distance that is not known the worst counts
    that may be: a win comes late, a loss soon.
    """

    verdict: Verdict | None
    """What is proven of it; None where nothing is."""
    value: float
    """-1..+1: without a verdict a guess, with an exact one +1, 0 or -1."""
    proof: Proof
    """What is known of the verdict; without one whether the guess is itself meant (ESTIMATE), or the most or the least that it
    can be, as a search sees it that did not ask for more."""
    plies: int | None = None
    """To the end of the game by best play; None where that distance is not proven."""
    method: str = ""
    """What proved the verdict."""
    within: int | None = None
    """The most plies that it is proven to take, where the distance is not known; None where there is no such bound."""
    more_than: int = 0
    """It is proven to take more plies than these, where the distance is not known."""

    def __post_init__(self) -> None:
        # Here and nowhere else, so that bounds that meet are one number wherever they come from.
        if self.within is not None and self.within == self.more_than + 1:
            object.__setattr__(self, "plies", self.within)
            object.__setattr__(self, "within", None)
            object.__setattr__(self, "more_than", 0)
        assert -1 <= self.value <= 1
        assert self.proof is not (Proof.EXACT if self.verdict is None else Proof.ESTIMATE)
        assert self.verdict is not None or self.plies is None
        assert (self.within is None and not self.more_than) or (self.proven and self.plies is None)
        assert self.least <= self.most, "more plies than there can be"

    @classmethod
    def exact(
        cls, verdict: Verdict, plies: int | None = None, method: str = "", within: int | None = None, more_than: int = 0
    ) -> Score:
        """A proven verdict, with the distance, or else bounds on it, if those are proven too; bounds that meet are the
        distance."""
        return cls(verdict, _VALUES[verdict], Proof.EXACT, plies, method, within, more_than)

    @classmethod
    def bound(cls, proof: Proof, value: float, method: str = "") -> Score:
        """At least or at most a draw, with a guess, which is cut to what that leaves."""
        value = max(0.0, value) if proof is Proof.AT_LEAST else min(0.0, value)
        return cls(Verdict.TIE, value, proof, None, method)

    @classmethod
    def estimate(cls, value: float) -> Score:
        """A guess; values beyond -1..+1 are cut."""
        return cls(None, max(-1.0, min(1.0, value)), Proof.ESTIMATE)

    @classmethod
    def guessed_at_most(cls, value: float) -> Score:
        """A guess of the most that it may be worth; values beyond -1..+1 are cut."""
        return cls(None, max(-1.0, min(1.0, value)), Proof.AT_MOST)

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
    def least(self) -> int:
        """The fewest plies to the end that the proof leaves."""
        return self.more_than + 1 if self.plies is None else self.plies

    @property
    def most(self) -> int:
        """The most plies to the end that the proof leaves, a large number where it leaves any."""
        if self.plies is not None:
            return self.plies
        return _FAR if self.within is None else self.within

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
        return Score(verdict, 0.0 - self.value, proof, self.plies, self.method, self.within, self.more_than)

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
        joined = self._between(max(self.least, older.least), nearest.most)
        return replace(joined, method=nearest.method)

    def _between(self, least: int, most: int) -> Score:
        """The same verdict at a distance of at least and at most so many plies."""
        return replace(self, plies=None, within=None if most == _FAR else most, more_than=least - 1)

    def before(self, turn_changes: bool = True) -> Score:
        """The score of the move that led here: one ply more, seen by the player who made it."""
        score = -self if turn_changes else self
        plies = None if score.plies is None else score.plies + 1
        within = None if score.within is None else score.within + 1
        more_than = score.more_than and score.more_than + 1
        return Score(score.verdict, score.value, score.proof, plies, score.method, within, more_than)

    def after(self, turn_changes: bool = True) -> Score:
        """The worth of the position that a move of this score leads to, which is not over: the inverse of :meth:`before`."""
        score = -self if turn_changes else self
        if score.plies is not None:
            return replace(score, plies=score.plies - 1)
        within = None if score.within is None else score.within - 1
        return replace(score, within=within, more_than=max(0, score.more_than - 1))


_FAR = 1_000_000
_BESIDE = {Proof.AT_MOST: -1, Proof.ESTIMATE: 0, Proof.AT_LEAST: 1}
"""How guesses of one value are ordered: what is worth no more comes after what is worth as much."""


def as_soon_as(best: Score, scores: Sequence[Score]) -> Score:
    """The score of a position whose best move has this one, which is proven. A loss lasts as long as the longest, a win or a
    draw as long as the shortest one: its length is but a bound while a move may lead to the same sooner. A win in one cannot
    be had sooner."""
    if best.verdict is Verdict.LOSE:
        return best._between(max(score.least for score in scores), max(score.most for score in scores))
    if best.plies == 1:
        return best
    may_be = [score for score in scores if _rivals(score, best)]
    most = min(score.most for score in (best, *may_be) if score.proven)
    return best._between(min(score.least for score in (best, *may_be)), most)


def _rivals(score: Score, best: Score) -> bool:
    """Whether a move may turn out to be worth as much as the best, of which the verdict is proven."""
    return score.verdict is best.verdict if score.proven else best.at_most_draw or not score.at_most_draw

"""What is known of the start of games: what best play leads to, and who says so. Every sentence about it is made here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from core.phrase import Phrase, phrase


class Paper(NamedTuple):
    """A document: what it is called in a sentence, and how it is cited."""

    name: Phrase
    citation: Phrase


ALLIS = Paper(
    phrase("Allis and others 1994"), phrase("L. V. Allis, H. J. van den Herik, M. P. H. Huntjens (1994) on gomoku")
)
CHARATSIDIS = Paper(
    phrase("Charatsidis 2017"), phrase("E. Charatsidis (2017) and J. W. H. M. Uiterwijk (2019) on boards of four rows")
)
FERNANDEZ = Paper(
    phrase("Fernández 2021"),
    phrase(
        "A. Fernández Delgado, 'Implementación en Matlab del algoritmo Minimax en un juego simple mediante interfaces gráficas "
        "de usuario', Universidad de Sevilla (2021)"
    ),
)
HERIK = Paper(
    phrase("van den Herik and others 2002"),
    phrase(
        "H. J. van den Herik, J. W. H. M. Uiterwijk, J. van Rijswijck, 'Games solved: now and in the future', Artificial "
        "Intelligence 134 (2002), 277-311"
    ),
)
HSU = Paper(
    phrase("Hsu and others 2020"),
    phrase(
        "W.-Y. Hsu and others, 'On solving the 7,7,5-game and the 8,8,5-game', Theoretical Computer Science 815 (2020), 79-94"
    ),
)
UITERWIJK = Paper(
    phrase("Uiterwijk and van den Herik 2000"),
    phrase(
        "J. W. H. M. Uiterwijk, H. J. van den Herik, 'The advantage of the initiative', Information Sciences 122 (2000), 43-58"
    ),
)
ZETTERS = Paper(
    phrase("Zetters 1980"),
    phrase("T. G. L. Zetters, problem S10, American Mathematical Monthly (1980): nobody can force eight in a row"),
)


@dataclass(frozen=True)
class BestPlay:
    """What best play from the start leads to, for the player who begins."""

    verdict: Literal["win", "tie", "lose", "endless"]
    """The value of a core.score.Verdict."""
    plies: int | None = None
    """Plies to the end; None if not known."""
    within: int | None = None
    """Maximum number of plies to the end, where the exact number is not known."""


@dataclass(frozen=True)
class Known(BestPlay):
    """What best play from the start leads to, and the proof of it."""

    how: Phrase | None = None
    """By which moves, in words."""
    proof: str = "search"
    """What proves it here, as a score's method; empty where only the paper says so."""
    paper: Paper | None = None
    """The document that says so."""
    first: str = ""
    """A first move, in notation, that is proven to lead there in ``plies``; empty where none is kept."""

    @property
    def result(self) -> Phrase:
        """It as the end of a sentence."""
        result = self._result
        return phrase("{result}, {how}", result=result, how=self.how) if self.how else result

    @property
    def _result(self) -> Phrase:
        match self.verdict:
            case "tie":
                return phrase("best play is a draw")
            case "endless":
                return phrase("endless: neither player can force an end")
            case "lose" if self.plies is not None:
                return phrase("the second player wins in {plies}", plies=self.plies)
            case "lose":
                return phrase("the second player wins")
            case "win" if self.plies is not None:
                return phrase("the first player wins in {plies}", plies=self.plies)
            case "win" if self.within is not None:
                return phrase("the first player wins in at most {plies}", plies=self.within)
        return phrase("the first player wins")

    @property
    def sentence(self) -> Phrase:
        """It with who says so."""
        if self.proof:
            return phrase("Proven here by {method}: {result}.", method=phrase(self.proof), result=self.result)
        return self.brief

    @property
    def brief(self) -> Phrase:
        """The same without the method."""
        if self.proof:
            return phrase("Proven here: {result}.", result=self.result)
        assert self.paper, "somebody has to say so"
        return phrase("{paper}: {result}.", paper=self.paper.name, result=self.result)

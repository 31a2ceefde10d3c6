"""Facts in the words of the program, for tests of where a fact is told. What the words are is tested in
``tests/tui/test_words.py`` and ``tests/core/test_session.py``: a sentence that is reworded falls there, and not wherever it is
told."""

from __future__ import annotations

import pytest

from core.errors import CoreError
from core.games import get
from core.position import Position, play_all
from core.score import Score, Verdict
from tui.text import words

WIN, DRAW, LOSS = Verdict.WIN, Verdict.TIE, Verdict.LOSE


def refused(game: str, moves: str, name: str) -> str:
    """Why the rules refuse a move after some moves of a game."""
    position = play_all(get(game), moves)[1]
    with pytest.raises(CoreError) as refusal:
        position.play(position.parse(name))
    return str(refusal.value)


def worth(player: str, verdict: Verdict, plies: int | None = None) -> str:
    """What a position is proven to be worth to the player to move."""
    return words.proven(player, Score.exact(verdict, plies))


def judged(position: Position, score: Score, *, before: bool = False) -> str:
    """What a position is worth to the player to move, and how sure that is; ``before`` if earlier moves have proven it."""
    return " ".join(words.sentence(position, score, before=before))

"""Games that are over, as a store has them."""

from __future__ import annotations

from core.games import get
from core.play.match import Match
from core.store.rows import ReviewMarks, Stored

YOU, ENGINE = "human", "best:2"


X_WINS, O_WINS, DRAW = "b2 a1 b1 a2 b3", "a1 b2 c3 b1 c1 b3", "b2 a1 c1 a3 a2 c2 b1 b3 c3"


def kept(
    moves: str,
    players: tuple[str, str] = (YOU, ENGINE),
    game: str = "tictactoe",
    marks: ReviewMarks = (),
    retried: bool = False,
) -> Stored:
    """A finished game."""
    match = Match(get(game), players, retried=retried)
    for name in moves.split():
        match = match.play(match.position.parse(name))
    assert match.outcome
    return Stored.of(match, 0.0, 0.0, "", marks)


GOES_ON = """[Game "tictactoe"]
[First "human"]
[Second "human:ana·3f2a"]

1. b2 a1
"""
"""One that is not, against somebody from afar, as a text that is taken in."""

"""The line form of Pascal Pons's solver of Connect Four (http://blog.gamesolver.org): a game a line, in and out.

A line is the columns played, counted from 1, without blanks; an empty one is the start. The answer is the same line and the
exact score for the player to move: 0 for a draw, else how many discs of the winner's own would still be left, counted from the
end (a win with the last disc of the board or the one before is 1), below zero when the opponent wins. With ``every`` come all
scores, of the columns from the left, and FULL for one that is full. A line may end in such scores, as those of Pons's tests do:
others than are found are answered by a sentence. So is a line that is no game, and one that takes long when the input has
ended: who has asked may be gone.
"""

from __future__ import annotations

import re

from core import engines
from core.analysis import Analysis, Limit, Watch
from core.errors import BadNotation, CoreError, quoted
from core.game import Game
from core.games.connect_four import ConnectFour
from core.phrase import Phrase, phrase
from core.position import Position, play_all
from core.protocols.peer import Peer, sentence
from core.score import Score, Verdict

CHECK_SECONDS = 10.0
"""Maximum time for checking a score that a file gives."""
AFTER_SECONDS = 10.0
"""How long a line may take once the input has ended."""
_SCORE = re.compile(r"-?[0-9]{1,4}")
FULL = -1000
"""In the place of a score, as Pons's solver has it."""


def serve(game: Game, peer: Peer, every: bool = False) -> None:
    """Answer line by line until the input ends."""
    assert isinstance(game, ConnectFour)
    number = 0
    while (line := peer.take(whole=True)) is not None:
        number += 1
        try:
            peer.write(_answer(game, line, peer, every))
        except CoreError as error:
            peer.write(f"Line {number}: {sentence(error)}")


def _answer(game: ConnectFour, line: str, peer: Peer, every: bool) -> str:
    """The answer to a line. Raises CoreError for one that is no game, or gives other scores than are found."""
    played, *claimed = re.split(r"\s+", line)
    position = play_all(game, " ".join(played))[1]
    if claimed and (len(claimed) != (game.columns if every else 1) or not all(map(_SCORE.fullmatch, claimed))):
        raise BadNotation(
            "A game is written without spaces, and only its score may follow; leave out {text}.",
            text=quoted(" ".join(claimed)),
        )
    scores = _scores(position, peer)
    found = [scores.get(column, FULL) for column in range(game.columns)] if every else [max(scores.values())]
    if claimed and list(map(int, claimed)) != found:
        raise BadNotation(
            "After {game} the score is {found}, not {claimed}.",
            game=quoted(played),
            found=" ".join(map(str, found)),
            claimed=" ".join(claimed),
        )
    return " ".join([played, *map(str, found)])


def _scores(position: Position, peer: Peer) -> dict[int, int]:
    """What each column scores that is not full. Raises BadNotation where the search does not prove all, or not in time."""
    game = position.game
    assert isinstance(game, ConnectFour)
    if position.outcome:
        raise BadNotation("The game is over; leave the last moves out.")
    discs = sum(disc >= 0 for disc in game.discs(position.state))
    begun = peer.clock()

    def late() -> bool:
        return peer.ended and peer.clock() - begun >= AFTER_SECONDS

    found = engines.analyse(engines.best(position), Watch(position, Limit(), peer.clock, stop=late))
    if not found.settled and late():
        raise BadNotation(
            "The input has ended, but this takes more than {seconds} s; keep the input open to wait.",
            seconds=f"{AFTER_SECONDS:g}",
        )
    if not found.settled:
        raise BadNotation("This board is too large to solve.")
    places = game.columns * game.rows
    return {line.move: score_of(line.score, discs, places) for line in found.lines}


def compared(claim: int, found: Analysis) -> Phrase:
    """A comparison of the score that a file claims for a position with an analysis of CHECK_SECONDS at most."""
    position = found.position
    game = position.game
    assert isinstance(game, ConnectFour)
    if not found.settled:
        return phrase(
            "The file gives the score {claim}; {seconds} s were not enough to check it.",
            claim=claim,
            seconds=f"{CHECK_SECONDS:g}",
        )
    discs = sum(disc >= 0 for disc in game.discs(position.state))
    score = max(score_of(line.score, discs, game.columns * game.rows) for line in found.lines)
    if score == claim:
        return phrase("The score is {score}, as the file says.", score=score)
    return phrase("The file says {claim}, but the score is {score}.", score=score, claim=claim)


def score_of(score: Score, discs: int, places: int) -> int:
    """The exact score as Pons counts it, with so many discs on a board of so many places: for a win with the t-th disc of the
    game (places + 2 - t) // 2."""
    if score.verdict is Verdict.TIE:
        return 0
    assert score.plies is not None
    left = (places + 2 - discs - score.plies) // 2
    return left if score.verdict is Verdict.WIN else -left

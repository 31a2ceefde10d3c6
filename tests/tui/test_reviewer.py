"""A review looks at every position quickly before it looks at any for longer, and then first where most was lost."""

from __future__ import annotations

from core.analysis import Analysis, Limit, Line
from core.errors import CoreError
from core.games import get
from core.play.match import Match
from core.play.source import Snapshot
from core.position import Position
from core.score import Score
from tests.tui.answering import Answers
from tui.game.reviewer import QUICK_LIMIT, REVIEW_LIMIT, Reviewer


def answer(adviser: Answers, drop: int | None) -> None:
    """Value all moves of the position alike, but at one ply the move that was made far worse."""
    position = adviser.asked[-1].position
    lines = tuple(Line(move, Score.estimate(0.5), (move,), 6) for move in position.moves)
    ply = MATCH.positions.index(position)
    if ply == drop:
        bad = MATCH.moves[ply]
        kept = [line for line in lines if line.move != bad]
        lines = (*kept, Line(bad, Score.estimate(-0.5), (bad,), 6))
    adviser.heard(Analysis(position, lines, 6, 1000, 0.1, True, engine="alphabeta"))


def played(*names: str) -> Match:
    match = Match(get("gomoku"), ("human", "human"))
    for name in names:
        match = match.play(match.position.parse(name))
    return match


MATCH = played("h8", "h7", "g7", "i9", "j10", "f6")


def reviewer(adviser: Answers) -> Reviewer:
    def lost(error: CoreError) -> None:
        raise error

    return Reviewer(Snapshot.of(MATCH), lambda analysis: None, lost, 1.0, lambda: adviser, quick=QUICK_LIMIT)


def look_at_all(of: Reviewer, adviser: Answers, drop: int | None) -> list[tuple[int, Limit | object]]:
    """What is asked until nothing is left: the ply of each position, and for how long."""
    while of.unseen:
        before = len(adviser.asked)
        of.look()
        assert len(adviser.asked) == before + 1
        answer(adviser, drop)
    return [(MATCH.positions.index(request.position), request.limit) for request in adviser.asked]


def test_all_positions_are_looked_at_quickly_from_the_end_before_any_is_for_longer() -> None:
    adviser = Answers()
    asked = look_at_all(reviewer(adviser), adviser, None)
    assert asked[:7] == [(ply, QUICK_LIMIT) for ply in (6, 5, 4, 3, 2, 1, 0)]
    assert sorted(asked[7:], key=lambda each: each[0]) == [(ply, REVIEW_LIMIT) for ply in range(7)]


def test_where_most_was_lost_is_looked_at_for_longer_first() -> None:
    adviser = Answers()
    asked = look_at_all(reviewer(adviser), adviser, 2)
    assert asked[7:9] == [(2, REVIEW_LIMIT), (3, REVIEW_LIMIT)]


def test_a_quick_value_is_no_end_and_is_counted_as_one() -> None:
    adviser = Answers()
    of = reviewer(adviser)
    of.look()
    answer(adviser, None)
    position: Position = MATCH.positions[6]
    found = of.known(position)
    assert found
    assert (found.final, of.quick, of.looked_at(position), len(of.unseen)) == (False, 1, False, 7)
    assert of.news() == [], "which is kept only once a position was looked at to the end"


def test_what_is_being_found_out_is_not_asked_again() -> None:
    adviser = Answers()
    of = reviewer(adviser)
    of.look()
    of.look()
    assert len(adviser.asked) == 1

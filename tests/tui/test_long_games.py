"""What is drawn and looked at after a report, or for a review, costs as much for each ply of a long game as of a short one."""

from __future__ import annotations

from typing import NoReturn

import pytest

from core.analysis import Analysis, Line
from core.games import get
from core.games.nim import Nim
from core.play.match import Match
from core.play.source import Snapshot
from core.position import Position
from core.review.memory import Memory
from core.score import Score
from tests.core.counted import counted
from tests.tui.answering import Answers
from tui.game.reviewer import QUICK_LIMIT, Reviewer
from tui.screens.base import picture as play_picture
from tui.screens.base.picture import PlayView
from tui.widgets.panel import Panel

PEOPLE = ("human", "human")


def game_of(plies: int) -> Match:
    """A game in which one thing is taken with each move."""
    match = Match(get(f"subtraction:{plies + 2}:1,2"), PEOPLE)
    for _ in range(plies):
        match = match.play(0)
    return match


def guessed(position: Position, value: float, final: bool = True) -> Analysis:
    lines = tuple(Line(move, Score.estimate(value), (move,), 9) for move in position.moves)
    return Analysis(position, lines, 9, 1, 0.0, final, engine="alphabeta")


def steps_of_a_report(monkeypatch: pytest.MonkeyPatch, plies: int) -> int:
    """How often something is named or looked up to draw the panel after a report."""
    memory, state = Memory(2000), Snapshot.of(game_of(plies))
    for position in state.match.positions:
        memory.learn(guessed(position, 0.1))

    def drawn() -> None:
        view = PlayView(
            state=state,
            at=plies,
            known=memory.known,
            account=lambda shown: memory.account(shown.match.positions, shown.match.moves, shown.match.outcome),
            engine="Alpha-beta",
            cursor=None,
            prompt="",
            study=True,
            on_cells=True,
            due=True,
        )
        list(Panel(play_picture.panel(view)).draw(38, 40))
        play_picture.status(view)
        play_picture.header(state, 80)

    for _ in range(3):
        drawn()
    memory.learn(guessed(state.match.position, 0.2, final=False))
    with monkeypatch.context() as patch:
        told = [counted(patch, *what) for what in ((Nim, "format_move"), (Memory, "known"), (Score, "__lt__"))]
        drawn()
        return sum(count() for count in told)


def test_a_panel_is_drawn_anew_as_fast_at_any_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps_of_a_report(monkeypatch, 900) <= steps_of_a_report(monkeypatch, 90) + 2


def steps_of_a_review(monkeypatch: pytest.MonkeyPatch, plies: int) -> int:
    """How often something is looked up or named to review a whole game."""
    adviser, state = Answers(), Snapshot.of(game_of(plies))

    def lost(error: Exception) -> NoReturn:
        raise error

    with monkeypatch.context() as patch:
        told = [counted(patch, *what) for what in ((Nim, "format_move"), (Memory, "known"), (Analysis, "line"))]
        reviewer = Reviewer(state, lambda analysis: None, lost, 1.0, lambda: adviser, quick=QUICK_LIMIT)
        while reviewer.account.unseen:
            reviewer.look()
            position = adviser.asked[-1].position
            # Each third move looks bad, so that those before and after it come first.
            value = -0.5 if position.state[0] % 3 else 0.5
            adviser.heard(guessed(position, value))
        assert len(adviser.asked) == 2 * (plies + 1)
        assert reviewer.marks
        return sum(count() for count in told)


def test_to_review_a_game_twice_as_long_takes_twice_as_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps_of_a_review(monkeypatch, 400) < 2.2 * steps_of_a_review(monkeypatch, 200)

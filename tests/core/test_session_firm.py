"""A game of which nothing may be told that is not on disk: what cannot be kept has not happened."""

from __future__ import annotations

from random import Random

from core.game import Reason
from core.games import get
from core.play import actions, events
from core.play.clock import TimeControl
from core.play.seats import Setup
from core.play.session import Session
from core.position import Outcome
from tests.core.sitting import FULL_DISK, PEOPLE, Sitting


class Firm(Sitting):
    """A session of two people, whose disk answers when the test says so."""

    def __init__(self, control: TimeControl | None = None) -> None:
        super().__init__(PEOPLE)
        self.held = True
        self.session = Session(
            get("tictactoe"),
            Setup(PEOPLE, control=control),
            self.bench.ask,
            self._keep,
            lambda: self.clock,
            Random(1),
            retry=1.0,
        )
        self.session.listen(self._hear)
        self.due = self.session.tick()


def test_a_game_is_kept_before_anybody_moves() -> None:
    firm = Firm()
    assert firm.written == [""]
    assert not firm.told
    firm.to_disk()
    assert firm.heard(events.NewGame)


def test_a_ply_that_cannot_be_kept_is_no_ply() -> None:
    firm = Firm()
    firm.to_disk()
    firm.play("b2")
    assert not firm.session.settled
    firm.to_disk(FULL_DISK)
    assert firm.session.settled
    assert firm.refusal() == str(FULL_DISK)
    assert firm.moves == ""
    firm.play("a1")
    firm.to_disk()
    assert firm.moves == "a1"


def test_what_waits_for_a_ply_that_cannot_be_kept_is_not_done_either() -> None:
    firm = Firm()
    firm.to_disk()
    firm.do(actions.Play(0), actions.Play(1))
    firm.to_disk(FULL_DISK)
    assert firm.waiting == []
    assert firm.moves == ""


def test_the_clock_stands_still_for_a_moment_after_that_and_then_goes_on() -> None:
    firm = Firm(TimeControl(total=300, loses=True))
    firm.to_disk()
    for _ in range(10):
        firm.pass_time(1)
    firm.play("b2")
    firm.to_disk(FULL_DISK)
    assert firm.due == firm.clock + 1
    firm.pass_time(1)
    for _ in range(5):
        firm.pass_time(1)
    assert firm.state.clock
    assert firm.state.clock.left == (285, 300)


def test_players_can_end_a_game_in_ways_that_the_board_does_not_show() -> None:
    firm = Firm()
    firm.to_disk()
    outcome = Outcome(None, Reason.ABANDONED)
    firm.do(actions.Conclude(outcome))
    firm.to_disk()
    assert firm.state.outcome == outcome
    firm.do(actions.Conclude(Outcome(0, Reason.ABANDONED)))
    assert firm.refusal() == "The game is over already."
    assert firm.state.outcome == outcome


def test_a_move_is_taken_back_once_the_other_side_agrees_with_what_came_after_it() -> None:
    firm = Firm()
    firm.to_disk()
    for name in ("a1", "b1", "c1"):
        firm.play(name)
        firm.to_disk()
    firm.do(actions.AskUndo(1))
    assert (firm.moves, firm.state.takeback) == ("a1 b1 c1", 1)
    firm.do(actions.AskUndo(0))
    firm.to_disk()
    assert firm.state.takeback is None
    assert firm.moves == "a1"
    assert firm.written[-1] == "a1"

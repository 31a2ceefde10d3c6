"""Somebody leaves: his seat waits for him, and whoever is left need not wait for ever."""

from __future__ import annotations

import pytest

from core.hall.limits import HallLimits
from tests.core.hall.foyer import CLOCK, NOT_KEPT, Foyer, at_a_table, play

MINUTES = 60.0
DAY = 86_400.0


def test_whoever_comes_back_with_his_key_has_his_seat_and_the_board_as_it_stands() -> None:
    foyer, ana, ben, table = at_a_table()
    ana.do(table, "move", move="b2")
    ben.leave()
    assert [one["here"] for one in ana.seen(table)["people"]] == [True, False]
    ben = foyer.enter("b")
    assert ben.heard[0]["turns"] == [table]
    ben.ask("watch", table=table)
    assert ben.moves(table) == "b2"
    assert [one["here"] for one in ana.seen(table)["people"]] == [True, True]
    ben.do(table, "move", move="a1")


def test_a_second_window_takes_the_seat_and_the_first_is_told() -> None:
    foyer, ana, _ben, table = at_a_table()
    again = foyer.enter("a")
    again.ask("watch", table=table)
    assert ana.all("elsewhere") == [{"op": "elsewhere", "table": table}]
    assert ana.no(table, "move", move="b2") == "You have this table open in another window; open it here again first."
    again.do(table, "move", move="b2")
    assert ana.moves(table) == "b2"


def test_when_the_second_window_goes_the_first_has_the_seat_again() -> None:
    foyer, ana, ben, table = at_a_table()
    again = foyer.enter("a")
    again.ask("watch", table=table)
    again.leave()
    assert [one["here"] for one in ben.seen(table)["people"]] == [True, True]
    ana.do(table, "move", move="b2")


@pytest.mark.parametrize(("clock", "seconds"), [(None, 120), (CLOCK, 60)])
def test_a_game_can_be_claimed_when_the_one_on_turn_has_been_away_for_long(clock: object, seconds: int) -> None:
    foyer, ana, ben, table = at_a_table(clock=clock)
    ana.do(table, "move", move="b2")
    ben.leave()
    assert ana.seen(table)["claim"] == {"seat": 0, "in": seconds}
    foyer.pass_time(seconds - 10)
    assert ana.no(table, "claim", what="win") == "Your opponent still has 10 s to come back."
    foyer.pass_time(10)
    ana.do(table, "claim", what="win")
    match = ana.seen(table)["match"]
    assert (match["reason"], match["result"]) == ("abandoned", "1-0")
    assert ana.guest.person.results == {"tictactoe": (1, 0, 0)}


def test_a_draw_can_be_claimed_instead() -> None:
    foyer, ana, ben, table = at_a_table()
    ana.do(table, "move", move="b2")
    ben.leave()
    foyer.pass_time(120)
    ana.do(table, "claim", what="draw")
    match = ana.seen(table)["match"]
    assert (match["reason"], match["result"]) == ("abandoned", "1/2-1/2")
    assert foyer.disk.games[match["id"]].outcome is not None


def test_nothing_can_be_claimed_on_ones_own_turn_nor_from_somebody_who_is_there() -> None:
    foyer, ana, ben, table = at_a_table()
    ben.leave()
    foyer.pass_time(10 * MINUTES)
    nothing = "There is nothing to claim: your opponent is here, or it is your move."
    assert ana.seen(table)["claim"] is None
    assert ana.no(table, "claim", what="win") == nothing
    ben = foyer.enter("b")
    ben.ask("watch", table=table)
    ana.do(table, "move", move="b2")
    foyer.pass_time(10 * MINUTES)
    assert ana.no(table, "claim", what="win") == nothing


def test_whoever_left_a_live_game_begins_no_other_until_both_have_been_away_for_an_hour() -> None:
    foyer, ana, ben, table = at_a_table()
    ana.ask("unwatch", table=table)
    ben.ask("unwatch", table=table)
    assert ana.refusal("seek", game="tictactoe", post=False) == "You have an unfinished game; finish it first."
    foyer.pass_time(60 * MINUTES - 1)
    ana.refusal("seek", game="tictactoe", post=False)
    foyer.pass_time(1)
    ana.ask("lobby")
    assert ana.lobby()["games"] == {}
    assert list(ana.lobby()["yours"]) == [table]
    ana.ask("seek", game="tictactoe", post=False)


def test_a_game_that_slept_goes_on_when_both_are_back() -> None:
    foyer, ana, ben, table = at_a_table()
    ana.do(table, "move", move="b2")
    ana.leave()
    ben.leave()
    foyer.pass_time(2 * DAY)
    ana, ben = foyer.enter("a"), foyer.enter("b")
    ana.ask("watch", table=table)
    assert ana.seen(table)["claim"]["in"] == pytest.approx(12 * DAY, abs=5)
    ben.ask("watch", table=table)
    ben.do(table, "move", move="a1")
    assert ana.refusal("seek", game="tictactoe", post=False) == "You have an unfinished game; finish it first."


def test_a_game_may_be_broken_off_before_both_have_moved_and_leaves_nothing() -> None:
    foyer, ana, ben, table = at_a_table(clock=CLOCK)
    ana.do(table, "move", move="b2")
    ben.do(table, "abort")
    assert ana.seen(table)["aborted"]
    assert foyer.disk.games == {}
    assert ana.guest.person.results == {}
    foyer.pass_time(30 * MINUTES)
    assert foyer.disk.games == {}
    ana.ask("seek", game="tictactoe", post=False)


def test_a_game_in_which_both_have_moved_is_not_broken_off() -> None:
    _foyer, ana, ben, table = at_a_table()
    play(table, ana, ben, "b2 a1")
    assert ana.no(table, "abort") == "Both sides have moved, so the game counts; resign, or offer a draw."


def test_a_break_that_cannot_be_kept_breaks_nothing_off() -> None:
    foyer, ana, ben, table = at_a_table()
    foyer.disk.full = True
    assert ana.no(table, "abort") == NOT_KEPT
    foyer.disk.full = False
    ana.do(table, "move", move="b2")
    assert not ben.seen(table)["aborted"]


def test_nothing_is_due_at_a_table_at_which_all_is_over_while_somebody_looks_on() -> None:
    foyer = Foyer()
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    table = foyer.table(ana, ben)
    eva.ask("watch", table=table)
    ana.do(table, "resign")
    ana.leave()
    ben.leave()
    foyer.pass_time(1200)
    assert foyer.due is None
    eva.leave()
    assert foyer.due is not None


def test_a_table_at_which_all_is_over_goes_when_everybody_has_left() -> None:
    foyer = Foyer(HallLimits(after=600))
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    table = foyer.table(ana, ben)
    eva.ask("watch", table=table)
    ana.do(table, "resign")
    ana.leave()
    ben.leave()
    foyer.pass_time(1200)
    assert table in foyer.house.tables
    eva.ask("unwatch", table=table)
    foyer.pass_time(601)
    assert table not in foyer.house.tables
    assert eva.refusal("watch", table=table) == "That table no longer exists."


# By post.


def test_a_game_by_post_keeps_nobody_from_another_game() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, post=True)
    live = foyer.table(ana, ben)
    ana.do(live, "move", move="b2")


def test_a_game_by_post_is_claimed_after_fourteen_days_without_a_move_and_not_before() -> None:
    foyer, ana, ben, table = at_a_table(post=True)
    ana.do(table, "move", move="b2")
    ben.leave()
    foyer.pass_time(14 * DAY - 100)
    assert ana.no(table, "claim", what="win") == "Your opponent still has 100 s to come back."
    foyer.pass_time(100)
    ana.do(table, "claim", what="win")
    assert ana.seen(table)["match"]["reason"] == "abandoned"


def test_a_game_by_post_is_played_by_people_who_never_meet() -> None:
    foyer = Foyer()
    ana = foyer.enter("a")
    id = ana.ask("seek", game="tictactoe", seat=0, post=True)["id"]
    ana.leave()
    ben = foyer.enter("b")
    table = str(ben.ask("accept", id=id)["table"])
    ben.leave()
    for key, move in (("a", "b2"), ("b", "a1"), ("a", "c1")):
        foyer.pass_time(DAY)
        foyer.open()
        one = foyer.enter(key)
        assert one.heard[0]["turns"] == [table]
        one.ask("watch", table=table)
        one.do(table, "move", move=move)
    assert [kept.moves for kept in foyer.disk.games.values()] == ["b2 a1 c1"]


def test_a_game_by_post_has_no_clock() -> None:
    ana = Foyer().enter("a")
    assert ana.refusal("seek", game="tictactoe", clock=CLOCK, post=True) == "A game by post has no clock."


# The hall was away.


def test_after_a_restart_the_one_on_turn_has_his_time_and_half_a_minute_more() -> None:
    foyer, ana, ben, table = at_a_table(clock=CLOCK)
    foyer.pass_time(10)
    ana.do(table, "move", move="b2")
    foyer.pass_time(20)
    foyer.open()
    ben = foyer.enter("b")
    ben.ask("watch", table=table)
    state = ben.seen(table)
    assert state["clock"]["left"] == [292, 330]
    assert state["running"] == 1
    foyer.pass_time(5)
    ben.do(table, "move", move="a1")
    assert ben.seen(table)["clock"]["left"] == [292, 327]


def test_a_hall_that_comes_back_twice_gives_half_a_minute_once() -> None:
    foyer, ana, ben, table = at_a_table(clock=CLOCK)
    ana.do(table, "move", move="b2")
    for _ in range(2):
        foyer.open()
    ben = foyer.enter("b")
    ben.ask("watch", table=table)
    assert ben.seen(table)["clock"]["left"] == [302, 330]


def test_after_a_restart_all_tables_names_and_results_are_there() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    ana.ask("name", text="ana")
    play(foyer.table(ana, ben), ana, ben, "a1 a2 b1 b2 c1")
    table = foyer.table(ana, ben)
    ana.do(table, "move", move="b2")
    foyer.open()
    ben, eva = foyer.enter("b"), foyer.enter("e")
    ben.ask("lobby")
    assert ben.lobby()["results"] == {"tictactoe": [0, 0, 1]}
    mine = ben.lobby()["yours"][table]
    assert (mine["names"], mine["turn"], mine["post"]) == (["ana", f"guest-{ben.id[:4]}"], True, False)
    assert eva.refusal("name", text="ANA") == "The name ANA is already taken here; choose another name."


# The clock.


def test_whoever_has_no_time_left_has_lost() -> None:
    foyer, _ana, ben, table = at_a_table(clock=CLOCK)
    foyer.pass_time(301)
    match = ben.seen(table)["match"]
    assert (match["reason"], match["result"]) == ("time", "0-1")
    assert ben.guest.person.results == {"tictactoe": (1, 0, 0)}


def test_no_message_is_sent_only_because_a_second_has_passed() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.table(ana, ben, clock=CLOCK)
    foyer.pass_time(2)
    before = len(ana.heard)
    foyer.pass_time(100)
    assert len(ana.heard) == before


def test_a_clock_whose_end_cannot_be_kept_is_tried_again_and_not_all_the_time() -> None:
    foyer, _ana, ben, table = at_a_table(clock=CLOCK)
    foyer.disk.full = True
    tickets = foyer.disk.tickets
    foyer.pass_time(310)
    assert 2 <= foyer.disk.tickets - tickets <= 20
    assert ben.seen(table)["match"].get("reason") is None
    foyer.disk.full = False
    foyer.pass_time(2)
    assert ben.seen(table)["match"]["reason"] == "time"


def test_the_clock_stands_still_for_a_moment_after_a_ply_that_could_not_be_kept_and_then_goes_on() -> None:
    foyer, ana, _ben, table = at_a_table(clock=CLOCK)
    foyer.pass_time(10)
    foyer.disk.full = True
    assert ana.no(table, "move", move="b2") == NOT_KEPT
    foyer.disk.full = False
    foyer.pass_time(1)  # as long as HallLimits.retry
    foyer.pass_time(5)
    ana.ask("watch", table=table)
    assert ana.seen(table)["clock"]["left"] == [285.0, 300.0]


def test_a_game_that_both_leave_before_it_is_kept_hinders_nobody_once_it_is() -> None:
    foyer = Foyer(HallLimits(both_away=200.0))
    ana, ben = foyer.enter("a"), foyer.enter("b")
    id = ana.ask("seek", game="tictactoe", seat=0, post=False)["id"]
    foyer.disk.held = True
    accepted = ben.send("accept", id=id)
    foyer.pass_time(300)
    assert ana.refusal("seek", game="tictactoe", seat=0, post=False).startswith("You have an unfinished game")
    foyer.disk.held = False
    foyer.run()
    foyer.pass_time(1)
    assert (ben.answer(accepted) or {})["op"] == "ok"
    assert ana.ask("seek", game="tictactoe", seat=0, post=False)


def test_the_clock_of_an_aborted_game_stands() -> None:
    _foyer, first, _second, table = at_a_table(clock=CLOCK)
    first.do(table, "abort")
    assert first.seen(table)["running"] is None

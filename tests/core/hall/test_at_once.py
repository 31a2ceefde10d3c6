"""What two do at the same time, or while somebody is sent away."""

from __future__ import annotations

from tests.core.hall.foyer import NOT_KEPT, Foyer, at_a_table, play


def test_an_offer_whose_game_could_not_be_kept_is_open_again_unless_its_owner_has_left() -> None:
    for left in (False, True):
        foyer = Foyer()
        ana, ben = foyer.enter("a"), foyer.enter("b")
        ben.ask("lobby")
        id = ana.ask("seek", game="tictactoe", seat=0, post=False)["id"]
        foyer.disk.held = foyer.disk.full = True
        asked = ben.send("accept", id=id)
        if left:
            ana.leave()
        foyer.disk.held = False
        foyer.run()
        answer = ben.answer(asked)
        assert answer
        assert answer["template"] == NOT_KEPT
        foyer.pass_time(1)
        assert list(ben.lobby().get("seeks", {})) == ([] if left else [id])


def test_whoever_is_banned_is_sent_away_with_all_that_he_offers_and_his_game_can_be_claimed() -> None:
    foyer = Foyer()
    ana, ben, cleo = (foyer.enter(key) for key in "abc")
    table = foyer.table(ana, ben)
    play(table, ana, ben, "b2")
    cleo.ask("lobby")
    ben.ask("seek", game="connect-four", seat=None, post=True)
    cleo.ask("challenge", game="connect-four", seat=None, post=True, who=ben.id)
    foyer.house.ban(ben.guest.person, True)
    foyer.run()
    assert str(ben.ended) == "You can no longer enter this hall."
    foyer.pass_time(1)
    assert [cleo.lobby()[part] for part in ("seeks", "challenges")] == [{}, {}]
    foyer.pass_time(121)
    ana.do(table, "claim", what="win")
    assert ana.seen(table)["match"]["result"] == "1-0"


def test_of_two_who_accept_one_offer_at_once_one_plays() -> None:
    foyer = Foyer()
    ana, ben, cleo = (foyer.enter(key) for key in "abc")
    id = ana.ask("seek", game="tictactoe", seat=0, post=False)["id"]
    foyer.disk.held = True
    first, second = ben.send("accept", id=id), cleo.send("accept", id=id)
    third = ana.send("withdraw", id=id)
    foyer.disk.held = False
    foyer.run()
    answers = [one.answer(n) for one, n in ((ben, first), (cleo, second), (ana, third))]
    assert [answer and answer["op"] for answer in answers] == ["ok", "no", "no"]


def test_of_two_claims_that_are_made_at_once_the_first_counts() -> None:
    foyer, ana, ben, table = at_a_table()
    play(table, ana, ben, "b2")
    ben.leave()
    foyer.pass_time(121)
    foyer.disk.held = True
    draw = ana.send(**ana.at(table, "claim", what="draw"))
    win = ana.send(**ana.at(table, "claim", what="win"))
    foyer.disk.held = False
    foyer.run()
    assert [(ana.answer(n) or {})["op"] for n in (draw, win)] == ["ok", "no"]
    assert ana.seen(table)["match"]["result"] == "1/2-1/2"


def test_a_move_that_comes_as_the_clock_runs_out_is_refused_and_the_game_is_over_once() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    clock = {"move": 0, "total": 60, "increment": 0, "loses": True}
    table = foyer.table(ana, ben, clock=clock)
    play(table, ana, ben, "b2 a1")
    foyer.pass_time(59.5)
    foyer.clock += 0.6
    answer = ana.answer(ana.send(**ana.at(table, "move", move="a2")))
    assert answer
    assert answer["op"] == "no"
    assert ben.moves(table) == "b2 a1"
    assert ben.seen(table)["match"]["result"] == "0-1"
    ben.ask("lobby")
    assert ben.lobby()["results"] == {"tictactoe": [1, 0, 0]}


def test_a_name_that_is_changed_in_a_game_is_seen_at_the_table() -> None:
    _foyer, ana, ben, table = at_a_table()
    ben.ask("name", text="benno")
    assert ana.seen(table)["people"][1]["name"] == "benno"
    play(table, ana, ben, "b2")


def test_the_wall_clock_set_back_takes_nothing_from_anybody() -> None:
    foyer, ana, ben, table = at_a_table(post=True)
    play(table, ana, ben, "b2")
    foyer.wall -= 400 * 86_400
    play(table, ana, ben, "a1 a2")
    foyer.open()
    ben = foyer.enter("b")
    ben.ask("watch", table=table)
    assert ben.moves(table) == "b2 a1 a2"
    ben.do(table, "move", move="c3")

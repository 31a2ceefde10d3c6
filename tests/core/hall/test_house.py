"""People come into a hall, see each other, and play: nothing is told before it is kept, and nothing is done twice."""

from __future__ import annotations

from core.hall.limits import HallLimits
from core.hall.people import person_id
from core.hall.wire import OPS
from core.phrase import phrase
from tests.core.hall.foyer import CLOCK, NOT_KEPT, Foyer, at_a_table, play

WON = "a1 a2 b1 b2 c1"


def test_whoever_comes_is_told_who_he_is_and_what_is_played() -> None:
    foyer = Foyer()
    hi = foyer.enter("key of ana", "ana").heard[0]
    id = person_id("key of ana")
    assert hi["op"] == "hi"
    assert hi["you"] == {"id": id, "name": f"guest-{id[:4]}", "named": False, "proposed": "ana"}
    assert hi["hall"] == "the hall"
    assert "tictactoe" in hi["terms"]["games"]
    assert hi["turns"] == []


def test_a_seek_is_seen_by_others_within_half_a_second() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    ben.ask("lobby")
    foyer.pass_time(5)
    id = ana.ask("seek", game="tictactoe", clock=CLOCK, seat=1, post=False)["id"]
    seek = ben.lobby()["seeks"][id]
    assert (seek["game"], seek["clock"], seek["seat"], seek["who"]) == ("tictactoe", CLOCK, 1, ana.id)
    ana.ask("withdraw", id=id)
    assert id in ben.lobby()["seeks"]
    foyer.pass_time(0.5)
    assert ben.lobby()["seeks"] == {}


def test_whoever_accepts_sits_opposite_and_both_are_told_the_table() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    id = ana.ask("seek", game="tictactoe", clock=None, seat=1, post=False)["id"]
    table = ben.ask("accept", id=id)["table"]
    assert ana.all("begun") == [{"op": "begun", "table": table, "id": id}]
    ben.ask("watch", table=table)
    people = ben.seen(table)["people"]
    assert [(one["id"], one["here"]) for one in people] == [(ben.id, True), (ana.id, False)]


def test_a_move_is_told_to_both_and_to_whoever_looks_once_it_is_kept() -> None:
    foyer = Foyer()
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    table = foyer.table(ana, ben)
    eva.ask("watch", table=table)
    foyer.disk.held = True
    n = ana.send(**ana.at(table, "move", move="b2"))
    assert ana.answer(n) is None
    assert eva.moves(table) == ""
    foyer.to_disk()
    answer = ana.answer(n)
    assert answer
    assert answer["op"] == "ok"
    for one in (ana, ben, eva):
        assert one.moves(table) == "b2"
    assert [kept.moves for kept in foyer.disk.games.values()] == ["b2"]


def test_what_cannot_be_kept_is_refused_and_the_game_stands_as_it_was() -> None:
    foyer, ana, ben, table = at_a_table()
    foyer.disk.full = True
    assert ana.no(table, "move", move="b2") == NOT_KEPT
    assert ana.moves(table) == ""
    foyer.disk.full = False
    foyer.pass_time(1)
    ana.do(table, "move", move="b2")
    assert ben.moves(table) == "b2"


def test_a_request_sent_twice_is_done_once_and_the_second_is_told_how_it_stands() -> None:
    foyer, ana, ben, table = at_a_table()
    foyer.disk.held = True
    request = ana.at(table, "move", move="b2")
    first, second = ana.send(**request), ana.send(**request)
    foyer.to_disk()
    answers = (ana.answer(first), ana.answer(second))
    assert [answer and answer["op"] for answer in answers] == ["ok", "no"]
    assert answers[1]
    assert answers[1]["table"]["match"]["moves"] == ["b2"]
    assert ben.moves(table) == "b2"


def test_illegal_moves_and_moves_out_of_turn_are_refused_with_the_state() -> None:
    _foyer, ana, ben, table = at_a_table()
    assert ben.no(table, "move", move="b2") == "It is not your turn."
    ana.do(table, "move", move="b2")
    assert "b2" in ben.no(table, "move", move="b2")
    assert ben.heard[-1]["table"]["match"]["moves"] == ["b2"]
    assert "z9" in ben.no(table, "move", move="z9")


def test_whoever_only_looks_moves_nothing() -> None:
    foyer = Foyer()
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    table = foyer.table(ana, ben)
    eva.ask("watch", table=table)
    assert eva.no(table, "move", move="b2") == "You have no seat at this table."


def test_a_game_that_is_won_is_over_for_both_and_counted() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    ana.ask("lobby")
    ben.ask("lobby")
    table = foyer.table(ana, ben)
    play(table, ana, ben, WON)
    assert ben.seen(table)["match"]["result"] == "1-0"
    foyer.pass_time(1)
    assert ana.lobby()["results"] == {"tictactoe": [1, 0, 0]}
    assert ben.lobby()["results"] == {"tictactoe": [0, 0, 1]}
    assert ana.lobby()["yours"] == {}
    assert ana.no(table, "move", move="c3") == "The game is over."


def test_whoever_resigns_has_lost() -> None:
    _foyer, ana, ben, table = at_a_table()
    ben.do(table, "resign")
    match = ana.seen(table)["match"]
    assert (match["reason"], match["result"]) == ("resigned", "1-0")


def test_one_live_game_at_a_time() -> None:
    foyer = Foyer()
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    id = eva.ask("seek", game="nim:3,4,5", post=False)["id"]
    foyer.table(ana, ben)
    said = "You have an unfinished game; finish it first."
    assert ana.refusal("seek", game="tictactoe", post=False) == said
    assert ben.refusal("accept", id=id) == said


def test_nobody_plays_himself_nor_a_game_that_is_not_on_offer() -> None:
    foyer = Foyer()
    ana, again = foyer.enter("a"), foyer.enter("a")
    id = ana.ask("seek", game="tictactoe", post=False)["id"]
    assert again.refusal("accept", id=id) == "You cannot play against yourself here."
    assert ana.refusal("seek", game="nim:99999,99999", post=False) == "That game is not played in this hall."


def test_a_live_seek_goes_with_whoever_made_it_and_one_by_post_stays() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    ana.ask("seek", game="tictactoe", post=False)
    post = ana.ask("seek", game="tictactoe", post=True)["id"]
    ana.leave()
    ben.ask("lobby")
    assert list(ben.lobby()["seeks"]) == [post]


def test_offers_by_post_are_there_when_the_hall_comes_back_until_their_makers_have_been_gone_for_long() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    ana.ask("seek", game="tictactoe", seat=1, post=True)
    ana.ask("seek", game="nim:3,4,5", post=False)
    for number in range(2):
        id = ana.ask("seek", game="nim:3,4,5", post=True)["id"]
        (ana if number else ben).ask(("accept", "withdraw")[number], id=id)
    ana.ask("challenge", game="tictactoe/wild", who=ben.id, post=True)
    foyer.open()
    ben = foyer.enter("b")
    ben.ask("lobby")
    (seek,), ((id, challenge),) = ben.lobby()["seeks"].values(), ben.lobby()["challenges"].items()
    assert (seek["game"], seek["seat"], seek["post"], seek["who"]) == ("tictactoe", 1, True, ana.id)
    assert (challenge["game"], challenge["to"]) == ("tictactoe/wild", ben.id)
    ben.ask("accept", id=id)
    foyer.open()
    foyer.pass_time(HallLimits().stale + 1)
    eva = foyer.enter("e")
    eva.ask("lobby")
    assert (eva.lobby()["seeks"], eva.lobby()["challenges"]) == ({}, {})


def test_a_table_is_there_only_once_its_game_is_kept() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    id = ana.ask("seek", game="tictactoe", seat=0, post=False)["id"]
    foyer.disk.full = True
    assert ben.refusal("accept", id=id) == NOT_KEPT
    foyer.disk.full = False
    table = ben.ask("accept", id=id)["table"]
    assert [kept.moves for kept in foyer.disk.games.values()] == [""]
    ben.ask("watch", table=table)


def test_the_lobby_says_what_everybody_is_at() -> None:
    foyer = Foyer()
    ana, ben, eva = foyer.enter("a"), foyer.enter("b"), foyer.enter("e")
    table = foyer.table(ana, ben)
    eva.ask("watch", table=table)
    eva.ask("lobby")
    people = eva.lobby()["people"]
    assert {id: entry["doing"] for id, entry in people.items()} == {
        ana.id: "playing",
        ben.id: "playing",
        eva.id: "watching",
    }
    (game,) = eva.lobby()["games"].values()
    assert (game["game"], game["ply"], game["watching"]) == ("tictactoe", 0, 3)


def test_the_lobby_is_told_whole_and_then_only_what_changes() -> None:
    foyer = Foyer()
    ana = foyer.enter("a")
    ana.ask("lobby")
    foyer.enter("b")
    foyer.pass_time(10)
    first, *further = ana.all("lobby")
    assert first["rev"] == 1
    assert set(first) > {"people", "seeks", "challenges", "games", "yours", "results"}
    assert [set(message) for message in further] == [{"op", "rev", "people"}]


def test_the_lobby_is_told_twice_a_second_at_most_however_much_happens() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    ben.ask("lobby")
    foyer.pass_time(5)
    before = len(ben.all("lobby"))
    for _ in range(100):
        id = ana.ask("seek", game="tictactoe", post=False)["id"]
        foyer.pass_time(0.05)
        ana.ask("withdraw", id=id)
        foyer.pass_time(0.05)
    foyer.pass_time(5)
    assert len(ben.all("lobby")) - before <= 22


def test_more_requests_than_people_send_are_refused_until_a_moment_later() -> None:
    foyer = Foyer()
    ana = foyer.enter("a")
    answers = [ana.answer(ana.send("ping")) for _ in range(50)]
    assert [answer["op"] for answer in answers if answer] == ["ok"] * 40 + ["no"] * 10
    foyer.pass_time(1)
    ana.ask("ping")


def test_bad_lines_are_refused_in_a_sentence_and_with_their_number() -> None:
    foyer = Foyer()
    ana = foyer.enter("a")
    assert ana.refusal("sudo") == "There is no request 'sudo'."
    foyer.house.hear(ana.guest, b"\xff\n")
    assert (ana.heard[-1]["op"], ana.heard[-1]["n"]) == ("no", None)


def test_every_op_of_the_wire_is_answered_once() -> None:
    foyer = Foyer()
    ana = foyer.enter("a")
    samples = {
        "table": "t",
        "seq": 0,
        "move": "b2",
        "id": "x",
        "who": "y",
        "text": "ana",
        "game": "tictactoe",
        "ply": 0,
    }
    samples |= {"post": False, "what": "win", "kind": "move", "question": {}, "of": 1}
    for op in OPS:
        values = {name: samples.get(name) for name in OPS[op]}
        if op == "phrase":
            values["id"] = 0
        n = ana.send(op, **values)
        assert ana.answer(n), op
        foyer.pass_time(1)


def test_the_hall_says_goodbye_to_all_when_it_closes() -> None:
    foyer = Foyer()
    ana, ben = foyer.enter("a"), foyer.enter("b")
    foyer.house.close(phrase("The hall closes."))
    for one in (ana, ben):
        assert one.heard[-1] == {"op": "bye", "template": "The hall closes.", "values": {}}
        assert str(one.ended) == "The hall closes."

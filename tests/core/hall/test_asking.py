"""What two people at a table ask each other: a draw, a move back, another game, and what they say and look at."""

from __future__ import annotations

from core.hall.people import person_id
from tests.core.hall.foyer import CLOCK, NOT_KEPT, Client, Foyer, at_a_table, play


def two(foyer: Foyer) -> tuple[Client, Client]:
    return foyer.enter("a"), foyer.enter("b")


# A draw.


def test_a_draw_that_is_offered_and_taken_ends_the_game() -> None:
    _foyer, ana, ben, table = at_a_table()
    ana.do(table, "draw")
    assert (ben.seen(table)["offer"], ben.seen(table)["draws_left"]) == (0, [2, 3])
    ben.do(table, "draw")
    match = ana.seen(table)["match"]
    assert (match["reason"], match["result"]) == ("agreed", "1/2-1/2")
    assert ana.guest.person.results == {"tictactoe": (0, 1, 0)}


def test_an_offer_stands_over_ones_own_move_and_falls_with_that_of_the_other() -> None:
    _foyer, ana, ben, table = at_a_table()
    ana.do(table, "draw")
    ana.do(table, "move", move="b2")
    assert ben.seen(table)["offer"] == 0
    ben.do(table, "move", move="a1")
    assert ben.seen(table)["offer"] is None


def test_a_draw_is_offered_three_times_in_a_game_at_most() -> None:
    _foyer, ana, ben, table = at_a_table()
    for _ in range(3):
        ana.do(table, "draw")
        assert ana.no(table, "draw") == "You have already offered a draw; wait for the answer."
        ben.do(table, "draw_no")
    assert ana.no(table, "draw") == "You have offered 3 draws in this game, the maximum."
    assert ben.no(table, "draw_no") == "There is nothing to decline."


# A move back.


def test_a_move_is_taken_back_when_the_other_agrees() -> None:
    foyer, ana, ben, table = at_a_table()
    play(table, ana, ben, "b2 a1 c1")
    ana.do(table, "takeback")
    assert ben.seen(table)["takeback"] == 0
    assert ben.moves(table) == "b2 a1 c1"
    ben.do(table, "takeback")
    assert ana.moves(table) == "b2 a1"
    assert ana.seen(table)["takeback"] is None
    assert [kept.moves for kept in foyer.disk.games.values()] == ["b2 a1"]
    ana.do(table, "move", move="c3")


def test_whoever_is_on_turn_takes_back_the_answer_to_his_move_too() -> None:
    _foyer, ana, ben, table = at_a_table()
    play(table, ana, ben, "b2 a1 c1 a3")
    ana.do(table, "takeback")
    ben.do(table, "takeback")
    assert ana.moves(table) == "b2 a1"


def test_what_is_asked_falls_with_the_next_move_or_is_declined() -> None:
    _foyer, ana, ben, table = at_a_table()
    ana.do(table, "move", move="b2")
    ana.do(table, "takeback")
    ben.do(table, "move", move="a1")
    assert ana.seen(table)["takeback"] is None
    ben.do(table, "takeback")
    ana.do(table, "takeback_no")
    assert ben.seen(table)["takeback"] is None
    assert ben.moves(table) == "b2 a1"


def test_no_move_is_taken_back_against_a_clock_nor_before_there_is_one() -> None:
    foyer, ana, ben, table = at_a_table()
    assert ana.no(table, "takeback") == "You have not made a move that you could take back."
    ana.do(table, "resign")
    table = foyer.table(ana, ben, clock=CLOCK)
    ana.do(table, "move", move="b2")
    assert ana.no(table, "takeback") == "You cannot take moves back in a game with a clock."


def test_draws_that_were_offered_are_counted_on_when_the_hall_comes_back() -> None:
    foyer, ana, ben, table = at_a_table()
    for one, move in ((ana, "a1"), (ben, "b1"), (ana, "a2")):
        ana.do(table, "draw")
        one.do(table, "move", move=move)
        if one is ana:
            ben.do(table, "draw_no")
    foyer.open()
    ana, ben = two(foyer)
    ben.ask("watch", table=table)
    assert ben.seen(table)["draws_left"] == [0, 3]
    ben.do(table, "resign")
    ana.ask("watch", table=table)
    for one in (ana, ben):
        one.do(table, "rematch")
    foyer.open()
    ana = foyer.enter("a")
    ana.ask("watch", table=table)
    assert ana.seen(table)["draws_left"] == [3, 3]


# Another game.


def test_another_game_begins_on_changed_seats_once_both_want_it() -> None:
    foyer, ana, ben, table = at_a_table(clock=CLOCK)
    ana.do(table, "resign")
    first = ana.seen(table)["match"]["id"]
    ana.do(table, "rematch")
    assert ben.seen(table)["rematch"] == [True, False]
    ben.do(table, "rematch")
    state = ana.seen(table)
    assert [one["id"] for one in state["people"]] == [ben.id, ana.id]
    assert (state["match"]["moves"], "reason" in state["match"]) == ([], False)
    assert state["match"]["id"] != first
    assert state["clock"] == {"control": CLOCK, "left": [300, 300]}
    assert ana.no(table, "move", move="b2"), "ben begins"
    ben.do(table, "move", move="b2")
    assert sorted(kept.moves for kept in foyer.disk.games.values()) == ["", "b2"]


def standing(foyer: Foyer, client: Client, table: str) -> list[int]:
    """Games won by Ana and by Ben, and drawn, as the game that goes on knows it."""
    record = next(one.match for one in foyer.disk.games.values() if one.outcome is None)
    assert record.series
    first, second = record.series.wins if record.series.first == 0 else record.series.wins[::-1]
    ana_first = client.seen(table)["people"][0]["id"] == person_id("a")
    return [*((first, second) if ana_first else (second, first)), record.series.draws]


def test_the_score_goes_on_from_game_to_game_whoever_sits_where() -> None:
    foyer, ana, ben, table = at_a_table()
    for end, stands in (("resign", [0, 1, 0]), ("draw", [0, 1, 1]), ("abort", [0, 1, 1]), ("resign", [0, 2, 1])):
        ana.do(table, end)
        if end == "draw":
            ben.do(table, "draw")
        seats = [one["id"] for one in ana.seen(table)["people"]]
        ben.do(table, "rematch")
        ana.do(table, "rematch")
        assert [one["id"] for one in ana.seen(table)["people"]] == seats[::-1]
        assert standing(foyer, ana, table) == stands
        foyer.open()
        ana, ben = two(foyer)
        for one in (ana, ben):
            one.ask("watch", table=table)


def test_nobody_plays_again_with_somebody_who_has_left_or_plays_elsewhere() -> None:
    foyer = Foyer()
    ana, ben = two(foyer)
    eva = foyer.enter("e")
    table = foyer.table(ana, ben)
    assert ana.no(table, "rematch") == "The game is not over yet."
    ana.do(table, "resign")
    foyer.table(ben, eva)
    assert ana.no(table, "rematch") == "You have an unfinished game; finish it first."
    ben.leave()
    assert ana.no(table, "rematch") == "Your opponent has left."


def test_a_game_that_cannot_be_kept_does_not_begin_and_can_be_asked_for_again() -> None:
    foyer, ana, ben, table = at_a_table()
    ana.do(table, "resign")
    ana.do(table, "rematch")
    foyer.disk.full = True
    assert ben.no(table, "rematch") == NOT_KEPT
    assert ben.seen(table)["match"]["reason"] == "resigned"
    foyer.disk.full = False
    ben.do(table, "rematch")
    assert ben.seen(table)["match"].get("reason") is None


def test_while_the_next_game_is_on_its_way_to_the_disk_neither_begins_another_one() -> None:
    foyer, ana, ben, table = at_a_table()
    ana.do(table, "resign")
    ana.do(table, "rematch")
    foyer.disk.held = True
    ben.send(**ben.at(table, "rematch"))
    assert ana.refusal("seek", game="tictactoe", post=False) == "You have an unfinished game; finish it first."
    foyer.to_disk()
    assert ben.seen(table)["match"].get("reason") is None


def test_after_a_restart_the_game_that_began_last_goes_on() -> None:
    foyer, ana, ben, table = at_a_table()
    ana.do(table, "resign")
    ana.do(table, "rematch")
    ben.do(table, "rematch")
    ben.do(table, "move", move="b2")
    foyer.open()
    ana = foyer.enter("a")
    ana.ask("watch", table=table)
    ana.do(table, "move", move="a1")
    assert sorted(kept.moves for kept in foyer.disk.games.values()) == ["", "b2 a1"]


# At one board afterwards.


def test_after_the_end_both_look_at_the_ply_that_one_of_them_shows() -> None:
    _foyer, ana, ben, table = at_a_table()
    play(table, ana, ben, "a1 a2 b1 b2")
    assert ben.no(table, "look", ply=2) == "The game is not over yet."
    play(table, ana, ben, "c1")
    ben.do(table, "look", ply=2)
    assert ana.seen(table)["look"] == 2
    assert ana.no(table, "look", ply=6) == "The game has fewer moves than that."


# Words.


def test_a_phrase_is_heard_by_those_at_the_table_and_not_oftener_than_every_five_seconds() -> None:
    foyer = Foyer()
    ana, ben = two(foyer)
    eva = foyer.enter("e")
    table = foyer.table(ana, ben)
    eva.ask("watch", table=table)
    ana.ask("phrase", table=table, id=2)
    for one in (ben, eva):
        (said,) = one.all("phrase")
        assert (said["table"], said["who"], said["id"]) == (table, ana.id, 2)
    foyer.pass_time(4)
    assert ana.refusal("phrase", table=table, id=2) == "You can send one phrase every 5 s."
    foyer.pass_time(1)
    ana.ask("phrase", table=table, id=3)


def test_only_those_who_play_say_something_and_not_to_somebody_who_has_blocked_them() -> None:
    foyer = Foyer()
    ana, ben = two(foyer)
    eva = foyer.enter("e")
    table = foyer.table(ana, ben)
    eva.ask("watch", table=table)
    assert eva.refusal("phrase", table=table, id=0) == "Only the players can send phrases at a table."
    eva.ask("block", who=ana.id)
    ana.ask("phrase", table=table, id=0)
    assert not eva.all("phrase")
    ben.ask("block", who=ana.id)
    foyer.pass_time(10)
    assert "does not see your phrases" in ana.refusal("phrase", table=table, id=0)


# Challenges and names.


def test_a_challenge_is_seen_by_the_two_and_accepted_or_declined() -> None:
    foyer = Foyer()
    ana, ben = two(foyer)
    eva = foyer.enter("e")
    for one in (ana, ben, eva):
        one.ask("lobby")
    id = ana.ask("challenge", game="tictactoe", seat=None, post=False, who=ben.id)["id"]
    foyer.pass_time(1)
    assert [list(one.lobby()["challenges"]) for one in (ana, ben, eva)] == [[id], [id], []]
    assert eva.refusal("accept", id=id) == "That offer is no longer open."
    ben.ask("decline", id=id)
    assert ana.all("declined") == [{"op": "declined", "id": id}]
    id = ana.ask("challenge", game="tictactoe", seat=None, post=False, who=ben.id)["id"]
    ben.ask("accept", id=id)


def test_whoever_is_blocked_neither_challenges_nor_is_seen_to_seek() -> None:
    foyer = Foyer()
    ana, ben = two(foyer)
    ana.ask("lobby")
    ana.ask("block", who=ben.id)
    ben.ask("seek", game="tictactoe", post=False)
    foyer.pass_time(1)
    assert ana.lobby()["seeks"] == {}
    assert list(ana.lobby()["blocked"]) == [ben.id]
    assert "does not accept challenges" in ben.refusal("challenge", game="tictactoe", post=False, who=ana.id)
    ana.ask("unblock", who=ben.id)
    foyer.pass_time(1)
    assert len(ana.lobby()["seeks"]) == 1


def test_a_name_is_chosen_once_a_day_and_is_nobody_elses() -> None:
    foyer = Foyer()
    ana, ben = two(foyer)
    assert ana.ask("name", text="Ana")["name"] == "Ana"
    assert ben.refusal("name", text="aNA") == "The name aNA is already taken here; choose another name."
    assert ana.refusal("name", text="Eva") == "You can change your name once a day."
    foyer.pass_time(86_400)
    ana.ask("name", text="Eva")
    ben.ask("name", text="Ana")


def test_a_name_that_cannot_be_kept_is_not_taken_and_stays_free() -> None:
    foyer = Foyer()
    ana, ben = two(foyer)
    foyer.disk.full = True
    assert ana.refusal("name", text="Ana") == NOT_KEPT
    assert ana.guest.person.name == f"guest-{ana.id[:4]}"
    foyer.disk.full = False
    ben.ask("name", text="Ana")


def test_names_are_letters_figures_and_two_signs() -> None:
    ana = Foyer().enter("a")
    for name in ("a", "x" * 17, "año", "a b", "a\n", ""):
        assert "name has 2 to 16" in ana.refusal("name", text=name) or name == "a\n"
    assert (
        ana.refusal("name", text="Guest-1234")
        == "Names that begin with guest- are for people without a name of their own."
    )


def test_the_name_proposed_is_free_and_allowed() -> None:
    foyer = Foyer()
    foyer.enter("a").ask("name", text="ana")
    proposed = [
        foyer.enter(key, name).heard[0]["you"]["proposed"] for key, name in (("b", "Ana"), ("c", "é"), ("d", "x y"))
    ]
    assert proposed == ["Ana2", "", "xy"]
    assert foyer.enter("e", "\x1b[2Jroot").heard[0]["you"]["proposed"] == "2Jroot"

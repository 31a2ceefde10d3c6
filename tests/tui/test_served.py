"""People meet in a served hall: what each of them sees of one table, and what they can do there."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from textual.widgets import Input

from core import own
from core.games import get
from core.play.match import Match
from core.players.opponents import HUMAN
from tests.tui.goldens import check_golden
from tests.tui.hall import top, with_keys
from tests.tui.own_square import SQUARE
from tests.tui.street import Open, Silent, at, play
from tui.game.remote_table import RemoteTable
from tui.household.settings import SETTINGS
from tui.screens.base.keyboard import ACTIONS
from tui.screens.base.picker import Picker
from tui.screens.home.screen import HomeScreen
from tui.screens.lobby.screen import LobbyScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen
from tui.screens.settings import SettingsScreen
from tui.serve.app import ServedHall
from tui.text.clocks import clock_text
from tui.text.keys import ActiveKeys


async def test_two_people_meet_play_a_game_to_its_end_and_a_third_sees_the_same(opened: Open) -> None:
    async with opened() as street:
        ana, bea, cid = await street.come("ana"), await street.come("bea"), await street.come("cid")
        await street.agree(ana, bea)
        await cid.until(lambda: "ana - bea" in cid.text)
        await cid.press("home", "enter")
        await at(cid, PlayScreen)
        await play([ana, bea, cid], "b2", "a1", "c3", "c1", "b1")
        for player in (ana, bea):
            assert "no values, hints or reviews" in player.panel.message
            assert not player.panel.analysis
        assert cid.panel.analysis, "who looks on may know"
        await cid.until(lambda: cid.play.board.view.marks)
        assert "Enter play" not in cid.text
        assert cid.text.count("< back") == 1
        assert "1 watches" in ana.text
        await play([ana, bea, cid], "b3", "a3", "c2", "a2")
        texts = [visit.play.board.view.position.text for visit in (ana, bea, cid)]
        assert texts == [texts[0]] * 3
        assert all(visit.play.state.match.outcome for visit in (ana, bea, cid))


async def test_the_settings_of_a_visitor_are_kept_and_said_to_be(opened: Open) -> None:
    async with opened() as street:
        ana = await street.come("ana")
        await ana.do("settings")
        await at(ana, SettingsScreen)
        assert "Changes apply at once and are saved." in ana.status


async def test_an_offer_that_is_taken_is_not_said_to_be_open_any_more(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await ana.do("seek")
        await ana.press("enter")
        await ana.until(lambda: "on offer" in ana.status)
        await ana.do("help")
        app = bea.app
        assert isinstance(app, ServedHall)
        await bea.until(lambda: "ana" in app.link.lobby.seeks.get("s1", {}).get("name", ""))
        await bea.press("home", "enter")
        await at(bea, PlayScreen)
        await ana.press("escape")
        await at(ana, LobbyScreen)
        assert "on offer" not in ana.status


async def test_who_resigns_and_wants_another_game_gets_it_on_the_other_side(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2", "a1")
        await bea.do("resign")
        await bea.press("enter")
        await ana.until(lambda: ana.play.state.match.outcome)
        assert "X wins: O resigned." in ana.status
        assert with_keys("{key:again} asks for another") in ana.status
        assert "X You 1" in ana.header
        assert "O You 0" in bea.header
        await ana.do("again")
        await bea.until(lambda: "wants another game" in bea.status)
        assert "You want another game" in ana.status
        await bea.do("again")
        await ana.until(lambda: not ana.play.state.match.outcome)
        assert "O You 1" in ana.header
        assert "X You 0" in bea.header
        assert "game 2" in ana.header
        await play([bea, ana], "a1")


async def test_a_move_is_taken_back_only_if_the_other_side_lets_it(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2", "a1")
        await ana.do("undo")
        await bea.until(
            lambda: with_keys("asks to take a move back: {key:agree} agrees, {key:refuse} declines") in bea.status
        )
        await bea.do("refuse")
        await ana.until(lambda: "declines: the move stays" in ana.status)
        await ana.do("undo")
        await bea.until(lambda: with_keys("{key:agree} agrees") in bea.status)
        await bea.do("agree")
        await ana.until(lambda: not ana.play.state.match.moves)
        assert not bea.play.state.match.moves


class Hands:
    """The time of a table as its screen counts it: it passes when the test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def time(self) -> float:
        """What time it is."""
        return self.now

    def call_later(self, *given: object, **more: object) -> Mock:
        """Nothing comes by itself."""
        return Mock()


async def test_at_a_table_time_passes_for_the_side_to_move_and_stands_for_the_one_that_waits(opened: Open) -> None:
    async with opened() as street:
        ana, ben = await street.come("ana"), Silent(street.premises, "ben")
        offer = await ben.ask("seek", game="tictactoe", seat=1, clock={"move": 0, "total": 600}, post=False)
        assert isinstance(ana.app, ServedHall)
        table = (await ana.app.link.send("accept", id=offer["id"]))["table"]
        await ben.ask("watch", table=table)
        ana.app.open_table(table)
        await at(ana, PlayScreen)
        source = ana.play.source
        assert isinstance(source, RemoteTable)
        source._loop = hands = Hands()  # type: ignore[assignment]
        await play([ana], "b2")
        for running, waiting in ((1, 0), (0, 1)):
            before = source.state.match.clock
            assert before
            assert before.running == running
            hands.now += 5.0
            source._count()
            await ana.settle()
            after = source.state.match.clock
            assert after
            assert after.left[waiting] == before.left[waiting]
            assert after.left[running] == pytest.approx(before.left[running] - 5.0)
            seats = ana.header.partition(" vs ")[::2]
            assert all(clock_text(after, seat) in seats[seat] for seat in (0, 1)), ana.header
            if running:
                for _ in range(60):
                    street.premises.pass_time(1.0)
                await ben.do(table, "move", move="a1")
                await ana.until(lambda: len(ana.play.state.match.moves) == 2)
            else:
                assert before.left[1] <= 540.0 < before.left[0]


async def test_a_draw_is_offered_answered_and_agreed(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2", "a1")
        await ana.do("draw")
        await bea.until(lambda: with_keys("offers a draw: {key:agree} accepts, {key:refuse} declines") in bea.status)
        await ana.until(lambda: "the offer is open until your opponent has moved" in ana.status)
        await bea.do("refuse")
        await ana.until(lambda: "declines the draw" in ana.status)
        await bea.do("draw")
        await ana.until(lambda: with_keys("{key:agree} accepts") in ana.status)
        await ana.do("agree")
        await bea.until(lambda: "both agreed" in bea.status)


async def test_who_asks_for_a_move_back_still_reads_that_a_draw_is_offered(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2", "a1")
        await ana.do("draw")
        await bea.until(lambda: "offers a draw" in bea.status)
        await bea.do("undo")
        await ana.until(lambda: "asks to take a move back" in ana.status)
        await bea.do("down")
        assert with_keys("offers a draw: {key:agree} accepts, {key:refuse} declines") in bea.status


async def test_phrases_are_heard_until_somebody_wants_to_hear_no_more(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await ana.do("phrases")
        await ana.press("enter")
        await bea.until(lambda: bea.status.strip() == "ana·7416: Hello!")
        assert bea.text.count("ana·7416: Hello!") == 2
        await bea.do("phrases")
        await bea.press("end", "enter")
        await ana.do("phrases")
        await ana.press("down", "enter")
        await ana.until(lambda: "Good luck!" in ana.text)
        await play([ana, bea], "b2")
        assert "Good luck!" not in bea.text


async def test_who_was_left_is_told_when_he_may_claim_the_game(opened: Open) -> None:
    async with opened() as street:
        ana, bea, cid = await street.come("ana"), await street.come("bea"), await street.come("cid")
        await street.agree(ana, bea)
        await cid.until(lambda: "ana - bea" in cid.text)
        await cid.press("home", "enter")
        await at(cid, PlayScreen)
        await play([ana, bea, cid], "b2", "a1", "c3")
        await bea.do("leave")
        await bea.press("enter")
        await ana.until(lambda: "bea·91ad has left; you may claim in" in ana.status)
        await cid.until(lambda: "O bea·91ad has left." in cid.status)
        await at(bea, LobbyScreen)
        assert "your move" in bea.text
        await ana.do("claim")
        assert "you may claim in" in ana.status
        assert not ana.play.notice, "which would stand still while the seconds go down"


async def test_who_was_left_for_long_enough_chooses_how_the_game_ends(opened: Open) -> None:
    async with opened(away=0.0) as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2")
        await bea.do("leave")
        await bea.press("enter")
        await ana.until(lambda: with_keys("bea·91ad has left; {key:claim} claims the game, or wait.") in ana.status)
        await ana.do("claim")
        await ana.press("home", "enter")
        await ana.until(lambda: ana.play.state.match.outcome)
        assert ana.play.state.match.outcome
        assert ana.play.state.match.outcome.winner == 0


async def test_who_comes_back_has_his_seat_and_a_second_window_takes_it(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2")
        again = await street.come("bea")
        await again.until(lambda: "Tic-tac-toe 3x3 - ana" in again.text)
        await again.press("enter")
        await at(again, PlayScreen)
        await bea.until(lambda: "You are playing in another window" in bea.status)
        await bea.press("a", "1", "enter")
        await play([ana, again], "a1")
        assert bea.play.state.match.moves == again.play.state.match.moves


async def test_after_the_end_both_look_at_one_board(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "a1", "b1", "a2", "b2", "a3")
        await ana.do("review")
        await at(ana, ReviewScreen)
        await bea.do("review")
        await at(bea, ReviewScreen)
        await ana.press("home", "right", "right")
        await bea.until(lambda: bea.review.ply.at == 2)
        assert "The other player is looking at move 2." in bea.status
        await bea.press("home")
        await ana.until(lambda: ana.review.ply.at == 0)


async def test_a_game_that_has_hardly_begun_can_be_ended_and_another_asked_for_as_long_as_both_are_there(
    opened: Open,
) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2")
        await bea.do("abort")
        await bea.press("enter")
        said = with_keys("ended before it counted. {key:again} asks for another, {key:leave} leaves.")
        await ana.until(lambda: said in ana.status)
        await ana.until(lambda: "Thinking" not in ana.text)
        assert " review" not in ana.footer, "of a game that does not count"
        await bea.do("leave")
        await at(bea, LobbyScreen)
        await ana.until(lambda: "O bea·91ad has left." in ana.status)
        assert " play again" not in ana.text, "with nobody"
        await ana.do("leave")
        await at(ana, LobbyScreen)
        assert "none unfinished" in ana.text


async def test_who_looks_back_sees_what_the_other_side_asks_and_how_he_gets_back(opened: Open) -> None:
    async with opened(away=0.0) as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2", "a1", "c3")
        await ana.press("home")
        assert "After move 0 of 3." in ana.status
        await bea.do("draw")
        asked = with_keys("End goes back. bea·91ad offers a draw: {key:agree} accepts")
        await ana.until(lambda: asked in ana.status)
        await ana.press(">")
        assert "offers a draw" in ana.status, "until it is answered"
        await ana.do("draw")
        await ana.press("down", "enter")
        await ana.until(lambda: "After move 1 of 3." in ana.status)
        await bea.do("undo")
        asked = with_keys(
            "End goes back. bea·91ad asks to take a move back: {key:agree} agrees, {key:refuse} declines."
        )
        await ana.until(lambda: asked in ana.status)
        await bea.do("leave")
        await bea.press("enter")
        await at(bea, LobbyScreen)
        await ana.do("undo")
        await ana.press("down", "enter")
        said = with_keys("End goes back. bea·91ad has left; {key:claim} claims the game")
        await ana.until(lambda: said in ana.status)


async def test_a_challenge_is_declined_an_offer_withdrawn_and_a_person_blocked(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await ana.until(lambda: "bea·91ad" in ana.text)
        await ana.press("right", "enter", "f2")
        await bea.until(lambda: "ana·7416 asks you: Tic-tac-toe" in bea.text)
        await bea.press("home")
        await bea.do("decline")
        await ana.until(lambda: "Your challenge was declined." in ana.notices)
        assert "has your challenge" not in ana.status
        await bea.do("seek")
        await bea.press("f2")
        await ana.until(lambda: "3x3  bea " in ana.text)
        await bea.press("home")
        await bea.do("decline")
        await ana.until(lambda: "No game is on offer" in ana.text)
        await bea.press("right")
        await bea.do("block")
        await bea.press("enter")
        await bea.until(lambda: "blocked" in bea.status)
        await ana.press("right", "enter", "f2")
        await ana.until(lambda: "does not accept challenges from you" in ana.status)


async def test_a_name_that_is_taken_is_refused_and_so_is_another_one_on_the_same_day(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await ana.do("rename")
        for name, said in (("bea", "name bea is already taken"), ("anna", "change your name once a day.")):
            ana.app.screen.query_one(Input).value = name
            await ana.press("enter")
            await ana.until(lambda said=said: said in ana.text)  # type: ignore[misc]
        await ana.press("escape")
        assert "ana·7416" in bea.text


@pytest.mark.parametrize("user", ["Анна", "李", "", "x", "guest-1234"])
async def test_who_has_no_name_that_could_be_proposed_writes_one_or_stays_a_guest(opened: Open, user: str) -> None:
    async with opened() as street:
        await street.come("ana")
        visit = await street.enter("b", user)
        await visit.until(lambda: "What is your name here?" in visit.text)
        box = visit.app.screen.query_one(Input)
        assert box.value == ""
        for name, said in (
            ("", "A name has 2 to 16 characters"),
            ("Анна", "A name has 2 to 16 characters"),
            ("ANA", "The name ANA is already taken here"),
            ("guest-1234", "are for people without a name"),
        ):
            box.value = name
            await visit.press("enter")
            await visit.until(lambda said=said: said in visit.text)  # type: ignore[misc]
        await visit.press("escape")
        await at(visit, LobbyScreen)
        assert "guest-" in visit.header
        await visit.do("rename")
        await visit.write("bea")
        await visit.press("enter")
        await at(visit, LobbyScreen)
        assert "bea·" in visit.header


async def test_who_is_called_like_somebody_here_is_proposed_another_name(opened: Open) -> None:
    async with opened() as street:
        await street.come("ana")
        visit = await street.enter("b", "Ana")
        await visit.until(lambda: "What is your name here?" in visit.text)
        assert visit.app.screen.query_one(Input).value == "Ana2"


async def test_the_hall_at_home_lies_below_the_lobby(opened: Open) -> None:
    async with opened() as street:
        ana = await street.come("ana")
        await ana.do("engines")
        await at(ana, HomeScreen)
        assert "Lobby" in ana.text
        await ana.press("enter")
        await at(ana, PlayScreen)
        await ana.do("leave")
        await at(ana, HomeScreen)
        await ana.do("lobby")
        await at(ana, LobbyScreen)


async def test_a_game_of_the_hosts_own_is_played_with_others_and_alone(opened: Open) -> None:
    game = get(own.register(own.read(SQUARE.encode())).id)
    async with opened(own=[game]) as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await ana.do("seek")
        await ana.press("home", "enter", "end", "enter", "f2")
        await bea.until(lambda: "Four in a square" in bea.text)
        await bea.press("home", "enter")
        for visit in (ana, bea):
            await at(visit, PlayScreen)
        first, second = (ana, bea) if ana.play.state.match.players[0] == HUMAN else (bea, ana)
        await play([first, second], "a", "c", "b")
        assert all(visit.play.state.match.outcome for visit in (ana, bea))
        for visit in (ana, bea):
            await visit.do("leave")
            await at(visit, LobbyScreen)
        await ana.do("engines")
        await at(ana, HomeScreen)
        await ana.press("end")
        assert ana.home.game == game
        assert "MORE" in ana.text
        await ana.press("enter")
        await at(ana, PlayScreen)
        await ana.until(lambda: ana.panel.analysis is not None and ana.panel.analysis.final)


async def test_the_machine_that_learns_is_no_choice_where_it_has_learned_nothing(opened: Open) -> None:
    async with opened() as street:
        ana = await street.come("ana")
        await ana.do("settings")
        await at(ana, SettingsScreen)
        assert isinstance(ana.app.screen, SettingsScreen)
        offered = [value for setting in SETTINGS.values() for value in ana.app.screen.offered(setting)]
        assert "minimax" in offered
        assert "menace" not in offered
        await ana.do("leave", "engines")
        await at(ana, HomeScreen)
        await ana.do("seat_second")
        seen = [value.value for row in top(ana.app, Picker).listed.rows for value in row.values]
        await ana.press("escape")
        assert {"me", "loser", "random"} <= set(seen)
        assert "menace" not in seen
        await ana.press("enter")
        await at(ana, PlayScreen)
        await ana.do("engine")
        thinking = [row.values[0].value for row in top(ana.app, Picker).listed.rows]
        assert "minimax" in thinking
        assert "menace" not in thinking


async def test_who_comes_back_is_told_in_a_line_where_it_is_his_move(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        await play([ana, bea], "b2")
        again = await street.come("bea")
        assert again.status.strip() == "It is your move: Tic-tac-toe 3x3 - ana."


async def test_a_game_by_post_waits_and_hinders_nobody(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await ana.do("seek")
        await ana.press("up", "enter", "up", "enter", "f2")
        await bea.until(lambda: "by post" in bea.text)
        await bea.press("home", "enter")
        await at(bea, PlayScreen)
        await at(ana, PlayScreen)
        await play([ana, bea], "b2")
        for visit in (ana, bea):
            await visit.do("leave")
            await at(visit, LobbyScreen)
        await bea.until(lambda: "Tic-tac-toe 3x3 - ana (post)" in bea.text)
        await bea.do("seek")
        await bea.press("f2")
        await ana.until(lambda: "Tic-tac-toe 3x3  bea " in ana.text)


async def test_a_table_offers_its_own_keys_and_none_that_tells_values(opened: Open) -> None:
    async with opened() as street:
        ana, bea = await street.come("ana"), await street.come("bea")
        await street.agree(ana, bea)
        screen = ana.app.screen
        offered = {found.binding.id for found in screen.active_bindings.values() if found.enabled}
        assert not offered & {action for action, line in ACTIONS.items() if line.advises}, "nothing tells values"
        assert {"phrases", "abort", "resign"} <= offered


@pytest.mark.parametrize(("size", "language"), [((80, 24), "en"), ((120, 40), "en"), ((80, 24), "es")])
async def test_the_lobby_looks_as_it_should(opened: Open, size: tuple[int, int], language: str) -> None:
    async with opened() as street:
        ana, bea, cid = await street.come("ana", size), await street.come("bea"), await street.come("cid")
        await street.agree(bea, cid)
        dan = await street.come("dan")
        await dan.do("seek")
        await dan.press("f2")
        await ana.until(lambda: "3x3  dan" in ana.text and "bea - cid" in ana.text)
        ana.app.choose("language", language)
        await ana.settle()
        name = f"lobby-{size[0]}x{size[1]}" + ("-spanish" if language == "es" else "")
        check_golden(name, ana.text, size)
        offered = (
            "take",
            "seek",
            "decline",
            "featured",
            *(("engines",) if size[0] > 80 else ()),
            "menu",
            "help",
            "leave",
        )
        keys = [shown.split()[0] for shown in ana.footer.strip().split("  ")]
        assert keys == [*map(ActiveKeys(), offered)]


async def test_a_table_that_goes_on_with_another_game_gets_the_board_of_that(opened: Open) -> None:
    async with opened() as street:
        ana, bea, cid = await street.come("ana"), await street.come("bea"), await street.come("cid")
        await street.agree(ana, bea)
        await cid.until(lambda: "ana - bea" in cid.text)
        await cid.press("home", "enter")
        await at(cid, PlayScreen)
        table = cid.play.source
        assert isinstance(table, RemoteTable)
        small = type(cid.play.board)
        table._heard({**table._message, "match": Match(get("connect-four"), (HUMAN, HUMAN)).to_json()})
        await cid.until(lambda: cid.play.is_ready and type(cid.play.board) is not small)
        await cid.settle()
        assert "CONNECT FOUR" in cid.header
        await cid.press("<")
        await cid.do("marks", "panel")

"""Who plays whom, how strong, who starts, and how a game ends or another begins: every switch of the play screen."""

from __future__ import annotations

import pytest

from core.engines import facts, of
from core.games import get
from core.play.clock import TimeControl
from core.play.seats import Setup
from core.players.opponents import DEFAULT, HUMAN, ME
from core.strategies.fernandez import HORIZONS
from core.strategies.levels import levels_of
from tests.tui.hall import FULL, Door, Visit, top, with_keys
from tui.screens.base.picker import Picker, QuestionDialog
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.text.seats import first_words

PEOPLE = ("human", "human")
SECOND = (FULL, "human")
LEVELLED = [name for name in of(get("tictactoe")) if facts(name).thinks and name not in (*HORIZONS, "menace")]
"""The engines that play at levels."""


async def asked(visit: Visit, question: str) -> None:
    await visit.until(lambda: isinstance(visit.app.screen, QuestionDialog) and question in visit.text)


async def back_to_the_game(visit: Visit) -> None:
    await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
    await visit.rest()


async def resign(visit: Visit) -> None:
    """Give the game up, say yes to the question, and in a match leave the one that follows it."""
    play = visit.play
    await visit.do("resign")
    await asked(visit, "Resign")
    await visit.press("y")
    await visit.until(lambda: play.state.match.outcome)
    await visit.settle()
    if visit.app.screen is not play:
        await visit.press("escape")
    await back_to_the_game(visit)


# Seats.


async def test_the_list_of_opponents_has_everybody_who_plays_the_game_by_kind(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.do("seat_second")
        groups = {group.heading: [row.name for row in group.rows] for group in top(visit.app, Picker).listed.groups()}
        levelled = [str(facts(name).title) if name == "mcts" else name.capitalize() for name in LEVELLED]
        assert groups == {
            "": ["Best", "Play me", "You"],
            "ENGINES": levelled,
            "STRATEGIES FROM BOOKS": ["Newell and Simon", "Arias A", "Arias B"],
            "PROGRAMS FROM A THESIS": ["M-minimax", "M-poda"],
            "LEARNS": ["Menace"],
            "EASY TO BEAT": ["Loser", "Random"],
        }


async def test_the_list_of_opponents_begins_on_the_present_one(hall: Door) -> None:
    async with hall("tictactoe", players=(HUMAN, "mcts:4")) as visit:
        await visit.do("seat_second")
        picker = top(visit.app, Picker).listed
        assert (picker.rows[picker.chosen].name, "◂ 4 medium ▸" in visit.text) == ("Mcts", True)


async def test_left_and_right_change_the_strength_of_an_opponent_in_the_list_and_stop_at_the_ends(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.do("seat_second", *["left"] * 9)
        assert "◂ 1 beginner ▸" in visit.text
        await visit.do("right", "choose")
        assert visit.play.state.match.players == (HUMAN, "alphabeta:2")


async def test_a_list_that_is_left_changes_nothing(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.do("seat_second", "down", "left")
        await visit.press("escape")
        assert visit.play.state.match.players == (HUMAN, FULL)


async def test_letters_that_a_list_does_not_print_do_nothing(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.do("seat_second")
        picker, before = top(visit.app, Picker), visit.text
        await visit.press(*"qxoumbnhl?5")
        assert visit.app.screen is picker
        assert visit.text == before


async def test_with_the_letters_as_cursor_keys_they_move_along_a_list(hall: Door) -> None:
    hall.furnish(cursor="hjkl")
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.do("seat_second")
        await visit.press("k", "k", "l", "enter")
        await visit.rest()
        assert visit.play.state.match.players[1] == "best:4"


async def test_the_list_of_opponents_tells_the_score_against_each(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", (HUMAN, "best:2")) as visit:
        await visit.move("a2")
    async with hall() as visit:
        await visit.do("seat_second")
        await visit.until(lambda: "1-0 │" in visit.text)
        assert [line.split()[2] for line in visit.text.splitlines() if "1-0 │" in line] == ["Best"]


async def test_an_engine_that_takes_the_seat_to_move_plays_at_once(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.choose("seat_first", ME)
        await visit.until(lambda: len(visit.play.state.match.moves) == 1)
        assert visit.play.state.match.players == ("me:2+2:0", HUMAN)
        assert "X Play me" in visit.header


async def test_a_person_who_takes_the_seat_of_a_thinking_engine_is_asked_for_the_move(hall: Door) -> None:
    async with hall("tictactoe", players=(HUMAN, f"{LEVELLED[-1]}:full")) as visit:
        visit.engines.hold()
        await visit.press("enter")
        await visit.choose("seat_second", HUMAN)
        assert visit.play.state.match.players == PEOPLE
        visit.engines.release()
        await visit.rest()
        assert visit.moves == "b2"
        await visit.move("a1")
        assert visit.moves == "b2 a1"


async def test_two_people_are_told_apart(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        assert "X 0  vs  O 0" in visit.header
        assert "You" not in visit.text
    async with hall() as visit:
        visit.app.setup = Setup(PEOPLE)
        await visit.press("1")
        rows = [line[44:].split()[:2] for line in visit.text.splitlines()]
        assert ["X", "You"] in rows
        assert ["O", "Guest"] in rows


async def test_two_engines_play_each_other_to_the_end(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        await visit.choose("seat_second", DEFAULT)
        await visit.do("seat_first")
        assert "Play me" not in visit.text, "without a person there is nobody whose strength it could have"
        await visit.press("escape")
        await visit.choose("seat_first", DEFAULT)
        await visit.until(lambda: visit.play.state.match.outcome)
        assert visit.play.state.match.players == (DEFAULT, DEFAULT)
        assert visit.status.startswith("X wins. O went wrong at move ")


async def test_the_list_of_strengths_has_those_of_the_game_and_leaves_people_alone(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        names = [level.name for level in levels_of(get("tictactoe"))]
        await visit.do("level")
        assert [row.values[0].value for row in top(visit.app, Picker).listed.rows] == names
        await visit.press("escape")
        await visit.choose("level", "4")
        assert visit.play.state.match.players == (HUMAN, "alphabeta:4")
        assert visit.status == "X You  O Alphabeta, 4 medium"


async def test_on_play_me_the_list_of_strengths_begins_with_the_automatic_one(hall: Door) -> None:
    async with hall("tictactoe", players=(HUMAN, ME)) as visit:
        await visit.do("level")
        picker = top(visit.app, Picker).listed
        assert [row.values[0].value for row in picker.rows] == [ME, "1", "2", "4", "full"]
        assert picker.chosen == 0
        await visit.press("escape")
        await visit.choose("level", "4")
        assert visit.play.state.match.players == (HUMAN, "best:4")


async def test_the_opponent_is_the_usual_one_from_now_on(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.choose("level", "1")
    async with hall() as visit:
        assert visit.app.setup.seats == (HUMAN, "alphabeta:1")
        assert "Alphabeta, 1 beginner" in visit.text


async def test_the_engine_of_the_panel_is_any_that_thinks_or_the_best(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        thinking = [name for name in of(get("tictactoe")) if facts(name).thinks]
        best = visit.panel.engine
        titles = []
        for name in (*thinking, ""):
            await visit.choose("engine", name)
            await visit.rest()
            titles.append(visit.panel.engine)
            assert visit.panel.analysis
        assert titles == [*(str(facts(name).title) for name in thinking), best]
        assert visit.app.settings.engine_of("tictactoe") == ""
        assert "random" not in {request.engine for request in visit.engines.asked}


async def test_the_engine_of_the_panel_is_remembered_for_each_game(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        await visit.choose("engine", "mcts")
        chosen = visit.panel.engine
    async with hall("nim:3,4,5", players=PEOPLE) as visit:
        assert {request.engine for request in visit.engines.asked if request.position.game.id == "nim:3,4,5"} == {None}
    async with hall("tictactoe", "a1 b2 c3", SECOND) as visit:
        assert visit.panel.engine == chosen


# Who starts.


AI_FIRST, IN_TURNS, BY_LOT, LOSER_FIRST = "1", "2", "3", "4"
"""Rows of the list of who begins, where the first one is the person."""


async def test_who_starts_changes_an_unbegun_game_at_once(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.choose("first", AI_FIRST)
        await visit.until(lambda: len(visit.play.state.match.moves) == 1)
        assert visit.play.state.match.players == SECOND


async def test_who_starts_waits_for_the_next_game_when_one_is_going_on(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2") as visit:
        said = []
        for way in (AI_FIRST, BY_LOT, LOSER_FIRST, IN_TURNS, "0"):
            await visit.choose("first", way)
            said.append(visit.status)
        assert said == [
            "Next game: Alphabeta starts.",
            "Next game: a random player starts.",
            "Next game: the loser of the last game starts.",
            "Next game: players take turns to start.",
            "Next game: you start.",
        ]
        assert visit.moves == "a1 b2"
        assert visit.play.state.match.players == (HUMAN, FULL)


def test_who_starts_is_you_the_ai_both_in_turns_the_lot_or_the_loser() -> None:
    orders = Setup((HUMAN, FULL), begins="first").orders
    assert [first_words(each) for each in orders] == [
        *("You", "Alphabeta", "alternating, first You"),
        *("random", "loser of the last game"),
    ]


# Resign and leave.


async def test_resigning_asks_first_and_no_is_an_answer(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2") as visit:
        for answer in (("escape",), ("n",), ("down", "enter")):
            await visit.do("resign")
            await asked(visit, "Resign as X?")
            await visit.press(*answer)
            await back_to_the_game(visit)
            assert visit.play.state.match.outcome is None


async def test_a_resigned_game_is_lost_and_can_be_taken_back(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2") as visit:
        await visit.do("resign")
        await asked(visit, "Resign as X?")
        await visit.press("enter")
        await back_to_the_game(visit)
        assert visit.status.startswith("O wins: X resigned.")
        assert visit.play.state.match.standing.wins == (0, 1)
        assert len(visit.store.finished()) == 1
        await visit.do("undo")
        await visit.rest()
        assert visit.play.state.match.outcome is None
        assert visit.moves == "a1 b2"
        assert visit.play.state.match.standing.wins == (0, 0)
        assert visit.store.finished() == []


async def test_leaving_a_game_under_a_clock_asks_first(hall: Door) -> None:
    async with hall() as visit:
        visit.app.open_game(get("tictactoe"), Setup(PEOPLE, control=TimeControl(0, 300)))
        await back_to_the_game(visit)
        await visit.move("a1")
        await visit.move("b2")
        await visit.do("leave")
        await asked(visit, "Leave this game? The clock stops")
        await visit.press("n")
        await back_to_the_game(visit)
        assert visit.moves == "a1 b2"


async def test_a_game_left_is_found_again_under_continue(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.move("a1")
        moves = visit.moves
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen) and "ply 2" in visit.text)
        assert visit.status == with_keys("The game is saved; {key:continue_game} continues it.")
        await visit.do("continue_game")
        await back_to_the_game(visit)
        assert visit.moves == moves


@pytest.mark.parametrize("moves", ["", "a1 b1 a2 b2 a3"])
async def test_leaving_a_game_unbegun_or_over_asks_nothing(hall: Door, moves: str) -> None:
    async with hall("tictactoe", moves, PEOPLE) as visit:
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))


# New games and series.


async def test_a_new_game_asks_first_and_keeps_the_old_one_under_continue(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        await visit.move("a1")
        old = visit.play.state.match.id
        await visit.do("new")
        await asked(visit, "Start a new game?")
        await visit.press("y")
        await back_to_the_game(visit)
        assert visit.moves == ""
        assert visit.play.state.match.standing.results == ()
        assert [kept.id for kept in visit.store.unfinished() if kept.moves] == [old]


async def test_play_again_begins_the_next_game_and_keeps_the_score(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3") as visit:
        await visit.move("a2")
        assert "game 1" in visit.header
        await visit.do("again")
        await visit.rest()
        assert visit.moves == ""
        assert visit.play.state.match.standing.wins == (1, 0)
        assert "X You 1  vs  O Alphabeta, full 0" in visit.header
        assert "game 2" in visit.header


async def test_the_next_game_is_begun_by_the_one_who_was_said_to_start(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3") as visit:
        await visit.move("a2")
        await visit.choose("first", AI_FIRST)
        assert visit.status == "Next game: Alphabeta starts."
        await visit.do("again")
        await visit.until(lambda: visit.play.state.match.moves)
        assert visit.play.state.match.players == SECOND
        assert "X Alphabeta, full 0  vs  O You 1" in visit.header


async def test_a_finished_game_keeps_the_players_who_played_it(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", (HUMAN, "alphabeta:easy")) as visit:
        await visit.move("a2")
        assert not {"seat_first", "seat_second"} & {b.binding.id for b in visit.play.active_bindings.values()}
        (kept,) = visit.store.finished()
        assert kept.players == (HUMAN, "alphabeta:easy")


async def test_swapping_sides_after_a_game_takes_the_score_along(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3") as visit:
        await visit.move("a2")
        await visit.do("swap")
        await visit.until(lambda: visit.play.state.match.moves)
        assert visit.play.state.match.players == SECOND
        assert "X Alphabeta, full 0  vs  O You 1" in visit.header


async def test_a_planned_match_swaps_sides_by_itself_and_counts_to_its_end(hall: Door) -> None:
    async with hall() as visit:
        await visit.do("length")
        await visit.press("down", "down", "f2")
        await visit.do("two_players")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        assert visit.header.split()[-2:] == ["1/3", "=0"]
        for game in (1, 2, 3):
            await visit.move("a1", "b1", "a2", "b2", "a3")
            await visit.press("escape")
            assert len(visit.play.state.match.standing.results) == game
            if game < 3:
                await visit.do("again")
                await visit.rest()
        assert visit.play.state.match.standing.results == (0, 1, 0), "whoever begins wins, and they take turns"
        assert visit.play.state.match.standing.over
        await visit.do("again")
        await visit.rest()
        assert not visit.play.state.match.standing.results, "a match that is over is followed by a new one"


async def test_the_score_stands_at_the_seat_where_the_player_sits_now(hall: Door) -> None:
    async with hall() as visit:
        visit.app.open_game(visit.home.game, Setup((HUMAN, FULL), length=3))
        await visit.rest()
        await resign(visit)
        await visit.press("escape")
        assert "X You 0  vs  O Alphabeta, full 1" in visit.header
        await visit.do("again")
        await visit.until(lambda: visit.play.state.match.moves)
        assert "X Alphabeta, full 1  vs  O You 0" in visit.header


async def test_a_match_left_in_its_second_game_is_found_there_again_with_its_score(hall: Door) -> None:
    async with hall() as visit:
        visit.app.open_game(visit.home.game, Setup((HUMAN, FULL), length=3))
        await visit.rest()
        await resign(visit)
        await visit.do("again")
        await visit.until(lambda: visit.play.state.match.moves)
        await visit.rest()
    async with hall() as visit:
        await visit.until(lambda: visit.home.yours.unfinished)
        await visit.do("continue_game")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.rest()
        assert visit.header.split()[-2:] == ["2/3", "=0"]
        assert "X Alphabeta, full 1  vs  O You 0" in visit.header
        await resign(visit)
        await visit.press("escape")
        assert "Alphabeta has won it, 2 to 0." in visit.status


async def test_a_match_left_between_two_games_goes_on_with_the_next_one(hall: Door) -> None:
    async with hall() as visit:
        visit.app.open_game(visit.home.game, Setup((HUMAN, FULL), length=3))
        await visit.rest()
        await resign(visit)
    async with hall(size=(120, 40)) as visit:
        await visit.until(lambda: "game 2 of 3 next" in visit.text)
        await visit.do("forget")
        assert visit.status.startswith("Those games are saved.")
        await visit.do("continue_game")
        await visit.until(lambda: isinstance(visit.app.screen, PlayScreen))
        await visit.do("again")
        await visit.until(lambda: visit.play.state.match.moves)
        assert visit.header.split()[-2:] == ["2/3", "=0"]
        assert "X Alphabeta, full 1  vs  O You 0" in visit.header
    async with hall() as visit:
        await visit.until(lambda: "ply 1" in visit.text)


# What does not apply.


async def test_keys_of_a_game_that_is_over_wait_for_its_end(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        assert not {"again", "swap", "review"} & {b.binding.id for b in visit.play.active_bindings.values()}
    async with hall("tictactoe", "a1 b1 a2 b2 a3", PEOPLE) as visit:
        active = {b.binding.id for b in visit.play.active_bindings.values() if b.node is visit.play}
        assert {"again", "swap", "review"} <= active
        assert not {"hint", "resign", "choose", "type_move", "new"} & active


# What a switch leaves.


async def test_a_switch_with_two_values_says_the_new_one_and_leaves_the_panel_as_it_is(hall: Door) -> None:
    async with hall("tictactoe", players=("human", "best:2")) as visit:
        before = visit.panel
        await visit.do("teacher")
        assert (visit.status, visit.panel) == ("The teacher asks before a losing move.", before)


async def test_the_list_of_a_switch_opens_at_the_present_value_in_a_game(hall: Door) -> None:
    async with hall("tictactoe", players=("human", "best:2")) as visit:
        await visit.do("level")
        assert "▸ 2 easy" in visit.text

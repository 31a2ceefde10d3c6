"""Two engines play; the one who watches holds the clock."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from core.errors import EngineDied, EngineForfeits
from core.game import Reason
from core.games import get, presets
from core.kits import kit_of
from core.play.actions import Pace
from core.play.events import Event, Forfeited
from core.play.source import Snapshot
from core.players.opponents import DEFAULT
from core.position import Outcome, Position
from core.records.record import Record
from tests.tui.hall import FULL, Door, Visit, guessed, with_keys
from tests.tui.pacing import fast as fast
from tests.tui.told import DRAW, LOSS, WIN, worth
from tui.boards.base import Board
from tui.screens.home.screen import HomeScreen
from tui.screens.review.screen import ReviewScreen
from tui.screens.watch.picture import WatchSide, wanted
from tui.screens.watch.screen import SPEEDS, WatchScreen

AIS = (FULL, "mcts:2")
FACES = {kit_of(game.id).face: game.id for game in presets()}
"""A game for each way of drawing."""


async def paused(visit: Visit) -> None:
    """Pause before the first move, and let the engines think."""
    await visit.do("run")
    assert not visit.watch.state.running
    visit.engines.release()
    await visit.rest()


def hold_at_the_end(visit: Visit) -> None:
    """Let no game follow the one that is watched."""

    def hear(state: Snapshot, told: tuple[Event, ...]) -> None:
        if state.match.outcome:
            visit.engines.hold()

    visit.watch.source.listen(hear)


@asynccontextmanager
async def at_the_end(hall: Door) -> AsyncIterator[Visit]:
    """Watch the last move of a game, and pause there."""
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3 c1 a3 b3", AIS) as visit:
        await paused(visit)
        await visit.press("right")
        await visit.until(lambda: visit.watch.state.match.outcome)
        await visit.rest()
        yield visit


async def test_engines_play_to_the_end_and_the_game_is_kept(hall: Door) -> None:
    async with hall("tictactoe", players=AIS) as visit:
        hold_at_the_end(visit)
        await visit.until(lambda: visit.store.finished())
        assert visit.store.finished()[-1].players == AIS
        assert visit.store.totals.of(Record()).last == (), "your record is about your games"


@pytest.mark.parametrize(
    ("size", "said"), [((120, 40), "They agree, both proven: b1."), ((80, 24), "Both would play b1 ──")]
)
async def test_every_window_says_whether_the_two_agree(hall: Door, size: tuple[int, int], said: str) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, "minimax:full"), size) as visit:
        await paused(visit)
        assert said in visit.text


async def test_space_pauses_and_right_makes_one_move(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        await visit.do("run")
        assert visit.status == "Paused before move 4; Mcts is thinking."
        visit.engines.release()
        await visit.rest()
        assert visit.moves == "a1 b2 c3"
        assert visit.status.startswith("Paused before move 4. Mcts will play ")
        await visit.press("right")
        await visit.until(lambda: len(visit.watch.state.match.moves) == 4)
        await visit.rest()
        assert len(visit.watch.state.match.moves) == 4
        assert not visit.watch.state.running


async def test_the_footer_says_what_space_does_now(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        found = [visit.footer.split("  ")[0].strip()]
        for _ in range(2):
            await visit.press("space")
            found.append(visit.footer.split("  ")[0].strip())
        assert found == ["Space pause", "Space run", "Space pause"]


async def test_the_menu_says_what_space_does_now(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        await visit.do("menu")
        assert "Space  pause" in visit.text


@pytest.mark.usefixtures("fast")
async def test_once_the_match_is_over_the_footer_offers_another_and_no_run(hall: Door) -> None:
    async with hall() as visit:
        visit.app.setup = replace(visit.app.setup, length=1)
        await visit.choose("seat_first", DEFAULT)
        await visit.do("watch")
        await visit.until(lambda: isinstance(visit.app.screen, WatchScreen) and visit.watch.state.match.standing.over)
        await visit.rest()
        assert visit.footer.startswith(with_keys(" {key:again} new match  < back"))


async def test_the_speed_is_said_as_the_most_there_can_be(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=AIS) as visit:
        assert visit.status.endswith(" to move. 1 move a second at most. Space pauses.")


async def test_looking_back_pauses_and_shows_the_old_position(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        await paused(visit)
        last = 3
        await visit.press("left")
        assert visit.watch.ply.position == visit.watch.state.match.positions[last - 1]
        assert visit.status == f"After move {last - 1} of {last}. End goes back to the game."
        await visit.press("home")
        assert visit.watch.ply.position == visit.watch.state.match.positions[0]
        assert visit.board.view.last is None
        await visit.press("left")
        assert visit.watch.ply.at == 0
        await visit.press("right")
        assert visit.watch.ply.at == 1
        await visit.press("end")
        assert visit.watch.ply.position == visit.watch.state.match.position
        assert visit.status.startswith("Paused before move 4. Mcts will play ")


async def test_the_speed_is_changed_within_its_bounds(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=AIS) as visit:
        await visit.do("faster")
        assert "2 moves a second" in visit.status
        await visit.do("faster", "faster")
        assert "8 moves a second" in visit.status
        await visit.do("faster")
        assert visit.status == "8 moves a second is the maximum."
        await visit.press(*["minus"] * 4)
        assert "0.5 moves a second" in visit.status
        await visit.do("slower")
        assert visit.status == "0.5 moves a second is the minimum."
        await visit.press("up")
        assert "1 move a second" in visit.status


async def test_both_engines_say_what_they_think_of_the_same_position(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        await paused(visit)
        assert "X  Alphabeta, full" in visit.text
        assert "O  Mcts, 2 easy" in visit.text
        assert f"{worth('O', DRAW, 6)} exact" in visit.side
        assert {request.engine for request in visit.engines.asked} == {"alphabeta", "mcts"}


async def test_two_engines_of_one_name_and_level_are_asked_both(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=(FULL, FULL)) as visit:
        assert len(visit.engines.open) == 2


async def test_who_has_found_his_move_tells_what_the_others_are_worth(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, "best:full")) as visit:
        await paused(visit)
        assert [request.all_moves for request in visit.engines.asked if request.engine is None] == [False, True]
        assert visit.text.count("c1    - lose    4") == 2


async def test_an_engine_does_not_take_back_what_it_has_proven(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3 c1", (FULL, "minimax:full"), (120, 40)) as visit:
        await paused(visit)
        assert visit.text.count(f"{worth('X', WIN, 3)} ") == 2
        hall.engines.hold()
        await visit.press("right")
        hall.engines.report(guessed)
        await visit.settle()
        assert visit.moves == "a1 b2 c3 c1 a3"
        assert visit.text.count(f"{worth('O', LOSS, 2)} ") == 2


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_what_one_engine_has_proven_is_told_by_it_and_not_guessed_at_beside_it(
    hall: Door, size: tuple[int, int]
) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, "mcts:2"), size) as visit:
        await visit.do("run")
        for worker in visit.engines.open:
            assert worker.question
            worker.tell((lambda found: found) if worker.question.engine == "alphabeta" else guessed)
        await visit.settle()
        told = f"{worth('O', DRAW, 6)} exact", "Proven by X Alphabeta ~"
        assert [row for row in visit.side if row.startswith(("O ", "Proven")) and row.endswith(("exact", "~"))] == [
            *told
        ]


async def test_an_engine_is_not_said_to_have_proven_what_was_known_before_it(hall: Door) -> None:
    hall.engines.hold()
    async with hall("pong-hau-ki", players=("best:2", "mcts:2"), size=(120, 40)) as visit:
        await visit.do("run")
        visit.engines.report(guessed)
        await visit.settle()
        assert visit.text.count("known by retrograde") == 2


async def test_the_random_mover_is_not_credited_with_an_opinion(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", ("random", "random")) as visit:
        await paused(visit)
        assert visit.text.count("It does not evaluate its moves.") == 2
        assert "+0." not in visit.text


async def test_a_series_swaps_sides_and_counts_to_its_end(hall: Door) -> None:
    async with hall() as visit:
        visit.app.setup = replace(visit.app.setup, length=3)
        await visit.choose("seat_first", DEFAULT)
        await visit.do("watch")
        await visit.until(lambda: isinstance(visit.app.screen, WatchScreen) and visit.watch.state.match.standing.over)
        watch = visit.watch
        assert len(watch.state.match.standing.results) == 3
        assert visit.header.split()[-1] == "3/3"
        assert "The match is over" in visit.status
        await visit.press("escape")
        games = [kept.players for kept in visit.store.finished()]
        assert games[0] == games[2] == games[1][::-1]
        points = [
            float(line.rstrip(" │").split()[-1])
            for line in visit.text.splitlines()[-6:-2]
            if re.search(r", (\d \w+|full) ", line)
        ]
        assert sum(points[-2:]) == 3
        assert f"  {points[0]:g} : {points[1]:g}  " in visit.header, (
            "the first of the series sits first in its last game"
        )


async def test_the_header_keeps_the_score_apart_from_levels_and_names(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        assert "X Alphabeta, full  0 : 0  O Mcts, 2 easy " in visit.header


async def test_the_header_has_short_names_where_long_ones_have_no_room(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate/open", players=("ultimate:full", FULL)) as visit:
        assert "X Ultimate  0 : 0  O Alphabeta  " in visit.header


async def test_after_the_end_the_board_counts_the_moves_and_both_panels_keep_what_was_seen_last(hall: Door) -> None:
    async with at_the_end(hall) as visit:
        assert visit.moves.endswith(" a2")
        await visit.press("escape")
        assert visit.board.view.note == "7 moves"
        assert visit.status.startswith("X wins.")
        assert visit.text.count(worth("X", WIN, 1)) == 2
        assert visit.text.count("as last seen") == 2


async def test_a_large_board_keeps_all_its_rows_and_the_graph_stays_away(hall: Door) -> None:
    hall.engines.hold()
    async with hall("mnk:15,15,5", "h8", ("best:1", "best:2")) as visit:
        assert [row[1:6].strip() for row in visit.text.splitlines()[4:19]] == [str(row) for row in range(1, 16)]
        assert "Value by move" not in visit.text
        await visit.resize(120, 40)
        assert "Value by move" in visit.text


async def test_the_review_of_a_watched_game_comes_back_to_it(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        await paused(visit)
        await visit.do("review")
        await visit.until(lambda: isinstance(visit.app.screen, ReviewScreen))
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, WatchScreen))
        assert not visit.watch.state.running


async def test_a_watched_game_left_is_found_again_under_continue(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        await paused(visit)
        await visit.do("leave")
        await visit.until(lambda: isinstance(visit.app.screen, HomeScreen))
    hall.engines.hold()
    async with hall() as visit:
        await visit.do("continue_game")
        await visit.until(lambda: isinstance(visit.app.screen, WatchScreen))
        assert visit.moves == "a1 b2 c3"


async def test_an_engine_that_fails_is_named_and_space_asks_again(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        visit.engines.fail(EngineDied("The engine is gone."))
        await visit.pilot.pause()
        assert visit.status == "The engine is gone. Space tries again."
        assert not visit.watch.state.running
        await visit.do("run")
        for worker in visit.engines.open:
            worker.answer_soon()
        await visit.until(lambda: len(visit.watch.state.match.moves) > 3)


@pytest.mark.parametrize("moves", ["a1 b2 c3", "a1 b2"])
async def test_a_program_that_fails_loses_the_game_in_words_and_the_next_waits_for_a_key(
    hall: Door, moves: str
) -> None:
    hall.engines.hold()
    async with hall("tictactoe", moves, ("codingame:x", FULL)) as visit:
        first = visit.watch.state
        open_now = [worker.question.engine for worker in visit.engines.open if worker.question]
        assert ("codingame:x" in open_now) == (first.match.position.turn == 0), "it is asked when it is its turn only"
        said: list[str] = []
        visit.watch.source.listen(
            lambda state, told: said.extend(str(e.error) for e in told if isinstance(e, Forfeited))
        )
        visit.engines.fail(EngineForfeits("codingame:x forfeits: it ended with exit code 1."))
        await visit.until(lambda: visit.watch.state.match.outcome and visit.store.finished())
        await visit.settle()
        assert visit.status == "codingame:x forfeits: it ended with exit code 1. Space resumes."
        assert visit.watch.source._timer is None, "nothing is due"
        await visit.do("run")
        await visit.until(lambda: visit.watch.state.match.id != first.match.id)
        (kept,) = visit.store.finished()
        assert kept.outcome == Outcome(1 if moves == "a1 b2" else 0, Reason.RESIGNED)
        assert said == ["codingame:x forfeits: it ended with exit code 1."]


async def test_space_after_a_look_back_goes_on_from_where_the_game_stands(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", AIS) as visit:
        await paused(visit)
        hold_at_the_end(visit)
        await visit.press("home")
        await visit.do("run")
        await visit.until(lambda: visit.store.finished())
        assert visit.store.finished()[-1].moves.startswith("a1 b2 c3 ")


@pytest.mark.parametrize("id", [*FACES.values(), "tictactoe"])
async def test_a_game_that_is_watched_has_the_board_of_one_that_is_played(hall: Door, id: str) -> None:
    hall.engines.hold()
    moves = Position.start(get(id)).name(get(id).moves(get(id).start())[-1])
    seen = []
    for players in ((FULL, FULL), ("human", FULL)):
        async with hall(id, moves, players) as visit:
            await visit.settle()
            board = visit.app.screen.query_one(Board)
            seen.append(board.view._replace(title="", goal="", note="", below=(), marks={}, watched=False))
    assert seen[0] == seen[1]
    assert seen[0].open, "where one may play is seen"


async def test_the_board_to_play_in_is_seen_in_a_game_of_ultimate_that_is_watched(hall: Door) -> None:
    hall.engines.hold()
    async with hall("ultimate", "5.5 5.1", (FULL, FULL)) as visit:
        await visit.settle()
        assert "╔═ 1 PLAY" in visit.text


async def test_what_each_side_would_play_stands_on_the_board_as_a_and_b(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, "minimax:full")) as visit:
        await paused(visit)
        marks = visit.board.view.marks
        (both,) = (visit.watch.state.match.position.name(move) for move in marks)
        assert [mark.text for mark in marks.values()] == ["AB"]
        assert "Board  A X  B O" in visit.text
        for panel in visit.watch.query_one(WatchSide).views:
            assert panel.analysis
            assert panel.analysis.best
            assert panel.analysis.position.name(panel.analysis.best.move) == both
        await visit.press("left")
        assert not visit.board.view.marks, "of a position that nobody thinks about"


async def test_the_letter_of_a_player_who_means_to_lose_stands_on_the_move_that_it_will_make(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, "loser")) as visit:
        await paused(visit)
        state = visit.watch.state
        assert state.next
        name = state.match.position.name
        letters = {mark.text: name(move) for move, mark in visit.board.view.marks.items()}
        assert letters["B"] == name(state.next.move)
        assert f"A would play {letters['A']}, B {letters['B']}" in visit.text
        assert letters["B"] in ("a3", "c1"), "the moves that lose"
        await visit.resize(120, 40)
        assert f"O Loser proves {letters['B']} lose 4" in " ".join(visit.text.replace("│", " ").split())


async def test_who_means_to_lose_wishes_the_worst_move_also_when_another_is_to_move(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", ("loser", FULL)) as visit:
        await paused(visit)
        position = visit.watch.state.match.position
        letters = {mark.text: position.name(move) for move, mark in visit.board.view.marks.items()}
        assert letters["A"] in ("a3", "c1")


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
@pytest.mark.parametrize("players", [("loser", FULL), (FULL, "loser")])
async def test_the_list_of_each_player_holds_the_move_that_it_would_play(
    hall: Door, players: tuple[str, str], size: tuple[int, int]
) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", players, size) as visit:
        await paused(visit)
        if size[0] < 80:
            await visit.do("panel")
        position = visit.watch.state.match.position
        for letter in "AB":
            move = next(move for move, mark in visit.board.view.marks.items() if mark.text == letter)
            assert f"▸ {position.name(move)} " in visit.text


def test_each_side_has_its_own_letter_where_they_differ() -> None:
    marks = wanted(([0, 1], [4]))
    assert {move: (mark.text, mark.role) for move, mark in marks.items()} == {0: ("A", "first"), 4: ("B", "second")}
    assert [mark.text for mark in wanted(([0, 4], [4])).values()] == ["AB"]
    assert wanted(((), ())) == {}


async def test_two_players_of_one_name_and_level_are_told_apart_in_the_series(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", "a1 b2 c3", (FULL, FULL)) as visit:
        await paused(visit)
        assert "Alphabeta, full 1" in visit.text
        assert "Alphabeta, full 2" in visit.text


@pytest.mark.parametrize(("faster", "seconds"), [(0, 3.0), (2, 3.0), (3, 0.5)])
async def test_the_end_stays_three_seconds_and_half_a_second_at_the_fastest_speed(
    hall: Door, faster: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=AIS) as visit:
        asked: list[object] = []
        monkeypatch.setattr(visit.watch.source, "do", asked.append)
        await visit.do(*["faster"] * faster)
        visit.watch._keep_pace()
        assert asked[-1] == Pace(1 / SPEEDS[SPEEDS.index(1.0) + faster], seconds)


async def test_a_watched_game_that_is_over_shows_its_end(hall: Door) -> None:
    async with at_the_end(hall) as visit:
        assert "The end" in visit.text
        assert "checking, " not in visit.text, "no engine looks at it any more"


@pytest.mark.parametrize(("player", "shares"), [("minimax:1", 0), (FULL, 2)])
async def test_the_end_of_a_watched_game_has_shares_only_where_all_is_proven(
    hall: Door, player: str, shares: int
) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=(player, player)) as visit:
        await paused(visit)
        while not visit.watch.state.match.outcome:
            await visit.press("right")
            await visit.rest()
        assert visit.text.count(" %") == shares
        assert ("Not all moves are judged yet." in visit.text) == (shares == 0)


async def test_enter_begins_the_next_game_that_is_watched(hall: Door) -> None:
    async with at_the_end(hall) as visit:
        await visit.press("enter")
        assert (visit.watch.state.match.number, list(visit.watch.state.match.moves)) == (2, [])


async def test_escape_puts_the_end_away_and_shows_what_the_engines_saw_last(hall: Door) -> None:
    async with at_the_end(hall) as visit:
        await visit.press("escape")
        assert visit.text.count("as last seen") == 2


async def test_space_at_the_end_of_a_watched_game_is_left_to_the_clock(hall: Door) -> None:
    async with at_the_end(hall) as visit:
        await visit.press("space")
        assert visit.watch.state.running


async def test_the_status_says_how_long_an_engine_thinks_where_that_sets_the_pace(hall: Door) -> None:
    hall.engines.hold()
    async with hall("tictactoe", players=AIS) as visit:
        for _move in "XO":
            visit.engines.report(lambda found: replace(found, final=True, seconds=9.0))
            await visit.settle()
        assert visit.status.startswith("Alphabeta takes about 9 s a move.")

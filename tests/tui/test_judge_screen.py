"""A Python player is judged on a screen: the result, the boards of its mistakes, and again whenever it is saved.

Numbers of tic-tac-toe are those of a brute force of another author: whoever takes the first free square is wrong in 1,869
positions, which loses a win in 1,355 and a draw in 514; 92 are among the 232 that its own games reach.
"""

from __future__ import annotations

import asyncio

import pytest

from core.games import get
from core.judge.course import FunctionFault, FunctionResult
from core.judge.judging import Assignment
from core.judge.report import Report
from core.phrase import phrase
from core.position import Position
from tests.tui.goldens import check_golden
from tests.tui.hall import Door, Visit, top
from tests.tui.judging import FIRST, LAST, judged, seen, side, written
from tui.household.own_players import ENDING
from tui.household.surroundings import Surroundings
from tui.screens.base.paths import completed
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.study.judge_form import JudgeForm
from tui.screens.watch.screen import WatchScreen
from tui.text.judged import headline, results, state


def marks(visit: Visit) -> dict[str, str]:
    view = visit.board.view
    return {view.position.name(move): mark.text for move, mark in view.marks.items()}


async def test_the_result_stands_beside_the_board_of_the_smallest_mistake(hall: Door) -> None:
    hall.furnish(marks=False)
    async with hall(assignment=Assignment(written(hall.folder, FIRST), "tictactoe")) as visit:
        await seen(visit)
        assert visit.header.split() == ["JUDGE", "Tic-tac-toe", "3x3", "mine.py", "wrong"]
        assert visit.side[1:7] == [
            "Loses as X: a1 b1 c1 b2 a2 b3.",
            "Loses as O: a1 b1 a2 c1 a3.",
            "Wrong positions: 1,869 of 4,298.",
            "In its own games: 92 of 232.",
            "Wins lost: 1,355. Draws lost: 514.",
            "Slow: 384.",
        ]
        assert visit.board.position.text == "X../.../..."
        assert marks(visit) == {"b1": "??", "b2": "="}
        assert "O plays b1: draw thrown away; b2 held it. b1: loses in 6." in side(visit)


async def test_keys_and_clicks_go_from_one_mistake_to_the_next(hall: Door) -> None:
    async with hall(assignment=Assignment(written(hall.folder, FIRST), "tictactoe")) as visit:
        await seen(visit)
        await visit.do("next_fault")
        assert "Counterexample 2 of 1,869" in visit.side
        await visit.do("previous_fault", "previous_fault")
        assert "Counterexample 1,869 of 1,869" in visit.side
        await visit.do("back")
        assert marks(visit) == {}
        await visit.do("next_fault")
        await visit.click("a1 ??  c2")
        assert visit.board.position.text == ".../..X/..."


async def test_who_plays_from_there_has_the_program_opposite_and_comes_back(hall: Door) -> None:
    path = written(hall.folder, FIRST)
    async with hall(assignment=Assignment(path, "tictactoe")) as visit:
        await seen(visit)
        visit.engines.hold()
        await visit.do("play_here")
        match = top(visit.app, PlayScreen).state.match
        assert (match.players, list(match.names)) == (("human", f"python:{path}"), ["a1"])
        await visit.do("leave")
        assert judged(visit)
        await visit.do("watch")
        match = top(visit.app, WatchScreen).state.match
        assert match.players == (f"python:{path}", "best:full")
        await visit.do("leave")
        await visit.do("leave")
        assert isinstance(visit.app.screen, HomeScreen)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("def choose(position)\n", "'mine.py' is not Python: line 1: expected ':': 'def choose(position)'."),
        ("x = 1\n", "'mine.py' has no player; write a function choose(position)."),
        (
            "def choose(position):\n    return 0\n1 / 0\n",
            "'mine.py' raises ZeroDivisionError: division by zero (line 3).",
        ),
    ],
)
async def test_why_a_file_is_not_judged_is_one_sentence(hall: Door, content: str, sentence: str) -> None:
    async with hall(assignment=Assignment(written(hall.folder, content)), size=(120, 40)) as visit:
        await visit.until(lambda: "not judged" in visit.header)
        assert sentence in side(visit)
        assert "It is judged again when you save it." in side(visit)


UNWRITTEN = FunctionFault(Position.start(get("tictactoe")), (), "", phrase("False"), phrase("nothing"), True)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (FunctionResult("terminal", 5478, 5478, UNWRITTEN), "Not written yet: terminal."),
        (FunctionResult("terminal", 0, missing=True), "Missing: terminal."),
    ],
)
def test_a_function_that_is_not_there_makes_a_file_wrong_but_is_not_called_so(
    function: FunctionResult, sentence: str
) -> None:
    report = Report("mine.py", "course", "tictactoe", 0, functions=[function], final=True)
    assert [line for line, _ in results(report)] == [sentence]
    assert (headline(report), state(report)) == (sentence, ("wrong", "lose"))


async def test_it_is_judged_again_when_it_is_saved(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.study.judge.LOOK_SECONDS", 0.01)
    path = written(hall.folder, "x = 1\n")
    async with hall(assignment=Assignment(path)) as visit:
        await visit.until(lambda: "not judged" in visit.header)
        path.write_text(LAST, "utf-8")
        await seen(visit)
        assert "Wrong positions: 1,869 of 4,298." in visit.side
        await visit.do("printed")
        assert visit.side[:2] == ["What it printed last", "asked"]
        await visit.press("escape")
        assert "Wrong positions: 1,869 of 4,298." in visit.side


async def test_a_file_that_is_about_to_be_judged_is_not_once_it_is_closed(
    hall: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = asyncio.Event()
    monkeypatch.setattr("tui.screens.study.judged_file.JudgedFile._read_stamp", lambda file: held.wait())
    async with hall(assignment=Assignment(written(hall.folder, FIRST), "tictactoe")) as visit:
        file = judged(visit).judged
        await file.close()
        held.set()
        await visit.rest()
        assert file.report is None


async def test_the_form_offers_the_files_of_the_folder_and_asks_what_they_leave_open(hall: Door) -> None:
    written(hall.folder, "def agent(observation, configuration):\n    return 0\n", "agent.py")
    path = written(hall.folder, FIRST)
    async with hall() as visit:
        await visit.do("judge")
        form = top(visit.app, JudgeForm)
        assert "agent(observation, configuration) is judged in Connect Four 7x6." in visit.text
        assert not form.query_one("#games").display
        await visit.press("tab", "down")
        assert "choose(position) is judged in Tic-tac-toe 3x3." in visit.text
        assert completed(f"{path.parent}/mi", (ENDING,)) == str(path)
        await visit.press("enter")
        await seen(visit)
        assert judged(visit)
        await visit.do("leave", "learn")
        await visit.click("Judge your program")
        await visit.click("▸ Judge your program")
        assert isinstance(visit.app.screen, JudgeForm)


async def test_where_no_program_is_started_none_is_judged(hall: Door) -> None:
    hall.surroundings = Surroundings(served=True)
    async with hall() as visit:
        assert "judge" not in [found.binding.id for found in visit.app.screen.active_bindings.values()]
        await visit.do("learn")
        assert "Judge your program" not in visit.text


@pytest.mark.usefixtures("canned")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_its_picture(hall: Door, size: tuple[int, int]) -> None:
    hall.furnish(marks=False)
    async with hall(assignment=Assignment(written(hall.folder, FIRST), "tictactoe"), size=size) as visit:
        await seen(visit)
        check_golden(f"judge-{size[0]}x{size[1]}", visit.text, size)

"""A tournament in the hall: its table grows while one looks, and its games are reviewed. It takes 6 seconds."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path

import pytest
from textual.widgets import Input

from core.games import get
from core.play.seats import Setup
from core.players.opponents import HUMAN
from core.tournament.plan import TournamentPlan
from core.tournament.run import InProcess, run
from core.tournament.sheet import Sheet
from tests.tui.goldens import check_golden
from tests.tui.hall import FULL, Door, Visit
from tests.tui.pressing import press_all
from tui.boards.base import Board
from tui.game.contest import Contest
from tui.screens.review.screen import ReviewScreen
from tui.screens.tournament.contestants import Contestants
from tui.screens.tournament.listed import crosstable
from tui.screens.tournament.screen import TournamentScreen

PLAN = TournamentPlan("tictactoe", ("best:1", "random", "loser"), 2, plies=1, seed=4)


def play(path: Path, last: int | None = None, plan: TournamentPlan = PLAN) -> None:
    """Play a tournament, up to some game."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Sheet(path, plan) as sheet:
        for _ in run(plan, sheet.games, InProcess, 1, sheet.keep, lambda game: last is None or game.number <= last):
            pass


def file(hall: Door, name: str = "one") -> Path:
    """Where the hall looks for it."""
    return hall.folder / "tournaments" / f"{name}.jsonl"


async def there(visit: Visit) -> TournamentScreen:
    """Go there from home."""
    await visit.do("tournaments")
    screen = visit.app.screen
    assert isinstance(screen, TournamentScreen)
    return screen


async def test_the_table_looks_as_it_was_designed(hall: Door) -> None:
    play(file(hall))
    async with hall() as visit:
        await there(visit)
        await visit.until(lambda: "it is over." in visit.text)
        check_golden("tournament", visit.text, (80, 24))


async def test_the_table_grows_while_one_looks(hall: Door) -> None:
    play(file(hall), 2)
    async with hall() as visit:
        screen = await there(visit)
        await visit.until(lambda: "Games: 2 of 6, Space resumes." in visit.text)
        assert "Best, 1 beginner" in visit.text
        assert "Elo" in visit.text
        play(file(hall), 5)
        screen.look()
        await visit.until(lambda: "Games: 5 of 6" in visit.text)
        play(file(hall))
        screen.look()
        await visit.until(lambda: "Games: 6 of 6, it is over." in visit.text)
        table = screen.table
        assert table
        rows = ["".join(span.text for span in row).split() for row in crosstable(table, 40)[1:]]
        assert sorted(row[1] for row in rows) == ["Best", "Loser", "Random"]
        assert [row[-3] for row in rows] == ["4", "4", "4"]  # games, before the points against both others


async def test_a_game_of_the_list_is_reviewed_and_one_comes_back_to_the_table(hall: Door) -> None:
    play(file(hall))
    async with hall() as visit:
        screen = await there(visit)
        await visit.until(lambda: "Games: 6 of 6" in visit.text)
        await visit.press("home", "down", "enter")
        review = visit.app.screen
        assert isinstance(review, ReviewScreen)
        assert screen.contest
        assert review.state.match.names == screen.contest.games[2].match.names
        await visit.do("leave")
        assert visit.app.screen is screen
        await visit.do("review")
        assert isinstance(visit.app.screen, ReviewScreen)


async def test_where_there_is_none_it_says_how_one_begins(hall: Door) -> None:
    async with hall() as visit:
        await there(visit)
        assert "There is no tournament yet; n starts one." in visit.text
        assert visit.footer.strip() == "n new one  m menu  ? help  q leave"
        for key in ("space", "o", "v"):
            await visit.press(key)
        assert "No game is over yet." in visit.text


@pytest.mark.parametrize("size", [(40, 12), (120, 40)])
async def test_the_board_of_a_game_looks_the_same_after_a_tournament_was_open(
    hall: Door, size: tuple[int, int]
) -> None:
    async with hall("connect-four", size=size) as visit:
        fresh = visit.text
        visit.app.go_home()
        await there(visit)
        visit.app.open_game(get("connect-four"), Setup((HUMAN, FULL)))
        await visit.rest()
        assert visit.text == fresh


async def test_the_last_one_is_shown_and_the_others_can_be_chosen(hall: Door) -> None:
    play(file(hall, "old"), 2)
    play(file(hall, "new"))
    async with hall() as visit:
        await there(visit)
        await visit.until(lambda: "Games: 6 of 6" in visit.text)
        await visit.do("other")
        await visit.until(lambda: "Tic-tac-toe 3x3: Best 1, Random, Loser" in visit.text)
        await visit.press("down", "enter")
        await visit.until(lambda: "Games: 2 of 6" in visit.text)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The words with which tournaments were played: they are, in this process, in place of one of their own."""
    said: list[list[str]] = []

    async def begin(contest: Contest, words: list[str]) -> str:
        from tui.command.cli import main

        executor: Callable[[int], Executor] = lambda count: InProcess()  # noqa: E731
        monkeypatch.setattr("core.tournament.run.Processes", executor)
        said.append(list(words))
        code = main(["tournament", *words, "--resume", str(contest.path)])
        return "" if code == 0 else "It was refused."

    monkeypatch.setattr(Contest, "play", begin)
    return said


async def fill_in(visit: Visit, *keys: str) -> None:
    """Begin a new one with the first two players, as many games as the keys say, and from no random moves."""
    await visit.do("new_tournament")
    await visit.until(lambda: isinstance(visit.app.screen, Contestants))
    await visit.press("tab", "ctrl+u", *keys, "tab", "ctrl+u", "0", "f2")


async def test_a_new_one_is_filled_in(hall: Door, here: list[list[str]]) -> None:
    async with hall() as visit:
        await there(visit)
        await visit.do("new_tournament")
        await visit.until(lambda: isinstance(visit.app.screen, Contestants))
        await visit.press("space", "tab", "ctrl+u", "2", "tab", "ctrl+u", "0")
        assert "1 pair of players." in visit.text
        await visit.press("f2")
        await visit.until(lambda: "Games: 2 of 2, it is over." in visit.text)
        assert here[0][-5:] == ["tictactoe", "best:2", "best:4", "--games", "2"]


@pytest.mark.parametrize(
    ("downs", "said", "ends"), [(0, "3 pairs", "2"), (1, "2 pairs", "--gauntlet"), (2, "2 pairs", "--ladder")]
)
async def test_who_meets_whom_is_chosen_from_a_list(
    hall: Door, here: list[list[str]], downs: int, said: str, ends: str
) -> None:
    async with hall() as visit:
        await there(visit)
        await visit.do("new_tournament")
        await visit.until(lambda: isinstance(visit.app.screen, Contestants))
        await visit.press("tab", "ctrl+u", "2", "tab", "ctrl+u", "0", "tab", *["down"] * downs)
        assert f"{said} of players." in visit.text
        await visit.press("enter")
        await visit.until(lambda: here)
        assert here[0][-1] == ends


async def test_the_first_chosen_meets_all_others_in_a_gauntlet(hall: Door, here: list[list[str]]) -> None:
    async with hall() as visit:
        await there(visit)
        await visit.do("new_tournament")
        await visit.until(lambda: isinstance(visit.app.screen, Contestants))
        await visit.press("space", "space", "tab", "ctrl+u", "2", "tab", "ctrl+u", "0", "tab", "down")
        assert "[3] Best, 1 beginner" in visit.text
        await visit.press("enter")
        await visit.until(lambda: here)
        assert here[0][-6:] == ["best:2", "best:4", "best:1", "--games", "2", "--gauntlet"]


async def test_the_form_has_no_field_for_typed_options(hall: Door) -> None:
    async with hall() as visit:
        await there(visit)
        await visit.do("new_tournament")
        await visit.until(lambda: isinstance(visit.app.screen, Contestants))
        assert [field.id for field in visit.app.screen.query(Input)] == ["games", "plies"]


async def test_a_click_chooses_a_player(hall: Door, here: list[list[str]]) -> None:
    async with hall() as visit:
        await there(visit)
        await visit.do("new_tournament")
        await visit.until(lambda: isinstance(visit.app.screen, Contestants))
        await visit.click("[x] Best, 2 easy")
        assert "[ ] Best, 2 easy" in visit.text


async def test_what_cannot_be_played_is_said_in_the_form(hall: Door) -> None:
    async with hall() as visit:
        await there(visit)
        await visit.do("new_tournament")
        await visit.until(lambda: isinstance(visit.app.screen, Contestants))
        await visit.press("space", "down", "space", "down", "space")
        assert "It takes at least two players; Space chooses them." in visit.text
        await visit.press("escape")
        assert isinstance(visit.app.screen, TournamentScreen)


async def test_what_is_refused_is_said_and_nothing_is_left_behind(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(contest: Contest, words: list[str]) -> str:
        return "It was refused."

    monkeypatch.setattr(Contest, "play", refuse)
    async with hall() as visit:
        await there(visit)
        await fill_in(visit, "1")
        await visit.until(lambda: "It was refused." in visit.text)
        await visit.do("leave", "tournaments")
        assert "There is no tournament yet" in visit.text


async def test_the_games_are_listed_in_their_order_however_they_end(hall: Door) -> None:
    play(file(hall))
    head, *games = file(hall).read_text().splitlines()
    file(hall).write_text("\n".join([head, *reversed(games)]) + "\n")
    async with hall() as visit:
        screen = await there(visit)
        await visit.until(lambda: "Games: 6 of 6" in visit.text)
        assert [row.number for row in screen._rows()] == [1, 2, 3, 4, 5, 6]


async def test_the_board_shows_the_game_that_is_being_played(hall: Door, tmp_path: Path) -> None:
    play(file(hall), 2)
    (tmp_path / "3").write_text("a1 b2 c3")
    async with hall() as visit:
        screen = await there(visit)
        await visit.until(lambda: "Games: 2 of 6" in visit.text)
        assert screen.contest
        screen.contest._folder = tmp_path
        screen.look()
        await visit.until(lambda: "Game 3" in visit.text)
        assert screen.query_one(Board).position.text == "X../.O./..X"
        await visit.press("enter")
        assert "Game 3 is not over yet." in visit.text


async def test_the_board_shows_the_game_at_the_cursor(hall: Door) -> None:
    play(file(hall))
    async with hall() as visit:
        screen = await there(visit)
        await visit.until(lambda: "Games: 6 of 6" in visit.text)
        await visit.press("home")
        assert "Game 1" in visit.text
        assert screen.contest
        assert screen.query_one(Board).position == screen.contest.games[1].match.position


async def test_space_goes_on_with_one_that_was_stopped(hall: Door, here: list[list[str]]) -> None:
    play(file(hall), 2)
    async with hall() as visit:
        await there(visit)
        await visit.until(lambda: "Games: 2 of 6" in visit.text)
        await visit.do("run")
        await visit.until(lambda: "Games: 6 of 6, it is over." in visit.text)
        await visit.do("run")
        assert "It is over; n starts another one." in visit.text
        assert "run" not in visit.footer.split()


async def test_programs_that_only_a_file_names_are_not_started(
    hall: Door, here: list[list[str]], tmp_path: Path
) -> None:
    plan = TournamentPlan("tictactoe", ("best:1", "ugi:true"), 2)
    play(file(hall), 0, plan)
    async with hall() as visit:
        await there(visit)
        await visit.until(lambda: "Games: 0 of 2" in visit.text)
        await visit.do("run")
        assert "External programs play in it" in visit.text
        assert here == []


async def test_a_broken_file_is_told_in_a_sentence(hall: Door) -> None:
    play(file(hall))
    file(hall).write_text(file(hall).read_text().replace('"moves"', '"mooves"', 1))
    async with hall() as visit:
        await there(visit)
        await visit.until(lambda: any("Line 2" in notice for notice in visit.notices) or "Line 2" in visit.text)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_nothing_of_the_table_is_cut(hall: Door, size: tuple[int, int]) -> None:
    plan = TournamentPlan(
        "tictactoe", ("best:1", "best:2", "best:4", "best:full", "random", "loser", "mcts:1"), 2, seed=4
    )
    play(file(hall), 30, plan)
    async with hall(size=size) as visit:
        await there(visit)
        await visit.until(lambda: "Games: 30 of 42" in visit.text)
        heads = visit.text.splitlines()[2].strip("│ ").split("│")[0].split()
        assert heads[:2] == ["player", "Elo"]
        assert heads[2:] in (["points"], ["±", "points", "games"], ["±", "points", "games", *"1234567"])


async def test_in_a_narrow_window_tab_shows_the_board_in_place_of_the_table(hall: Door) -> None:
    play(file(hall))
    async with hall(size=(40, 12)) as visit:
        await there(visit)
        await visit.until(lambda: "Games: 6 of 6" in visit.text)
        await visit.do("panel")
        assert "Game 6" in visit.text


async def test_every_key_does_something(hall: Door) -> None:
    play(file(hall))
    async with hall() as visit:
        visit.engines.hasty = True

        async def stage() -> None:
            await there(visit)
            await visit.until(lambda: "Games: 6 of 6" in visit.text)

        await press_all(visit, stage)


async def test_a_tournament_is_played_in_processes_of_its_own_and_ends_with_the_screen(hall: Door) -> None:
    async with hall() as visit:
        screen = await there(visit)
        await fill_in(visit, *"1000")
        await visit.until(lambda: screen.contest and len(screen.contest.games) > 2)
        assert "being played." in visit.text
        await visit.do("run")
        await visit.until(lambda: "Space resumes." in visit.text)
        assert screen.contest
        assert not screen.contest.running

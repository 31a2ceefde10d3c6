"""Moves and positions go out by the menu: to the clipboard of the terminal and to a file, in a form that is read again."""

from __future__ import annotations

import base64
import stat
from pathlib import Path
from random import Random

import pytest

from core import games, notation
from core.game import Game, Reason
from core.notation import positions
from core.play.match import Match
from core.players.opponents import HUMAN
from core.position import Outcome
from tests.tui.hall import FULL, Door, Visit
from tests.tui.reviewing import LOST, review
from tui.hall import clipboard
from tui.hall.app import Hall
from tui.household.surroundings import COPIED, Surroundings
from tui.screens.base.copying import moves_text

PEOPLE = (HUMAN, HUMAN)


def sent(app: Hall) -> list[str]:
    """The texts that the terminal is asked to put into its clipboard from now on."""
    found: list[str] = []

    def write(data: str) -> None:
        begin, end = "\x1b]52;c;", "\a"
        if data.startswith(begin) and data.endswith(end):
            found.append(base64.b64decode(data[len(begin) : -len(end)]).decode())

    assert app._driver
    app._driver.write = write  # type: ignore[method-assign]
    return found


async def copied(visit: Visit) -> list[str]:
    """What is sent when both are copied, the moves first."""
    found = sent(visit.app)
    await visit.do("copy_moves", "copy_position")
    return found


async def test_moves_and_position_of_a_game_go_to_the_clipboard_of_the_terminal(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        assert await copied(visit) == ["a1 b2", "X../.O./..."]


async def test_the_status_says_what_was_copied_and_the_file_that_has_it(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.do("copy_moves")
        file = hall.folder / COPIED
        assert visit.status == f"The moves were sent to the clipboard; {file} has them too."
        assert file.read_text() == "a1 b2\n"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        await visit.do("copy_position")
        assert visit.status == f"The position was sent to the clipboard; {file} has it too."
        assert file.read_text() == "X../.O./...\n"


async def test_the_ply_and_the_line_that_are_looked_at_are_copied(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2 c3", PEOPLE) as visit:
        await visit.press("less_than_sign")
        assert await copied(visit) == ["a1 b2 c3", "X../.O./..."]
        await visit.move("a2")
        assert await copied(visit) == ["a1 b2 a2", "X../XO./..."]


async def test_a_threat_is_no_line_of_the_game(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        await visit.do("threat")
        assert await copied(visit) == ["a1 b2", "X../.O./..."]


async def test_a_review_copies_too(hall: Door) -> None:
    async with hall("tictactoe", LOST, PEOPLE) as visit:
        await review(visit)
        await visit.press("end")
        assert await copied(visit) == [LOST, "X.O/XO./XOX"]


async def test_a_watched_game_is_copied_too(hall: Door) -> None:
    async with hall("tictactoe", "a1 b2", (FULL, FULL)) as visit:
        await visit.do("run")
        found = await copied(visit)
        assert found[0].startswith("a1 b2")


async def test_where_nothing_was_moved_there_are_no_moves_to_be_copied(hall: Door) -> None:
    async with hall("tictactoe", players=PEOPLE) as visit:
        found = sent(visit.app)
        await visit.do("copy_moves")
        assert (found, visit.status) == ([], "There is no move to copy yet.")


async def test_a_hall_that_is_served_sends_it_and_writes_no_file(hall: Door) -> None:
    hall.surroundings = Surroundings(served=True, tmux=True)  # the variables are those of the host
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        assert await copied(visit) == ["a1 b2", "X../.O./..."]
        assert visit.status == "The position was sent to the clipboard of your terminal, if it has one."
        assert not (hall.folder / COPIED).exists()


@pytest.mark.parametrize(("ends", "sequences"), [("exit 0", 0), ("exit 1", 1)])
async def test_tmux_gets_the_text_itself_and_the_terminal_where_it_takes_none(
    hall: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str, sequences: int
) -> None:
    file = tmp_path / "buffer"
    monkeypatch.setattr(clipboard, "LOAD", ("sh", "-c", f"cat > {file}; {ends}"))
    hall.surroundings = Surroundings(tmux=True)
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        found = sent(visit.app)
        await visit.do("copy_moves")
        await visit.app.workers.wait_for_complete()
        assert file.read_text() == "a1 b2"
        assert found == ["a1 b2"] * sequences


async def test_without_tmux_at_hand_the_terminal_gets_it(hall: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "LOAD", ("no-such-program",))
    hall.surroundings = Surroundings(tmux=True)
    async with hall("tictactoe", "a1 b2", PEOPLE) as visit:
        found = sent(visit.app)
        await visit.do("copy_moves")
        await visit.app.workers.wait_for_complete()
        assert found == ["a1 b2"]


def same(match: Match, text: str) -> bool:
    """Whether a text has the moves, the start and the end of a match."""
    (read,) = notation.read(text, 0.0, match.game)
    again = read.stored.match
    return (again.game, again.start, again.names, again.outcome) == (
        match.game,
        match.start,
        match.names,
        match.outcome,
    )


@pytest.mark.parametrize("game", games.presets(), ids=lambda game: str(game.id))
def test_what_is_copied_of_any_game_is_read_as_the_same_game(game: Game) -> None:
    match, random = Match(game, PEOPLE), Random(game.id)
    while not match.outcome and len(match.moves) < 60:
        moves = match.position.moves
        match = match.play(moves[random.randrange(len(moves))])
        if len(match.moves) in (1, 7, 30):
            assert same(match, moves_text(match, 0.0))
            assert positions.read(match.position.text, game) == match.position
    assert same(match, moves_text(match, 0.0))


@pytest.mark.parametrize("start", [None, "X../.O./..."])
@pytest.mark.parametrize("reason", [Reason.RESIGNED, Reason.TIME])
def test_how_a_game_began_and_ended_is_copied_too(start: str | None, reason: Reason) -> None:
    match = Match(games.get("tictactoe"), PEOPLE, start)
    match = match.play(match.position.parse("c3")).conclude(Outcome(0, reason))
    assert same(match, moves_text(match, 0.0))

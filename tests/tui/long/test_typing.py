"""Moves are typed as they are written, also where their letters are commands, and nowhere where nothing can be played. It
takes 10 seconds."""

from __future__ import annotations

from collections.abc import Container
from random import Random
from typing import Any

import pytest

from core import games
from core.play.seats import Setup
from core.players.opponents import HUMAN
from tests.tui.hall import Door
from tui.screens.base.terms import MatchDialog
from tui.screens.study.learn import LearnScreen

PEOPLE = (HUMAN, HUMAN)

LARGE = ("mnk:19,19,5", "nim:1,1,1,1,2,2,2,2", "chomp:15,9", "mnk:7,7,4/wild")
"""Boards on which many letters are commands too."""


def some(names: list[str], commands: Container[str], random: Random) -> list[str]:
    """One name for each first letter that is a command, one that begins otherwise, and the longest."""
    by_letter = {name[0] if name[0].lower() in commands else "": name for name in random.sample(names, len(names))}
    return list(dict.fromkeys([*by_letter.values(), max(names, key=len)]))


async def test_every_move_of_every_board_can_be_typed_as_it_is_written(hall: Door) -> None:
    hall.engines.hold()
    async with hall(size=(40, 12)) as visit:
        for game in (*games.presets(), *map(games.get, LARGE)):
            visit.app.open_game(game, Setup(PEOPLE))
            await visit.settle()
            position = visit.play.state.match.position
            names = [position.name(move) for move in position.moves]
            for name in some(names, visit.play.active_bindings, Random(game.id)):
                capital = name[0].isupper() and name[0] in visit.play.active_bindings  # which is its command
                await visit.flood(*(name.lower() if capital else name), "enter")
                assert visit.play.state.match.names == (name,), game.id
                await visit.flood(visit.key("undo"))
            visit.app.go_home()


STEERED = ("gomoku", "gomoku/swap2", "mnk:19,19,5", "chomp:15,9", "nim:1,1,1,1,2,2,2,2,3,3,3,3")
"""Games in which moves begin with the letters of the cursor."""


def ways(name: str) -> dict[str, tuple[str, ...]]:
    """How a move is typed that begins with a key of the cursor."""
    return {
        "digits first": (*name[1:], name[0].lower(), "enter"),
        "in capitals": (*name.upper(), "enter"),
        "behind the colon": ("colon", *name, "enter"),
    }


@pytest.mark.parametrize("way", ways("h8"))
@pytest.mark.parametrize("id", STEERED)
async def test_moves_that_begin_with_a_key_of_the_cursor_are_typed_otherwise(hall: Door, id: str, way: str) -> None:
    hall.engines.hold()
    hall.furnish(cursor="hjkl", panel_people="live")
    async with hall(id, "", PEOPLE) as visit:
        random = Random(id)
        for letter in "hjkl":
            position = visit.play.state.match.position
            names = [name for name in map(position.name, position.moves) if name[0].lower() == letter]
            name = random.choice(names)
            await visit.press(*ways(name)[way])
            assert visit.play.state.match.names == (name,)
            await visit.do("undo")


@pytest.mark.parametrize("id", ["tictactoe", "gomoku", "connect-four", "nim:3,4,5", "ultimate", "morris", "qubic"])
async def test_the_letters_of_the_cursor_move_it_and_open_no_box(hall: Door, id: str) -> None:
    hall.engines.hold()
    hall.furnish(cursor="hjkl", panel_people="live")
    async with hall(id, "", PEOPLE) as visit:
        for letter, arrow in (("h", "left"), ("l", "right"), ("k", "up"), ("j", "down")):
            before = visit.play.board.chosen
            await visit.press(arrow)
            there = visit.play.board.chosen
            visit.play.board.point_at(before[0])
            await visit.press(letter)
            assert visit.play.board.chosen == there
            assert visit.play.typing.typed is None


@pytest.mark.parametrize(("key", "screen"), [("L", LearnScreen), ("K", MatchDialog)])
async def test_a_capital_of_the_cursor_that_is_a_command_is_one_where_nothing_follows(
    hall: Door, key: str, screen: type[Any]
) -> None:
    hall.furnish(cursor="hjkl", panel_people="live")
    async with hall("gomoku", "", PEOPLE) as visit:
        await visit.press(key)
        assert visit.play.typing.typed == key
        await visit.wait_for_no_digit()
        assert isinstance(visit.app.screen, screen)

"""Whole games, and every screen, with other keys: no sentence names a key that is not the active one. It takes two minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from textual.binding import Binding

from core.games import presets
from core.players.opponents import HUMAN, ME
from tests.tui.every_screen import SCREENS, YOU_FIRST, a_finished_game, come_to_rest
from tests.tui.hall import FULL, Door, Visit
from tui.screens.base.help import Help
from tui.screens.base.menu import Menu
from tui.screens.review.screen import ReviewScreen
from tui.text.keys import ARROWS, KEYS, keymap, with_cursor

CHOSEN: dict[str, dict[str, Any]] = {
    "hjkl": {"cursor": "hjkl"},
    "five keys": {"keys": {"hint": "f3", "undo": "f4", "panel": "f5", "go_last": "f6", "again": "f7"}},
}
"""Settings with which keys are not the usual ones."""
LOOKS = (
    "hint",
    "marks",
    "threat",
    "go_last",
    "line",
    "back",
    "step",
    "go_first",
    "variation",
    "go_last",
    "list_down",
    "proof",
)
"""What is tried before each move, as far as it applies."""
SWITCHES = ("panel", "teacher", "undo", "redo")
COLUMNS = re.compile(r"(?: +[a-z]\b){3,}")
"""The letters above or below a board."""
FORMULA = re.compile(r"answer k with \d+ - k")
"""What one takes of a heap, as the notes of a game write it."""
OF_REVIEW = ("go_first", "next_mistake", "better", "step", "back", "panel", "go_last", "retry_mistakes", "solution")


def given(name: str) -> dict[str, str]:
    """The keys that some settings give to actions."""
    chosen = CHOSEN[name]
    return keymap(with_cursor(chosen.get("cursor", "arrows"), chosen.get("keys", {})))


def left_alone(name: str) -> set[str]:
    """The usual keys of the actions to which some settings give others, as screens would show them."""
    moved = [KEYS[action] for action in given(name) if action not in ARROWS]
    return {key.display or key.keys.split(",")[0] for key in moved}


def active(visit: Visit) -> Iterator[str]:
    """The keys of all actions of the open screens; without lists of keys not those of the cursor, which no sentence names."""
    lists = isinstance(visit.app.screen, Menu | Help)
    if lists:
        yield from map(visit.app.active_keys, ARROWS)
    for screen in visit.app.screen_stack:
        for binding in screen.BINDINGS:
            if isinstance(binding, Binding) and binding.id not in ARROWS:
                yield visit.app.active_keys(binding.id) if binding.id and binding.id in KEYS else binding.key


class Witness:
    """Reads everything that a visit shows. ``name`` is that of the settings."""

    def __init__(self, visit: Visit, name: str) -> None:
        self._visit = visit
        self._gone = left_alone(name)
        self.read = ""

    def look(self) -> None:
        """Read the screen, the whole of its status line and the notices, and find no key that is not active."""
        visit = self._visit
        status = visit.status if visit.app.screen.query("#status") else ""
        text = FORMULA.sub("", COLUMNS.sub("", "\n".join((visit.text, status, *visit.notices))))
        self.read += text
        for key in self._gone - set(active(visit)):
            found = re.search(rf".*(?<![^\s(;,.│]){re.escape(key)}(?![^\s);,.│]).*", text)
            assert found is None, f"{key} is not active: {found and found[0]}"

    async def do(self, *actions: str) -> None:
        """Do what applies of some actions, and look after each."""
        for action in actions:
            offered = self._visit.app.screen.active_bindings.values()
            if any(found.enabled and found.binding.id == action for found in offered):
                await self._visit.do(action)
                await self._visit.rest()
                self.look()


async def play_on(visit: Visit, witness: Witness, random: Random, turns: int) -> None:
    """Play to the end, or some moves, and try everything on the way."""
    for turn in range(turns):
        if visit.play.state.ended:
            break
        await witness.do(*(LOOKS if turn < 2 else ("hint", "go_first", "go_last")))
        await witness.do(*(SWITCHES if turn == 1 else ()), "go_last")
        position = visit.play.state.match.position
        await visit.do("type_move")
        witness.look()
        await visit.write(position.name(random.choice(position.moves)))
        await visit.press("enter")
        await visit.rest()
        witness.look()


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("tictactoe", (HUMAN, FULL)),
        ("tictactoe", (ME, HUMAN)),
        ("nim:3,4,5", (HUMAN, HUMAN)),
        ("pong-hau-ki", (FULL, HUMAN)),
    ],
)
async def test_a_game_and_its_review_name_the_keys_that_are_active(
    hall: Door, name: str, game: str, players: tuple[str, str]
) -> None:
    hall.engines.hasty = True
    hall.furnish(**CHOSEN[name], marks=True)
    async with hall(game, "", players, notices=True) as visit:
        witness = Witness(visit, name)
        witness.look()
        await play_on(visit, witness, Random(game), 12)
        await witness.do("menu")
        await visit.press("escape")
        await witness.do("review")
        if isinstance(visit.app.screen, ReviewScreen):
            await witness.do(*OF_REVIEW, "leave", "leave")
        for action in {"hint", "go_last", "panel", "again"} & given(name).keys():
            key = given(name)[action].upper() if name == "five keys" else given(name)[action]
            assert re.search(rf"(?<!\S){key} ", witness.read), f"the key of {action} was on no screen"


OF_EACH_FAMILY = {game.id.split(":")[0].split("/")[0]: game.id for game in reversed(presets())}
"""The first game of each family."""


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.parametrize("game", OF_EACH_FAMILY.values())
async def test_a_game_of_each_family_names_the_keys_that_are_active(hall: Door, name: str, game: str) -> None:
    hall.engines.hasty = True
    hall.furnish(**CHOSEN[name], marks=True)
    async with hall(game, "", (HUMAN, FULL), notices=True) as visit:
        witness = Witness(visit, name)
        witness.look()
        await play_on(visit, witness, Random(game), 5)
        await witness.do("help")
        await visit.press("escape")
        await witness.do("menu")


@pytest.mark.parametrize("name", CHOSEN)
async def test_a_game_that_is_watched_names_the_keys_that_are_active(hall: Door, name: str) -> None:
    hall.engines.hasty = True
    hall.furnish(**CHOSEN[name])
    async with hall("tictactoe", "a1 b2 c3 c1 a3", (FULL, "mcts:2"), notices=True) as visit:
        witness = Witness(visit, name)
        await witness.do("back", "go_first", "step", "go_last", "panel", "run")
        await visit.until(lambda: visit.watch.state.ended)
        witness.look()
        await witness.do("run", "panel", "again")


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.parametrize("screen", SCREENS)
async def test_every_screen_names_the_keys_that_are_active(hall: Door, screen: str, name: str) -> None:
    a_finished_game(hall)
    opened, keys, top = SCREENS[screen]
    hall.furnish(panel="live", marks=True)
    game, moves, players = opened or (None, "", YOU_FIRST)
    async with hall(game, moves, players) as visit:
        for key in keys:
            await visit.press(key)
            await come_to_rest(visit)
        await visit.until(lambda: isinstance(visit.app.screen, top))
        for setting, value in CHOSEN[name].items():
            visit.app.choose(setting, value)
        await come_to_rest(visit)
        Witness(visit, name).look()

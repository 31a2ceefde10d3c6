"""The hall, open in a test: its keys pressed, its screen read, its engines held back or let go."""

from __future__ import annotations

import asyncio
import contextvars
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from textual._context import visible_screen_stack
from textual.events import Key, Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen

from core import engines
from core.analysis import Analysis, Limit, Line, Watch
from core.errors import CoreError
from core.games import get
from core.judge.judging import Assignment
from core.play.seats import Setup
from core.players.asking import Heard, Lost
from core.players.opponents import DEFAULT, HUMAN, ME
from core.players.worker.request import Request
from core.position import Position, play_all
from core.score import Score
from core.store.keeper import Keeper, _Job
from core.store.store import Store, open_store
from core.strategies.levels import Level
from tests.tui.canned import canned
from tests.tui.haste import drain
from tui.boards.grid import GridBoard
from tui.drawing.line import LineOfText
from tui.hall.app import Hall
from tui.household.opening import Opening
from tui.household.settings import PanelMode, Settings
from tui.household.settings_file import SettingsBroken, change, load, read
from tui.household.surroundings import Surroundings
from tui.screens.base.game import GameScreen
from tui.screens.base.picker import Picker
from tui.screens.home.screen import HomeScreen
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen
from tui.screens.watch.screen import WatchScreen
from tui.text.catalogue import name_keys
from tui.text.keys import ActiveKeys
from tui.widgets.panel import Panel, PanelView

PATIENT = 300.0
"""Seconds after which a test has failed; none waits for them to pass."""
MAX_STILL_SECONDS = 10.0
"""Seconds that a wait bears with a screen on which nothing changes."""
MAX_LAYOUTS = 10
"""How often a screen is laid out until nothing changes by it; in one on which engines play something may change for ever."""
LOOK_SECONDS = 0.5
"""Seconds between two looks at the screen during a wait, since each look renders the whole of it."""
NODES_SMALL, NODES_LARGE, NODES_HASTY = 60_000, 1_500, 50
"""How far the engines of a test search where there are up to 16 moves, where there are more, and when they are hasty."""
SECONDS = 0.01
"""How long every search of a test is said to have taken."""
FULL = "alphabeta:full"
FRAMES = str.maketrans(dict.fromkeys("│─╭╮╰╯├┤", " "))
"""Blanks for what frames are drawn with."""


@lru_cache(maxsize=4096)
def think(position: Position, engine: str | None, limit: Limit | Level, most: int) -> Analysis:
    """The real engine's answer, the same on every machine."""
    asked = position.searched
    chosen = engines.chosen(engine, asked)
    limit = Request(position, engine, limit).limit_of(chosen.name)
    if chosen.name == "retrograde":  # which finds all or nothing, and remembers what it has found for another test
        most = 1_000_000
    watch = Watch(asked, Limit(depth=limit.depth, nodes=min(limit.nodes or most, most)), lambda: 0.0)
    return replace(engines.analyse(chosen, watch), position=position, seconds=SECONDS)


class Engines:
    """Stands for every engine process of an app. Answers come at once, or while ``held``, when the test lets them."""

    def __init__(self) -> None:
        self.held = False
        self.hasty = False
        """Whether answers may be poor, where only their being there matters."""
        self.canned = False
        """Whether they say what is kept beside the pictures."""
        self.asked: list[Request] = []
        self.workers: list[StandIn] = []

    def worker(self, **options: object) -> StandIn:
        """What the app gets when it makes a Worker."""
        assert callable(options["on_restart"]), "who makes a worker hears of its child's death"
        self.workers.append(StandIn(self))
        return self.workers[-1]

    @property
    def open(self) -> list[StandIn]:
        """The workers that owe an answer."""
        return [worker for worker in self.workers if worker.question]

    def think(self, request: Request) -> Analysis:
        """The final answer to a question."""
        return canned(request, self._think) if self.canned else self._think(request)

    def _think(self, request: Request) -> Analysis:
        most = NODES_SMALL if len(request.position.moves) <= 16 else NODES_LARGE
        return think(request.position, request.engine, request.limit, NODES_HASTY if self.hasty else most)

    def hold(self) -> None:
        """Let no answer out."""
        self.held = True

    def release(self) -> None:
        """Answer what is asked now, and all that is asked from now on."""
        self.held = False
        for worker in self.open:
            worker.answer_soon()

    def report(self, change: Callable[[Analysis], Analysis]) -> None:
        """Send what is known as a report that is not final, changed by the test, to every open question."""
        for worker in self.open:
            worker.tell(change)

    def fail(self, error: CoreError) -> None:
        """Let every open question end in trouble."""
        for worker in self.open:
            worker.fail(error)


class PromptKeeper(Keeper):
    """Keeps at once and answers in a moment, in the thread that asks: a test need not wait for the disk."""

    def _put(self, job: _Job) -> None:
        self._do([job])

    def close(self) -> None:
        """As :meth:`core.store.keeper.Keeper.close`."""
        if self._store:
            self._store.close()


@dataclass(eq=False)
class AskedStandIn:
    """A question to a stand-in, answered where it was asked: inside the app."""

    worker: StandIn
    request: Request
    heard: Heard
    lost: Lost
    before: int | None = None

    def __post_init__(self) -> None:
        self._loop, self._context = asyncio.get_running_loop(), contextvars.copy_context()

    def stop(self) -> None:
        """As :meth:`core.players.asking.Asking.stop`."""
        self.answer_soon()

    def drop(self) -> None:
        """As :meth:`core.players.asking.Asking.drop`."""
        if self.worker.asked is self:
            self.worker.asked = None

    def answer_soon(self) -> None:
        """Give the final answer in a moment, unless it is wanted no more by then."""
        self._loop.call_soon(self.worker.answer, self, context=self._context)

    def run(self, tell: Callable[[T], None], told: T) -> None:
        """Tell something inside the app."""
        self._context.run(tell, told)


class StandIn:
    """Has the face of a Worker and no process."""

    def __init__(self, house: Engines) -> None:
        self._house = house
        self.asked: AskedStandIn | None = None
        self.closed = False

    @property
    def question(self) -> Request | None:
        """What is asked."""
        return self.asked.request if self.asked else None

    def ask(self, request: Request, heard: Heard, lost: Lost) -> AskedStandIn:
        """As :meth:`core.players.asking.Adviser.ask`."""
        self.asked = asked = AskedStandIn(self, request, heard, lost)
        self._house.asked.append(request)
        if not self._house.held:
            asked.answer_soon()
        return asked

    async def close(self) -> None:
        """As :meth:`core.players.asking.Adviser.close`."""
        self.asked = None
        self.closed = True

    def answer_soon(self) -> None:
        """Give the final answer in a moment."""
        assert self.asked
        self.asked.answer_soon()

    def answer(self, asked: AskedStandIn) -> None:
        """Give the final answer, unless it is wanted no more."""
        if asked is self.asked:
            self.asked = None
            asked.heard(self._house.think(asked.request))

    def tell(self, change: Callable[[Analysis], Analysis]) -> None:
        """Report something that is not final."""
        assert self.asked
        known = self._house.think(self.asked.request)
        self.asked.run(self.asked.heard, change(replace(known, final=False)))

    def fail(self, error: CoreError) -> None:
        """End in trouble."""
        asked, self.asked = self.asked, None
        assert asked
        asked.run(asked.lost, error)


class Visit:
    """A hall that is open."""

    def __init__(self, app: Hall, pilot: Pilot[None], engines: Engines) -> None:
        self.app = app
        self.pilot = pilot
        self.engines = engines

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, and see all of them through."""
        await self.pilot.press(*keys)
        await self.settle()

    async def do(self, *actions: str) -> None:
        """Do one thing after the other, each by the first key that the screen has for it now."""
        for action in actions:
            await self.press(self.key(action))

    async def choose(self, action: str, value: str) -> None:
        """Open the list of a switch, go to a value by the cursor keys, and take it."""
        await self.do(action)
        picker = top(self.app, Picker).listed
        row = next(row for row in picker.rows if value in (each.value for each in row.values))
        wanted = list(picker.rows).index(row)
        steps = wanted - picker.chosen
        await self.do(*["down" if steps > 0 else "up"] * abs(steps))
        levels = [each.value for each in row.values].index(value) - picker.at(wanted, row)
        await self.do(*["right" if levels > 0 else "left"] * abs(levels), "choose")

    def key(self, action: str) -> str:
        """The first key of an action that the screen on top offers, or one below it, whose keys a menu or a greeting takes."""
        for screen in reversed(self.app.screen_stack):
            for key, found in screen.active_bindings.items():
                if found.enabled and found.binding.id == action:
                    return str(key)
        raise AssertionError(
            f"{action} is not offered now, only {', '.join(self.app.screen.active_bindings)}:\n{self.text}"
        )

    async def settle(self) -> None:
        """Let every widget take the messages that lie before it, and lay out and paint what has changed, and what changes by
        that: Textual would do so some time later, which a busy machine makes longer."""
        await self.app.preferences.written()
        await drain()
        await self.pilot._wait_for_screen()
        for _ in range(MAX_LAYOUTS):
            self.app.screen._on_timer_update()
            await drain()
            screen = self.app.screen
            if not (screen._layout_required or screen._dirty_widgets or screen._callbacks):
                break

    async def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        size = Size(width, height)
        assert self.app._driver
        self.app._driver._size = size
        self.app.post_message(Resize(size, size))
        await self.until(lambda: self.app.screen._compositor.size == size)
        await self.settle()

    async def write(self, text: str) -> None:
        """Press the keys of a text."""
        await self.press(*text)

    async def go(self, name: str) -> None:
        """Move the cursor to the cell that a move names, by the arrows."""
        board = self.board
        target = board.game.cell(board.game.parse_move(board.position.state, name))
        columns = board.game.columns
        across, down = target % columns - board.cursor % columns, target // columns - board.cursor // columns
        await self.press(
            *["right" if across > 0 else "left"] * abs(across), *["down" if down > 0 else "up"] * abs(down)
        )

    async def move(self, *names: str) -> None:
        """Make moves by the arrows and Enter, and let the engines answer each."""
        for name in names:
            await self.go(name)
            await self.press("enter")
            await self.rest()

    async def move_unheard(self, name: str) -> None:
        """Make a move while the engines are held."""
        await self.go(name)
        await self.press("enter")

    async def flood(self, *keys: str) -> None:
        """Press keys faster than the app takes them."""
        for key in keys:
            self.app.post_message(Key(key, key if len(key) == 1 else None))
        await self.settle()

    async def until(self, condition: Callable[[], object]) -> None:
        """Go on until a condition holds; fail with the last picture when nothing has changed for too long."""
        seen: object = None
        changed = looked = time.monotonic()
        async with asyncio.timeout(PATIENT):
            while not condition():
                assert self.app._exception is None, self.app._exception
                await asyncio.sleep(0.001)  # timers need time; how much decides nothing
                await self.settle()
                if (now := time.monotonic()) > looked + LOOK_SECONDS:
                    looked, before, seen = now, seen, (self.text, len(self.engines.asked))
                    changed = changed if seen == before else now
                    assert now < changed + MAX_STILL_SECONDS, f"nothing changes any more:\n{self.text}"

    async def lose_patience(self) -> None:
        """Let so much time go by that the panel of play no longer waits to be told of the new position."""
        self.play.panel._release()
        await self.settle()

    async def wait_for_no_digit(self) -> None:
        """Let so much time go by that a letter typed is no longer the begin of a move."""
        self.app.call_later(self.play.typing.wait_no_longer)
        await self.settle()

    async def rest(self) -> None:
        """Go on until all engines have answered and no engine's move is on its way."""
        await self.settle()
        await self.until(lambda: not self.engines.open and not getattr(self.app.screen, "opponent", None))
        await self.settle()

    async def click(self, text: str, row: int | None = None) -> None:
        """Click on the first place where a text stands on the screen, or in one of its rows."""
        rows = enumerate(screen_text(self.app).splitlines())
        x, y = next((line.index(text), y) for y, line in rows if text in line and row in (None, y))
        await self.pilot.click(offset=(x, y))
        await self.settle()

    async def click_cell(self, name: str) -> None:
        """Click on the cell that a move names, which may be taken."""
        board = self.app.screen.query_one(GridBoard)
        cell = board.game.cell(board.game.parse_move(board.position.state, name))
        size = board.size
        x, y = next((x, y) for y in range(size.height) for x in range(size.width) if board.place_at(x, y) == cell)
        await self.pilot.click(offset=(board.region.x + x, board.region.y + y))
        await self.settle()

    @property
    def home(self) -> HomeScreen:
        """The screen at the bottom of the stack."""
        return top(self.app, HomeScreen)

    @property
    def play(self) -> PlayScreen:
        """The screen on top."""
        return top(self.app, PlayScreen)

    @property
    def watch(self) -> WatchScreen:
        """The screen on top."""
        return top(self.app, WatchScreen)

    @property
    def review(self) -> ReviewScreen:
        """The screen on top."""
        return top(self.app, ReviewScreen)

    @property
    def moves(self) -> str:
        """The moves of the game on top."""
        screen = self.app.screen
        assert isinstance(screen, GameScreen)
        return " ".join(screen.state.match.names)

    @property
    def store(self) -> Store:
        """What is kept on disk, read by somebody else."""
        return open_store(self.app.keeper.path)[0]

    @property
    def text(self) -> str:
        """Everything on the screen."""
        return screen_text(self.app)

    @property
    def status(self) -> str:
        """The status line, all of it."""
        row = self.app.screen.query_one("#status", LineOfText).parts[0]
        return "".join(span.text for span in row)

    @property
    def header(self) -> str:
        """The header as it is seen."""
        return self.text.splitlines()[0].replace("▸", " ")

    @property
    def footer(self) -> str:
        """The footer as it is seen."""
        return self.text.splitlines()[-1]

    @property
    def panel(self) -> PanelView:
        """What the panel shows."""
        return self.app.screen.query_one(Panel).view

    @property
    def board(self) -> GridBoard:
        """The board."""
        return self.app.screen.query_one(GridBoard)

    @property
    def side(self) -> list[str]:
        """The rows of what is beside the board, as words with a blank between them: without frames, and without the blanks that
        fill a row to its width. A title and the note at the other end of its row are one row."""
        region = self.app.screen.query_one("#side").region
        rows = self.text.splitlines()[region.y : region.bottom]
        return [" ".join(row[region.x : region.right].translate(FRAMES).split()) for row in rows]

    @property
    def notices(self) -> list[str]:
        """The notices that were not taken away yet."""
        return [notice.message for notice in self.app._notifications]


S = TypeVar("S", bound=Screen[Any])
T = TypeVar("T")


def with_keys(text: str) -> str:
    """A text with the usual key of each action that it names, as ``{key:undo} takes it back``."""
    return re.sub(r"{key:(\w+)}", lambda found: ActiveKeys()(found[1]), text)


def top(app: Hall, kind: type[S]) -> S:
    """The screen on top, which has to be of a kind."""
    assert isinstance(app.screen, kind), app.screen
    return app.screen


def screen_text(app: Hall) -> str:
    """The characters on the screen, every line in its full width."""
    screen: Screen[Any] = app.screen
    visible_screen_stack.set(app._background_screens)
    return "\n".join("".join(segment.text for segment in strip) for strip in screen._compositor.render_strips())


class Door:
    """Opens halls on one folder, with engines that the test holds in its hand."""

    def __init__(self, folder: Path, engines: Engines) -> None:
        self.folder = folder
        self.engines = engines
        self.surroundings = Surroundings()
        self.make: Callable[..., Hall] = Hall
        self.newcomer = False
        """Whether nobody has been here before."""
        self.panel_people: PanelMode = "live"
        """How the panel starts when two people play, as most tests do to move at once."""

    def furnish(self, **settings: Any) -> None:
        """Write the settings file."""
        change(self.folder, read(self.folder)[0], Settings(**settings))

    def settings(self, folder: Path) -> tuple[Settings, SettingsBroken | None]:
        """What the app reads: values stand on the cells unless the file says otherwise, nobody is greeted, and
        the engine of a fixed strength sits opposite where the file names nobody; a newcomer has what the file says."""
        found, broken = load(folder)
        if not self.newcomer:
            opponent = DEFAULT if found.opponent == ME else found.opponent
            marks = True if found.marks is None else found.marks
            found = replace(found, marks=marks, welcome=False, opponent=opponent, panel_people=self.panel_people)
        return found, broken

    @asynccontextmanager
    async def __call__(
        self,
        game: str | None = None,
        moves: str = "",
        players: tuple[str, str] = (HUMAN, FULL),
        size: tuple[int, int] = (80, 24),
        notices: bool = False,
        start: str | None = None,
        assignment: Assignment | None = None,
    ) -> AsyncIterator[Visit]:
        """Open the hall at home, in a game after some moves, or where a player is judged; ``notices`` shows these on the
        screen."""
        opening = Opening(assignment=assignment)
        if game:
            opening = Opening(get(game), Setup(players), play_all(get(game), moves, start)[0], start)
        app = self.make((self.folder, self.folder), opening, 0.0, self.surroundings)
        app.animation_level = "none"
        async with app.run_test(size=size, notifications=notices) as pilot:
            visit = Visit(app, pilot, self.engines)
            name_keys(app.active_keys, on_screen=True)  # what a test opens begins in the context of the test
            await visit.settle()
            if not self.engines.held and HUMAN in players:
                await visit.rest()
            try:
                yield visit
            finally:
                name_keys(str)


def unproven(value: float) -> Score:
    return Score.estimate(value)


def guessed(analysis: Analysis) -> Analysis:
    """The same analysis before anything was proven."""
    lines = (Line(line.move, unproven(0.3 - 0.1 * i), line.pv) for i, line in enumerate(analysis.lines))
    return replace(analysis, lines=tuple(lines))

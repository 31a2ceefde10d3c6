"""Makes the pictures in ``screenshots/`` by driving the real app: ``python -m tests.tools.shots [NAME ...]``."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

for name in ("NO_COLOR", "TEXTUAL_THEME", "LANGUAGE"):
    os.environ.pop(name, None)
os.environ.update(LANG="C.UTF-8", TERM="xterm-256color", COLORTERM="truecolor")

from textual.pilot import Pilot

from core.games import get
from core.hall.limits import HallLimits, games_on_offer
from core.hall.permits import Permits
from core.hall.pooled import PooledAdvice, asks_for_seats
from core.play.seats import Setup
from core.players.pool import Pool
from core.players.worker.parent import Worker
from core.position import play_all
from core.score import Proof
from core.tournament.plan import TournamentPlan
from core.tournament.run import InProcess, run
from core.tournament.sheet import Sheet
from tests.tools.film import FONTS, film, join, settle, sized
from tests.tools.film import NAME as FILM
from tests.tui.premises import Premises
from tests.tui.street import Silent
from tui.hall.app import Hall
from tui.household.opening import Opening
from tui.household.settings import Settings
from tui.household.settings_file import change
from tui.screens.study.course import CourseScreen
from tui.screens.study.document import StudyScreen, typed
from tui.screens.study.exercise import ExerciseScreen
from tui.serve.app import ServedHall
from tui.text.catalogue import name_keys
from tui.widgets.panel import Panel

FOLDER = Path(__file__).parents[2] / "screenshots"
Drive = Callable[[Pilot[None]], Awaitable[None]]


class Shot(NamedTuple):
    """A picture: its window, the game that is opened (None: the home screen), the seats, moves played, keys pressed, what is
    studied in the words of the command, and a tournament that has been played."""

    size: tuple[int, int]
    game: str | None = None
    seats: tuple[str, str] = ("human", "human")
    moves: str = ""
    keys: tuple[str, ...] = ()
    study: str = ""
    contest: TournamentPlan | None = None


YOU = ("human", "best:full")
GAMES = {
    "tictactoe": Shot((80, 24), "tictactoe", ("alphabeta:full", "human"), "a1 b2 c3", ("up",)),
    "mnk": Shot((80, 24), "mnk:5,5,5", YOU, "c3 b2", ("p",)),
    "ultimate": Shot((80, 24), "ultimate", YOU, "5.5 5.1 1.5 5.9 9.5 5.3 3.5 5.2 2.5 4.6"),
    "connect-four": Shot((80, 24), "connect-four", YOU, "4 4 3 5 4 4 5 3"),
    "gomoku": Shot((80, 24), "gomoku", YOU, "h8 h9 i9 g7 j10 g10 i8 i7"),
    "qubic": Shot((80, 24), "qubic", YOU, "1a1 2b2"),
    "notakto": Shot((80, 24), "notakto:2", YOU, "1b2 2b2"),
    "numerical": Shot((80, 24), "numerical", YOU, "5b2 4a1 1c3 8c1"),
    "vanishing": Shot((80, 24), "vanishing", YOU, "b1 b2 a1 c1 a3 a2"),
    "pong-hau-ki": Shot((80, 24), "pong-hau-ki", YOU, "2-3 1-2 3-1 2-3"),
    "morris": Shot((80, 24), "morris", YOU, "b2 a1 c3 a3"),
    "nim": Shot((80, 24), "nim:3,4,5", YOU),
    "kayles": Shot((80, 24), "kayles:7", YOU),
    "chomp": Shot((80, 24), "chomp:3,4", YOU),
    "tictactoe3d": Shot((80, 24), "tictactoe3d", YOU, "2b2 1a1"),
    "achi": Shot((80, 24), "achi", YOU, "b2 a1 c3 b1"),
    "subtraction": Shot((80, 24), "subtraction:21:1,2,3", YOU),
    "dawson-kayles": Shot((80, 24), "dawson-kayles:7", YOU),
    "wythoff": Shot((80, 24), "wythoff:3,5", YOU),
    "fibonacci-nim": Shot((80, 24), "fibonacci-nim:20", YOU),
}
"""A picture for each game, under its id."""
TOPICS = {
    "games": Shot((80, 24), keys=("down",)),
    "panel": Shot((80, 24), "tictactoe", YOU, "a1 b2 c3 b1", ("h", "h", "h", "h")),
    "review": Shot((80, 24), "tictactoe", ("alphabeta:full", "human"), "a1 b2 c3 c1 a3 b3 a2", ("v",)),
    "tournaments": Shot(
        (80, 24),
        keys=("T",),
        contest=TournamentPlan("mnk:4,4,3", ("best:1", "best:2", "mcts:3", "random"), 4, plies=2, seed=2),
    ),
}
"""A picture for a topic of the manual, under its name; ``browser.png`` and the pictures of a served hall are others."""
STUDIES = {
    "course": Shot((80, 24), study="course"),
    "puzzles": Shot((80, 24), study="puzzles tictactoe"),
    "daily": Shot((80, 24), study="daily 2026-11-22"),
    "minimax": Shot((80, 24), study="minimax tictactoe --position ..X/OXO/OX.", keys=("n", "right", "right")),
    "games": Shot((80, 24), study="games", keys=("tab", "tab")),
    "listing": Shot((80, 24), study="listing"),
    "strategies": Shot((80, 24), study="strategies"),
    "nim": Shot((80, 24), study="nim", keys=("tab",)),
    "table": Shot((80, 24), study="table subtraction:21:1,3,4"),
    "xor": Shot((80, 24), study="xor nim:3,4,5"),
    "graph": Shot((120, 40), study="graph pong-hau-ki"),
    "mnk": Shot((80, 24), study="mnk", keys=("tab",)),
    "ultimate": Shot((80, 24), study="ultimate", keys=("tab", "tab")),
    "history": Shot((80, 24), study="history", keys=("5", "1", "8")),
}
"""A picture for a study, under its name behind ``study-``."""
SHOTS = {
    **GAMES,
    **TOPICS,
    **{f"study-{name}": shot for name, shot in STUDIES.items()},
    "learn": Shot((80, 24), keys=("L",)),
    "watch": Shot((80, 24), "connect-four", ("best:4", "mcts:4"), "", ("space", *("right",) * 12)),
}
"""Every picture that is no part of a served hall, a browser or the moving one."""

SERVED = {"hall", "table"}
"""The pictures of a hall to which others come."""


async def answered(pilot: Pilot[None]) -> None:
    """Wait for what a topic says; of one that always has more to find, for the first of it."""

    def there() -> bool:
        screen = pilot.app.screen
        if isinstance(screen, ExerciseScreen):
            return screen.number is not None
        return isinstance(screen, CourseScreen) or (isinstance(screen, StudyScreen) and screen.study is not None)

    while not there():
        await settle(pilot)
    for _second in range(5):
        await settle(pilot)


async def looked(pilot: Pilot[None]) -> None:
    """Wait until the panel has proven every move, or for half a minute."""
    for _second in range(24):
        await settle(pilot)
        analysis = pilot.app.screen.query_one(Panel).view.analysis
        if analysis and all(line.score.proof is Proof.EXACT for line in analysis.lines):
            return


async def take(name: str, shot: Shot) -> None:
    """Drive the app and write one picture."""
    with tempfile.TemporaryDirectory() as folder:
        opening = Opening()
        if shot.game:
            game = get(shot.game)
            opening = Opening(game, Setup(shot.seats), play_all(game, shot.moves)[0])
        shown = Settings(marks=True if shot.game else None)  # home as a newcomer sees it
        change(Path(folder), Settings(), shown)
        if shot.contest:
            file = Path(folder) / "tournaments" / "one.jsonl"
            file.parent.mkdir()
            with Sheet(file, shot.contest) as sheet:
                for _ in run(shot.contest, sheet.games, InProcess, 1, sheet.keep):
                    pass
        app = Hall((Path(folder), Path(folder)), opening, pace=0.0)
        async with app.run_test(size=shot.size, notifications=True) as pilot:
            await (looked if name in GAMES else settle)(pilot)
            if shot.study:
                name_keys(app.active_keys, on_screen=True)  # what a tool opens begins in the context of the tool
                topic, _blank, rest = shot.study.partition(" ")
                app.study(typed(topic, rest))
                await answered(pilot)
            for key in shot.keys:
                await pilot.press(key)
                await settle(pilot)
            write(name, app)


def write(name: str, app: Hall) -> None:
    """Write the picture of what an app shows."""
    svg = app.export_screenshot(title=f"triqui: {name}", simplify=True)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code, monospace", FONTS)
    svg = svg.replace("<text ", '<text xml:space="preserve" ')
    svg = sized(svg)
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")
    print(name)


async def take_served(wanted: Collection[str]) -> None:
    """Let people meet in a served hall, and write what one of them sees of the lobby and of a table."""
    async with AsyncExitStack() as stack:
        pool = Pool(lambda: Worker(on_restart=print), 2, games_on_offer())
        stack.push_async_callback(pool.close)
        premises = Premises(HallLimits(repaint=0.0), asks_for_seats(pool), PooledAdvice(pool, Permits()))
        stack.push_async_callback(premises.close)
        silent = {name: Silent(premises, name) for name in ("bea", "cid", "dan", "eva")}
        for each, person in silent.items():
            await person.ask("name", text=each)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        app = ServedHall((folder, folder), premises.connect("key of ana", "ana"), pace=0.0)
        pilot = await stack.enter_async_context(app.run_test(size=(80, 24), notifications=True))
        await settle(pilot)
        await pilot.press("enter")
        await meet(silent["bea"], silent["cid"], "connect-four", "4 4 3 5")
        await silent["dan"].ask("seek", game="ultimate", seat=None, clock=None, post=True)
        await silent["eva"].ask("challenge", game="tictactoe", who=app.link.you["id"], seat=1, clock=None, post=False)
        await settle(pilot)
        if "hall" in wanted:
            write("hall", app)
        await pilot.press("home", "enter")
        await settle(pilot)
        table = next(iter(app.link.lobby.yours))
        await silent["eva"].ask("watch", table=table)
        for number, move in enumerate(("b2", "a1", "c3")):
            if number % 2:
                await silent["eva"].do(table, "move", move=move)
            else:
                await pilot.press(*move, "enter")
            await settle(pilot)
        await silent["eva"].ask("phrase", table=table, id=1)
        await silent["eva"].do(table, "draw")
        await settle(pilot)
        if "table" in wanted:
            write("table", app)


async def meet(first: Silent, second: Silent, game: str, moves: str) -> None:
    """Let two people play."""
    offer = await first.ask("seek", game=game, seat=0, clock=None, post=False)
    table = (await second.ask("accept", id=offer["id"]))["table"]
    for each in (first, second):
        await each.ask("watch", table=table)
    for number, move in enumerate(moves.split()):
        await (first, second)[number % 2].do(table, "move", move=move)


async def main() -> None:
    """Make the pictures named, or all."""
    FOLDER.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or [FILM, *SHOTS, *SERVED]
    if FILM in wanted:
        (FOLDER / f"{FILM}.svg").write_text(join(await film()), encoding="utf-8")
        print(FILM)
    for name in wanted:
        if name in SHOTS:
            await take(name, SHOTS[name])
    if not SERVED.isdisjoint(wanted):
        await take_served(wanted)


if __name__ == "__main__":
    asyncio.run(main())

"""Every screen there is, and a game for each way of drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.screen import Screen

from core.games import get
from core.play.match import Match
from core.store.store import open_store
from tests.tui.hall import FULL, Door, Visit
from tui.household.surroundings import STORE_FILE
from tui.screens.base.edit import EditScreen
from tui.screens.base.help import Help
from tui.screens.base.picker import QuestionDialog
from tui.screens.base.terms import MatchDialog
from tui.screens.home.finished import Finished
from tui.screens.home.screen import HomeScreen
from tui.screens.home.stats import Stats
from tui.screens.home.variant import Variant
from tui.screens.play.screen import PlayScreen
from tui.screens.review.screen import ReviewScreen
from tui.screens.settings import SettingsScreen
from tui.screens.tournament.contestants import Contestants
from tui.screens.tournament.screen import TournamentScreen
from tui.screens.watch.screen import WatchScreen

HUMAN = "human"


YOU_FIRST, YOU_SECOND, NOBODY = (HUMAN, FULL), (FULL, HUMAN), (FULL, "mcts:2")


ENDED = "a1 b2 c3 c1 a3 b3 a2"


TOLD = "tictactoe", "a1 b2 c3", YOU_SECOND


SCREENS: dict[str, tuple[tuple[str, str, tuple[str, str]] | None, tuple[str, ...], type[Screen[Any]]]] = {
    "home": (None, (), HomeScreen),
    "home, a word typed": (None, ("slash", "n", "i", "m"), HomeScreen),
    "home, nothing found": (None, ("slash", "q", "q", "q"), HomeScreen),
    "home, variant": (None, ("down", "g"), Variant),
    "home, finished games": (None, ("v",), Finished),
    "home, help": (None, ("question_mark",), Help),
    "settings": (None, ("s", "down"), SettingsScreen),
    "settings, a list": (None, ("s", "down", "v"), QuestionDialog),
    "stats": (None, ("r",), Stats),
    "match": (None, ("M", "down"), MatchDialog),
    "clock": (None, ("k", *["down"] * 3), MatchDialog),
    "clock, wrong": (None, ("k", "down", "0"), MatchDialog),
    "hints": (None, ("h", "down"), MatchDialog),
    "tournament": (None, ("T",), TournamentScreen),
    "tournament, new": (None, ("T", "n"), Contestants),
    "editor": (None, ("p", "enter"), EditScreen),
    "editor, illegal": (None, ("p", "minus"), EditScreen),
    "editor, help": (None, ("p", "question_mark"), Help),
    "play": (TOLD, (), PlayScreen),
    "play, a hint": (TOLD, ("h",), PlayScreen),
    "play, answered": (("tictactoe", "", YOU_FIRST), ("enter",), PlayScreen),
    "play, a look back": (TOLD, ("less_than_sign",), PlayScreen),
    "play, a move typed": (TOLD, ("colon", "a"), PlayScreen),
    "play, the other panel": (TOLD, ("tab",), PlayScreen),
    "play, new": (TOLD, ("n",), QuestionDialog),
    "play, a proof": (("tictactoe", "a1 b2 c3", YOU_SECOND), ("p",), PlayScreen),
    "play, why": (TOLD, ("pagedown",), PlayScreen),
    "play, resign": (TOLD, ("R",), QuestionDialog),
    "play, a variation": (TOLD, ("home", "enter"), PlayScreen),
    "play, a line": (TOLD, ("w",), PlayScreen),
    "play, a threat": (TOLD, ("t",), PlayScreen),
    "play, blind": (("connect-four", "4 4 5", YOU_SECOND), ("menu_blind",), PlayScreen),
    "play, two engines": (TOLD, ("G", "down", "enter"), PlayScreen),
    "play, a draw": (("tictactoe", "a1 b2", (HUMAN, HUMAN)), ("O",), QuestionDialog),
    "play, which move": (("tictactoe/wild", "", YOU_FIRST), ("enter",), QuestionDialog),
    "play, help": (TOLD, ("question_mark",), Help),
    "play, rules": (TOLD, ("question_mark", "right"), Help),
    "play, marks": (TOLD, ("question_mark", "right", "right"), Help),
    "play, ended": (("tictactoe", ENDED, YOU_SECOND), (), PlayScreen),
    "nim": (("nim:3,4,5", "A1", YOU_SECOND), (), PlayScreen),
    "kayles": (("kayles:7", "", YOU_FIRST), (), PlayScreen),
    "chomp": (("chomp:3,4", "", YOU_FIRST), (), PlayScreen),
    "connect-four": (("connect-four", "4", YOU_SECOND), (), PlayScreen),
    "ultimate": (("ultimate", "5.5", YOU_SECOND), (), PlayScreen),
    "numerical, resign": (("numerical", "5b2", YOU_SECOND), ("R",), QuestionDialog),
    "gomoku/swap2": (("gomoku/swap2", "h8", YOU_FIRST), (), PlayScreen),
    "pong-hau-ki": (("pong-hau-ki", "", YOU_FIRST), (), PlayScreen),
    "morris": (("morris", "b2", YOU_SECOND), (), PlayScreen),
    "qubic": (("qubic", "2b3", YOU_SECOND), (), PlayScreen),
    "watch": (("tictactoe", "a1 b2 c3", NOBODY), (), WatchScreen),
    "watch, help": (("tictactoe", "a1 b2 c3", NOBODY), ("question_mark",), Help),
    "review": (("tictactoe", ENDED, YOU_SECOND), ("v", "home", "n"), ReviewScreen),
    "review, help": (("tictactoe", ENDED, YOU_SECOND), ("v", "question_mark"), Help),
}
"""By their names, the screens: the game, its moves and its players, or none on the home screen; the keys that lead there; and
what is on top then."""


def a_finished_game(hall: Door) -> None:
    """Keep a game that is over."""
    keep_a_finished_game(hall.folder)


def keep_a_finished_game(folder: Path) -> None:
    """Write a game that is over into the store of a folder."""
    store, _trouble = open_store(folder / STORE_FILE, lambda: 1000.0)
    match = Match(get("tictactoe"), YOU_FIRST)
    for name in ENDED.split():
        match = match.play(match.position.parse(name))
    store.save(match)
    store.close()


async def come_to_rest(visit: Visit) -> None:
    """Go on until nothing changes on the screen."""
    await visit.rest()
    seen = ""
    while seen != (text := visit.text):
        seen = text
        await visit.settle()


ONE_OF_EACH = ("gomoku/swap2", "ultimate", "connect-four", "qubic", "morris", "vanishing", "chomp:7,4", "nim:1,3,5,7")
"""A game for each way of drawing."""

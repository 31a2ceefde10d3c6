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
from tui.screens.study.judge_form import JudgeForm
from tui.screens.tournament.contestants import Contestants
from tui.screens.tournament.screen import TournamentScreen
from tui.screens.watch.screen import WatchScreen
from tui.text.keys import KEYS

HUMAN = "human"


YOU_FIRST, YOU_SECOND, NOBODY = (HUMAN, FULL), (FULL, HUMAN), (FULL, "mcts:2")


ENDED = "a1 b2 c3 c1 a3 b3 a2"


TOLD = "tictactoe", "a1 b2 c3", YOU_SECOND


def _key(action: str) -> str:
    """The first key of an action."""
    return KEYS[action].keys.split(",")[0]


SCREENS: dict[str, tuple[tuple[str, str, tuple[str, str]] | None, tuple[str, ...], type[Screen[Any]]]] = {
    "home": (None, (), HomeScreen),
    "home, a word typed": (None, ("slash", "n", "i", "m"), HomeScreen),
    "home, nothing found": (None, ("slash", "q", "q", "q"), HomeScreen),
    "home, variant": (None, ("down", _key("variant")), Variant),
    "home, finished games": (None, (_key("review"),), Finished),
    "home, help": (None, ("question_mark",), Help),
    "settings": (None, (_key("settings"), "down"), SettingsScreen),
    "settings, a list": (None, (_key("settings"), "down", _key("values")), QuestionDialog),
    "stats": (None, (_key("record"),), Stats),
    "match": (None, (_key("length"), "down"), MatchDialog),
    "clock": (None, (_key("clock"), *["down"] * 3), MatchDialog),
    "clock, wrong": (None, (_key("clock"), "down", "0"), MatchDialog),
    "hints": (None, (_key("hints"), "down"), MatchDialog),
    "judge": (None, (_key("judge"),), JudgeForm),
    "tournament": (None, (_key("tournaments"),), TournamentScreen),
    "tournament, new": (None, (_key("tournaments"), _key("new_tournament")), Contestants),
    "editor": (None, (_key("edit"), "enter"), EditScreen),
    "editor, illegal": (None, (_key("edit"), "minus"), EditScreen),
    "editor, help": (None, (_key("edit"), "question_mark"), Help),
    "play": (TOLD, (), PlayScreen),
    "play, a hint": (TOLD, (_key("hint"),), PlayScreen),
    "play, answered": (("tictactoe", "", YOU_FIRST), ("enter",), PlayScreen),
    "play, a look back": (TOLD, ("less_than_sign",), PlayScreen),
    "play, a move typed": (TOLD, ("colon", "a"), PlayScreen),
    "play, the other panel": (TOLD, ("tab",), PlayScreen),
    "play, new": (TOLD, (_key("new"),), QuestionDialog),
    "play, a proof": (("tictactoe", "a1 b2 c3", YOU_SECOND), (_key("proof"),), PlayScreen),
    "play, why": (TOLD, ("pagedown",), PlayScreen),
    "play, resign": (TOLD, (_key("resign"),), QuestionDialog),
    "play, a variation": (TOLD, ("home", "enter"), PlayScreen),
    "play, a line": (TOLD, (_key("line"),), PlayScreen),
    "play, a threat": (TOLD, (_key("threat"),), PlayScreen),
    "play, blind": (("connect-four", "4 4 5", YOU_SECOND), ("menu_blind",), PlayScreen),
    "play, two engines": (TOLD, (_key("second_engine"), "down", "enter"), PlayScreen),
    "play, a draw": (("tictactoe", "a1 b2", (HUMAN, HUMAN)), (_key("draw"),), QuestionDialog),
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
    "numerical, resign": (("numerical", "5b2", YOU_SECOND), (_key("resign"),), QuestionDialog),
    "gomoku/swap2": (("gomoku/swap2", "h8", YOU_FIRST), (), PlayScreen),
    "pong-hau-ki": (("pong-hau-ki", "", YOU_FIRST), (), PlayScreen),
    "morris": (("morris", "b2", YOU_SECOND), (), PlayScreen),
    "qubic": (("qubic", "2b3", YOU_SECOND), (), PlayScreen),
    "watch": (("tictactoe", "a1 b2 c3", NOBODY), (), WatchScreen),
    "watch, help": (("tictactoe", "a1 b2 c3", NOBODY), ("question_mark",), Help),
    "review": (("tictactoe", ENDED, YOU_SECOND), (_key("review"), "home", _key("next_mistake")), ReviewScreen),
    "review, help": (("tictactoe", ENDED, YOU_SECOND), (_key("review"), "question_mark"), Help),
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

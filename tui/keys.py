"""The one table of keys. Each action has a name, by which the settings file can give it another key, and a letter.

The letters a to d and all digits stay free on the screens with a board: they begin moves. Any letter that no action uses
opens the box for typing a move too, and the colon always does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.binding import Binding

from tui.texts import _


class Key(NamedTuple):
    """An action's keys with commas between, what it is called, how the first key is shown, and whether the footer has room
    for it."""

    keys: str
    label: str
    display: str = ""
    shown: bool = True


def table() -> dict[str, Key]:
    """Every action of every screen."""
    return {
        "choose": Key("enter,space", _("play"), "Enter"),
        "hint": Key("h", _("hint")),
        "marks": Key("e", _("evals")),
        "panel": Key("tab", _("panel"), "Tab"),
        "undo": Key("u", _("undo")),
        "redo": Key("r", _("redo")),
        "new": Key("n", _("new")),
        "again": Key("n", _("play again")),
        "review": Key("v", _("review")),
        "swap": Key("s", _("swap sides")),
        "seat_first": Key("x", _("who plays first seat"), shown=False),
        "seat_second": Key("o", _("who plays second seat"), shown=False),
        "level": Key("l", _("strength of the AI"), shown=False),
        "first": Key("f", _("who starts"), shown=False),
        "engine": Key("g", _("engine of the panel"), shown=False),
        "resign": Key("R", _("resign"), "R", shown=False),
        "type_move": Key("colon", _("type a move"), ":", shown=False),
        "list_up": Key("pageup", _("better move of the list"), "PgUp", shown=False),
        "list_down": Key("pagedown", _("next move of the list"), "PgDn", shown=False),
        "run": Key("space", _("run"), "Space"),
        "back": Key("left", _("back"), "<"),
        "step": Key("right", _("step"), ">"),
        "slower": Key("minus,down", _("slower"), "-"),
        "faster": Key("plus,equals_sign,up", _("faster"), "+"),
        "go_first": Key("home", _("first"), "Home", shown=False),
        "go_last": Key("end", _("last"), "End", shown=False),
        "previous_mistake": Key("N", _("mistake before"), "N", shown=False),
        "next_mistake": Key("n", _("next mistake")),
        "retry": Key("enter", _("try again"), "Enter"),
        "play": Key("enter", _("play"), "Enter"),
        "watch": Key("w", _("watch")),
        "two_players": Key("t", _("two")),
        "continue_game": Key("c", _("continue")),
        "forget": Key("D", _("drop the unfinished game"), "D", shown=False),
        "up": Key("up", _("up"), shown=False),
        "down": Key("down", _("down"), shown=False),
        "find": Key("slash", _("find"), "/"),
        "length": Key("m", _("length of the match"), shown=False),
        "theme": Key("z", _("colours"), shown=False),
        "help": Key("question_mark,f1", _("help"), "?"),
        "leave": Key("q", _("leave")),
        "quit": Key("q", _("quit")),
    }


def bindings(*actions: str) -> Iterable[Binding]:
    """The bindings of a screen, in the order of its footer."""
    keys = table()
    for action in actions:
        key = keys[action]
        yield Binding(key.keys, action, key.label, show=key.shown, key_display=key.display or None, id=action)

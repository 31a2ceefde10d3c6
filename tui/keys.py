"""The one table of keys. Each action has a name, by which the settings file can give it another key, and a letter.

The letters a to d and all digits stay free on the screens with a board: they begin moves. Any letter that no action uses
opens the box for typing a move too, and the colon always does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from textual.binding import Binding

from tui.texts import _


class Key(NamedTuple):
    """An action's keys with commas between, what it is called, and how the first key is shown."""

    keys: str
    label: str
    display: str = ""


def table() -> dict[str, Key]:
    """Every action of every screen."""
    return {
        "choose": Key("enter,space", _("play"), "Enter"),
        "hint": Key("h", _("hint")),
        "marks": Key("e", _("evals")),
        "proof": Key("p", _("proof on the board")),
        "panel": Key("tab", _("panel"), "Tab"),
        "undo": Key("u", _("undo")),
        "redo": Key("r", _("redo")),
        "new": Key("n", _("new")),
        "again": Key("n", _("play again")),
        "review": Key("v", _("review")),
        "swap": Key("s", _("swap sides")),
        "seat_first": Key("x", _("who plays first seat")),
        "seat_second": Key("o", _("who plays second seat")),
        "level": Key("l", _("strength of the AI")),
        "first": Key("f", _("who starts")),
        "engine": Key("g", _("engine of the panel")),
        "resign": Key("R", _("resign"), "R"),
        "type_move": Key("colon", _("type a move"), ":"),
        "list_up": Key("pageup", _("better move of the list"), "PgUp"),
        "list_down": Key("pagedown", _("next move of the list"), "PgDn"),
        "run": Key("space", _("run"), "Space"),
        "back": Key("left", _("back"), "<"),
        "step": Key("right", _("step"), ">"),
        "slower": Key("minus,down", _("slower"), "-"),
        "faster": Key("plus,equals_sign,up", _("faster"), "+"),
        "go_first": Key("home", _("first"), "Home"),
        "go_last": Key("end", _("last"), "End"),
        "previous_mistake": Key("N", _("mistake before"), "N"),
        "next_mistake": Key("n", _("next mistake")),
        "retry": Key("enter", _("try again"), "Enter"),
        "play": Key("enter", _("play"), "Enter"),
        "watch": Key("w", _("watch")),
        "two_players": Key("t", _("two")),
        "continue_game": Key("c", _("continue")),
        "forget": Key("D", _("drop the unfinished game"), "D"),
        "up": Key("up", _("up")),
        "down": Key("down", _("down")),
        "find": Key("slash", _("find"), "/"),
        "variant": Key("g", _("variant of the game")),
        "length": Key("m", _("length of the match")),
        "theme": Key("z", _("colours")),
        "help": Key("question_mark,f1", _("help"), "?"),
        "leave": Key("q", _("leave")),
        "quit": Key("q", _("quit")),
    }


def bindings(*shown: str, hidden: Sequence[str] = ()) -> Iterable[Binding]:
    """The bindings of a screen, in the order of its footer, and those for which the footer has no room."""
    keys = table()
    for action in (*shown, *hidden):
        key = keys[action]
        show = action in shown
        yield Binding(key.keys, action, key.label, show=show, key_display=key.display or None, id=action)

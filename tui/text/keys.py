"""The one table of keys. Each action has a name, by which the settings file can give it another key, and a letter.

The letters a to d and all digits stay free on the screens with a board: they begin moves. Any letter that no action uses
opens the box for typing a move too, and the colon always does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from textual.binding import ActiveBinding, Binding

from core.phrase import Phrase, phrase
from tui.text.catalogue import _


class Key(NamedTuple):
    """An action's keys with commas between, what it is called, and how the first key is shown."""

    keys: str
    label: Phrase
    display: str = ""


KEYS: Mapping[str, Key] = {
    "choose": Key("enter,space", phrase("play"), "Enter"),
    "hint": Key("h", phrase("hint")),
    "marks": Key("e", phrase("evals")),
    "proof": Key("p", phrase("proof on the board")),
    "panel": Key("tab", phrase("panel"), "Tab"),
    "undo": Key("u", phrase("undo")),
    "redo": Key("r", phrase("redo")),
    "new": Key("n", phrase("new")),
    "again": Key("n", phrase("play again")),
    "review": Key("v", phrase("review")),
    "swap": Key("s", phrase("swap sides")),
    "seat_first": Key("x", phrase("who plays first seat")),
    "seat_second": Key("o", phrase("who plays second seat")),
    "level": Key("l", phrase("strength of the AI")),
    "first": Key("f", phrase("who starts")),
    "engine": Key("g", phrase("engine of the panel")),
    "resign": Key("R", phrase("resign"), "R"),
    "move_now": Key("M", phrase("make the AI move now"), "M"),
    "type_move": Key("colon", phrase("type a move"), ":"),
    "list_up": Key("pageup", phrase("better move of the list"), "PgUp"),
    "list_down": Key("pagedown", phrase("next move of the list"), "PgDn"),
    "run": Key("space", phrase("run"), "Space"),
    "back": Key("left,less_than_sign", phrase("back"), "<"),
    "step": Key("right,greater_than_sign", phrase("step"), ">"),
    "slower": Key("minus,down", phrase("slower"), "-"),
    "faster": Key("plus,equals_sign,up", phrase("faster"), "+"),
    "go_first": Key("home", phrase("first"), "Home"),
    "go_last": Key("end", phrase("last"), "End"),
    "previous_mistake": Key("N", phrase("mistake before"), "N"),
    "next_mistake": Key("n", phrase("next mistake")),
    "retry": Key("enter", phrase("retry"), "Enter"),
    "play": Key("enter", phrase("play"), "Enter"),
    "watch": Key("w", phrase("watch")),
    "two_players": Key("t", phrase("two")),
    "continue_game": Key("c", phrase("continue")),
    "forget": Key("D", phrase("drop the unfinished game"), "D"),
    "up": Key("up", phrase("up")),
    "down": Key("down", phrase("down")),
    "find": Key("slash", phrase("find"), "/"),
    "variant": Key("g", phrase("variant of the game")),
    "length": Key("m", phrase("length of the match")),
    "theme": Key("z", phrase("colours")),
    "help": Key("question_mark,f1", phrase("help"), "?"),
    "leave": Key("q", phrase("leave")),
    "quit": Key("q", phrase("quit")),
}
"""Every action of every screen."""


def bindings(*shown: str, hidden: Sequence[str] = ()) -> Iterable[Binding]:
    """The bindings of a screen, in the order of its footer, and those for which the footer has no room. Their descriptions are
    English; :func:`spoken` translates them where they are shown."""
    for action in (*shown, *hidden):
        key = KEYS[action]
        show = action in shown
        yield Binding(key.keys, action, str(key.label), show=show, key_display=key.display or None, id=action)


def spoken(active: Mapping[str, ActiveBinding]) -> dict[str, ActiveBinding]:
    """The bindings that apply on a screen, described in the reader's language."""
    return {
        key: found._replace(binding=replace(found.binding, description=_(found.binding.description)))
        for key, found in active.items()
    }

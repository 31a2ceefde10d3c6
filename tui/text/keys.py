"""The one table of keys. Each action has a name, by which the settings file can give it another key, and a letter.

Arrows and Enter choose and play. A digit begins a move. A letter is a command, unless the rest of a move follows at once. The
colon types any move in full. On the screens with a board the letters a to d, small and capital, and all digits are therefore
the keys of no action, and any other letter without an action opens the box for moves where a move begins with it;
:mod:`tui.screens.base.keyboard` decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import name as unicode_name

from core.phrase import Phrase, phrase
from tui.text.catalogue import _

if TYPE_CHECKING:
    from textual.binding import ActiveBinding, Binding, BindingType


class Key(NamedTuple):
    """An action's keys with commas between, empty where only the menu has it; what it is called, and how the first key is
    shown."""

    keys: str
    label: Phrase
    display: str = ""

    @property
    def usual(self) -> str:
        """Its keys, or those of the menu where only the menu has it."""
        return self.keys or KEYS["menu"].keys


KEYS: Mapping[str, Key] = {
    "choose": Key("enter,space", phrase("play"), "Enter"),
    "hint": Key("h", phrase("hint")),
    "marks": Key("e", phrase("values")),
    "proof": Key("p", phrase("proof on the board")),
    "certificate": Key("P", phrase("proof to a file"), "P"),
    "panel": Key("tab", phrase("panel"), "Tab"),
    "undo": Key("u", phrase("undo")),
    "redo": Key("r", phrase("redo")),
    "new": Key("n", phrase("new")),
    "new_tournament": Key("n", phrase("new one")),
    "again": Key("n", phrase("play again")),
    "review": Key("v", phrase("review")),
    "swap": Key("s", phrase("swap sides")),
    "seat_first": Key("x", phrase("player for the first seat")),
    "seat_second": Key("o", phrase("player for the second seat")),
    "level": Key("l", phrase("strength of the AI")),
    "first": Key("f", phrase("who starts")),
    "engine": Key("g", phrase("engine of the panel")),
    "second_engine": Key("G", phrase("second engine"), "G"),
    "think_on": Key("plus,equals_sign", phrase("keep thinking"), "+"),
    "teacher": Key("T", phrase("teacher"), "T"),
    "flip": Key("S", phrase("other side of this game"), "S"),
    "draw": Key("O", phrase("offer a draw"), "O"),
    "resign": Key("R", phrase("resign"), "R"),
    "phrases": Key("Y", phrase("say"), "Y"),
    "agree": Key("y", phrase("agree")),
    "refuse": Key("n", phrase("decline")),
    "step_back": Key("escape", phrase("close or leave"), "Esc"),
    "abort": Key("X", phrase("end it"), "X"),
    "claim": Key("W", phrase("claim"), "W"),
    "move_now": Key("M", phrase("make the AI move now"), "M"),
    "type_move": Key("colon", phrase("type a move"), ":"),
    "threat": Key("t", phrase("the other side's threat")),
    "line": Key("w", phrase("the panel's line")),
    "variation": Key("y", phrase("the next variation")),
    "drop": Key("", phrase("delete the variation")),
    "blind": Key("", phrase("hide the pieces")),
    "list_up": Key("pageup", phrase("better move in the list"), "PgUp"),
    "list_down": Key("pagedown", phrase("next move in the list"), "PgDn"),
    "run": Key("space", phrase("run"), "Space"),
    "back": Key("left,less_than_sign", phrase("back"), "<"),
    "step": Key("right,greater_than_sign", phrase("step"), ">"),
    "slower": Key("minus,down", phrase("slower"), "-"),
    "faster": Key("plus,equals_sign,up", phrase("faster"), "+"),
    "go_first": Key("home", phrase("first"), "Home"),
    "go_last": Key("end", phrase("last"), "End"),
    "previous_mistake": Key("N", phrase("previous mistake"), "N"),
    "next_mistake": Key("n", phrase("next mistake")),
    "better": Key("b", phrase("better")),
    "retry_mistakes": Key("r", phrase("retry")),
    "solution": Key("s", phrase("show the answer")),
    "retry_turn": Key("r", phrase("retry")),
    "retry": Key("enter", phrase("try another move"), "Enter"),
    "next_exercise": Key("n", phrase("next exercise")),
    "previous_exercise": Key("N", phrase("previous exercise"), "N"),
    "next_fault": Key("n", phrase("next fault")),
    "previous_fault": Key("N", phrase("previous fault"), "N"),
    "printed": Key("o", phrase("what it printed")),
    "all_exercises": Key("o", phrase("all exercises")),
    "play": Key("enter", phrase("play"), "Enter"),
    "watch": Key("w", phrase("watch")),
    "two_players": Key("t", phrase("two")),
    "continue_game": Key("c", phrase("continue")),
    "forget": Key("D", phrase("delete the unfinished game"), "D"),
    "up": Key("up", phrase("up")),
    "down": Key("down", phrase("down")),
    "left": Key("left", phrase("to the left")),
    "right": Key("right", phrase("to the right")),
    "kind_before": Key("left", phrase("previous kind")),
    "next_kind": Key("right", phrase("next kind")),
    "page_up": Key("pageup", phrase("a page up"), "PgUp"),
    "page_down": Key("pagedown", phrase("a page down"), "PgDn"),
    "find": Key("slash", phrase("find"), "/"),
    "variant": Key("g", phrase("variant of the game")),
    "tournaments": Key("T", phrase("tournaments"), "T"),
    "other": Key("o", phrase("another tournament")),
    "length": Key("M", phrase("match length"), "M"),
    "record": Key("r", phrase("your record")),
    "scope": Key("g,tab", phrase("this game or all")),
    "clock": Key("k", phrase("match clock")),
    "hints": Key("h", phrase("hints allowed")),
    "open": Key("enter,space", phrase("open"), "Enter"),
    "learn": Key("L", phrase("learn"), "L"),
    "open_games": Key("O", phrase("open a file of games"), "O"),
    "judge": Key("J", phrase("judge your program"), "J"),
    "next_part": Key("tab", phrase("next page"), "Tab"),
    "previous_part": Key("backspace", phrase("previous page"), "Bksp"),
    "table": Key("t", phrase("table")),
    "sources": Key("S", phrase("sources"), "S"),
    "next_cut": Key("n", phrase("next cut")),
    "previous_cut": Key("N", phrase("previous cut"), "N"),
    "pruning": Key("a", phrase("alpha-beta or minimax")),
    "scores": Key("V", phrase("scores"), "V"),
    "rows_after": Key("n", phrase("more rows")),
    "rows_before": Key("N", phrase("previous rows"), "N"),
    "subject": Key("colon,slash", phrase("another board"), ":"),
    "example": Key("o", phrase("another position")),
    "theme": Key("z", phrase("colours")),
    "copy_moves": Key("", phrase("copy the moves")),
    "copy_position": Key("", phrase("copy the position")),
    "rules": Key("", phrase("rules of the game")),
    "settings": Key("s", phrase("settings")),
    "change": Key("enter,space", phrase("change"), "Enter"),
    "values": Key("v", phrase("all values")),
    "usual": Key("u", phrase("default value")),
    "lobby": Key("b", phrase("lobby")),
    "take": Key("enter,space", phrase("select"), "Enter"),
    "seek": Key("n", phrase("offer a game")),
    "decline": Key("d", phrase("decline")),
    "featured": Key("f", phrase("featured")),
    "engines": Key("e", phrase("engines")),
    "block": Key("b", phrase("block a person")),
    "rename": Key("N", phrase("your name"), "N"),
    "edit": Key("p", phrase("set up a position")),
    "edit_here": Key("E", phrase("edit this position"), "E"),
    "next_here": Key("enter,space,plus,equals_sign", phrase("change it"), "Enter"),
    "back_here": Key("minus,backspace", phrase("back"), "-"),
    "as_text": Key("colon,t", phrase("as text"), ":"),
    "restart": Key("c", phrase("the start")),
    "layers": Key("e", phrase("whose edges")),
    "play_here": Key("p", phrase("play it")),
    "menu": Key("m,f2", phrase("menu")),
    "help": Key("question_mark,f1", phrase("help"), "?"),
    "leave": Key("q", phrase("leave")),
    "quit": Key("q", phrase("quit")),
}
"""Every action of every screen."""

_NAMES = {"escape": "Esc"} | {key.keys.split(",")[0]: key.display for key in KEYS.values() if len(key.display) > 1}
"""How keys are called that write no character."""
_MARKUP = "{}`"
"""Characters with a meaning in the texts that name keys; these keys go by their names."""


def shown(key: str) -> str:
    """A key as screens show it: its name in the reader's language, or its character; ``^`` for Ctrl."""
    modifiers, _plus, plain = key.strip().rpartition("+")
    if plain in _NAMES:
        plain = _(_NAMES[plain])
    elif len(plain) != 1:
        from textual.keys import format_key

        plain = format_key(plain or "plus")
        plain = plain.upper() if plain[1:].isdecimal() else plain
    plain = unicode_name(plain).lower() if plain in _MARKUP else plain
    return "+".join(filter(None, (*modifiers.split("+"), plain))).replace("ctrl+", "^")


class ActiveKeys:
    """What has to be pressed for each action, given the keys of the settings. It can be changed for everybody who reads it."""

    def __init__(self, keys: Mapping[str, str] | None = None) -> None:
        self.change(keys or {})

    def change(self, keys: Mapping[str, str]) -> None:
        """Take other keys, as :func:`keymap` has them."""
        self._keys = keys

    def __call__(self, action: str) -> str:
        """The key of an action as the footer shows it, or that of the menu where the action has none."""
        key = KEYS[action]
        if given := self._keys.get(action):
            return shown(given.split(",")[0])
        return _(key.display) or shown(key.keys.split(",")[0]) if key.keys else self("menu")


GROUPS: Sequence[tuple[Phrase, tuple[str, ...]]] = (
    (
        phrase("Common"),
        (
            *("hint", "undo", "redo", "marks", "panel", "seat_second", "seat_first", "level"),
            *("settings", "theme", "clock", "rules", "help"),
        ),
    ),
    (
        phrase("Game"),
        (
            *("play", "watch", "two_players", "continue_game", "new", "new_tournament", "again", "variant", "find"),
            *("learn", "judge", "record", "tournaments", "other", "lobby", "engines", "featured", "edit", "edit_here"),
            *("open_games", "copy_moves", "copy_position"),
            *("scope", "forget", "step_back", "leave", "quit", "menu"),
        ),
    ),
    (
        phrase("Players"),
        (
            *(
                "first",
                "swap",
                "flip",
                "length",
                "hints",
                "teacher",
                "draw",
                "resign",
                "phrases",
                "agree",
                "refuse",
                "abort",
                "claim",
            ),
            *("seek", "decline", "block", "rename"),
        ),
    ),
    (
        phrase("View"),
        (
            *("review", "proof", "certificate", "threat", "line", "think_on"),
            *("engine", "second_engine", "variation", "drop"),
            *(
                "blind",
                "next_mistake",
                "previous_mistake",
                "better",
                "solution",
                "retry_mistakes",
                "retry",
                "retry_turn",
            ),
            *("next_cut", "previous_cut", "pruning", "scores", "example", "subject", "next_part", "previous_part"),
            *("table", "sources", "rows_after", "rows_before", "layers", "next_exercise", "previous_exercise"),
            *("all_exercises", "next_fault", "previous_fault", "printed"),
        ),
    ),
    (
        phrase("Moving"),
        (
            *("choose", "open", "take", "change", "play_here", "next_here", "back_here", "type_move", "move_now"),
            *("run", "slower", "faster", "restart", "as_text", "values", "usual", "list_up", "list_down", "back"),
            *("step", "go_first", "go_last", "kind_before", "next_kind", "up", "down", "left", "right"),
            *("page_up", "page_down"),
        ),
    ),
)
"""All actions by what they are about, as menu and help list them."""
STAYS = ("panel", "menu", "help", "leave", "quit")
"""What a footer shows first in a narrow window, in order of importance."""


def bindings(
    *shown: str, hidden: Sequence[str] = (), in_menu: Sequence[str] = (), runs: Mapping[str, str] = {}
) -> Iterable[Binding]:
    """The bindings of a screen: those of its footer in their order, those that it has no room for, and those that have no key
    here and are in the menu alone; a screen that can be left has Escape for that too. Their descriptions are English;
    :func:`spoken` translates them where they are shown.

    The id of a binding is the name of its action. The screen has a method of that name, or ``runs`` names the method with its
    arguments, as ``turn(-1)``.
    """
    from textual.binding import Binding  # the manual reads the table too, and draws nothing

    escape = ("step_back",) if "leave" in shown else ()
    for action in (*_with_menu(shown), *hidden, *escape, *in_menu):
        key = KEYS[action]
        show = action in shown or action == "menu"
        has_key = key.keys and action not in in_menu
        keys, display = (key.keys, key.display) if has_key else (f"menu_{action}", " ")  # which no terminal sends
        yield Binding(keys, runs.get(action, action), str(key.label), show=show, key_display=display or None, id=action)


def _with_menu(shown: Sequence[str]) -> Sequence[str]:
    """The actions of a footer; before the help of a screen stands the menu, of which every screen has one."""
    at = shown.index("help") if "help" in shown else len(shown)
    return (*shown[:at], "menu", *shown[at:]) if "help" in shown else shown


def grouped(actions: Iterable[str]) -> list[tuple[Phrase, list[str]]]:
    """These actions by what they are about, each group with its name and in its own order; no empty one."""
    wanted = set(actions)
    found = [(name, [action for action in group if action in wanted]) for name, group in GROUPS]
    return [(name, group) for name, group in found if group]


def actions_of(declared: Iterable[BindingType]) -> list[str]:
    """The actions that a screen declares bindings for, without those whose key is not bound there but in the menu."""
    from textual.binding import Binding

    found = [(each.id or each.action, each.key) for each in declared if isinstance(each, Binding)]
    return [action for action, key in found if not (key == f"menu_{action}" and KEYS[action].keys)]


ARROWS = ("up", "down", "left", "right")


def arrows(*actions: str) -> Iterable[Binding]:
    """The bindings of the keys that move a cursor, given what each does; the settings know them by their directions."""
    from textual.binding import Binding

    for name, action in zip(ARROWS, actions, strict=True):
        yield Binding(KEYS[name].keys, action, show=False, id=name)


_NEW = frozenset(("new", "again"))
_TOGETHER = (
    *(_NEW, frozenset(("left", "back")), frozenset(("right", "step"))),
    *(frozenset(("type_move", "subject")), frozenset(("hint", "subject"))),
    *(frozenset(("open", "run")), frozenset(("open", "choose"))),
    *(frozenset(("variation", "agree")), frozenset((*_NEW, "refuse")), frozenset(("redo", "retry_turn"))),
)
"""Actions that may have one key on one screen: of the first two only one applies at a time, and so it is with the last ones;
while the board has the keys the cursor goes before the look back."""


_CURSOR: Mapping[str, Mapping[str, str]] = {
    "arrows": {},
    "hjkl": {
        "left": "h,left",
        "down": "j,down",
        "up": "k,up",
        "right": "l,right",
        "hint": "i",
        "level": "I",
        "clock": "K",
    },
}
"""What keys the settings of the cursor give to actions; those that are in the way get others."""


def with_cursor(cursor: str, keys: Mapping[str, str]) -> dict[str, str]:
    """The keys of the settings with those of the cursor, which stand back."""
    return {**_CURSOR[cursor], **keys}


def keymap(keys: Mapping[str, str]) -> dict[str, str]:
    """The keys of the settings as Textual takes them: it drops a key for all actions that share it, so these stay together."""
    shared = next((key for action, key in keys.items() if action in _NEW), None)
    return (dict.fromkeys(_NEW, shared) if shared else {}) | dict(keys)


def wrong_keys(keys: Mapping[str, str], screens: Iterable[Iterable[str]]) -> Iterable[Phrase]:
    """What is wrong with the keys of the settings, a sentence each; ``screens`` has the actions of each screen."""
    for action, named in keys.items():
        if action not in KEYS:
            near = get_close_matches(action, KEYS, 1)
            hint = phrase("did you mean {action}?", action=near[0]) if near else phrase("help lists what keys do.")
            yield phrase("[keys] names {action}, but no action has that name; {hint}", action=action, hint=hint)
        for key in named.split(","):
            if not _is_key(key.strip()):
                yield phrase(
                    "[keys] gives {action} the key {key}, which does not exist; write a letter, or a name such as f3.",
                    action=action,
                    key=f"'{key}'",
                )
    found: dict[tuple[str, ...], str] = {}
    for actions in screens:
        held: dict[str, list[str]] = {}
        for action in actions:
            for key in filter(None, keys.get(action, KEYS[action].keys).split(",")):
                held.setdefault(_same(key.strip()), []).append(action)
        for key, holders in held.items():
            allowed = len(holders) == 1 or any(pair.issuperset(holders) for pair in _TOGETHER)
            if not allowed and any(key in map(_same, keys.get(action, "").split(",")) for action in holders):
                found.setdefault(tuple(holders), key)
    for both, key in found.items():
        both_names = ", ".join(both)
        yield phrase(
            "The key {key} is bound twice: {actions}; give one of them another key.", key=key, actions=both_names
        )


def _same(key: str) -> str:
    """One name of a key that has several: ``?`` and ``question_mark``."""
    from textual.keys import key_to_character

    same = {"slash": "/", "plus": "+", "minus": "-", "space": " "}.get(key) or key_to_character(key) or key
    return same if same.isprintable() else key


def _is_key(key: str) -> bool:
    """Whether there is a key of this name."""
    from textual.keys import Keys

    return key in (name.value for name in Keys) or len(_same(key.rpartition("+")[2])) == 1


def spoken(active: Mapping[str, ActiveBinding], verbs: Mapping[str, str]) -> dict[str, ActiveBinding]:
    """The bindings that apply on a screen, described in the reader's language. ``verbs`` has what some actions do now, also
    in that language."""
    return {key: found._replace(binding=_spoken(found.binding, verbs)) for key, found in active.items()}


def _spoken(binding: Binding, verbs: Mapping[str, str]) -> Binding:
    display = binding.key_display or ""
    named = _(display) if len(display) > 1 else display or shown(binding.key)  # a letter is the same in every language
    described = verbs.get(binding.id or "") or _(binding.description)
    return replace(binding, description=described, key_display=named)

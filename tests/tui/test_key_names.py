"""A sentence never contains a bare key: its key is a field, filled by the key that the reader has for the action."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Mapping
from contextvars import Context
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tui.screens
from core.errors import CoreError
from core.phrase import phrase
from tests.tools.messages import SOURCES, entries, messages
from tests.tui.hall import Door, Engines
from tests.tui.languages import Locale
from tests.tui.plainly import Reader
from tui import manual
from tui.command.cli import main
from tui.hall.chosen import wrong_names
from tui.household.settings import Settings
from tui.household.settings_file import change, read
from tui.locale import DOMAIN, LOCALE
from tui.plain.vocabulary import WORDS, word_for
from tui.screens.base.window import Window
from tui.text.catalogue import Language, _, in_language, name_keys, ngettext, say, speak
from tui.text.keys import KEYS, ActiveKeys, actions_of, keymap, shown, with_cursor

FIELD = re.compile(r"{[^{}]*(?:{[^{}]*})?[^{}]*}")
KEY_FIELD = re.compile(r"{key:(\w+)}")
UNIT = re.compile(r"{} [sdh]\b|\w['’]\w+|\(s\)")
"""What looks like a key and is none: a unit behind its number, what follows an apostrophe, and a plural in brackets."""
SIGNS = {key for each in KEYS.values() for key in (each.keys.split(",")[0], each.display) if len(key) == 1} - {"a"}
NAMES = {each.display for each in KEYS.values() if len(each.display) > 1}
BARE = re.compile(
    rf"(?<![^\s(;,.'\"])(?:{'|'.join(map(re.escape, sorted(SIGNS)))})(?![^\s);,.'\"])"
    rf"|\b(?:{'|'.join(sorted(NAMES))})\b"
    r"|\b(?:Left|Right|left|right)(?: and \w+)? (?:go|walk|choose|turn|move)\w*"
    r"|(?:^|[.;:,] )a [a-z]+[^s]s\b"
)
"""The usual key of an action by its sign or its name, an arrow that does something, and the key ``a`` before a verb."""
OF_COMMANDS = {"M", "N", "X", "x", "o", "-", "?", "/"}
"""Signs of the command line and of the words of the line mode: numbers, players, stdin, marks."""
NO_KEYS = {
    "row + pin": "how a move is written",
    "heap + count": "how a move is written",
    "What is your name here? Letters a to z, digits, - and _; you can change it once a day.": "letters of a name",
    "what is in a column, as in: column c.": "a column of the board",
    "'triqui new player > FILE' begins a program of your own; files in {folder} are listed here.": "a shell's way into a file",
    "a path; Tab completes it": "a key of forms",
    "End this game? It will not count.": "a verb",
    "End a pair's games once a test decides between two Elo values.": "a verb",
    "It takes at least two players; Space chooses them.": "a key of Textual's list",
    "Off leaves the mouse to the terminal, for example to copy text. If a terminal is ever left broken, type reset or stty "
    "sane, and Enter.": "a key of the shell",
}
"""Texts with a sign that looks like the key of an action, and what it is."""


@cache
def texts() -> Mapping[str, str]:
    """Every text, and the file in which it stands."""
    return {text: path for path, source in SOURCES.items() for found in messages(source) for text in found}


def bare(text: str, path: str) -> list[str]:
    """The keys that a text names without a field."""
    found = BARE.findall(UNIT.sub("{}", FIELD.sub("{}", text)))
    return [key for key in found if not (path.startswith(("tui/command/", "tui/plain/")) and key in OF_COMMANDS)]


@pytest.mark.parametrize(
    "text",
    [
        "u takes back your move.",
        "Values are hidden; Tab shows them.",
        "You're watching. < and > step through the game.",
        "Left and right walk along it.",
        "Minimax never cuts; a switches to alpha-beta.",
        "':' takes another question.",
    ],
)
def test_a_bare_key_is_found(text: str) -> None:
    assert bare(text, "tui/screens/play/screen.py")


def test_no_sentence_contains_a_bare_key() -> None:
    sentences = {text: path for text, path in texts().items() if path.startswith("tui/") and " " in text}
    found = {text: keys for text, path in sentences.items() if (keys := bare(text, path))}
    assert found.keys() == NO_KEYS.keys(), {text: keys for text, keys in found.items() if text not in NO_KEYS}


def test_every_key_in_a_sentence_is_that_of_an_action() -> None:
    named = {action for text in texts() for action in KEY_FIELD.findall(text)}
    assert len(named) > 40
    assert named <= KEYS.keys()


def test_no_text_of_the_core_names_a_key() -> None:
    assert [text for text, path in texts().items() if path.startswith("core/") and "{key:" in text] == []


def test_no_text_has_the_field_of_a_key_beside_another_field_of_that_name() -> None:
    assert [text for text in texts() if "{key:" in text and "{key}" in text] == []


def test_a_spanish_sentence_with_keys_contains_no_bare_key_either() -> None:
    known = entries((LOCALE / "es" / "LC_MESSAGES" / f"{DOMAIN}.po").read_text("utf-8"))
    named = {entry.keys[0]: entry.texts[0] for entry in known if entry.keys[0] in NAMES}
    words = {"e", "o", "u", "y"}  # of Spanish
    found = re.compile(
        rf"(?<![^\s(;,.'\"])(?:{'|'.join(map(re.escape, sorted(SIGNS - words)))})(?![^\s);,.'\"])"
        rf"|\b(?:{'|'.join(named.values())}|Izquierda|Derecha)\b"
    )
    texts = [text for entry in known if "{key:" in entry.keys[0] for text in entry.texts]
    assert [text for text in texts if found.search(FIELD.sub("{}", text))] == []


# What takes the place of a field.


def as_named(keys: dict[str, str], text: str, spoken: str = "C") -> str:
    """A text for somebody who has given keys to actions."""

    def said() -> str:
        speak(Language(spoken))
        name_keys(ActiveKeys(keymap(keys)))
        return _(text)

    return Context().run(said)


def test_a_field_becomes_the_usual_key_where_nobody_has_given_another() -> None:
    assert as_named({}, "{key:undo} takes back your move.") == f"{KEYS['undo'].keys} takes back your move."


def test_a_field_becomes_the_name_of_the_action_where_there_are_no_keys() -> None:
    assert Context().run(_, "{key:undo} takes back your move.") == "undo takes back your move."


def test_a_field_becomes_the_key_that_the_settings_give_to_the_action() -> None:
    assert as_named({"undo": "f4,f5"}, "{key:undo} and {key:redo}") == f"F4 and {KEYS['redo'].keys}"


def test_the_letters_for_the_cursor_move_the_hint_to_another_key() -> None:
    assert as_named(with_cursor("hjkl", {}), "{key:hint} {key:level} {key:left}") == "i I h"


def test_one_key_given_to_new_is_that_of_again() -> None:
    assert as_named({"new": "f3"}, "{key:again}") == "F3"


def test_an_action_without_a_key_is_found_in_the_menu() -> None:
    assert as_named({"menu": "f9"}, "{key:blind}") == "F9"


def test_the_other_fields_are_filled_afterwards_with_whatever_they_hold() -> None:
    def said() -> tuple[str, str, str]:
        return (
            _("{key:undo}: {name}").format(name="{key:redo}"),
            say(phrase("{key:undo}: {name}", name="{key:redo}")),
            ngettext("{key:undo}: {number} game", "{key:undo}: {number} games", 2),
        )

    assert Context().run(said) == ("undo: {key:redo}", "undo: {key:redo}", "undo: 2 games")


def test_a_key_that_is_a_brace_breaks_no_sentence() -> None:
    assert as_named({"undo": "{"}, "{key:undo}: {name}").format(name="x") == "left curly bracket: x"


def test_a_key_is_called_in_spanish_what_the_footer_calls_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Locale(tmp_path / "locale", monkeypatch).bring("es")
    assert as_named({"undo": "end"}, "{key:undo} {key:run}", "es") == "Fin Espacio"


@pytest.mark.parametrize(
    ("key", "name"),
    [
        *(("h", "h"), ("H", "H"), ("f12", "F12"), ("enter", "Enter"), ("escape", "Esc"), ("question_mark", "?")),
        *(("colon", ":"), ("left", "←"), ("ctrl+t", "^t"), ("ctrl+shift+f2", "^shift+F2"), ("plus", "+"), ("+", "+")),
    ],
)
def test_a_key_is_shown_by_its_name_or_its_character(key: str, name: str) -> None:
    assert shown(key) == name


def test_an_error_that_names_a_key_says_in_english_what_the_action_is() -> None:
    assert str(CoreError("{key:theme} chooses {what}.", what="another")) == "theme chooses another."


# Who hears it.


async def test_two_players_in_one_process_read_their_own_keys(hall: Door, tmp_path: Path) -> None:
    other = Door(tmp_path / "other", hall.engines)
    other.furnish(keys={"kind_before": "f3"})
    async with hall() as usual, other() as given:
        for visit, key in ((usual, "←"), (given, "F3")):
            await visit.press("down")
            assert visit.status.startswith(f"{key} and → choose the kind.")


async def test_a_key_that_is_changed_is_named_at_once(hall: Door) -> None:
    async with hall("tictactoe") as visit:
        assert " Enter plays b2" in visit.status
        visit.app.choose("keys", {"choose": "f5"})
        await visit.settle()
        assert " F5 plays b2" in visit.status


async def test_the_footer_calls_a_key_as_the_sentences_do(hall: Door) -> None:
    hall.furnish(keys={"hint": "pagedown", "list_down": "f3"})
    async with hall("tictactoe") as visit:
        assert "PgDn hint" in visit.footer


async def test_the_greeting_and_the_card_of_the_hall_show_the_keys_that_hold(hall: Door) -> None:
    hall.furnish(keys={"clock": "f6", "panel": "f7"})
    async with hall() as visit:
        assert re.search(r"Clock .* F6 ", visit.text)
        assert re.search(r"Panel .* F7 ", visit.text)


def test_the_line_mode_says_its_own_words(tmp_path: Path) -> None:
    def said(spoken: str) -> str:
        speak(Language(spoken))
        name_keys(word_for)
        return _("{key:undo} {key:leave} {key:level} {key:panel} {key:flip}")

    assert Context().run(said, "en") == "undo quit setup values help"


def test_every_word_of_the_line_mode_that_an_action_has_is_one_of_its_words() -> None:
    assert {word_for(action) for action in KEYS} <= {str(word.label) for word in WORDS.values()}


def test_the_line_mode_names_no_keys_of_the_screens(home: Path, engines: Engines) -> None:
    reader = Reader(home, engines)
    first = reader(game="tictactoe").splitlines()[0]
    named: list[str] = []
    reader.then[first] = lambda: named.append(_("{key:undo}"))
    reader(game="tictactoe")
    assert named == ["undo"]


def test_the_command_line_names_the_keys_of_the_settings(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = read(home)[0]
    change(home, settings, settings.with_value("keys", {"panel": "f5"}))
    assert Context().run(main, ["help", "panel"]) == 0
    assert "\nF5 switches between the live and the quiet panel." in capsys.readouterr().out


@pytest.mark.parametrize("topic", ["panel", "hall", "review"])
def test_the_pages_that_the_screens_show_name_the_keys_that_hold(topic: str) -> None:
    def page() -> str:
        name_keys(ActiveKeys(dict.fromkeys(KEYS, "f12")))
        return manual.page(topic)

    codes = set(re.findall(r"`([A-Za-z]|[A-Z][a-z]+|[a-zA-Z] [a-zA-Z])`", Context().run(page)))
    assert codes == set()


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_screen_has_two_actions_of_one_name(language: str) -> None:
    for _finder, name, _package in pkgutil.walk_packages(tui.screens.__path__, "tui.screens."):
        import_module(name)
    kinds: list[type[Window[Any]]] = [Window]
    for kind in kinds:
        kinds += kind.__subclasses__()
    with in_language(Language(language)):
        for kind in kinds:
            named = {action: say(KEYS[action].label) for action in actions_of(kind.BINDINGS) if action in KEYS}
            assert sorted(set(named.values())) == sorted(named.values()), kind


def test_no_screen_has_one_key_for_two_actions() -> None:
    usual = {action: key.keys for action, key in KEYS.items() if key.keys}
    assert list(map(str, wrong_names(Settings(keys=usual), [Settings.theme], ""))) == []

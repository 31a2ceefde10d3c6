"""Texts find their translation, wherever they come from, in the language of whoever reads them."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path

import pytest

from core.errors import IllegalMove
from core.phrase import phrase
from tests.tools.messages import entries, merged, messages, quotes, renamed, template
from tests.tui.hall import Door, Engines
from tests.tui.languages import Locale
from tui.command.cli import main
from tui.household.surroundings import Surroundings
from tui.locale import LOCALE
from tui.text import catalogue as texts

PEOPLE = ("human", "human")


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Locale:
    return Locale(tmp_path / "locale", monkeypatch)


def said(codes: str, template: str) -> str:
    """A text as it is said in a language."""

    def say() -> str:
        texts.speak(texts.Language(codes))
        return texts._(template)

    return copy_context().run(say)


def test_phrases_and_errors_are_translated_before_their_values_are_put_in(locale: Locale) -> None:
    locale.write("xx", {"a game": "A GAME", "There is no {thing} here.": "NO {thing} here."})

    def say() -> None:
        texts.speak(texts.Language("xx"))
        assert texts.say(phrase("There is no {thing} here.", thing="{x}")) == "NO {x} here."
        assert texts.say(IllegalMove("There is no {thing} here.", thing=phrase("a game"))) == "NO A GAME here."

    copy_context().run(say)


@pytest.mark.parametrize(
    ("text", "page", "found"),
    [
        ("Winning moves: {wins}, losing: {losses}.", "Hint 1 of 4: Winning moves: 2, losing: 3.", True),
        ("Winning moves: {wins}, losing: {losses}.", 'phrase("Winning moves: {wins}, losing: {losses}.")', True),
        ("Winning moves: {wins}, losing: {losses}.", "Winning moves: 2, drawing: 3.", False),
        ("{move}: {result}.", "b2: it wins.", False),
        ("Winning moves: {wins}, losing: {losses}.", "Winning moves: 2,\nlosing: 3.", True),
        ("Their turn ({player}).", 'visit.until("x", "Their turn")', True),
        ("All of these fall to {winner}, whatever.", '"All of these fall to 2nd" in text', True),
        ("Their turn ({player}).", "now it is Their turn", False),
        ("Their turn ({player}).", 'visit.until("turn")', False),
    ],
)
def test_a_text_is_recognised_where_it_is_quoted_with_its_fields_filled_in_or_in_part(
    text: str, page: str, found: bool
) -> None:
    assert quotes(text, page) == found


def test_numbers_choose_the_form(locale: Locale) -> None:
    locale.write("xx", {"{number} game\0{number} games": "{number} GAME\0{number} GAMES"})

    def say() -> None:
        assert texts.ngettext("{number} game", "{number} games", 1) == "1 game"
        texts.speak(texts.Language("xx"))
        assert texts.ngettext("{number} game", "{number} games", 1) == "1 GAME"
        assert texts.ngettext("{number} game", "{number} games", 3) == "3 GAMES"

    copy_context().run(say)


def test_the_first_language_that_somebody_has_translated_holds_and_else_english(locale: Locale) -> None:
    locale.write("xx", {"Play a game.": "PLAY"})
    locale.write("yy", {"Play a game.": "play!"})
    for codes, expected in (
        ("xx", "PLAY"),
        ("xx_ZZ.UTF-8", "PLAY"),
        ("zz:yy:xx", "play!"),
        ("zz", "Play a game."),
        ("C.UTF-8", "Play a game."),
    ):
        assert said(codes, "Play a game.") == expected


def test_no_text_is_no_text_in_every_language(locale: Locale) -> None:
    locale.write("xx", {})
    assert said("xx", "") == ""


def test_a_command_explains_itself_in_the_language_of_the_environment(
    locale: Locale, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    locale.write(
        "xx", {"Play a game.": "PLAY", "Play these moves first.": "MOVES FIRST", "Example: {line}": "AS IN {line}"}
    )
    for code, expected in (("xx", ("PLAY", "MOVES FIRST", "AS IN triqui play")), ("zz", ("Play a game.", "Example: "))):
        monkeypatch.setenv("LANGUAGE", code)
        assert copy_context().run(main, ["play", "--help"]) == 0
        shown = capsys.readouterr().out
        assert all(text in shown for text in expected)


async def test_two_halls_in_one_process_speak_each_its_own_language(
    locale: Locale, tmp_path: Path, hall: Door, engines: Engines
) -> None:
    both_are_open = asyncio.Barrier(2)

    async def visit(code: str) -> tuple[str, str, str, str]:
        """What the footer, the status, the help and a question say, while the other hall is open too."""
        known = ("hint", "undo", "Keys", "Start a new game? This one stays under Continue.")
        locale.write(code, {text: f"{code}-{text}" for text in known})
        door = Door(tmp_path / code, engines)
        door.surroundings = Surroundings(language=code)
        async with door("tictactoe", "a1", PEOPLE) as seen:
            await both_are_open.wait()
            await seen.press("right")
            footer = seen.footer
            await seen.press("question_mark")
            help_page = seen.text
            await seen.press("escape")
            await seen.do("new")
            question = seen.text
            await both_are_open.wait()
        return code, footer, help_page, question

    for code, footer, help_page, question in await asyncio.gather(visit("xx"), visit("yy")):
        assert f"{code}-hint" in footer
        assert f"{code}-Keys" in help_page
        assert f"{code}-undo" in help_page
        assert f"{code}-Start a new game?" in question


def translated_at_import(node: ast.AST) -> Iterator[int]:
    """The lines on which a module translates something before any of its functions runs."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("_", "say", "ngettext"):
        yield node.lineno
    deferred = node.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else []
    for child in ast.iter_child_nodes(node):
        if child not in deferred and not isinstance(node, ast.Lambda):
            yield from translated_at_import(child)


def test_a_planted_translation_is_found_in_a_decorator_and_not_in_a_body() -> None:
    planted = "@command(help=_('a'))\ndef f(x=_('b')):\n    return _('c')\nclass A:\n    label = _('d')"
    assert list(translated_at_import(ast.parse(planted))) == [2, 1, 5]


def test_no_module_translates_a_text_as_it_is_imported_when_nobody_knows_who_will_read_it() -> None:
    modules = LOCALE.parent.rglob("*.py")
    found = {path.name: list(translated_at_import(ast.parse(path.read_text("utf-8")))) for path in modules}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_texts_are_collected_from_every_kind_of_call() -> None:
    source = """
_("one"); texts._("two"); phrase("three {x}", x=_("four")); ngettext("{number} five", "{number} fives", n)
BadUsage("six" if x else "seven", x=1); _(variable); other("eight"); Option(metavar="NINE", help="ten")
f(epilog="eleven", metavar="N")
"""
    assert set(messages(source)) == {
        ("one",),
        ("two",),
        ("three {x}",),
        ("four",),
        ("{number} five", "{number} fives"),
        ("six",),
        ("seven",),
        ("NINE",),
        ("ten",),
        ("eleven",),
    }


def test_a_reworded_text_keeps_its_translation_for_one_and_many() -> None:
    old = """
msgid ""
msgstr "Language: xx\\n"

#, fuzzy
msgid "{number} game"
msgid_plural "{number} games"
msgstr[0] "{number} GAME"
msgstr[1] "{number} GAMES"
"""
    header, _, kept = entries(renamed(old, {"{number} games": "{number} matches"}))
    assert header.texts == ("Language: xx\n",)
    assert kept == (("{number} game", "{number} matches"), ("{number} GAME", "{number} GAMES"), True)


def test_a_catalogue_gets_new_texts_untranslated_keeps_what_it_has_and_drops_what_is_gone() -> None:
    old = """
msgid ""
msgstr "Language: xx\\nContent-Type: text/plain; charset=UTF-8\\n"

#: somewhere/else.py
msgid "Play a game."
msgstr "PLAY"

#, fuzzy
msgid "{number} game"
msgid_plural "{number} games"
msgstr[0] "{number} "
"GAME"
msgstr[1] "{number} GAMES"

msgid "gone"
msgstr "GONE"
"""
    header, *brought = entries(merged(old))
    assert header.texts[0].startswith("Language: xx\n")
    found = {entry.keys: entry for entry in brought}
    assert found.keys() == {entry.keys for entry in entries(template())[1:]}
    assert found["Play a game.",].texts == ("PLAY",)
    assert found["{number} game", "{number} games"].texts == ("{number} GAME", "{number} GAMES")
    assert [entry.keys[0] for entry in brought if entry.fuzzy] == ["{number} game"]
    assert [entry.keys[0] for entry in brought if entry.translated] == ["Play a game."]


def test_a_line_that_is_none_of_a_catalogue_is_named() -> None:
    with pytest.raises(ValueError, match="msgstring 'x' is no line of a catalogue"):
        entries("msgid \"a\"\nmsgstring 'x'")


def test_the_template_has_the_texts_of_both_packages() -> None:
    written = template()
    assert '#: tui/command/playing.py\nmsgid "Play a game."\nmsgstr ""\n' in written
    assert "#: core/position.py\n" in written

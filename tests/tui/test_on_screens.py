"""A screen names keys and rows where a command names commands; what a command prints has the usual keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import Context
from functools import cache
from typing import Any

import pytest

from core.errors import UnknownGame
from core.games import get
from core.phrase import fact, phrase
from core.study.study import StudyQuestion
from tests.study_words import LANGUAGES, NAMES, page
from tests.tools.messages import SOURCES, messages
from tests.tui.hall import Door
from tui.screens.study.document import StudyScreen
from tui.text.catalogue import PRINTED, Language, name_keys, parted, say, speak
from tui.text.keys import KEYS, ActiveKeys

NEVER_ON_SCREENS = {
    "There is no topic {name}; did you mean {close}? 'triqui study' lists them all.": "Learn lists the topics",
    "There is no topic {name}; 'triqui study' lists them all.": "Learn lists the topics",
    "There is one course for all games; leave out {game}, or use 'triqui study puzzles GAME'.": "it asks for no game",
}
"""Refusals of studies that name a command, and why no screen shows them."""


@cache
def texts_of_the_core() -> Mapping[str, str]:
    """Every text of the core, and the file in which it stands."""
    sources = {path: source for path, source in SOURCES.items() if path.startswith("core/")}
    return {text: path for path, source in sources.items() for found in messages(source) for text in found}


def on_screen(what: Any, language: str = "en", **keys: str) -> str:
    def said() -> str:
        speak(Language(language))
        name_keys(ActiveKeys(keys), on_screen=True)
        return say(what)

    return Context().run(said)


def test_a_part_for_screens_and_one_for_commands_stand_in_one_text() -> None:
    text = "see {command:'triqui study {topic}'}{screen:the row {topic} of Learn}; {left}."
    assert parted(text, screen=True) == "see the row {topic} of Learn; {left}."
    assert parted(text, screen=False) == "see 'triqui study {topic}'; {left}."


def test_every_refusal_of_a_study_that_names_a_command_has_other_words_on_a_screen() -> None:
    refusals = {text for text, path in texts_of_the_core().items() if path.startswith("core/study/")}
    assert {text for text in refusals if "'triqui " in parted(text, screen=True)} == NEVER_ON_SCREENS.keys()


def test_a_screen_needs_no_other_values_than_a_command() -> None:
    field = re.compile(r"{(\w+)}")
    for text in texts_of_the_core():
        on_screen, printed = (set(field.findall(parted(text, screen=screen))) for screen in (True, False))
        assert on_screen <= printed, text


def test_english_outside_of_interfaces_is_what_a_command_prints() -> None:
    told = phrase(
        "See {command:'triqui study {topic}'}{screen:the row {topic} of Learn}; {left}.", topic="nim", left="on"
    )
    assert str(told) == say(told) == "See 'triqui study nim'; on."


@pytest.mark.parametrize("code", ["", *LANGUAGES])
@pytest.mark.parametrize("name", NAMES)
def test_no_page_names_a_command_or_a_bare_key_on_a_screen(name: str, code: str) -> None:
    for text in page(name, code).values():
        assert not re.search(r"'triqui |\bEnter\b|\bTab\b|':'|< (?:and|y) >|--\w", parted(text, screen=True))


def test_a_page_names_the_keys_of_the_reader_on_a_screen_and_the_usual_ones_where_it_is_printed() -> None:
    note = fact("contests.exercises.note")
    assert on_screen(note, open="f5").startswith("F5 on a board plays it.")

    def printed() -> str:
        name_keys(ActiveKeys(dict.fromkeys(KEYS, "f5")))
        return say(note)

    assert Context().run(printed).startswith("Enter on a board plays it.")


def test_the_keys_that_are_printed_are_the_usual_ones() -> None:
    usual = ActiveKeys()
    assert {action: usual(action) for action in PRINTED} == PRINTED


@pytest.mark.parametrize("name", NAMES)
def test_every_key_that_a_page_names_can_be_printed(name: str) -> None:
    assert {action for text in page(name).values() for action in re.findall(r"{key:(\w+)}", text)} <= PRINTED.keys()


def test_a_refusal_names_the_home_screen_instead_of_a_command() -> None:
    with pytest.raises(UnknownGame) as refused:
        get("zzzzzz")
    assert on_screen(refused.value) == "There is no game 'zzzzzz'; the home screen lists all."
    assert say(refused.value).startswith("There is no game 'zzzzzz'; 'triqui games' lists all")


async def test_another_board_that_has_no_answer_is_refused_without_the_words_of_a_command(hall: Door) -> None:
    async with hall() as visit:
        visit.app.study(StudyQuestion("table"))
        await visit.until(lambda: isinstance(visit.app.screen, StudyScreen) and visit.app.screen.study)
        await visit.do("subject")
        await visit.press("ctrl+a", "ctrl+k", *"tictactoe", "enter")
        await visit.until(lambda: "has no such table" in visit.status)
        assert "triqui study" not in visit.text

"""Texts find their translation, wherever they come from."""

from __future__ import annotations

import gettext

import pytest

from core.errors import IllegalMove
from core.phrase import phrase
from tests.messages import messages, template
from tui import texts


class Upper(gettext.NullTranslations):
    """A language in which the texts this test knows are written large."""

    KNOWN = ("a game", "There is no {thing} here.", "{count} moves")

    def gettext(self, message: str) -> str:
        return message.replace("There is no", "NO").replace("a game", "A GAME") if message in self.KNOWN else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_catalogue", Upper)


@pytest.mark.usefixtures("large")
def test_phrases_and_errors_are_translated_before_their_values_are_put_in() -> None:
    assert texts.say(phrase("There is no {thing} here.", thing="{x}")) == "NO {x} here."
    assert texts.say(IllegalMove("There is no {thing} here.", thing=phrase("a game"))) == "NO A GAME here."


@pytest.mark.usefixtures("large")
def test_numbers_choose_the_form() -> None:
    assert texts.ngettext("{number} game", "{number} games", 1) == "1 game"
    assert texts.ngettext("{number} game", "{number} games", 3) == "3 games"


def test_a_language_nobody_has_translated_is_english() -> None:
    texts.speak("xx")
    try:
        assert texts._("Play a game.") == "Play a game."
    finally:
        texts.speak("")


def test_texts_are_collected_from_every_kind_of_call() -> None:
    source = """
_("one"); texts._("two"); phrase("three {x}", x=_("four")); ngettext("{number} five", "{number} fives", n)
BadUsage("six" if x else "seven", x=1); _(variable); other("eight")
"""
    assert set(messages(source)) == {
        ("one",),
        ("two",),
        ("three {x}",),
        ("four",),
        ("{number} five", "{number} fives"),
        ("six",),
        ("seven",),
    }


def test_the_template_has_the_texts_of_both_packages() -> None:
    written = template()
    assert '#: tui/commands.py\nmsgid "Play a game."\nmsgstr ""\n' in written
    assert "#: core/position.py\n" in written

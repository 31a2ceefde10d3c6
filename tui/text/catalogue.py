"""The texts of the interface in the language of the person who reads them.

Catalogues are ``tui/locale/LANGUAGE/LC_MESSAGES/triqui.mo``; English needs none. The language belongs to the context in which a
text is asked for, as that of an app and all its tasks: apps for several people in one process speak each its own.
"""

from __future__ import annotations

import gettext
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path

from core.errors import CoreError
from core.phrase import Phrase

DOMAIN = "triqui"
LOCALE = Path(__file__).parents[1] / "locale"


class Language:
    """A language by its code, as ``es``, or by several with colons between, of which the first that has a catalogue holds;
    English where none has one. The catalogue is read when the first text is asked for."""

    def __init__(self, codes: str = "C") -> None:
        self._codes = codes.split(":")

    @cached_property
    def texts(self) -> gettext.NullTranslations:
        """The catalogue."""
        return gettext.translation(DOMAIN, LOCALE, self._codes, fallback=True)

    @property
    def code(self) -> str:
        """The code of the catalogue, ``en`` where there is none."""
        return self.texts.info().get("language") or "en"


ENGLISH = Language()
_spoken = ContextVar("language", default=ENGLISH)


def speak(language: Language) -> None:
    """Let the texts of this context, and of the tasks that begin in it from now on, be in a language."""
    _spoken.set(language)


def language() -> Language:
    """The language spoken here."""
    return _spoken.get()


def _(text: str) -> str:
    """The text translated."""
    return language().texts.gettext(text) if text else ""


def ngettext(one: str, many: str, number: int, shown: str = "") -> str:
    """The text for a number of things translated, with that number, or how it is to be shown, in its field {number}."""
    return language().texts.ngettext(one, many, number).format(number=shown or number)


def say(what: Phrase | CoreError) -> str:
    """A phrase of the core, or what an error of the core says, translated; phrases among its values too."""
    phrase = what.phrase if isinstance(what, CoreError) else what
    values = {name: say(value) if isinstance(value, Phrase) else value for name, value in phrase.values.items()}
    return _(phrase.template).format(**values)

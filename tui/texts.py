"""The texts of the interface in the language of the person who reads them.

Catalogues are ``tui/locale/LANGUAGE/LC_MESSAGES/triqui.mo``; English needs none. The language is the one given to
:func:`speak`, else that of LANGUAGE, LC_ALL, LC_MESSAGES or LANG; the catalogue is read when the first text is asked for.
"""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path

from core.errors import CoreError
from core.phrase import Phrase

DOMAIN = "triqui"
LOCALE = Path(__file__).parent / "locale"

_chosen: list[str] = []


def speak(language: str) -> None:
    """Choose a language by its code, as ``es``; an empty one leaves the choice to the environment."""
    _chosen[:] = [language] if language else []
    _catalogue.cache_clear()


@lru_cache(maxsize=1)
def _catalogue() -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, _chosen or None, fallback=True)


def language() -> str:
    """The code of the language spoken, ``en`` where there is no catalogue."""
    return _catalogue().info().get("language") or "en"


def _(text: str) -> str:
    """The text translated."""
    return _catalogue().gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """The text for a number of things translated, with that number in its field {number}."""
    return _catalogue().ngettext(one, many, number).format(number=number)


def say(what: Phrase | CoreError) -> str:
    """A phrase of the core, or what an error of the core says, translated; phrases among its values too."""
    phrase = what.phrase if isinstance(what, CoreError) else what
    values = {name: say(value) if isinstance(value, Phrase) else value for name, value in phrase.values.items()}
    return _(phrase.template).format(**values)

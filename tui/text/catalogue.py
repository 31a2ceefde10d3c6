"""The texts of the interface in the language of the person who reads them.

Catalogues are found in :mod:`tui.locale`; English needs none. The language belongs to the context in which a
text is asked for, as that of an app and all its tasks: apps for several people in one process speak each its own.
So do the names of the keys: a field ``{key:undo}`` becomes what the reader presses to undo, before any other field is filled.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import takewhile
from typing import TypeAlias

from core.errors import CoreError, quoted
from core.kits import KITS, OWN_PREFIX, plain
from core.phrase import Clause, Fact, Figures, FileTitle, Phrase, Sentence, phrase
from tui import locale

_OWN_NAME = phrase("English")
"""In its place a catalogue has the name of its language."""
_FIGURES = phrase("1,234.5")
"""In its place a catalogue has the same number as its language writes it."""


class UnknownLanguage(CoreError):
    """A language was asked for that is not there."""


class Language:
    """A language by its code, as ``es`` or ``es_CO.UTF-8``, or by several with colons between, of which the first that is there
    holds; English where none is. The catalogue is read when the first text is asked for."""

    def __init__(self, codes: str = "C") -> None:
        self.change(codes)

    def change(self, codes: str) -> None:
        """Be another language from now on, for all who speak this one."""
        self._codes = list(takewhile(lambda code: _base(code) not in (locale.ENGLISH, "c", "posix"), codes.split(":")))
        self._texts: gettext.NullTranslations | None = None

    @property
    def texts(self) -> gettext.NullTranslations:
        """The catalogue."""
        if self._texts is None:
            self._texts = gettext.translation(locale.DOMAIN, locale.LOCALE, self._codes, fallback=True)
        return self._texts

    @property
    def code(self) -> str:
        """The code of the catalogue, ``en`` where there is none."""
        return self.texts.info().get("language") or locale.ENGLISH

    @property
    def name(self) -> str:
        """What the language is called in itself."""
        return self.texts.gettext(_OWN_NAME.template)

    @property
    def separators(self) -> dict[str, str]:
        """What stands in a number for the comma between thousands and for the decimal point of English."""
        number = self.texts.gettext(_FIGURES.template)
        return {",": number[1], ".": number[-2]}


def _base(code: str) -> str:
    """The language alone: of ``es_CO.UTF-8`` it is ``es``."""
    return re.split("[-_.@]", code.lower())[0]


def check(code: str, source: str) -> str:
    """The code of a language that ``source`` asks for. Raises UnknownLanguage where it is not there."""
    if _base(code) in locale.codes():
        return _base(code)
    raise UnknownLanguage(
        "There is no language {name}, which {source} asks for; the languages are {languages}.",
        name=quoted(code),
        source=source,
        languages=", ".join(f"{known} ({Language(known).name})" for known in locale.codes()),
    )


ENGLISH = Language()
_spoken = ContextVar("language", default=ENGLISH)


def speak(language: Language) -> None:
    """Let the texts of this context, and of the tasks that begin in it from now on, be in a language."""
    _spoken.set(language)


def language() -> Language:
    """The language spoken here."""
    return _spoken.get()


KeyNames: TypeAlias = Callable[[str], str]
"""Gives for an action what the reader has to press, or to say, to do it."""
_key_names: ContextVar[KeyNames] = ContextVar("key names", default=str)
_on_screen: ContextVar[bool] = ContextVar("on screen", default=False)
_KEY_FIELD = re.compile(r"\{key:(\w+)\}")
_PLACE = re.compile(r"\{(screen|command):((?:[^{}]|\{[^{}]*\})*)\}")
PRINTED: Mapping[str, str] = {"open": "Enter", "subject": ":", "find": "/", "back": "<", "step": ">"}
"""The keys that the pages of studies name, as commands print them: the usual ones."""


def name_keys(names: KeyNames, *, on_screen: bool = False) -> None:
    """Let the texts of this context, and of the tasks that begin in it from now on, name keys as ``names`` does; on a
    screen they name no commands."""
    _key_names.set(names)
    _on_screen.set(on_screen)


def key_name(action: str) -> str:
    """What the reader has to press for an action; the name of the action where nobody has named keys. Raises KeyError."""
    return _key_names.get()(action)


def with_keys(text: str) -> str:
    """A text with the keys of actions in its fields ``{key:undo}``; its other fields stay."""
    return _with_keys(text, key_name)


def _with_keys(text: str, names: KeyNames) -> str:
    return _KEY_FIELD.sub(lambda found: names(found[1]), text) if "{key:" in text else text


def parted(text: str, *, screen: bool) -> str:
    """A text for a screen or for a command: of its fields ``{screen:...}`` and ``{command:...}`` those of the other
    are left out. Other fields may stand in them."""
    place = "screen" if screen else "command"
    return _PLACE.sub(lambda found: found[2] if found[1] == place else "", text) if "{" in text else text


def _(text: str) -> str:
    """The text translated, with the keys that it names."""
    return with_keys(language().texts.gettext(text)) if text else ""


def ngettext(one: str, many: str, number: int, shown: str = "") -> str:
    """The text for a number of things translated, with that number, or how it is to be shown, in its field {number}."""
    return with_keys(language().texts.ngettext(one, many, number)).format(number=shown or number)


def figures(text: str) -> str:
    """Numbers that are written in English, as ``1,234`` or ``+0.35``, as the reader writes them; of the same length."""
    separators = language().separators
    return re.sub(r"[,.](?=\d)", lambda found: separators[found[0]], text)


def say(what: Sentence | CoreError) -> str:
    """What a fact, a phrase or an error of the core says in the reader's language; facts and phrases among its values too."""
    said = what.phrase if isinstance(what, CoreError) else what
    if isinstance(said, Fact):
        from tui import study  # which only studies need

        words = study.words(said.name, language().code)
        screen = _on_screen.get()
        template = _with_keys(parted(words, screen=screen), key_name if screen else PRINTED.__getitem__)
    else:
        template = parted(_(said.template), screen=_on_screen.get())
    text = template.format(**{name: rendered(value) for name, value in said.values.items()})
    return text.removesuffix(".") if isinstance(said, Clause) else text


@contextmanager
def in_language(language: Language) -> Iterator[None]:
    """A language for what is said here, whatever that of the reader is."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def in_english() -> AbstractContextManager[None]:
    """English for what is said here, as programs read it, whatever the reader's language is."""
    return in_language(ENGLISH)


def rendered(value: object) -> object:
    """A fact or a phrase in the reader's language, figures as the reader writes them, the ids of games of one's own with few
    digits, the title of a game from a file with that where the hall has it too, anything else as it is."""
    if isinstance(value, (Fact, Phrase)):
        return say(value)
    if isinstance(value, Figures):
        return figures(value)
    if isinstance(value, FileTitle):
        return _("{title} (from a file)").format(title=value) if ours(value) else value
    return shown(value) if isinstance(value, str) else value


def shown(text: str) -> str:
    """A text in which the ids of games of one's own have few digits: see :func:`core.own.shown`."""
    if OWN_PREFIX not in text:
        return text
    from core import own  # most people have none

    return own.shown(text)


def ours(title: str) -> bool:
    """Whether a title is the name of a game of the hall in any language, its id or another name of it. Size and signs between
    letters do not count."""
    return _folded(title) in _names()


@cache
def _names() -> frozenset[str]:
    from core import games  # all of them, which nobody else needs

    names = [game.id for game in games.presets()]
    names += [name for kit in KITS.values() for name in (kit.id, *kit.aliases)]
    for code in locale.codes():
        with in_language(Language(code)):
            names += [say(game.name) for game in games.presets()]
    found = set(map(_folded, names))
    return frozenset(found | {name.removesuffix("0") for name in found})


_LOOKALIKES = str.maketrans("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u00d7", "aeopcyxix")
"""Cyrillic letters and the sign of multiplication by what they look like."""


def _folded(title: str) -> str:
    """A title for comparison: as it is searched, with one size for all, letters and digits alone."""
    sized = re.sub(r"\d+(?:[^\w.]*x?[^\w.]*\d+)*", "0", plain(title).translate(_LOOKALIKES))
    return re.sub(r"[^\w.]|_|\.(?!\d)", "", sized)

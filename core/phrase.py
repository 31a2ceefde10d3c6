"""What is said in the reader's language: a sentence that can be translated, or a fact for which a page has the words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


class _AsWritten:
    """Shows a field ``{key:undo}``, which an interface replaces by the key of an action, as the name of that action, and
    ``{command:...}`` as what stands in it."""

    def __format__(self, written: str) -> str:
        return written


class _LeftOut:
    """Leaves out a field ``{screen:...}``."""

    def __format__(self, written: str) -> str:
        return ""


_FIELDS: Mapping[str, object] = {"key": _AsWritten(), "command": _AsWritten(), "screen": _LeftOut()}


@dataclass(frozen=True)
class Phrase:
    """An English template with named fields, kept apart from its values so that the template can be looked up
    in a catalogue. ``str()`` gives the English sentence; a value may itself be a phrase. What only a screen says stands in a
    field ``{screen:...}``, and what only a command says in ``{command:...}``."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**{**_FIELDS, **self.values})

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Clause(Phrase):
    """A sentence as a part of another one, which shows it without its full stop."""

    def __str__(self) -> str:
        return super().__str__().removesuffix(".")


def clause(sentence: Phrase) -> Clause:
    """The sentence as a part of another one."""
    return Clause(sentence.template, sentence.values)


class Figures(str):
    """Figures as English writes them, ``1,234.5``: text in which points and commas before a digit belong to a number. An
    interface shows them as its reader writes them."""

    __slots__ = ()


class FileTitle(str):
    """The title of a game from a file, which anybody may have given: an interface says that it is from a file where one of its
    own games is called the same."""

    __slots__ = ()


def figure(number: int) -> Figures:
    """A number in a sentence, with its thousands apart."""
    return Figures(f"{number:,}")


def phrase(template: str, **values: object) -> Phrase:
    """Make a phrase; the name is the keyword that collectors of translatable texts look for."""
    return Phrase(template, values)


def phrase_out(said: Phrase) -> dict[str, Any]:
    """A phrase as JSON values."""
    return {"template": said.template, "values": {name: _value_out(value) for name, value in said.values.items()}}


def _value_out(value: object) -> Any:
    if isinstance(value, Phrase):
        return phrase_out(value)
    exact = value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))
    return value if exact else str(value)


def phrase_in(values: Mapping[str, Any]) -> Phrase:
    """The inverse of :func:`phrase_out`; other keys are ignored."""
    named = {
        name: phrase_in(value) if isinstance(value, Mapping) else value for name, value in values["values"].items()
    }
    return Phrase(values["template"], named)


@dataclass(frozen=True)
class Fact:
    """Something that a study has found out: ``name`` is where a page has its words, as ``nim.said.parity``, the page first;
    ``values`` fill them, among them other facts and phrases."""

    name: str
    values: Mapping[str, object] = field(default_factory=dict)


Sentence: TypeAlias = Phrase | Fact


def fact(name: str, /, **values: object) -> Fact:
    """Make a fact; the name is the keyword that the check of the pages looks for."""
    return Fact(name, values)

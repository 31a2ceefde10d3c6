"""Colours. Everything else names roles; only here do they get a colour.

A theme of one's own is a file ``themes/NAME.toml`` beside the settings::

    dark = true
    primary = "#5fafff"        # and secondary, accent, foreground, background, surface, panel, success, warning, error

    [variables]
    first = "#5fafff"          # and second, won, win, tie, lose, endless, guess, faint, dim, soft
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import Theme

from core.errors import CoreError, quoted
from core.phrase import Phrase, phrase

_DARK = {
    "first": "#5fafff",
    "second": "#ffaf5f",
    "won": "#ffe08a",
    "win": "#95f3a7",
    "tie": "#dddddd",
    "lose": "#ea618f",
    "endless": "#ad7ff6",
    "guess": "#55b0ba",
    "faint": "#707070",
    "dim": "#909090",
    "soft": "#b8b8b8",
}
_LIGHT = {
    "first": "#005faf",
    "second": "#964f00",
    "won": "#6b5200",
    "win": "#0a6b2a",
    "tie": "#5a5a5a",
    "lose": "#a8104a",
    "endless": "#6a2fb0",
    "guess": "#1f6468",
    "faint": "#767676",
    "dim": "#666666",
    "soft": "#404040",
}
"""A colour for each player, one for what is won, and others for what moves are worth: green, grey and rose for win, draw and
loss, of which the first is the brightest and the last the darkest, so that eyes without one kind of cones tell them apart."""
_ANSI = {
    "first": "ansi_blue",
    "second": "ansi_yellow",
    "won": "ansi_bright_yellow",
    "win": "ansi_green",
    "tie": "ansi_default",
    "lose": "ansi_red",
    "endless": "ansi_magenta",
    "guess": "ansi_cyan",
    "faint": "ansi_bright_black",
    "dim": "ansi_default",
    "soft": "ansi_default",
}

OWN = (
    Theme(
        "triqui",
        primary="#5fafff",
        secondary="#3a6ea5",
        accent="#ffaf5f",
        warning="#ffaf5f",
        error="#e06c5f",
        success="#5fafaf",
        foreground="#d8dce2",
        background="#14171c",
        surface="#1b1f26",
        panel="#242a33",
        variables=_DARK,
    ),
    Theme(
        "triqui-clear",
        primary="#56b4e9",
        secondary="#0072b2",
        accent="#f0e442",
        warning="#e69f00",
        error="#d55e00",
        success="#009e73",
        foreground="#ffffff",
        background="#000000",
        surface="#0a0a0a",
        panel="#1c1c1c",
        variables={
            "first": "#5b6fdd",
            "second": "#fefa12",
            "won": "#6ba7a6",
            "win": "#56b4e9",
            "tie": "#ffffff",
            "lose": "#e69f00",
            "endless": "#9c9c68",
            "guess": "#ffff99",
            "faint": "#8a8a8a",
            "dim": "#b0b0b0",
            "soft": "#d8d8d8",
        },
    ),
)
"""The usual theme, and one on black whose colours eyes without one kind of cones tell apart: most are those of Okabe and Ito,
and values differ in blueness or in lightness."""

_COLOURS = (
    *("primary", "secondary", "warning", "error", "success"),
    *("accent", "foreground", "background", "surface", "panel", "boost"),
)
FOLDER = "themes"
"""Where themes of the user's own are, beside the settings."""


class ThemeBroken(CoreError):
    """A file says something that is no theme."""


def variables(dark: bool, ansi: bool) -> dict[str, str]:
    """The variables that the style sheets use for the roles of values."""
    return _ANSI if ansi else _DARK if dark else _LIGHT


def own_themes(settings: Path) -> tuple[list[Theme], list[ThemeBroken]]:
    """The themes of the user's own in the folder of the settings, and what is wrong with those that are left out."""
    found: list[Theme] = []
    wrong: list[ThemeBroken] = []
    for path in sorted((settings / FOLDER).glob("*.toml")):
        try:
            document = tomllib.loads(path.read_text(encoding="utf-8"))
            reason = _wrong(document)
        except OSError as error:
            reason = phrase("{error}", error=error.strerror)
        except (ValueError, RecursionError) as error:
            reason = phrase("{error}", error=error)
        if reason:
            wrong.append(ThemeBroken("The theme in {path} is left out: {reason}", path=path, reason=reason))
        else:
            found.append(Theme(path.stem, **document))
    return found, wrong


def _wrong(document: Mapping[str, Any]) -> Phrase | None:
    """What a theme says wrong."""
    if "primary" not in document:
        return phrase("it has to name at least its primary colour.")
    for name, value in document.items():
        if name == "variables" and isinstance(value, dict):
            strange = next((each for each in value if each not in _DARK), None)
            if strange:
                return phrase("{name} is no variable; there are {names}.", name=quoted(strange), names=", ".join(_DARK))
            if wrong := next((each for each in value if not _is_colour(value[each])), None):
                return _no_colour(wrong, value[wrong])
        elif name in _COLOURS:
            if not _is_colour(value):
                return _no_colour(name, value)
        elif name != "dark" or not isinstance(value, bool):
            names = ", ".join((*_COLOURS, "dark", "variables"))
            return phrase(
                "{name} is nothing that a theme has, or of the wrong kind; there are the colours {names}.",
                name=quoted(name),
                names=names,
            )
    return None


def _is_colour(value: object) -> bool:
    """Whether Textual can mix it: its names for the terminal's own colours are none that it can."""
    if not isinstance(value, str) or not re.fullmatch("#[0-9a-fA-F]{6}|[a-z]+", value) or value == "auto":
        return False
    try:
        Color.parse(value)
    except ColorParseError:
        return False
    return True


def _no_colour(name: str, value: object) -> Phrase:
    return phrase(
        '{name} must be a colour, as "#5fafff" or "orange", not {value}.', name=name, value=quoted(repr(value))
    )

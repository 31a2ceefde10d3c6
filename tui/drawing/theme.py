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


SHADES = 7
"""Number of shades below estimates."""
_SHADES = {True: (10, 9, 8, 7, 6, 5, 3), False: (16, 17, 18, 19, 20, 22, 23)}
"""Lightness of the ground below an estimate from the best one to the worst, in dark themes and in light ones, in steps of the
greys of a palette of 256 colours, which makes one grey of all that is nearest to a step. The step left out is that of a
draw; the grounds are at the dark end of their steps, for the ink to be read on them."""
_GREYS = 25
"""Steps from black to white."""
_TINGE = 0.1
"""Saturation of these grounds: more, and the palette would take them for colours, of which it has but few that are dark."""
_VALUE_LUMINANCE = {True: 0.022, False: 0.71}
"""Luminance of the ground below proven values, in dark themes and in light ones."""
_INK_LUMINANCE = {True: 0.86, False: 0.01}


def grounds(theme: Theme, colours: Mapping[str, str]) -> dict[str, str]:
    """The variables that are made of the ``colours`` of a theme: grounds below values and below the board to play in, the ink
    for estimates, and faint lines and marks. The terminal's own colours cannot be mixed: there nothing has a ground."""
    values, seats = ("win", "tie", "lose", "endless"), ("first", "second")
    if theme.name.startswith("ansi"):
        none = [*(f"on-{name}" for name in values), *(f"turn-{seat}" for seat in seats)]
        none += [f"shade-{step}" for step in range(1, SHADES + 1)]
        faded = {f"faded-{seat}": colours[seat] for seat in seats}
        return {**dict.fromkeys(none, "transparent"), **faded, "ink": colours["guess"], "grid": colours["faint"]}
    background = Color.parse(theme.background or ("#121212" if theme.dark else "#efefef"))

    def mixed(name: str, share: float) -> str:
        return background.blend(Color.parse(colours[name]), share).hex6

    def lit(name: str, luminance: float) -> str:
        hue, saturation, _lightness = Color.parse(colours[name]).hsl
        dark, bright = 0.0, 1.0
        for _step in range(10):
            middle = (dark + bright) / 2
            colour = Color.from_hsl(hue, (0.8 if theme.dark else 1.0) * saturation, middle)
            dark, bright = (dark, middle) if _luminance(colour) > luminance else (middle, bright)
        return colour.hex6

    return {
        **{f"on-{name}": lit(name, _VALUE_LUMINANCE[theme.dark]) for name in values},
        **{f"turn-{seat}": mixed(seat, 0.12) for seat in seats},
        **{f"faded-{seat}": mixed(seat, 0.75) for seat in seats},
        **{
            f"shade-{step}": Color.from_hsl(Color.parse(colours["guess"]).hsl[0], _TINGE, (grey - 0.4) / _GREYS).hex6
            for step, grey in enumerate(_SHADES[theme.dark], 1)
        },
        "ink": lit("guess", _INK_LUMINANCE[theme.dark]),
        "grid": mixed("faint", 0.5),
    }


def _luminance(colour: Color) -> float:
    """How bright a colour is, from 0 to 1, as the Web Content Accessibility Guidelines reckon it."""
    red, green, blue = (
        ((value + 0.055) / 1.055) ** 2.4 if value > 0.04 else value / 12.92 for value in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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
            wrong.append(ThemeBroken("The theme in {path} is not used: {reason}", path=path, reason=reason))
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
                return phrase(
                    "{name} is not a variable; the variables are {names}.", name=quoted(strange), names=", ".join(_DARK)
                )
            if wrong := next((each for each in value if not _is_colour(value[each])), None):
                return _no_colour(wrong, value[wrong])
        elif name in _COLOURS:
            if not _is_colour(value):
                return _no_colour(name, value)
        elif name != "dark" or not isinstance(value, bool):
            names = ", ".join((*_COLOURS, "dark", "variables"))
            return phrase(
                "{name} is not part of a theme, or of the wrong kind; the colours are {names}.",
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
        '{name} must be a colour, such as "#5fafff" or "orange", not {value}.', name=name, value=quoted(repr(value))
    )

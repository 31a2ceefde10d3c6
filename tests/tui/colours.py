"""Pictures of the colours of a screen: a letter for each cell, by what the theme calls the colour that is really seen there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.color import Color, ColorSystem
from rich.style import Style
from textual._context import visible_screen_stack
from textual.color import Color as Mixed
from textual.screen import Screen

from tui.hall.app import Hall

LETTERS = {
    "first": "x",
    "second": "o",
    "won": "v",
    "win": "w",
    "tie": "t",
    "lose": "l",
    "endless": "e",
    "guess": "g",
    "faint": ".",
    "dim": ",",
    "soft": ":",
    "foreground": "-",
    "ink": "i",
    "grid": "'",
    "faded-first": "c",
    "faded-second": "q",
}
"""By the variable of the theme; a capital, or ``#``, where foreground and background have changed places."""

GROUNDS = {
    "on-win": "w",
    "on-tie": "t",
    "on-lose": "l",
    "on-endless": "e",
    "turn-first": "x",
    "turn-second": "o",
    **{f"shade-{step}": str(step) for step in range(1, 8)},
}
"""Of the grounds below values and below the board to play in, by the variable of the theme."""


def in_256(colour: str) -> int | None:
    """The number of the colour that a terminal with 256 of them shows."""
    return Color.parse(colour.lower()).downgrade(ColorSystem.EIGHT_BIT).number


def ground_letters(app: Hall, palette: Callable[[str], object] = str) -> str:
    """The screen with a letter for each cell that has a ground, a dot for any other; ``palette`` gives what a terminal makes of
    a colour."""
    variables = app.get_css_variables()
    hexes = {name: Mixed.parse(variables[name]).hex6 for name in ("background", *GROUNDS)}
    names = {palette(hexes[name]): letter for name, letter in reversed(GROUNDS.items())}
    names[palette(hexes["background"])] = "."
    visible_screen_stack.set(app._background_screens)
    return "\n".join(
        "".join(
            names.get(palette(_hex(segment.style.bgcolor if segment.style else None) or "#000000"), ".")
            * segment.cell_length
            for segment in strip
        )
        for strip in app.screen._compositor.render_strips()
    )


def colour_letters(app: Hall) -> str:
    """The screen with a letter in place of each character, ``?`` where its colour has no name."""
    variables = app.get_css_variables()
    names = {Mixed.parse(variables[name]).hex6: letter for name, letter in reversed(LETTERS.items())}
    screen: Screen[Any] = app.screen
    visible_screen_stack.set(app._background_screens)
    return "\n".join(
        "".join(_letter(character, segment.style, names) for segment in strip for character in segment.text)
        for strip in screen._compositor.render_strips()
    )


def _letter(character: str, style: Style | None, names: Mapping[str, str]) -> str:
    reverse = bool(style and style.reverse)
    if character == " " and not reverse:
        return " "
    letter = names.get(_hex(style.color if style else None), "?")
    return letter if not reverse else "#" if letter == "-" else letter.upper()


def _hex(colour: Color | None) -> str:
    return colour.get_truecolor().hex.upper() if colour else ""

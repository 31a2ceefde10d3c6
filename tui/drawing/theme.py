"""Colours. Everything else names roles; only here do they get a colour."""

from __future__ import annotations

_DARK = {
    "win": "#5fafff",
    "tie": "#a8a8a8",
    "lose": "#ffaf5f",
    "endless": "#af87d7",
    "guess": "#87af87",
    "faint": "#707070",
    "dim": "#909090",
    "soft": "#b8b8b8",
}
_LIGHT = {
    "win": "#005faf",
    "tie": "#5f5f5f",
    "lose": "#af5f00",
    "endless": "#5f5f87",
    "guess": "#3a6a3a",
    "faint": "#8c8c8c",
    "dim": "#666666",
    "soft": "#404040",
}
"""Blue, grey and orange for win, draw and loss, which people who confuse red and green can tell apart."""
_ANSI = {
    "win": "ansi_blue",
    "tie": "ansi_default",
    "lose": "ansi_yellow",
    "endless": "ansi_magenta",
    "guess": "ansi_green",
    "faint": "ansi_bright_black",
    "dim": "ansi_default",
    "soft": "ansi_default",
}


def variables(dark: bool, ansi: bool) -> dict[str, str]:
    """The variables that the style sheets use for the roles of values."""
    return _ANSI if ansi else _DARK if dark else _LIGHT

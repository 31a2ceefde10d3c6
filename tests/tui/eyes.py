"""How colours look: their contrast, and how far apart they are for eyes of several kinds."""

from __future__ import annotations

from math import dist

from textual.color import Color

PROTANOPIA = ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0))
DEUTERANOPIA = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))
"""How red, green and blue light reach an eye that lacks a cone, after Vienot, Brettel and Mollon (1999)."""
USUAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def light(colour: str) -> list[float]:
    """The light of a colour, from 0 to 1 for red, green and blue."""
    return [
        ((value + 0.055) / 1.055) ** 2.4 if value > 0.04 else value / 12.92 for value in Color.parse(colour).normalized
    ]


def luminance(colour: str) -> float:
    return sum(share * value for share, value in zip((0.2126, 0.7152, 0.0722), light(colour), strict=True))


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines reckon it, from 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def lab(colour: list[float]) -> tuple[float, float, float]:
    """Light as CIELAB, in which distances are as large as they look."""
    red, green, blue = (max(0.0, value) for value in colour)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, eye: tuple[tuple[float, ...], ...]) -> float:
    """How far two colours are apart for an eye; 2 can just be told apart side by side."""
    seen = [
        lab([sum(share * value for share, value in zip(row, light(colour), strict=True)) for row in eye])
        for colour in (one, other)
    ]
    return dist(*seen)

"""The moving picture of the README: a first game, played by the real app and joined into an SVG that moves by CSS alone.

It needs no script, no font and no other file, so it moves wherever a page shows it as an image.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from html import escape, unescape
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from textual.pilot import Pilot

from tui.hall.app import Hall
from tui.household.opening import Opening
from tui.household.settings import Settings
from tui.household.settings_file import change

NAME = "first-game"


class Step(NamedTuple):
    """A key, "" for none, what the title of the window then says, and the seconds for which it shows."""

    key: str
    caption: str
    seconds: float


STEPS = (
    Step("", "$ triqui", 1.2),
    Step("7", "7: Connect Four", 1.4),
    Step("enter", "Enter: play. Every move has its value, proven", 2.2),
    Step("e", "e: the values on the board", 1.6),
    Step("4", "4: the only move that wins, and the reply", 2.0),
    Step("1", "1: a mistake, marked ??", 3.2),
)
SEED = 4
"""The easy opponent's chance; with it, it sees the mistake."""


class Frame(NamedTuple):
    """A picture that Textual exports of a window of 80 columns, its caption, and the seconds for which it shows."""

    svg: str
    caption: str
    seconds: float


async def settle(pilot: Pilot[None]) -> None:
    """Let the engines come to rest, as far as a picture needs it."""
    for _beat in range(12):
        await asyncio.sleep(0.1)
        await pilot.pause()


async def still(pilot: Pilot[None]) -> str:
    """The picture once it no longer changes."""
    before = ""
    while (svg := pilot.app.export_screenshot(simplify=True)) != before:
        before = svg
        await settle(pilot)
    return svg


async def film() -> list[Frame]:
    """Play the steps in a new home, and take a picture after each."""
    with tempfile.TemporaryDirectory() as folder, patch("tui.game.home_game.Random", partial(Random, SEED)):
        change(Path(folder), Settings(), Settings(theme=Settings.theme, welcome=False))
        app = Hall((Path(folder), Path(folder)), Opening(), pace=0.0)
        frames = []
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            for step in STEPS:
                if step.key:
                    await pilot.press(step.key)
                await settle(pilot)
                frames.append(Frame(await still(pilot), step.caption, step.seconds))
    return frames


STYLE = re.compile(r"\.(\S+) \{ (.*?) \}")
PART = re.compile(r'<rect [^>]*crispEdges"/>|<text [^>]*textLength.*?</text>')
WINDOW = re.compile(r'<svg .*?>|<rect [^>]*rx="8"/>|<g transform="translate\(26,22\)">.*?</g>', re.DOTALL)
CAPTION = '<text class="caption" x="488" y="-13">{}</text>'
FONTS = '"Fira Code", Menlo, Consolas, "DejaVu Sans Mono", monospace'
"""Fonts of the reader's machine, for an image may load none."""
BASE = f"""text {{ font: 20px {FONTS} }}
.caption {{ font: bold 18px arial, sans-serif; fill: #c5c8c6; text-anchor: middle }}
@media (prefers-reduced-motion: reduce) {{ g {{ animation: none !important }} }}"""
BODY = '<g transform="translate(9,41)" xml:space="preserve">'


def join(frames: Sequence[Frame]) -> str:
    """An SVG that shows the frames in turn, without end; where nothing can move, the last frame.

    Each part of a frame is written once, in the group of the frames that have it.
    """
    classes: dict[str, str] = {}
    shown: dict[str, list[int]] = defaultdict(list)
    for number, frame in enumerate(frames):
        styles = dict(STYLE.findall(frame.svg))
        for part in PART.findall(frame.svg):
            if name := re.search(r'class="(.*?)"', part):
                short = classes.setdefault(styles[name[1]], f"c{len(classes)}")
                part = re.sub(' clip-path=".*?"', "", part.replace(name[1], short, 1))
            shown[part].append(number)
        shown[CAPTION.format(escape(frame.caption))].append(number)
    groups: dict[tuple[str, tuple[int, ...]], list[str]] = defaultdict(list)
    for part, numbers in shown.items():
        groups[part[:5], tuple(numbers)].append(part)
    names = {numbers: f"g{count}" for count, numbers in enumerate(dict.fromkeys(numbers for _tag, numbers in groups))}
    css = [f".{name} {{ {style} }}" for style, name in classes.items()]
    css += [turns(name, numbers, frames) for numbers, name in names.items() if len(numbers) < len(frames)]
    drawn = [
        f'<g class="{names[numbers]}">{"".join(parts)}</g>'
        for (_tag, numbers), parts in sorted(groups.items())  # every rect comes before every text
    ]
    head, *window = WINDOW.findall(frames[0].svg)
    return "\n".join([sized(head), "<style>", BASE, *css, "</style>", *window, BODY, *drawn, "</g>", "</svg>", ""])


def sized(svg: str) -> str:
    """A picture that Textual exports, with a width and a height: without them a page may shrink it to nothing."""
    return re.sub(r'viewBox="0 0 (\S+) (\S+)"', r'width="\1" height="\2" \g<0>', svg, count=1)


def turns(name: str, numbers: Sequence[int], frames: Sequence[Frame]) -> str:
    """The rules by which a group is visible in the frames with these numbers."""
    *starts, total = accumulate((frame.seconds for frame in frames), initial=0.0)
    keys = (f"{100 * start / total:.1f}% {{ opacity: {int(n in numbers)} }}" for n, start in enumerate(starts))
    last = int(len(frames) - 1 in numbers)
    return f"""@keyframes {name} {{ {" ".join(keys)} }}
.{name} {{ opacity: {last}; animation: {name} {total:.1f}s step-end infinite }}"""


def captions(svg: str) -> list[str]:
    """The captions of a moving picture, frame by frame."""
    return [unescape(caption) for caption in re.findall(CAPTION.replace("{}", "(.*?)"), svg)]

"""Games of the kind ``slides``: stones move from point to point along edges."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from core.errors import quoted
from core.kinds.slides import OneWay, Stuck, beside
from core.own.points import Names, check_lines, check_places, places_of
from core.own.text import OwnText

KEYS = ("points", "rows", "columns", "edges", "first", "second", "place", "lines", "fly", "stuck", "guarded")
MAX_POINTS, MAX_LINES, MAX_EDGES = 64, 1000, 2000
SIDES = ("first", "second")
_EDGE = re.compile(r"\s*([A-Za-z0-9]{1,3})\s*([->])\s*([A-Za-z0-9]{1,3})\s*(?:\s(first|second))?\s*")


def check(written: OwnText) -> dict[str, Any]:
    """What a file says of such a game, as it is kept. Raises BadOwnFile."""
    values = check_places(written, MAX_POINTS)
    names = Names(places_of(values))
    fly = written.flag("fly")
    if fly:
        values["fly"] = True
    if "edges" in written.values:
        values["edges"] = _edges(written, names)
    elif not fly:
        raise written.wrong_at(
            written.line("points" if "points" in values else "rows"),
            'The edges are missing; list them, as in edges = ["a-b", "b>c"], or write fly = true.',
        )
    values |= _stones(written, names)
    if "lines" in written.values:
        values["lines"] = check_lines(written, names, MAX_LINES)
    stuck, those = written.text_of("stuck") or Stuck.LOSES.value, [each.value for each in Stuck]
    if stuck not in those:
        raise written.wrong(
            "stuck",
            "{text} does not say what happens to a player who cannot move; write one of {those}.",
            text=quoted(stuck),
            those=", ".join(those),
        )
    if stuck != Stuck.LOSES.value:
        values["stuck"] = stuck
    guarded = names.read(written, "guarded", written.text_of("guarded") or "")
    if guarded:
        values["guarded"] = names.text(sorted(guarded))
    elif "guarded" in written.values:
        raise written.wrong("guarded", "{key} is empty; name at least one.", key=quoted("guarded"))
    if "first" in values:
        _can_begin(written, values)
    return values


def _edges(written: OwnText, names: Names) -> list[str]:
    found: dict[str, None] = {}
    for item, text in enumerate(written.strings("edges", MAX_EDGES) or ()):
        made = _EDGE.fullmatch(text)
        if not made:
            raise written.wrong(
                "edges",
                (
                    "{text} is not an edge; write two points as in a-b, a>b for one way, and first or second after it for "
                    "one side."
                ),
                item,
                text=quoted(text),
            )
        start, end = (names.find(written, "edges", name, item) for name in made.group(1, 3))
        if start == end:
            raise written.wrong("edges", "{text} leads nowhere; an edge has two points.", item, text=quoted(text))
        way = made[2]
        if way == "-" and start > end:
            start, end = end, start
        kept = f"{names.places[start].name}{way}{names.places[end].name}" + (f" {made[4]}" if made[4] else "")
        if kept in found:
            raise written.wrong("edges", "The edge {text} appears twice.", item, text=quoted(kept))
        found[kept] = None
    return sorted(found)


def _stones(written: OwnText, names: Names) -> dict[str, Any]:
    count = len(names.places)
    written.alone(("place", "first"))
    written.alone(("place", "second"))
    if "place" in written.values:
        number = written.number("place", 1, count // 2)
        if number is None or 2 * number >= count + ("lines" in written.values):
            raise written.wrong("place", "These stones leave no point empty; place fewer.")
        return {"place": number}
    sides = [names.read(written, side, written.text_of(side) or "") for side in SIDES]
    for side, stones in zip(SIDES, sides, strict=True):
        if not stones:
            raise written.wrong_at(
                written.line(side),
                "The stones of the {side} player are missing; name their points under {side}, or give place, how many "
                "each player places.",
                side=side,
            )
    both = set(sides[0]) & set(sides[1])
    if both:
        raise written.wrong(
            "second",
            "Two stones are on {name}; each needs a point of its own.",
            name=quoted(names.text(sorted(both))),
        )
    if len(sides[0]) + len(sides[1]) == count:
        raise written.wrong("second", "No point is empty, so no stone can move; remove a stone.")
    return {side: names.text(sorted(stones)) for side, stones in zip(SIDES, sides, strict=True)}


def edges_of(values: Mapping[str, Any], names: Names) -> list[OneWay]:
    """The ways of checked values, both directions of those that have two."""
    found = []
    for text in values.get("edges", ()):
        made = _EDGE.fullmatch(text)
        assert made
        start, end = names[made[1]], names[made[3]]
        side = SIDES.index(made[4]) if made[4] else None
        found.append(OneWay(start, end, side))
        if made[2] == "-":
            found.append(OneWay(end, start, side))
    return found


def _can_begin(written: OwnText, values: Mapping[str, Any]) -> None:
    """Raises BadOwnFile where the first player has no move at the start, or has lost or won already."""
    names = Names(places_of(values))
    own, other = ({names[name] for name in values[side].split()} for side in SIDES)
    for side, stones in zip(SIDES, (own, other), strict=True):
        for line in values.get("lines", ()):
            if {names[name] for name in line.split()} <= stones:
                raise written.wrong(side, "The line {text} is full at the start; move a stone.", text=quoted(line))
    ways = edges_of(values, names)
    guarded = {names[name] for name in values.get("guarded", "").split()}
    for stone in own:
        ends = (
            set(range(len(names.places)))
            if values.get("fly")
            else {way.end for way in ways if way.start == stone and way.side in (0, None)}
        )
        for end in ends - own - other:
            if end not in guarded or beside(ways, stone) & other:
                return
    raise written.wrong("first", "The first player has no move at the start; change the stones or the edges.")

"""The command that measures: the engines by their nodes, and the app in a terminal of its own."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from core import __version__
from core.errors import CoreError
from core.subprocesses import command_of
from tui.command import output
from tui.command.arguments import JSON, example
from tui.command.caller import BadUsage
from tui.command.ending import ended_by_signals
from tui.command.printing import dump, tell
from tui.text.catalogue import _, figures
from tui.text.numbers import whole

if TYPE_CHECKING:
    from tui.bench.figures import Figure, Plan

app = typer.Typer()
SIZES = ("80x24", "120x40")
GAMES, SESSIONS = 100_000, 10
PARTS = ("start", "keys", "rest", "store", "served")
"""What of the app is measured, in this order."""


def _one_of(option: str, names: Sequence[str]) -> Callable[[str], str]:
    """A reader of an option that has one of a few values."""

    def parse(text: str) -> str:
        if text in names:
            return text
        raise BadUsage(
            "There is no {option} {text}; choose one of {names}.",
            option=option,
            text=repr(text[:40]),
            names=", ".join(names),
        )

    return parse


@app.command(help="Measure the engines, or the app itself.", **example("bench --app --size 120x40"))
def bench(
    of_app: Annotated[
        bool, typer.Option("--app", help="Measure the app in a terminal: start, keys, rest, store and sessions.")
    ] = False,
    size: Annotated[
        str, typer.Option(metavar="SIZE", parser=_one_of("--size", SIZES), help="Terminal size, 80x24 or 120x40.")
    ] = SIZES[0],
    games: Annotated[
        int, typer.Option(metavar="N", parser=whole("--games", 100, 1_000_000), help="Games in the store.")
    ] = GAMES,
    sessions: Annotated[
        int, typer.Option(metavar="N", parser=whole("--sessions", 1, 200), help="Sessions of the served hall.")
    ] = SESSIONS,
    every: Annotated[bool, typer.Option("--all", help="Measure the keys of every game.")] = False,
    only: Annotated[
        str | None,
        typer.Option(
            metavar="PART", parser=_one_of("--only", PARTS), help="Measure only start, keys, rest, store or served."
        ),
    ] = None,
    as_json: JSON = False,
) -> None:
    """Print the node counts and the speeds of every engine, or the figures of the app."""
    if of_app:
        if os.name == "nt":
            raise BadUsage("--app needs a pseudo-terminal, which Windows lacks; measure the app on Linux or macOS.")
        from tui.bench.figures import Plan

        columns, rows = map(int, size.split("x"))
        with ended_by_signals():
            _measure(Plan(program(), (columns, rows), games, sessions, every), (only,) if only else PARTS, as_json)
        return
    if (size, games, sessions, every, only) != (SIZES[0], GAMES, SESSIONS, False, None):
        raise BadUsage("--size, --games, --sessions, --all and --only go with --app; add it or leave them out.")
    from core.engines.bench import rows as rows_of_engines

    output.bench(rows_of_engines(), as_json)


def program() -> tuple[str, ...]:
    """The command that starts triqui as it was started now."""
    found = shutil.which(sys.argv[0])
    return (found,) if found and Path(found).stem == "triqui" else command_of("tui.command.cli")


def _measure(plan: Plan, parts: tuple[str, ...], as_json: bool) -> None:
    """Measure and print, each row as soon as it is known. Raises CoreError."""
    if not as_json:
        tell(f"{plan.command[0]} ({_install()}), {_shown(plan)}")
        _line((_("figure"), _("of"), _("value"), _("beside"), _("ratio")))
    found = []
    for figure in _figures(plan, parts):
        found.append(figure)
        if not as_json:
            _line(_cells(figure))
    if as_json:
        dump({**_facts(plan), "figures": [_document(figure) for figure in found]})


def _figures(plan: Plan, parts: tuple[str, ...]) -> Iterator[Figure]:
    """The figures of the parts. What cannot be measured is named, and the other parts follow. Raises CoreError for one part."""
    from tui.bench.figures import MEASURES
    from tui.command.serve import check_system

    for part in parts:
        try:
            if part == "served":
                check_system()
            yield from MEASURES[part](plan)
        except CoreError as error:
            if len(parts) == 1:
                raise
            output.remark(error)


def _cells(figure: Figure) -> tuple[str, ...]:
    """The cells of a row."""

    def shown(value: float | None) -> str:
        return "" if value is None else figures(f"{value:,.{0 if figure.unit == 'B' else 2}f} {figure.unit}")

    ratio = figure.ratio
    times = figures(f"{ratio.value:.2f}") if ratio else ""
    if ratio and ratio.low < ratio.high:
        times += figures(f" ({ratio.low:.2f}-{ratio.high:.2f})")
    return figure.figure, figure.subject, shown(figure.value), shown(figure.base), times


def _line(cells: tuple[str, ...]) -> None:
    """Print a row: words flush left, numbers flush right."""
    figure, subject, value, base, ratio = cells
    tell(f"{figure:<16}{subject:<36}{value:>14}{base:>14}  {ratio}".rstrip())


def _document(figure: Figure) -> dict[str, Any]:
    return {
        "figure": figure.figure,
        "of": figure.subject,
        "value": round(figure.value, 4),
        "unit": figure.unit,
        "base": None if figure.base is None else round(figure.base, 4),
        "ratio": figure.ratio and {name: round(value, 4) for name, value in figure.ratio._asdict().items()},
    }


def _facts(plan: Plan) -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "triqui": __version__,
        "install": _install(),
        "command": list(plan.command),
        "python": platform.python_version(),
        "textual": metadata.version("textual"),
        "system": platform.platform(),
        "size": _shown(plan),
    }


def _install() -> str:
    """How triqui is installed: ``editable`` or ``package``, ``none`` where it runs from its files alone."""
    try:
        origin = metadata.distribution("triqui").read_text("direct_url.json") or ""
    except metadata.PackageNotFoundError:
        return "none"
    return "editable" if '"editable": true' in origin else "package"


def _shown(plan: Plan) -> str:
    return "{}x{}".format(*plan.size)

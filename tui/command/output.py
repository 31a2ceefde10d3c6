"""What the commands print: tables for people, one JSON document for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from core.analysis import Analysis, Verdict
from core.engines import Facts
from core.errors import EngineForfeits, printable
from core.game import Family, Game
from core.levels import Level
from core.opponents import Opponent
from core.standing import Series
from tui.text.catalogue import _, figures, say
from tui.text.words import (
    and_more,
    distance,
    goes_on,
    mark,
    method,
    name,
    nodes,
    result,
    sentence,
    value_word,
    variants,
)

if TYPE_CHECKING:
    from core.bench import BenchRow

_WIDE = 200
"""Columns of a table that goes to a file or a pipe."""


def games(presets: Sequence[Game], families: Sequence[Family], as_json: bool) -> None:
    """The games of the hall, and how more are written."""
    if as_json:
        _json(
            [
                {"id": game.id, "name": name(game), "rules": str(game.rules), "known": str(game.known or "")}
                for game in presets
            ]
        )
        return
    _table([_("game"), _("name"), _("rules")], [[game.id, name(game), say(game.rules)] for game in presets])
    print()
    for family in families:
        print(variants(family))


def engines(registered: Mapping[str, Facts], levels: Iterable[Level], as_json: bool) -> None:
    """The engines, and how strong they can be."""
    if as_json:
        _json(
            [
                {"name": name, "title": str(facts.title), "summary": str(facts.summary), "thinks": facts.thinks}
                for name, facts in registered.items()
            ]
        )
        return
    _table([_("engine"), _("how it plays")], [[name, say(facts.summary)] for name, facts in registered.items()])
    print()
    names = ", ".join(level.name for level in levels)
    print(_("As a player an engine is written ENGINE or ENGINE:LEVEL; the levels are {levels}.").format(levels=names))


def players(game: Game, found: Iterable[Opponent], as_json: bool) -> None:
    """Who plays a game, and how."""
    if as_json:
        _json([{"name": player.text, "summary": str(player.summary(game))} for player in found])
        return
    _table([_("player"), _("how it plays")], [[player.text, say(player.summary(game))] for player in found])
    print()
    print(_("Any engine of 'triqui engines' plays too, at any of these levels, as ENGINE:LEVEL."))


def perft(game: Game, depth: int, nodes: list[int], as_json: bool) -> None:
    """Counts of move sequences, one row a length."""
    if as_json:
        _json({"game": game.id, "depth": depth, "nodes": nodes})
        return
    rows = [[str(ply), figures(f"{count:,}")] for ply, count in enumerate(nodes, 1)]
    _table([_("moves"), _("sequences")], rows, right=(0, 1))


def analysis(found: Analysis, as_json: bool) -> None:
    """The sentence, then every move, best first; of a finished game how it ended."""
    position = found.position
    outcome = position.outcome
    if as_json:
        document = found.to_json()
        if outcome:
            winner = None if outcome.winner is None else position.game.players[outcome.winner]
            document["result"] = {"winner": winner, "reason": outcome.reason.value}
        _json(document)
        return
    if outcome:
        print(_("The game is over. {result}").format(result=result(position.game, outcome)))
        return
    _print("   ".join(sentence(found)), "bold")
    print()
    _table(
        [_("move"), "", _("value"), _("in"), _("by"), _("line")],
        [
            [
                document["move"],
                mark(score),
                value_word(score),
                distance(score),
                method(score) if score.proven else "",
                " ".join(document["pv"]) + (" …" if goes_on(line, len(line.pv)) else ""),
            ]
            for document, line, score in zip(
                found.to_json()["lines"], found.lines, (line.score for line in found.lines), strict=True
            )
        ],
        right=(3,),
    )
    if found.omitted:
        print(and_more(found.omitted, lose=found.omitted_verdict is Verdict.LOSE))
    print()
    print(
        _("depth {depth}, {nodes}, {seconds} s").format(
            depth=found.depth, nodes=nodes(found.nodes), seconds=figures(f"{found.seconds:.2f}")
        )
    )


def standing(game: Game, players: tuple[str, str], series: Series, as_json: bool) -> None:
    """The score of a match."""
    if as_json:
        _json(
            {
                "game": game.id,
                "players": list(players),
                "games": len(series.results),
                "wins": list(series.wins),
                "draws": series.draws,
            }
        )
        return
    rows = [[player, str(wins)] for player, wins in zip(players, series.wins, strict=True)]
    _table([_("player"), _("wins")], [*rows, [_("draws"), str(series.draws)]], right=(1,))


def forfeit(number: int, error: EngineForfeits) -> None:
    """Why a game of a match, counted from 1, ended early; on stderr, beside the score."""
    print(printable(_("Game {number}: {reason}").format(number=number, reason=say(error))), file=sys.stderr)


def bench(rows: Iterable[BenchRow], as_json: bool) -> None:
    """What each engine visits, and how fast."""
    if as_json:
        _json([{**asdict(row), "nps": round(row.nps)} for row in rows])
        return
    _table(
        [_("engine"), _("game"), _("limit"), _("nodes"), _("CPU seconds"), _("calibrations"), _("nodes a second")],
        [
            [
                row.name,
                row.game,
                row.limit,
                figures(f"{row.nodes:,}"),
                figures(f"{row.seconds:.3f}"),
                figures(f"{row.ratio:.2f}"),
                figures(f"{row.nps:,.0f}"),
            ]
            for row in rows
        ],
        right=(3, 4, 5, 6),
    )


def progress(standings: Iterable[Series], length: int) -> Iterator[Series]:
    """The same standings, with a bar on the terminal of stderr while they come."""
    if not sys.stderr.isatty():
        yield from standings
        return
    from rich.progress import track

    yield from track(standings, _("Playing"), length, console=_stderr(), transient=True)


@contextmanager
def thinking() -> Iterator[Callable[[Analysis], None]]:
    """A listener that shows on the terminal of stderr how far an analysis is."""
    if not sys.stderr.isatty():
        yield lambda found: None
        return
    with _stderr().status(_("thinking")) as status:
        yield lambda found: status.update(
            _("{sentence}, depth {depth}, {nodes}").format(
                sentence=" ".join(sentence(found)), depth=found.depth, nodes=nodes(found.nodes)
            )
        )


def _stderr() -> Any:
    """Rich on the terminal of stderr, with the cursor left as it is: whatever ends the program, nobody has to show it again."""
    from rich.console import Console

    class Plain(Console):
        def show_cursor(self, show: bool = True) -> bool:
            return False

    return Plain(stderr=True)


def _json(document: Any) -> None:
    print(json.dumps(document))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    for i, head in enumerate(heads):
        table.add_column(head, justify="right" if i in right else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    _print(table)


def _print(what: Any, style: str = "") -> None:
    """Print by rich, without the blanks that fill its lines."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else _WIDE, highlight=False)
    with console.capture() as captured:
        console.print(what, style=style)
    for line in captured.get().splitlines():
        print(line.rstrip())

"""What the commands print: tables for people, one JSON document for programs."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.analysis import Analysis, Verdict
from core.engines import Facts
from core.errors import CoreError, EngineForfeits, printable
from core.game import Family, Game
from core.games import get
from core.levels import Level
from core.notation import movetext
from core.opponents import Opponent
from core.rows import Kept
from core.standing import Series
from core.statistics import Statistics, Tally
from core.transcript import result_text
from tui.settings import Setting, Settings
from tui.text.catalogue import _, figures, say
from tui.text.counted import SIGNS, summary, tables
from tui.text.fit import wrapped
from tui.text.seats import player_names
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
_NARROW = 78
"""Columns of the moves of a game."""
_LATEST = 253_402_300_799.0
"""The last second of the year 9999, after which no calendar goes."""


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
    _table([_("GAME").lower(), _("name"), _("rules")], [[game.id, name(game), say(game.rules)] for game in presets])
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
                "games": series.played,
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
        [
            _("engine"),
            _("GAME").lower(),
            _("limit"),
            _("nodes"),
            _("CPU seconds"),
            _("calibrations"),
            _("nodes a second"),
        ],
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


def settings(path: Path, chosen: Settings, shown: Sequence[Setting], as_json: bool) -> None:
    """Where the settings are kept, each with its value, the usual one, and what it does."""
    document = chosen.document
    if as_json:
        _json(
            {
                "path": str(path),
                "settings": {one.name: {"value": document[one.name], "usual": one.usual} for one in shown},
            }
        )
        return
    from rich.padding import Padding
    from rich.text import Text

    print(path)
    for one in shown:
        value = document[one.name]
        now, usual = (_toml(one.name, one.usual if each is None else each) for each in (value, one.usual))
        kind = _("It is {kind}.").format(kind=say(one.kind.expected))
        about = [
            say(one.what),
            kind,
            *(() if now == usual or one.kind.table else (_("Usual: {value}.").format(value=usual),)),
        ]
        print()
        _print(Text(now), "bold")
        _print(Padding(Text(" ".join(about)), (0, 0, 0, 4)))


def _toml(name: str, value: Any) -> str:
    """A setting as the file would have it; one that nobody has made as off."""
    import tomli_w

    return tomli_w.dumps({name: False if value is None else value}).strip()


def games_played(kept: Sequence[Kept]) -> None:
    """The finished games, one a row, the newest first."""
    if not kept:
        print(_("There is no finished game yet; 'triqui play GAME' begins one."))
        return
    rows = []
    for number, each in enumerate(kept, 1):
        record = each.record
        judged = sum(mark is not None for mark in each.marks)
        rows.append(
            [
                str(number),
                _day(each.updated),
                record.game,
                *player_names(record.players, full=True),
                result_text(record.outcome),
                str(len(record.moves.split())),
                str(judged) if judged else "-",
            ]
        )
    heads = [_("N"), _("when"), _("GAME").lower(), _("first"), _("second"), _("result"), _("moves"), _("judged")]
    _table(heads, rows, right=(0, 6, 7))


def game_played(kept: Kept) -> None:
    """One game: who played, its moves with the marks of a review, how it ended, and how much of it was judged."""
    record = kept.record
    first, second = player_names(record.players, full=True)
    print(
        _("{game}, {first} against {second}, {day}").format(
            game=record.game, first=first, second=second, day=_day(kept.updated)
        )
    )
    if record.start:
        print(_("from {position}").format(position=record.start))
    print()
    for line in wrapped(movetext(record, kept.marks), _NARROW):
        print(printable(line))
    print()
    if record.outcome:
        with suppress(CoreError):  # a game that only another version knows
            print(result(get(record.game), record.outcome))
    count, judged = len(record.moves.split()), sum(mark is not None for mark in kept.marks)
    if judged:
        text = _("Moves with marks: {judged} of {count}; ?? ? ?! gave something away, ! was the only one.")
        print(text.format(judged=judged, count=count))
    else:
        print(_("No marks are known: nobody has reviewed it. v on the home screen does."))


def statistics(found: Statistics, as_json: bool) -> None:
    """What the games of a person come to."""
    if as_json:
        _json(found.to_json())
        return
    for line in summary(found):
        print(line)
    if not found.results.games:
        return
    for head, rows in tables(found):
        print()
        heads = [head, _("played"), *SIGNS]
        _table(heads, [[name, *map(str, _counts(tally))] for name, tally in rows], right=(1, 2, 3, 4))


def _counts(tally: Tally) -> tuple[int, int, int, int]:
    return tally.games, tally.wins, tally.draws, tally.losses


def _day(seconds: float) -> str:
    """A time of the store on the clock of this place."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(max(0.0, min(seconds, _LATEST))))


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

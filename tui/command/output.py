"""What the commands print: tables for people, one JSON document for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.analysis import Analysis
from core.engines import Facts
from core.errors import CoreError
from core.game import Family, Game
from core.known import Known
from core.players.opponents import Opponent
from core.score import Verdict
from core.strategies.levels import Level
from tui.command.printing import dump, show, stderr, table, tell
from tui.household.settings import Setting, Settings
from tui.text.catalogue import _, figures, say
from tui.text.words import (
    and_more,
    distance,
    goes_on,
    mark_and_word,
    method,
    name,
    nodes,
    result,
    sentence,
    variants,
)

if TYPE_CHECKING:
    from core.engines.bench import BenchRow


def games(presets: Sequence[Game], families: Sequence[Family], as_json: bool) -> None:
    """The games of the hall, and how more are written."""
    if as_json:
        dump(
            [
                {
                    "id": game.id,
                    "name": name(game),
                    "rules": str(game.rules),
                    "known": str(game.known.sentence) if game.known else "",
                }
                for game in presets
            ]
        )
        return
    table([_("GAME").lower(), _("name"), _("rules")], [[game.id, name(game), say(game.rules)] for game in presets])
    print()
    for family in families:
        print(variants(family))


def engines(registered: Mapping[str, Facts], levels: Iterable[Level], as_json: bool) -> None:
    """The engines, and how strong they can be."""
    if as_json:
        dump(
            [
                {"name": name, "title": str(facts.title), "summary": str(facts.summary), "thinks": facts.thinks}
                for name, facts in registered.items()
            ]
        )
        return
    table([_("engine"), _("how it plays")], [[name, say(facts.summary)] for name, facts in registered.items()])
    print()
    names = ", ".join(level.name for level in levels)
    print(_("As a player an engine is written ENGINE or ENGINE:LEVEL; the levels are {levels}.").format(levels=names))


def players(game: Game, found: Iterable[Opponent], as_json: bool) -> None:
    """Who plays a game, and how."""
    if as_json:
        dump([{"name": player.text, "summary": str(player.summary(game))} for player in found])
        return
    table([_("player"), _("how it plays")], [[player.text, say(player.summary(game))] for player in found])
    print()
    print(_("Any engine of 'triqui engines' can play too, at any of these levels, as ENGINE:LEVEL."))


def perft(game: Game, depth: int, nodes: list[int], as_json: bool) -> None:
    """Counts of move sequences, one row a length."""
    if as_json:
        dump({"game": game.id, "depth": depth, "nodes": nodes})
        return
    rows = [[str(ply), figures(f"{count:,}")] for ply, count in enumerate(nodes, 1)]
    table([_("moves"), _("sequences")], rows, right=(0, 1))


def analysis(found: Analysis, as_json: bool) -> None:
    """The sentence, then every move, best first; of a finished game how it ended."""
    found, position = found.informed, found.position
    outcome = position.outcome
    if as_json:
        document = found.to_json()
        if outcome:
            winner = None if outcome.winner is None else position.game.players[outcome.winner]
            document["result"] = {"winner": winner, "reason": outcome.reason.value}
        document["known"] = found.known and _known(found.known)
        dump(document)
        return
    if outcome:
        print(_("The game is over. {result}").format(result=result(position.game, outcome)))
        return
    show("   ".join(sentence(found.position, found.whole)), "bold")
    if found.known:
        print(say(found.known.sentence))
    print()
    table(
        [_("move"), "", _("value"), _("in"), _("by"), _("line")],
        [
            [
                document["move"],
                *mark_and_word(score, position.game.id),
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


def _known(known: Known) -> dict[str, Any]:
    """What is known of the start of a game, as plain JSON values."""
    return {
        "outcome": known.verdict,
        "plies": known.plies,
        "within": known.within,
        "proof": known.proof or None,
        "paper": known.paper and str(known.paper.citation),
        "sentence": str(known.sentence),
    }


def bench(rows: Iterable[BenchRow], as_json: bool) -> None:
    """What each engine visits, and how fast."""
    if as_json:
        dump([{**asdict(row), "nps": round(row.nps)} for row in rows])
        return
    table(
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
        dump(
            {
                "path": str(path),
                "settings": {one.name: {"value": document[one.name], "usual": one.usual} for one in shown},
            }
        )
        return
    from rich.padding import Padding
    from rich.text import Text

    tell(str(path))
    for one in shown:
        value = document[one.name]
        now, usual = (_toml(one.name, one.usual if each is None else each) for each in (value, one.usual))
        kind = _("It is {kind}.").format(kind=say(one.kind.expected))
        about = [
            say(one.what),
            kind,
            *(() if now == usual or one.kind.table else (_("Default: {value}.").format(value=usual),)),
        ]
        print()
        show(Text(now), "bold")
        show(Padding(Text(" ".join(about)), (0, 0, 0, 4)))


def _toml(name: str, value: Any) -> str:
    """A setting as the file would have it; one that nobody has made as off."""
    import tomli_w

    return tomli_w.dumps({name: False if value is None else value}).strip()


@contextmanager
def thinking() -> Iterator[Callable[[Analysis], None]]:
    """A listener that shows on the terminal of stderr how far an analysis is."""
    if not sys.stderr.isatty():
        yield lambda found: None
        return
    with stderr().status(_("thinking")) as status:
        yield lambda found: status.update(
            _("{sentence}, depth {depth}, {nodes}").format(
                sentence=" ".join(sentence(found.position, found.whole)), depth=found.depth, nodes=nodes(found.nodes)
            )
        )


@contextmanager
def looking(count: int) -> Iterator[Callable[[int], None]]:
    """Takes how many of so many positions have been looked at, and shows it as a bar on the terminal of stderr."""
    if not sys.stderr.isatty():
        yield lambda seen: None
        return
    from rich.progress import Progress

    with Progress(console=stderr(), transient=True) as progress:
        bar = progress.add_task(_("Looking at positions"), total=count)
        yield lambda seen: progress.update(bar, completed=seen)


def remark(error: CoreError) -> None:
    """What is not as it should be and stops nothing; on stderr."""
    print(say(error), file=sys.stderr)

"""What the commands print of games between engines: how far they are, and what they come to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from core.engines import python_file
from core.tournament.bout import PlayedGame
from core.tournament.table import CrossTable
from tui.command import printing
from tui.text.catalogue import _, say
from tui.text.crosstable import cell, decimal, interval, verdict


@contextmanager
def playing(table: CrossTable) -> Iterator[Callable[[PlayedGame], None]]:
    """Takes a game that is over into the table, says on stderr where it was lost by a failure, and shows on the terminal of
    stderr as a bar how many there are."""

    def count(played: PlayedGame) -> None:
        table.add(played)
        if played.forfeit:
            text = _("Game {number}: {reason}").format(number=played.number, reason=say(played.forfeit))
            print(text, file=sys.stderr)

    if not sys.stderr.isatty():
        yield count
        return
    from rich.progress import Progress

    with Progress(console=printing.stderr(), transient=True) as progress:
        bar = progress.add_task(_("Playing"), total=table.plan.length, completed=len(table.numbers))

        def show(played: PlayedGame) -> None:
            count(played)
            progress.update(bar, completed=len(table.numbers))

        yield show


def score(players: tuple[str, str], table: CrossTable, as_json: bool) -> None:
    """The score of a match."""
    found = table.standing((0, 1)).score
    if as_json:
        printing.dump(
            {
                "game": table.plan.game,
                "players": list(players),
                "games": found.games,
                "different": table.different,
                "wins": [found.wins, found.losses],
                "draws": found.draws,
            }
        )
        return
    rows = [[player, str(wins)] for player, wins in zip(players, (found.wins, found.losses), strict=True)]
    printing.table([_("player"), _("wins")], [*rows, [_("draws"), str(found.draws)]], right=(1,))
    _repeated(table)


def _repeated(table: CrossTable) -> None:
    """How many of the games are different where some are equal, and what makes them differ."""
    games, different = len(table.numbers), table.different
    if different == games:
        return
    print()
    printing.tell(_("{games} games, {different} different.").format(games=games, different=different))
    if not table.plan.plies and not table.plan.openings:
        printing.tell(_("The games repeat; with --openings random:2 each pair of games begins differently."))


def _names(players: Sequence[str]) -> list[str]:
    """The players as a table shows them: a Python player by the name of its file, unless another has that name."""
    files = {text: file.name for text in players if (file := python_file(text))}
    names = list(files.values())
    return [files[text] if names.count(files.get(text, "")) == 1 else text for text in players]


def table(found: CrossTable, file: Path, as_json: bool) -> None:
    """The crosstable, how any two stand where that says more, and the file with the games."""
    if as_json:
        printing.dump({**found.to_json(), "file": str(file)})
        return
    plan, rows = found.plan, found.rows
    players = _names(plan.players)
    printing.table(
        ["", _("player"), _("Elo"), "±", _("points"), _("games"), *(str(place) for place in range(1, len(rows) + 1))],
        [
            [
                str(place),
                players[row.player],
                *interval(row.strength),
                decimal(row.score.points),
                str(row.score.games),
                *map(cell, row.against),
            ]
            for place, row in enumerate(rows, 1)
        ],
        right=(0, *range(2, 6 + len(rows))),
    )
    if plan.test or plan.kind == "ladder" or len(players) == 2:
        print()
        standings = [(a, b, found.standing((a, b))) for a, b in plan.meetings]
        printing.table(
            [_("first"), _("second"), _("won"), _("drawn"), _("lost"), _("Elo"), "±", *([_("test")] * bool(plan.test))],
            [
                [
                    players[a],
                    players[b],
                    *map(str, standing.score),
                    *interval(standing.ahead),
                    *([verdict(standing)] * bool(plan.test)),
                ]
                for a, b, standing in standings
            ],
            right=(2, 3, 4, 5, 6),
        )
    _repeated(found)
    print()
    printing.tell(_("All games are in {file}.").format(file=file))

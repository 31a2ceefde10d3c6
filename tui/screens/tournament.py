"""TournamentScreen: the crosstable of a tournament, which grows while one looks, and its games, each to be reviewed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import DataTable

from core.errors import CoreError
from core.game import Game
from core.games import get
from core.phrase import phrase
from core.play.match import result_text
from core.play.seats import programs
from core.play.source import Archive, Snapshot
from core.tournament.bout import PlayedGame
from core.tournament.table import CrossTable, TableRow
from tui.contest import Contest, files, new_file
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.screens.base import HallScreen
from tui.text.catalogue import _, language, say
from tui.text.crosstable import cell, decimal, interval
from tui.text.fit import shorten
from tui.text.keys import bindings
from tui.text.words import name

FOLLOW_SECONDS = 0.5
"""How often the file is looked at."""
MOST_GAMES = 1000
"""How many games are listed, the latest."""
_NAME = 18
"""Columns of a player's name."""


class TournamentScreen(HallScreen):
    """A tournament, the one of ``path`` or the last of the hall; ``game`` is what a new one is played in. With ``run`` it goes
    on at once."""

    CSS_PATH = "tournament.tcss"

    FOCUS = "played"

    BINDINGS: ClassVar[list[BindingType]] = list(bindings("run", "review", "new_tournament", "other", "help", "leave"))

    def __init__(self, game: Game, path: Path | None = None, run: bool = False) -> None:
        super().__init__()
        self._game = game
        self._run = run
        found = [path] if path else files(self.hall.tournaments)
        self.contest = Contest(found[0]) if found else None
        self._looking = False
        self._listed: list[PlayedGame] = []

    @property
    def game(self) -> Game:
        """The game that is played in it."""
        table = self.contest and self.contest.table
        return get(table.plan.game) if table else self._game

    @property
    def valued(self) -> Sequence[Game]:
        """The game that is played in it."""
        return (self.game,)

    @property
    def described(self) -> str:
        """How the table is read."""
        return _(
            "Elo is relative to the mean of all players; behind ± stands half the width of its 95 % interval. In the columns "
            "with numbers are the points against the player of that place. Every game is on the disk at once."
        )

    def compose_hall(self) -> ComposeResult:
        """Header, table, games, status and footer."""
        yield LineOfText(id="header")
        crosstable: DataTable[Text] = DataTable(id="crosstable", cursor_type="none", cell_padding=1)
        crosstable.can_focus = False
        yield crosstable
        yield DataTable(id="played", cursor_type="row", cell_padding=1)
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Follow the file."""
        self._begin()
        self.repeat(FOLLOW_SECONDS, self.look)
        self.keep_focus()
        if self._run:  # by somebody who has named all players
            self._play(["--programs"])

    def on_unmount(self) -> None:
        """Nobody sees it any more; it goes on when it is opened again."""
        if self.contest:
            self.contest.stop()

    @property
    def _played(self) -> DataTable[Text]:
        return self.query_one("#played", DataTable)

    def _begin(self) -> None:
        """Show another file from its first line on."""
        self._listed = []
        self._head_games()
        self.refresh_all()
        self.look()

    def _head_games(self) -> None:
        played = self._played
        played.clear(columns=True)
        for head in (_("N"), _("first"), _("second"), _("result"), _("moves")):
            played.add_column(head)

    def look(self) -> None:
        """Read what is new in the file, unless that is being done."""
        if self.contest and not self._looking and self.contest.grown:
            self._looking = True
            self._follow(self.contest)

    @work
    async def _follow(self, contest: Contest) -> None:
        try:
            new = await contest.look()
        except CoreError as error:
            if not contest.running:  # whose file is there once it has begun
                self.say(say(error))
            return
        finally:
            self._looking = False
        if new and contest is self.contest:
            self._list(contest.games)
            self.refresh_all()

    def _list(self, games: Sequence[PlayedGame]) -> None:
        """Add the new games to the list; the cursor stays at the end if it was there."""
        played = self._played
        at_end = played.cursor_row >= len(self._listed) - 1
        for game in games[max(len(self._listed), len(games) - MOST_GAMES) :]:
            self._listed.append(game)
            match = game.match
            seats = [shorten(text, _NAME) for text in match.players]
            moves = str(len(match.moves))
            played.add_row(
                *map(Text, (str(game.number), *seats, result_text(match.outcome))), Text(moves, justify="right")
            )
        if at_end and self._listed:
            played.move_cursor(row=len(self._listed) - 1)

    def refresh_all(self) -> None:
        """Show the table anew."""
        if not self.is_ready:
            return
        table = self.contest and self.contest.table
        left = plain_row(_("TOURNAMENT"), "title")
        right = plain_row(name(self.game), "dim")
        self.query_one("#header", LineOfText).show(left, (), right)
        if table:
            self._show_table(table)
            text = _("Games: {played} of {games}").format(played=len(table.numbers), games=table.plan.length)
            if table.different < len(table.numbers):
                text = _("{games}, different: {different}").format(games=text, different=table.different)
            state = _("it is over") if table.over else _("it is played") if self._is_played else _("{key:run} goes on")
            usual = f"{text}, {state}."
        elif self._is_played:
            usual = _("It begins ...")
        else:
            usual = _("There is no tournament yet; {key:new_tournament} begins one.")
        self.show_status(usual, self.notice)

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the key of the run does now."""
        return {"run": _("stop")} if self._is_played else {}

    @property
    def _is_played(self) -> bool:
        return self.contest is not None and self.contest.running

    def _show_table(self, table: CrossTable) -> None:
        shown = self.query_one("#crosstable", DataTable)
        shown.clear(columns=True)
        rows = table.rows
        columns = self._columns(table, rows)
        for head, *_cells in columns:
            shown.add_column(head)
        for cells in zip(*(column[1:] for column in columns), strict=True):
            shown.add_row(*cells)

    def _columns(self, table: CrossTable, rows: Sequence[TableRow]) -> list[list[Text]]:
        """The columns with their heads, and as much of the points of each against each as there is room for."""

        def column(head: str, cells: Sequence[str], justify: bool = True) -> list[Text]:
            return [Text(text, justify="right" if justify else "left") for text in (head, *cells)]

        players, places = table.plan.players, [str(place) for place in range(1, len(rows) + 1)]
        strengths = [interval(row.strength) for row in rows]
        columns = [
            column("", places),
            column(_("player"), [shorten(players[row.player], _NAME) for row in rows], False),
            column(_("Elo"), [elo for elo, _width in strengths]),
            column("±", [width for _elo, width in strengths]),
            column(_("points"), [decimal(row.score.points) for row in rows]),
            column(_("games"), [str(row.score.games) for row in rows]),
        ]
        room = self.size.width - sum(map(_width_of, columns)) - 1
        whole = [column(place, [cell(row.against[i]) for row in rows]) for i, place in enumerate(places)]
        points = [
            column(place, [decimal(score.points) if (score := row.against[i]) else "" for row in rows])
            for i, place in enumerate(places)
        ]
        fitting = next((cells for cells in (whole, points) if sum(map(_width_of, cells)) <= room), [])
        return [*columns, *fitting]

    # Actions.

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Review the game at the cursor."""
        self.action_review()

    def action_review(self) -> None:
        """Look at the game at the cursor move by move."""
        if not self._listed:
            self.say(_("No game is over yet."))
            return
        match = self._listed[self._played.cursor_row].match
        try:
            self.hall.review(Archive(Snapshot.of(match)))
        except CoreError as error:
            self.say(say(error))

    def action_run(self) -> None:
        """Go on with it, or stop it."""
        contest = self.contest
        if contest is None or contest.table is None:
            self.say(_("There is no tournament yet; {key:new_tournament} begins one."))
        elif contest.running:
            contest.stop()
        elif contest.table.over:
            self.say(_("It is over; {key:new_tournament} begins another one."))
        elif programs(contest.table.plan.players):
            self.say(_("Programs from elsewhere play in it; 'triqui tournament --resume FILE --programs' starts them."))
        else:
            self._play(())

    @work
    async def _play(self, words: Sequence[str]) -> None:
        contest = self.contest
        assert contest, "there is one to be played"
        self.say("")
        self.call_later(self.refresh_all)  # once the process is there
        wrong = await contest.play(["--language", language().code, *words])
        if contest is self.contest and self.is_ready:
            self.say(wrong)

    @work
    async def action_other(self) -> None:
        """Choose another tournament of the hall."""
        found = files(self.hall.tournaments)
        if not found:
            self.say(_("There is no tournament yet; {key:new_tournament} begins one."))
            return
        chosen = await self.choose(phrase("Which tournament?"), [path.stem for path in found])
        if chosen is not None:
            self._show(found[chosen])

    def _show(self, path: Path) -> None:
        """Show another tournament; the one that is played here stops."""
        if self.contest:
            self.contest.stop()
        self.contest = Contest(path)
        self.notice = ""
        self._begin()

    @work
    async def action_new_tournament(self) -> None:
        """Fill in who plays in a new one, and begin it."""
        from tui.screens.contestants import Contestants

        words = await self.open_dialog(Contestants(self._game))
        if not words:
            return
        try:
            path = new_file(self.hall.tournaments, self._game)
        except OSError as error:
            self.say(_("The folder for tournaments cannot be made: {reason}.").format(reason=error.strerror))
            return
        self._show(path)
        self._play([self._game.id, *words])

    async def retranslate(self) -> None:
        """Show everything in a language that is new."""
        await super().retranslate()
        self._listed = []
        self._head_games()
        if self.contest:
            self._list(self.contest.games)

    def action_leave(self) -> None:
        """Back to where one was."""
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.hall.go_home()


def _width_of(column: Sequence[Text]) -> int:
    return max(text.cell_len for text in column) + 2

"""TournamentScreen: the crosstable of a tournament and its games at the left, the game at the cursor at the right, which is the
one being played as long as nobody looks at another."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from core.errors import CoreError
from core.game import Game
from core.games import get
from core.phrase import phrase
from core.play.match import result_text
from core.play.seats import programs
from core.play.source import Archive, Snapshot
from core.position import Position, play_all
from core.tournament.plan import TournamentPlan
from core.tournament.table import CrossTable
from tui.boards import board_for
from tui.boards.base import Board, BoardView
from tui.drawing.canvas import Row, Span
from tui.drawing.frame import Section, section
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.game.contest import Contest, files, new_file, plans
from tui.household.own_players import in_folder
from tui.screens.base.screen import HallScreen
from tui.screens.tournament.listed import ListedGame, TournamentList
from tui.text import words
from tui.text.catalogue import _, language
from tui.text.keys import bindings
from tui.text.seats import player_name, table_name
from tui.text.words import name
from tui.widgets.list_canvas import Along

FOLLOW_SECONDS = 0.5
"""Seconds between two looks at the file."""
MAX_GAMES = 1000
"""Number of games that are listed, the latest."""


class TournamentScreen(Along, HallScreen):
    """A tournament, the one of ``path`` or the last of the hall; ``game`` is what a new one is played in. With ``run`` it goes
    on at once."""

    CSS_PATH = "tournament.tcss"

    FOCUS = "played"

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            *("run", "review", "new_tournament", "other", "panel", "help", "leave"),
            hidden=("up", "down", "page_up", "page_down", "go_first", "go_last"),
        ),
        Binding("enter", "review", show=False),
    ]

    def __init__(self, game: Game, path: Path | None = None, run: bool = False) -> None:
        super().__init__()
        self._game = game
        self._run = run
        found = [path] if path else files(self.hall.tournaments)
        self.contest = Contest(found[0]) if found else None
        self._looking = False
        self._looked_at: int | None = None
        """The game at the cursor, None while that goes with those that are played."""

    @property
    def table(self) -> CrossTable | None:
        """The crosstable, None as long as nothing is known of a tournament."""
        return self.contest.table if self.contest else None

    @property
    def game(self) -> Game:
        """The game that is played in it."""
        return get(self.table.plan.game) if self.table else self._game

    @property
    def valued(self) -> Sequence[Game]:
        """The game that is played in it."""
        return (self.game,)

    @property
    def described(self) -> str:
        """How the table is read."""
        return _(
            "Elo is relative to the mean of all players; ± gives half the width of its 95 % interval. The numbered "
            "columns show the points against the player in that place. Every game is saved at once."
        )

    def compose_hall(self) -> ComposeResult:
        """Header, the table with the games, the board, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield TournamentList(self, lambda: self.table, self._rows)
            yield self._new_board()
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    def _new_board(self) -> Board:
        board = board_for(Position.start(self.game), "board")
        board.can_focus = False
        return board

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

    def _begin(self) -> None:
        """Show another file from its first line on."""
        self._looked_at = None
        self.refresh_all()
        self.look()

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
                self.say_error(error)
            return
        finally:
            self._looking = False
        if new and contest is self.contest:
            self.refresh_all()

    # The games, and the cursor on them.

    @property
    def names(self) -> Sequence[int]:
        """The numbers of the games that are over or being played, in their order."""
        contest = self.contest
        return sorted({*contest.games, *contest.live})[-MAX_GAMES:] if contest else ()

    @property
    def chosen(self) -> int | None:
        """The game at the cursor: the first that is being played, else the last, unless another one is looked at."""
        if self._looked_at is not None:
            return self._looked_at
        contest = self.contest
        return min(contest.live, default=max(contest.games, default=None)) if contest else None

    def point(self, name: Hashable) -> None:
        """Look at a game; the cursor goes with the games again once it is at the last one."""
        assert isinstance(name, int)
        self._looked_at = name if name < max(self.names) else None
        self.say("")

    def take(self) -> None:
        """Review the game at the cursor."""
        self.action_review()

    def nothing(self) -> None:
        """Say that there is no game."""
        self.say(_("No game is over yet."))

    def _rows(self) -> Sequence[ListedGame]:
        contest, table = self.contest, self.table
        if contest is None or table is None:
            return ()
        found = []
        for number in self.names:
            fixture, played = table.plan.fixture(number), contest.games.get(number)
            moves = len(played.match.moves) if played else len(contest.live[number].split())
            result = result_text(played.match.outcome) if played else "…"
            first, second = (table.plan.players[seat] for seat in (fixture.first, fixture.second))
            found.append(ListedGame(number, first, second, result, moves))
        return found

    # What is shown.

    def show_all(self) -> None:
        """Show the table and the game anew."""
        if not self.is_ready:
            return
        table = self.table
        self.query_one("#header", LineOfText).show(
            plain_row(_("TOURNAMENT"), "title"), (), plain_row(name(self.game), "dim")
        )
        self.query_one(TournamentList).redraw()
        self._show_board()
        if table:
            text = _("Games: {played} of {games}").format(played=len(table.numbers), games=table.plan.length)
            if table.different < len(table.numbers):
                text = _("{games}, different: {different}").format(games=text, different=table.different)
            state = _("it is over") if table.over else _("being played") if self._is_played else _("{key:run} resumes")
            usual = f"{text}, {state}."
        elif self._is_played:
            usual = _("It begins ...")
        else:
            usual = _("There is no tournament yet; {key:new_tournament} starts one.")
        self.show_status(usual, self.notice)

    def _show_board(self) -> None:
        """Show the game at the cursor, on a board that can show it."""
        board = self.query_one_optional("#board", Board)
        if board is None:
            return
        if board.position.game != self.game:
            self._change_board(board)
            return
        number, contest, table = self.chosen, self.contest, self.table
        if number is None or contest is None or table is None:
            board.show(BoardView(Position.start(self.game), None, _("Board"), "", active=False))
            return
        played = contest.games.get(number)
        if played:
            position, moves = played.match.position, tuple(played.match.moves)
            note = result_text(played.match.outcome)
        else:
            begun, position = play_all(self.game, contest.live[number])
            moves = tuple(begun)
            note = _("move {number}").format(number=len(moves))
        title = _("Game {number}").format(number=number)
        last = moves[-1] if moves else None
        below = () if self.has_class("-low") else (self._players(table, number),)
        board.show(BoardView(position, last, title, note, active=False, below=below))

    def _players(self, table: CrossTable, number: int) -> Section:
        """Who plays a game, by their marks."""
        fixture, marks = table.plan.fixture(number), words.players(self.game)
        seats = (table.plan.players[seat] for seat in (fixture.first, fixture.second))
        rows: list[Row] = [
            [Span(f" {mark} ", role), Span(player_name(seat, True))]
            for mark, role, seat in zip(marks, ("first", "second"), seats, strict=True)
        ]
        return section(_("Players"), rows, len(rows))

    @work(exclusive=True, group="board")
    async def _change_board(self, board: Board) -> None:
        """Put the board of another game in place of this one."""
        await board.remove()
        if self.is_ready:
            await self.query_one("#middle").mount(self._new_board())
            self.refresh_all()

    @property
    def verbs(self) -> Mapping[str, str]:
        """What the keys of the run and of the board do now."""
        shown = _("table") if self.has_class("-overlay") else _("board")
        return {"panel": shown, **({"run": _("stop")} if self._is_played else {})}

    @property
    def footer(self) -> Sequence[str]:
        """What can be done with the tournament only where there is one, and to run it only until it is over."""
        contest = self.contest
        over = contest is not None and contest.table is not None and contest.table.over
        nothing = ("run",) if over else () if contest else ("run", "review", "other")
        return [action for action in super().footer if action not in nothing]

    @property
    def _is_played(self) -> bool:
        return self.contest is not None and self.contest.running

    # Actions.

    def action_panel(self) -> None:
        """The board in place of the table, or the table again."""
        self.toggle_class("-overlay")
        self.show_keys()

    def action_review(self) -> None:
        """Look at the game at the cursor move by move."""
        contest, number = self.contest, self.chosen
        if contest is None or number is None:
            self.nothing()
        elif number not in contest.games:
            self.say(_("Game {number} is not over yet.").format(number=number))
        else:
            try:
                self.hall.review(Archive(Snapshot.of(contest.games[number].match)))
            except CoreError as error:
                self.say_error(error)

    def action_run(self) -> None:
        """Go on with it, or stop it."""
        contest = self.contest
        if contest is None or contest.table is None:
            self.say(_("There is no tournament yet; {key:new_tournament} starts one."))
        elif contest.running:
            contest.stop()
        elif contest.table.over:
            self.say(_("It is over; {key:new_tournament} starts another one."))
        elif self.hall.trusted.issuperset(strangers := programs(contest.table.plan.players)):
            self._play(["--programs"] if strangers else ())
        else:
            self.say(_("External programs play in it; 'triqui tournament --resume FILE --programs' starts them."))

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
        found = plans(self.hall.tournaments)
        if not found:
            self.say(_("There is no tournament yet; {key:new_tournament} starts one."))
            return
        chosen = await self.choose(phrase("Which tournament?"), [_named(plan) for _path, plan in found])
        if chosen is not None:
            self._show(found[chosen][0])

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
        from tui.screens.tournament.contestants import Contestants

        own = in_folder(self.hall.players_folder, self._game)
        words = await self.open_dialog(Contestants(self._game, own))
        if not words:
            return
        self.hall.trusted.update(player.text for player in own if player.text in words)
        try:
            path = new_file(self.hall.tournaments, self._game)
        except OSError as error:
            self.say(_("The folder for tournaments cannot be created: {reason}.").format(reason=error.strerror))
            return
        self._show(path)
        self._play([self._game.id, *words])

    def action_leave(self) -> None:
        """Back to where one was."""
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.hall.go_home()


def _named(plan: TournamentPlan) -> str:
    """A tournament as it is chosen from a list: its game and its players."""
    return f"{name(get(plan.game))}: {', '.join(map(table_name, plan.players))}"

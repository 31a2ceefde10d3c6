"""HomeScreen: the games by kind, how the chosen one is set up, what can be continued, and your record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key, MouseScrollDown, MouseScrollUp
from textual.widgets import Footer, Input

from core import games
from core.errors import CoreError
from core.game import Game
from core.kits import kit_of
from core.match import Match
from core.opponents import DEFAULT, HUMAN
from core.seats import Setup
from core.source import Snapshot
from core.standing import Series
from core.store import Kept, Results
from tui.drawing.canvas import Canvas, Row, Span, spread
from tui.drawing.frame import Section, frame, section
from tui.drawing.line import LineOfText, plain_row
from tui.screens.base import HallScreen
from tui.screens.home_card import Yours, about, ago, name_of, read_yours, record_rows
from tui.text import words
from tui.text.catalogue import _, say
from tui.text.fit import shorten
from tui.text.keys import bindings
from tui.text.seats import first_words, length_words, player_name

PICKS = "1234567890"
"""The keys of the first games, in their order."""


class GameList(Canvas, can_focus=True):
    """The frame at the left: games and what can be continued."""

    def __init__(self, home: HomeScreen) -> None:
        super().__init__(id="games")
        self._home = home
        self._first = 0

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        home = self._home
        yours = home.yours()
        place = _("{number} of {count}").format(number=home.chosen + 1, count=len(home.games))
        return frame(
            width,
            height,
            [
                Section(_("Games"), self._games, height - 3 - max(2, len(yours)), 3, place),
                section(_("Yours"), [self._yours(row, width - 2) for row in yours], 2),
            ],
        )

    def _games(self, width: int, height: int) -> list[Row]:
        home = self._home
        rows: list[Row] = []
        at = 0
        for kind, members in home.kinds():
            if rows:
                rows.append(())
            rows.append([Span(" " + _(kind), "dim")])
            for index, game in members:
                if index == home.chosen:
                    at = len(rows)
                rows.append(self._game(index, game, width))
        if not self._first < at < self._first + height:  # seldom: to scroll is to repaint every row
            self._first = at - height // 2
        self._first = max(0, min(self._first, len(rows) - height))
        return rows[self._first : self._first + height]

    def _game(self, index: int, game: Game, width: int) -> Row:
        chosen = index == self._home.chosen
        key = PICKS[index] if index < len(PICKS) else " "
        tag = _("solved") if game.known else _("search")
        left = [
            Span(" ▸ " if chosen else "   ", "cursor"),
            Span(f"{key}  ", "key"),
            Span(words.name(game), "selected" if chosen else ""),
        ]
        row = spread(left, [Span(f"{tag} ", "dim")], width)
        return [span._replace(action=f"screen.pick({index})") for span in row]

    @staticmethod
    def _yours(row: tuple[str, str, str, str, str], width: int) -> Row:
        key, name, what, more, note = row
        room = width - len(f"   {key}  {name:<10}{more}  {note} ")
        left = [Span(f"   {key}  ", "key"), Span(f"{name:<10}"), Span(shorten(what, max(room, 1)) + more, "strong")]
        action = {"c": "screen.continue_game", "v": "screen.review"}[key]
        return [span._replace(action=action) for span in spread(left, [Span(f"{note} ", "dim")], width)]


class SetupCard(Canvas):
    """The frame at the right: the chosen game, its set-up, your record."""

    def __init__(self, home: HomeScreen) -> None:
        super().__init__(id="card")
        self._home = home

    def draw(self, width: int, height: int) -> Iterable[Row]:
        """The frame."""
        home = self._home
        game = home.game
        title = f"{home.chosen + 1} {words.name(game)}"
        return frame(
            width,
            height,
            [
                section(title, about(game, width - 4, self.plain), 5),
                section(_("Set up"), [self._choice(row, width - 2) for row in home.choices()], 7),
                section(_("Your record"), record_rows(home.tally, width - 4), 3),
            ],
        )

    @staticmethod
    def _choice(row: tuple[str, str, str, str], width: int) -> Row:
        name, value, key, action = row
        left = [Span(f" {name:<7}", "dim"), Span(value, "strong")]
        return [span._replace(action=f"screen.{action}") for span in spread(left, [Span(f"{key} ", "key")], width)]


class HomeScreen(HallScreen):
    """Where everything begins."""

    CSS_PATH = "home.tcss"

    FOCUS = "games"

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("play", "watch", "two_players", "continue_game", "review", "find", "help", "quit"),
            hidden=(
                "up",
                "down",
                "seat_first",
                "seat_second",
                "first",
                "length",
                "variant",
                "level",
                "panel",
                "marks",
                "forget",
                "theme",
            ),
        )
    )

    def __init__(self) -> None:
        super().__init__()
        self.games = list(games.presets())
        self.chosen = 0
        self.tally = Results(0, 0, 0, ())
        self.unfinished: list[Kept] = []
        self.finished: list[Kept] = []
        self.read = False
        """Whether what is kept has been read."""

    def compose_hall(self) -> ComposeResult:
        """Header, the two frames, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield GameList(self)
            yield SetupCard(self)
        yield LineOfText(id="status")
        yield Input(
            id="box", compact=True, select_on_focus=False, placeholder=_("part of a name, or a game as mnk:7,7,4")
        )
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Focus the games."""
        self.keep_focus()

    def on_screen_resume(self) -> None:
        """Come back from a game: what is kept may have changed."""
        self.call_after_refresh(self.reload)

    def reload(self) -> None:
        """Read what is kept and show it once it is there."""
        game = self.game.id
        self.hall.keeper.read(lambda store: read_yours(store, game), self._loaded, lambda error: self.say(say(error)))
        self.refresh_all()

    def _loaded(self, yours: Yours) -> None:
        self.unfinished, self.finished, self.tally = yours
        self.read = True
        self.refresh_all()

    def refresh_all(self) -> None:
        """Show everything anew."""
        if not self.stands:
            return
        size = f"{self.size.width}x{self.size.height}"
        right = f"{size}  {_('theme')}: {self.hall.theme}"
        self.query_one("#header", LineOfText).show(plain_row("TRIQUI", "title"), (), plain_row(right, "dim"))
        self.query_one(GameList).redraw()
        self.query_one(SetupCard).redraw()
        usual = _("Pick a game with its key or arrows. Enter plays it as set up on the right.")
        self.show_status(usual, self.notice)

    @property
    def game(self) -> Game:
        """The chosen game."""
        return self.games[self.chosen]

    def kinds(self) -> list[tuple[str, list[tuple[int, Game]]]]:
        """The games under their headings, with their numbers in the list."""
        headings: dict[str, list[tuple[int, Game]]] = {}
        for index, game in enumerate(self.games):
            listed = game.id in kit_of(game.id).presets.split()
            headings.setdefault(games.family_of(game).kind if listed else "YOUR OWN", []).append((index, game))
        return list(headings.items())

    def yours(self) -> list[tuple[str, str, str, str, str]]:
        """Key, name, what (to be shortened where room lacks), more and note of the games that can be continued or reviewed."""
        rows = []
        if self.unfinished:
            kept = self.unfinished[0]
            count = len(kept.record.moves.split())
            others = f" (+{len(self.unfinished) - 1})" if len(self.unfinished) > 1 else ""
            more = _(", ply {ply}").format(ply=count) + others
            note = ago(self.hall.store_clock() - kept.updated)
            rows.append(("c", _("Continue"), name_of(kept.record.game), more, note))
        else:
            nothing = _("nothing unfinished") if self.read else _("being read ...")
            rows.append(("c", _("Continue"), nothing, "", ""))
        if self.finished:
            kept = self.finished[0]
            rows.append(("v", _("Review"), name_of(kept.record.game), "", ago(self.hall.store_clock() - kept.updated)))
        return rows

    @property
    def setup(self) -> Setup:
        """Who is going to play the chosen game."""
        return self.hall.setup.fitting(self.game)

    def choices(self) -> list[tuple[str, str, str, str]]:
        """Name, value, key and action of each line of the set-up."""
        setup, marks = self.setup, self.game.players
        panel = _("live, best move first") if self.hall.settings.panel == "study" else _("quiet, values on Tab")
        return [
            (_("Rules"), shorten(self.game.id, 24), "g", "variant"),
            (marks[0], player_name(setup.seats[0], full=True), "x", "seat_first"),
            (marks[1], player_name(setup.seats[1], full=True), "o", "seat_second"),
            (_("First"), first_words(setup), "f", "first"),
            (_("Match"), length_words(setup), "m", "length"),
            (_("Panel"), panel, "Tab", "panel"),
            (_("Marks"), _("on the cells") if self.hall.marks.shown("study") else _("off"), "e", "marks"),
        ]

    # Actions.

    def action_up(self) -> None:
        """The game above."""
        self._pick((self.chosen - 1) % len(self.games))

    def action_down(self) -> None:
        """The game below."""
        self._pick((self.chosen + 1) % len(self.games))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel moves along the games."""
        self.action_down()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel moves along the games."""
        self.action_up()

    def action_pick(self, index: int) -> None:
        """A click on a game: choose it, or play it if it is the chosen one."""
        if index == self.chosen:
            self.action_play()
        else:
            self._pick(index)

    def _pick(self, index: int) -> None:
        self.chosen = index
        self.notice = ""
        self.reload()

    def on_key(self, event: Key) -> None:
        """The digits pick games."""
        if event.character and event.character in PICKS and not self.has_class("-typing"):
            index = PICKS.index(event.character)
            if index < len(self.games):
                self._pick(index)

    def action_play(self) -> None:
        """Play the chosen game as it is set up."""
        self.hall.open_game(self.game, self.setup)

    def action_watch(self) -> None:
        """Let two engines play."""
        seats = tuple(DEFAULT if seat == HUMAN else seat for seat in self.setup.seats)
        self.hall.open_game(self.game, Setup((seats[0], seats[1]), length=self.setup.length or 20))

    def action_two_players(self) -> None:
        """Play with two people at the board."""
        self.hall.open_game(self.game, Setup((HUMAN, HUMAN), length=self.setup.length))

    def action_continue_game(self) -> None:
        """Go on with the game left last."""
        if not self.unfinished:
            self._say_nothing(_("There is no unfinished game; Enter begins one."))
            return
        try:
            self.hall.continue_game(self.unfinished[0])
        except CoreError as error:
            self.say(say(error))

    def action_forget(self) -> None:
        """Drop the unfinished game named under Continue."""
        if self.unfinished:
            id = self.unfinished[0].record.id
            self.hall.keeper.read(
                lambda store: store.forget(id), lambda nothing: None, lambda error: self.say(say(error))
            )
            self.reload()
        else:
            self._say_nothing(_("There is no unfinished game; Enter begins one."))

    def action_review(self) -> None:
        """Look at the last finished game."""
        if self.finished:
            record = self.finished[0].record
            series = record.series or Series(record.players)
            try:
                match = Match.from_record(record)
            except CoreError as error:
                self.say(say(error))
                return
            self.hall.review(Snapshot.of(match, Setup(record.players), series, len(series.results) + 1))
        else:
            self._say_nothing(_("There is no finished game yet; Enter begins one."))

    def _say_nothing(self, text: str) -> None:
        self.say(text if self.read else _("The games are still being read; try again in a moment."))

    def action_seat_first(self) -> None:
        """Who moves first."""
        self._set(self.setup.with_next_seat(0, self.game))

    def action_seat_second(self) -> None:
        """Who moves second."""
        self._set(self.setup.with_next_seat(1, self.game))

    def action_first(self) -> None:
        """Who starts."""
        self._set(self.setup.with_next_first())

    def action_length(self) -> None:
        """How many games."""
        self._set(self.setup.with_next_length())

    def action_level(self) -> None:
        """How strong the engines are."""
        self._set(self.setup.with_next_level(self.game))

    def _set(self, setup: Setup) -> None:
        self.hall.remember_setup(setup)
        if self.has_class("-narrow"):  # where the card with the set-up has no room
            self.notice = "  ".join(f"{name} {value}" for name, value, *_rest in self.choices()[1:4])
        self.refresh_all()

    def action_panel(self) -> None:
        """Quiet panel or the one with values."""
        self.hall.change_settings(panel="play" if self.hall.settings.panel == "study" else "study")
        self.refresh_all()

    def action_marks(self) -> None:
        """Values on the cells or not."""
        self.hall.marks.show("study", not self.hall.marks.shown("study"))
        self.refresh_all()

    def action_theme(self) -> None:
        """Choose colours."""
        self.app.search_themes()

    def action_quit(self) -> None:
        """Leave the hall."""
        self.app.exit()

    # Finding a game by name or id.

    def action_find(self) -> None:
        """Open the box."""
        self.add_class("-typing")
        box = self.query_one("#box", Input)
        box.value = ""
        box.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Choose the first game whose name or id has the text in it."""
        text = event.value.strip().lower()
        found = next((i for i, game in enumerate(self.games) if text in f"{words.name(game)} {game.id}".lower()), None)
        if text and found is not None:
            self.chosen = found
            self.reload()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the game found, or the one that the text names as an id."""
        text = event.value.strip()
        self._close_box()
        if not text or text.lower() in f"{words.name(self.game)} {self.game.id}".lower():
            return
        try:
            game = games.get(text)
        except CoreError as error:
            self.say(say(error))
            return
        self._take(game)

    def _take(self, game: Game) -> None:
        """Choose a game, which joins the list if it is new."""
        ids = [known.id for known in self.games]
        if game.id not in ids:
            self.games.append(game)
            ids.append(game.id)
        self._pick(ids.index(game.id))

    @work
    async def action_variant(self) -> None:
        """Another size or other options of the chosen game."""
        from tui.screens.variant import Variant

        game = await self.app.push_screen_wait(Variant(games.family_of(self.game), self.game))
        if game:
            self._take(game)

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Leaving the box closes it."""
        self._close_box()

    def key_escape(self) -> None:
        """Close the box."""
        self._close_box()

    def _close_box(self) -> None:
        self.remove_class("-typing")
        self.query_one(GameList).focus()

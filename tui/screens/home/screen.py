"""HomeScreen: the games by kind, how the chosen one is set up, what can be continued, and your record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Key, Paste
from textual.widgets import Input

from core import games
from core.errors import CoreError
from core.game import Game, Player
from core.play.seats import Setup
from core.players.opponents import DEFAULT, HUMAN, ME, watched
from core.position import Position
from tui.drawing.canvas import Span
from tui.drawing.line import KeyLine, LineOfText, plain_row
from tui.screens.base.screen import HallScreen
from tui.screens.home.card import Yours, read_yours
from tui.screens.home.list import PICKS, GameList, ListedGames, gallery, shelved
from tui.screens.home.setup import CardView, LastGames, SetupCard
from tui.text import words
from tui.text.catalogue import _, key_name, ngettext, say
from tui.text.clocks import control_words, hints_words, length_words
from tui.text.keys import bindings
from tui.text.seats import first_words, player_names, strength_words, two_people
from tui.widgets.list_canvas import Along

if TYPE_CHECKING:
    from tui.screens.base.terms import TermsPart
    from tui.screens.home.own import OwnShelf


THIRD_COLUMNS = 120
"""Columns of a window that has room for a third column."""
MAX_WAIT_SECONDS = 0.25
"""Maximum time for which the first picture waits for what is kept; then it says that this is being read."""
LOOK_SECONDS = 0.5
"""How often the folder of games of one's own is looked at: who saves a file sees its board a moment later."""


class HomeScreen(Along, HallScreen):
    """Where everything begins."""

    FOCUS = "games"
    takes_paste = True
    pasted_waits = False

    BINDINGS: ClassVar[list[BindingType]] = list(
        bindings(
            *("play", "watch", "two_players", "continue_game", "review", "find", "help", "quit"),
            hidden=(
                "up",
                "down",
                "kind_before",
                "next_kind",
                "page_up",
                "page_down",
                "go_first",
                "go_last",
                "seat_first",
                "seat_second",
                "first",
                "length",
                "clock",
                "hints",
                "variant",
                "level",
                "panel",
                "marks",
                "forget",
                "record",
                "edit",
                "theme",
                "settings",
                "learn",
                "judge",
                "lobby",
                "tournaments",
                "open_games",
                "rules",
            ),
            runs={
                "kind_before": "turn(-1)",
                "next_kind": "turn(1)",
                "seat_first": "seat(0)",
                "seat_second": "seat(1)",
                "length": "terms('match')",
                "clock": "terms('clock')",
                "hints": "terms('hints')",
            },
        )
    )

    def __init__(self) -> None:
        super().__init__()
        self.shelf = ListedGames()
        self.yours = Yours(read=False)
        self._own: OwnShelf | None = None
        self._gallery: Sequence[Game] = ()
        self.waits = True

    def compose_hall(self) -> ComposeResult:
        """Header, the two frames, status and footer."""
        yield LineOfText(id="header")
        with Horizontal(id="middle"):
            yield GameList(
                self, self.shelf, lambda: shelved(self.yours, self.hall.store_clock(), lobby=self.hall.has_lobby)
            )
            yield SetupCard(self._card)
        yield LineOfText(id="status")
        yield KeyLine(id="footer")

    def on_mount(self) -> None:
        """Focus the games."""
        self.keep_focus()
        self.set_timer(MAX_WAIT_SECONDS, self.wait_no_longer)
        if self.hall.own_folder:
            self.repeat_work(LOOK_SECONDS, self._look)

    async def _look(self) -> None:
        """List the games of the folder, and draw anew what an editor has changed."""
        if self._own is None and self.hall.own_folder and await asyncio.to_thread(self.hall.own_folder.is_dir):
            from tui.screens.home.own import OwnShelf  # most people have none

            self._own = OwnShelf(self.hall.own_folder)
        found = await self._own.changed() if self._own else ()
        for each, before in found:
            if each.game:
                self.shelf.join(each.game, before=before)
            elif each.wrong:
                self.say(say(each.wrong))
        if found:
            self.refresh_all()

    def on_screen_resume(self) -> None:
        """Come back from a game: what is kept may have changed."""
        self.reload()

    def reload(self) -> None:
        """Read what is kept and show it once it is there."""
        game, known = self.game.id, self.yours.rights
        self.hall.keeper.look(lambda store: read_yours(store, game, known), self._loaded, self._not_loaded, "home")
        self.refresh_all()

    def _loaded(self, yours: Yours) -> None:
        first, self.yours = not self.yours.read, yours
        self.waits = False
        self.refresh_all()
        self.call_after_refresh(self._complete, first and not yours.unfinished and not yours.finished)

    def _complete(self, is_new: bool) -> None:
        """Once the first picture is there, list what it did without, and greet who is new."""
        self._join_gallery()
        if is_new:
            self._welcome()

    def _not_loaded(self, error: CoreError) -> None:
        self.wait_no_longer()
        self.say_error(error)
        self.call_after_refresh(self._join_gallery)

    def _welcome(self) -> None:
        """Greet the player, once for all times; where that cannot be remembered, as in a served hall, not at all."""
        if not self.hall.settings.welcome or self.hall.surroundings.served or not self.is_active:
            return
        from tui.screens.home.welcome import Welcome

        self.app.push_screen(Welcome(), lambda nothing: self.hall.preferences.change(welcome=False))

    def show_all(self) -> None:
        """Show everything anew."""
        if not self.is_ready:
            return
        count = self.yours.waiting
        wait = ngettext("{number} game waits", "{number} games wait", count) if count else ""
        right = [
            Span(f"{wait}  ", "dim", "screen.continue_game"),
            Span("s", "key", "screen.settings"),
            Span(f" {_('settings')}", "", "screen.settings"),
        ]
        self.query_one("#header", LineOfText).show(plain_row("TRIQUI", "title"), (), right)
        self.query_one(GameList).redraw()
        self.query_one(SetupCard).redraw()
        self.set_class(self.size.width >= THIRD_COLUMNS, "-third")
        if self.has_class("-third"):
            self._follow()
        usual = _("{key:kind_before} and {key:next_kind} choose the kind. {key:play} plays it as set up here.")
        self.show_status(usual, self.notice)

    def _follow(self) -> None:
        """Let the third column show the chosen game."""
        from tui.screens.home.living import LivingColumn  # only a wide window has it

        if column := self.query(LivingColumn):
            column.first().follow()
        else:
            self.query_one("#middle").mount(LivingColumn(self, LastGames(self._card)))

    @property
    def game(self) -> Game:
        """The chosen game."""
        return self.shelf.game

    @property
    def setup(self) -> Setup:
        """Who is going to play the chosen game."""
        return self.hall.setup.fitting(self.game)

    def _card(self) -> CardView:
        third = self.has_class("-third")
        return CardView(self.game, self.choices(), self.yours, self.hall.store_clock(), third)

    def choices(self) -> list[tuple[str, str, str, str]]:
        """Name, value, key and action of each line of the set-up."""
        setup, marks = self.setup, words.players(self.game)
        first, second = player_names(setup.seats, full=True)
        live = ME not in setup.seats and self.hall.settings.panel_for(two_people(setup.seats)) == "live"
        panel = _("live values") if live else _("quiet")
        return [
            (marks[0], first, key_name("seat_first"), "seat(0)"),
            (marks[1], second, key_name("seat_second"), "seat(1)"),
            (_("Strength"), strength_words(setup, self.game), key_name("level"), "level"),
            (_("Starts"), first_words(setup), key_name("first"), "first"),
            (_("Match"), length_words(setup), key_name("length"), "terms('match')"),
            (_("Clock"), control_words(setup.control), key_name("clock"), "terms('clock')"),
            (_("Hints"), hints_words(setup.hints), key_name("hints"), "terms('hints')"),
            (_("Panel"), panel, key_name("panel"), "panel"),
            (_("Size"), _("other sizes and options"), key_name("variant"), "variant"),
        ]

    # Actions.

    @property
    def names(self) -> Sequence[int]:
        """The number of the game in each row of the list."""
        return [self.shelf.shown(row) for row in self.shelf.rows]

    @property
    def chosen(self) -> int:
        """The number of the chosen game."""
        return self.shelf.chosen

    def point(self, name: Hashable) -> None:
        """Choose the game of a number."""
        assert isinstance(name, int)
        same = name == self.shelf.chosen
        self.shelf.choose(name)
        self._picked()
        if same:
            self.say(_("That is the first game.") if name == self.names[0] else _("That is the last game."))

    def take(self) -> None:
        """Play the chosen game."""
        self.action_play()

    def action_turn(self, step: int) -> None:
        """Choose another kind of the chosen game."""
        turned = self.shelf.turn(step)
        self._picked()
        if not turned:
            self.say(_("This game has only one kind in the list; {key:variant} makes others."))

    def _picked(self) -> None:
        self.notice = ""
        self.reload()

    async def on_key(self, event: Key) -> None:
        """The digits pick games."""
        digit = event.character or " "
        if digit in PICKS and not self.has_class("-typing") and self.shelf.pick(PICKS.index(digit)):
            self._picked()

    def action_play(self) -> None:
        """Play the chosen game as it is set up."""
        self.hall.open_game(self.game, self.setup)

    def action_watch(self) -> None:
        """Let two engines play: those that were chosen, and for people and who sits there unasked two different ones."""
        usual, seats = watched(self.game), self.setup.seats
        first, second = (one if seat in (HUMAN, ME, DEFAULT) else seat for one, seat in zip(usual, seats, strict=True))
        setup = replace(self.setup, seats=(first, second))
        self.hall.open_game(self.game, setup if setup.length else replace(setup, length=20, all_games=True))

    def action_two_players(self) -> None:
        """Play with two people at the board."""
        self.hall.open_game(self.game, replace(self.setup, seats=(HUMAN, HUMAN)))

    def action_continue_game(self) -> None:
        """Go on with the game left last."""
        if not self.yours.unfinished:
            self._say_nothing(_("There is no unfinished game; {key:play} starts one."))
            return
        try:
            self.hall.continue_game(self.yours.unfinished[0])
        except CoreError as error:
            self.say_error(error)

    def action_forget(self) -> None:
        """Drop the unfinished game named under Continue."""
        if self.yours.unfinished and self.yours.unfinished[0].between:
            self.say(_("Those games are saved. Starting another game ends the match."))
        elif self.yours.unfinished:
            id = self.yours.unfinished[0].id
            self.hall.keeper.read(lambda store: store.forget(id), lambda nothing: None, self.say_error)
            self.reload()
        else:
            self._say_nothing(_("There is no unfinished game; {key:play} starts one."))

    def action_review(self) -> None:
        """Choose a finished game, and look at it."""
        from tui.screens.home.finished import first, offer

        if self.yours.finished:
            self.hall.keeper.look(first, partial(offer, self), self.say_error, "finished")
        else:
            self._say_nothing(_("There is no finished game yet; {key:play} starts one."))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a lobby only where people can be met; files, tournaments and own players are on one's own machine."""
        if action in ("tournaments", "open_games"):
            return not self.hall.surroundings.served
        if action == "judge":
            return self.hall.players_folder is not None
        return action != "lobby" or self.hall.has_lobby

    def action_lobby(self) -> None:
        """Where people meet."""
        self.hall.go_to_lobby()

    def action_tournaments(self) -> None:
        """The last tournament, and the way to others."""
        from tui.screens.tournament.screen import TournamentScreen

        self.app.push_screen(TournamentScreen(self.game))

    @work
    async def action_judge(self) -> None:
        """Judge a Python player against the truth."""
        from tui.screens.study.judge_form import ask_and_judge

        await ask_and_judge(self)

    @work(exclusive=True, group="reading")
    async def action_open_games(self) -> None:
        """Open games of a file, or those that are pasted."""
        from tui.screens.home.reading import OpenGames, show

        dialog = OpenGames(self.game)
        if await self.open_dialog(dialog) is not None:
            show(self, dialog.found)

    def on_paste(self, event: Paste) -> None:
        """Open the games of a text, or the moves of the chosen game."""
        if event.text.strip():
            self._read_text(event.text)

    @work(exclusive=True, group="pasting")
    async def _read_text(self, text: str) -> None:
        from tui.screens.home.reading import found, pasted, show

        said = _("Reading ...")
        self.say(said)
        try:
            read = await found(pasted(text), self.game)
        except CoreError as error:
            self.say_error(error)
        else:
            show(self, read)
        finally:
            if self.notice == said:
                self.say("")

    def on_screen_suspend(self) -> None:
        """Read no pasted text any longer: who has gone elsewhere wants to stay there."""
        self.workers.cancel_group(self, "pasting")

    def action_edit(self) -> None:
        """Set up a position of the chosen game."""
        from tui.screens.base.edit import EditScreen

        self.app.push_screen(EditScreen(Position.start(self.game)))

    def action_record(self) -> None:
        """What all finished games come to."""
        from core.records.statistics import statistics
        from tui.screens.home.stats import offer

        self.hall.keeper.look(statistics, partial(offer, self), self.say_error, "record")

    def _say_nothing(self, text: str) -> None:
        self.say(text if self.yours.read else _("The games are still being read; try again in a moment."))

    @work
    async def action_seat(self, seat: Player) -> None:
        """Choose who moves first, or second."""
        from tui.screens.base.lists import pick_player

        player = await pick_player(self, self.game, self.setup.seats, seat)
        if player is not None:
            self._set(self.setup.with_seat(seat, player))

    @work
    async def action_first(self) -> None:
        """Choose who starts."""
        from tui.screens.base.lists import pick_first

        setup = await pick_first(self, self.setup)
        if setup is not None:
            self._set(setup)

    @work
    async def action_terms(self, part: TermsPart) -> None:
        """How many games, how much time each side has, or how many hints there are."""
        from tui.screens.base.terms import MatchDialog

        setup = await self.open_dialog(MatchDialog(self.setup, part))
        if setup and setup != self.setup:
            self._set(setup)

    @work
    async def action_level(self) -> None:
        """Choose how strong the engines are."""
        from tui.screens.base.lists import pick_strength

        strength = await pick_strength(self, self.game, self.setup.seats)
        if strength is not None:
            self._set(self.setup.at_strength(strength))

    def _set(self, setup: Setup) -> None:
        self._switch(lambda: self.hall.remember_setup(setup))

    def _switch(self, change: Callable[[], None]) -> None:
        """Change the set-up; where the card that shows it has no room, the status says what is changed."""
        before = self.choices()
        change()
        changed = [
            f"{name} {value}" for name, value, key, action in self.choices() if (name, value, key, action) not in before
        ]
        self.notice = "  ".join(changed) if self.has_class("-narrow") else ""
        self.refresh_all()

    def action_panel(self) -> None:
        """Quiet panel or the one with values."""
        if ME in self.setup.seats:
            self.say(_("Games with Play me start quiet. {key:panel} in a game shows the values."))
            return
        change = self.hall.settings.other_panel(two_people(self.setup.seats))
        self._switch(lambda: self.hall.preferences.change(**change))

    # Finding a game by name or id.

    def _join_gallery(self) -> None:
        """List the games that come with the hall as files, once: they are read when the first picture is there."""
        if self._gallery or self.hall.surroundings.served:
            return
        self._gallery = gallery()
        for game in self._gallery:
            self.shelf.join(game, gallery=True)
        self.refresh_all()

    async def action_find(self) -> None:
        """Open the box, which is made when it is first needed."""
        from tui.screens.base.box import LineInput

        if not self.query(LineInput):
            await self.query_one("#everything").mount(LineInput(), before="#footer")
        self.query_one(LineInput).open("", _("part of a name, or a game such as mnk:7,7,4"))
        self.show_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List the games whose name or id has the text in it, and choose the first of them."""
        self.shelf.seek(event.value)
        self._picked()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the game found, or the one that the text names as an id."""
        text, found = event.value.strip(), self.shelf.rows
        self.action_close_box()
        if found:
            return
        try:
            from tui.household import own_files

            own = self.hall.own_folder
            game = own_files.named(text, own.parent) if own else games.get(text)
        except CoreError as error:
            self.say_error(error)
            return
        self._take(game)

    def _take(self, game: Game) -> None:
        """Choose a game, which joins the list if it is new."""
        self.shelf.take(game)
        self._picked()

    @work
    async def action_variant(self) -> None:
        """Another size or other options of the chosen game."""
        from tui.screens.home.variant import Variant

        game = await self.open_dialog(Variant(games.family_of(self.game), self.game))
        if game:
            self._take(game)

    def action_close_box(self) -> None:
        """Close the box; the game found stays chosen."""
        self.remove_class("-typing")
        self.shelf.seek("")
        self.query_one(GameList).focus()
        self.show_keys()
        self.refresh_all()
